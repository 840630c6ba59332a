extension Transcript {
  /// One entry of a transcript (API §6).
  public enum Entry: Sendable, Identifiable, Equatable {
    case instructions(Instructions)
    case prompt(Prompt)
    case toolCalls(ToolCalls)
    case toolOutput(ToolOutput)
    case response(Response)
    case reasoning(Reasoning)
    /// An entry whose role is none of the framework's: kept as it was read, never dropped (T2). The framework has no such case;
    /// without it, a file from a later version would lose entries by being opened and saved.
    case unknown(UnknownEntry)

    public var id: String {
      switch self {
      case .instructions(let entry): entry.id
      case .prompt(let entry): entry.id
      case .toolCalls(let entry): entry.id
      case .toolOutput(let entry): entry.id
      case .response(let entry): entry.id
      case .reasoning(let entry): entry.id
      case .unknown(let entry): entry.id
      }
    }

    public var kind: EntryKind {
      switch self {
      case .instructions: .instructions
      case .prompt: .prompt
      case .toolCalls: .toolCalls
      case .toolOutput: .toolOutput
      case .response: .response
      case .reasoning: .reasoning
      case .unknown: .unknown
      }
    }

    /// The entry's segments; none for tool calls and unknown entries.
    public var segments: [Segment] {
      switch self {
      case .instructions(let entry): entry.segments
      case .prompt(let entry): entry.segments
      case .toolOutput(let entry): entry.segments
      case .response(let entry): entry.segments
      case .reasoning(let entry): entry.segments
      case .toolCalls, .unknown: []
      }
    }

    /// The texts of the entry's text segments, joined by newlines.
    public var text: String {
      segments.compactMap { segment in
        guard case .text(let text) = segment else { return nil }
        return text.content
      }.joined(separator: "\n")
    }
  }

  /// An entry that this version of the format does not know. (Stemma's addition.)
  public struct UnknownEntry: Sendable, Identifiable, Equatable {
    public var json: JSONValue

    public init(json: JSONValue) { self.json = json }

    public var id: String { json["id"]?.stringValue ?? "" }
  }
}
