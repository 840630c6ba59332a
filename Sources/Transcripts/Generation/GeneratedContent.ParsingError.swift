import FoundationEssentials

extension GeneratedContent {
  /// Content that is not what was asked for: text that is not JSON, or a value of another shape (API §11).
  public struct ParsingError: LocalizedError, Sendable, CustomDebugStringConvertible {
    /// What was generated, as text.
    public var rawContent: String
    /// What the reader of the text said; nil where the text was JSON and the value did not fit.
    public var underlyingError: (any Error)?
    /// What did not fit, in one line, with the path of properties to it.
    public var debugDescription: String

    public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
      self.rawContent = rawContent
      self.underlyingError = underlyingError
      self.debugDescription = debugDescription
    }

    public var errorDescription: String? { debugDescription }

    init(of content: GeneratedContent, _ words: String) {
      self.init(rawContent: content.jsonString, debugDescription: words)
    }

    /// “expected a whole number, found the text "x"”.
    init(of content: GeneratedContent, expected: String) {
      self.init(of: content, "expected \(expected), found \(content.words)")
    }

    static func name(of type: (some Any).Type) -> String { String(describing: type) }
  }

  /// The value as an error line names it: the text "x", the number 3.5, an array of 2, a structure.
  var words: String {
    switch kind {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number: "the number \(jsonString)"
    case .string(let string):
      "the text \(JSONValue.string(String(string.prefix(40))).text())" + (string.count > 40 ? "…" : "")
    case .array(let elements): "an array of \(elements.count)"
    case .structure: "a structure"
    }
  }
}
