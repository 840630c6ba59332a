/// What is wrong with a scenario file, and where.
///
/// As text: `craft.json5:12:7: tools.convert has no "answer"; a tool has one of: …`.
public struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file as it was named.
  public var file: String
  /// From 1, columns in characters.
  public var line: Int
  public var column: Int
  /// One sentence: what stands there, and what may.
  public var message: String

  public init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  public var description: String { "\(file):\(line):\(column): \(message)" }
}
