import Transcripts

extension Script {
  /// One thing that an answer does, in the order of the answer.
  public enum Action: Sendable, Hashable {
    /// Thoughts, where the model has them and the request asks for them.
    case reasoning(Template)
    /// Text of the answer. Several in a row are one text.
    case text(Template)
    /// Calls of tools, made together.
    case calls([Call])
    /// The answer as JSON: of a schema, or of whatever the script says.
    case structured(Content)
    /// The answer ends here with an error.
    case fail(ScriptedFailure)
    /// Nothing happens for a while, by the model's clock.
    case pause(Duration)
  }

  /// One call of a tool.
  public struct Call: Sendable, Hashable {
    public var tool: String
    public var arguments: Content

    public init(tool: String, arguments: Content) {
      self.tool = tool
      self.arguments = arguments
    }
  }

  /// A value in an answer.
  public enum Content: Sendable, Hashable {
    /// Whatever fits the schema.
    case fill
    /// This value; its texts are templates.
    case value(Value)

    public indirect enum Value: Sendable, Hashable {
      case text(Template)
      case array([Value])
      case object([Property])
      /// A number, a Boolean or null.
      case plain(JSONValue)
    }

    public struct Property: Sendable, Hashable {
      public var name: String
      public var value: Value

      public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
      }
    }
  }

  /// A text with places to be filled: `${1}` and `${name}` are captures of the rule's patterns, `${prompt}` the last prompt,
  /// `${toolOutput}` the last output, `${toolOutput.steps.0}` a value in it, and `$${` a plain `${`.
  public struct Template: Sendable, Hashable {
    public enum Piece: Sendable, Hashable {
      case text(String)
      case variable(String)
    }

    public var pieces: [Piece]

    public init(pieces: [Piece]) { self.pieces = pieces }

    /// A text without places to be filled.
    public init(_ text: String) { pieces = [.text(text)] }

    /// Reads a template; nil where a place has no end or no name.
    public init?(reading text: String) {
      pieces = []
      var plain = ""
      var rest = text[...]
      while let dollar = rest.firstIndex(of: "$") {
        plain += rest[..<dollar]
        rest = rest[dollar...]
        if rest.hasPrefix("$${") {
          plain += "${"
          rest = rest.dropFirst(3)
        } else if rest.hasPrefix("${") {
          guard let end = rest.firstIndex(of: "}") else { return nil }
          let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end].trimmedBlanks
          guard !name.isEmpty else { return nil }
          if !plain.isEmpty { pieces.append(.text(plain)) }
          plain = ""
          pieces.append(.variable(name))
          rest = rest[rest.index(after: end)...]
        } else {
          plain += "$"
          rest = rest.dropFirst()
        }
      }
      plain += rest
      if !plain.isEmpty || pieces.isEmpty { pieces.append(.text(plain)) }
    }

    /// The variables that are filled in.
    var variables: [String] {
      pieces.compactMap { piece in
        guard case .variable(let name) = piece else { return nil }
        return name
      }
    }
  }
}
