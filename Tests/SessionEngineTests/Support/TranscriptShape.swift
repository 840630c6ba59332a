import SessionEngine
import Transcripts

/// A transcript as a person reads it: `["instructions: Be brief.", "prompt: a", "calls: f", "output f: x", "response: b"]`.
func shape(_ entries: some Sequence<Transcript.Entry>) -> [String] {
  entries.map { entry in
    switch entry {
    case .instructions(let entry):
      let tools = entry.toolDefinitions.map(\.name)
      return "instructions: " + text(entry.segments, separator: " | ")
        + (tools.isEmpty ? "" : " [\(tools.joined(separator: ", "))]")
    case .prompt(let entry): return "prompt: " + text(entry.segments)
    case .response(let entry): return "response: " + text(entry.segments) + mark(entry.metadata)
    case .reasoning(let entry): return "reasoning: " + text(entry.segments) + mark(entry.metadata)
    case .toolCalls(let entry):
      return "calls: " + entry.map(\.toolName).joined(separator: ", ") + mark(entry.last?.metadata ?? [:])
    case .toolOutput(let entry): return "output \(entry.toolName): " + text(entry.segments)
    default: return "unknown"
    }
  }
}

private func text(_ segments: [Transcript.Segment], separator: String = "") -> String {
  segments.map { segment in
    switch segment {
    case .text(let segment): segment.content
    case .structure(let segment): "<\(segment.content.jsonString)>"
    default: "<image>"
    }
  }.joined(separator: separator)
}

private func mark(_ metadata: [String: GeneratedContent]) -> String {
  metadata["partial"] == GeneratedContent(true) ? " (partial)" : ""
}
