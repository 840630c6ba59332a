/// A session as a JSON5 file: a model and its script, state, tools, personas, and the steps to take.
///
/// `Sources/Scenarios/README.md` describes the format.
public struct Scenario: Sendable {
  /// The file's `name`.
  public var name: String
  /// One line: what it shows.
  public var about: String

  /// Reads a scenario.
  /// - Parameter file: what errors call the text.
  /// - Throws: `ScenarioError` with line and column.
  public init(json5 text: String, file: String) throws(ScenarioError) {
    name = file
    about = ""
  }
}
