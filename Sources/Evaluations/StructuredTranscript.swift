import Transcripts

/// A transcript taken apart, for judging what a model did: its trajectory of tool calls, and what was said around it (T5, API §16).
///
/// Everything is in the order of the transcript.
public struct StructuredTranscript: Sendable {
  /// Every call of every batch.
  public var toolCalls: [Transcript.ToolCall]
  /// What the tools returned; each has the id of its call.
  public var toolOutputs: [Transcript.ToolOutput]
  /// The text of all instructions, joined by newlines.
  public var instructionText: String
  /// The text of each prompt, its segments joined by newlines.
  public var prompts: [String]
  /// The responses, those between tool calls among them.
  public var responses: [Transcript.Response]

  /// A transcript from its parts.
  public init(
    toolCalls: [Transcript.ToolCall] = [], toolOutputs: [Transcript.ToolOutput] = [],
    instructionText: String = "",
    prompts: [String] = [], responses: [Transcript.Response] = []
  ) {
    self.toolCalls = toolCalls
    self.toolOutputs = toolOutputs
    self.instructionText = instructionText
    self.prompts = prompts
    self.responses = responses
  }
}

extension Transcript {
  /// The transcript taken apart.
  public var structuredTranscript: StructuredTranscript {
    var structured = StructuredTranscript()
    var instructions: [String] = []
    for entry in self {
      switch entry {
      case .instructions(let entry): instructions.append(text(of: entry.segments))
      case .prompt(let entry): structured.prompts.append(text(of: entry.segments))
      case .toolCalls(let calls): structured.toolCalls += calls
      case .toolOutput(let output): structured.toolOutputs.append(output)
      case .response(let response): structured.responses.append(response)
      default: break
      }
    }
    structured.instructionText = instructions.joined(separator: "\n")
    return structured
  }
}

/// Text as it is, values as JSON, and nothing of images.
private func text(of segments: [Transcript.Segment]) -> String {
  segments.compactMap { segment in
    switch segment {
    case .text(let text): text.content
    case .structure(let structure): structure.content.jsonString
    default: nil
    }
  }.joined(separator: "\n")
}
