/// What is wrong with a JSON5 text, and where. One line for a person.
///
/// The reader of the syntax throws it, and so do the readers of scripts and scenarios for what is well-formed JSON5 and still no
/// script: both know the line and the column.
public struct JSON5Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what would be right there: `“colour” is not known in a rule; it has when, answer`.
  public var message: String
  public var position: JSON5Node.Position
  /// The file the text came from, as the person named it; nil for a text that came from no file.
  public var file: String?

  public init(_ message: String, at position: JSON5Node.Position, file: String? = nil) {
    self.message = message
    self.position = position
    self.file = file
  }

  /// The same error, said of a file.
  public func located(in file: String?) -> JSON5Error {
    var copy = self
    copy.file = copy.file ?? file
    return copy
  }

  /// `craft.json5:3:7: message`, or `line 3, column 7: message` where no file is known.
  public var description: String {
    guard let file else { return "\(position): \(message)" }
    return "\(file):\(position.line):\(position.column): \(message)"
  }

  /// A piece of the text as an error line may show it: short, and without control characters.
  public static func shown(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars.prefix(40) { out += shown(scalar) }
    return text.unicodeScalars.count > 40 ? out + "…" : out
  }

  static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator:
      let hex = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    default:
      return String(Character(scalar))
    }
  }
}
