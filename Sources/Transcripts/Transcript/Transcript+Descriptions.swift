// One line or a few about what an entry or a segment says, for logs and debuggers (API §6).

extension Transcript.Entry: CustomStringConvertible {
  public var description: String {
    switch self {
    case .instructions(let entry): entry.description
    case .prompt(let entry): entry.description
    case .toolCalls(let entry): entry.description
    case .toolOutput(let entry): entry.description
    case .response(let entry): entry.description
    case .reasoning(let entry): entry.description
    case .unknown(let entry): "(Unknown) \(entry.json.text())"
    }
  }
}

extension Transcript.Segment: CustomStringConvertible {
  public var description: String {
    switch self {
    case .text(let segment): segment.description
    case .structure(let segment): segment.description
    case .attachment(let segment): segment.description
    case .unknown(let json): json.text()
    }
  }
}

extension Transcript.TextSegment: CustomStringConvertible {
  public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
  public var description: String { content.jsonString }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
  public var description: String { "[\(label.map { "\($0): " } ?? "")\(image.words)]" }
}

extension [Transcript.Segment] {
  fileprivate var lines: String { map(\.description).joined(separator: "\n") }
}

extension Transcript.Instructions: CustomStringConvertible {
  public var description: String {
    let tools =
      toolDefinitions.isEmpty ? "" : "\n(Tools) \(toolDefinitions.map(\.name).joined(separator: ", "))"
    return "(Instructions) \(segments.lines)\(tools)"
  }
}

extension Transcript.Prompt: CustomStringConvertible {
  public var description: String {
    "(Prompt) \(segments.lines)" + (responseFormat.map { "\n\($0)" } ?? "")
  }
}

extension Transcript.ResponseFormat: CustomStringConvertible {
  public var description: String { "(Response format) \(name)" }
}

extension Transcript.Response: CustomStringConvertible {
  public var description: String { "(Response) \(segments.lines)" }
}

extension Transcript.Reasoning: CustomStringConvertible {
  public var description: String { "(Reasoning) \(segments.lines)" }
}

extension Transcript.ToolCalls: CustomStringConvertible {
  public var description: String { "(Tool calls) \(calls.map(\.description).joined(separator: "\n"))" }
}

extension Transcript.ToolCall: CustomStringConvertible {
  public var description: String { "\(toolName) \(argumentsText)" }
}

extension Transcript.ToolOutput: CustomStringConvertible {
  public var description: String { "(Tool output) \(toolName): \(segments.lines)" }
}
