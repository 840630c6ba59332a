import SessionEngine
import Transcripts

/// A transcript as the messages of the Chat Completions protocol.
///
/// What a model said in one inference (reasoning, text, calls) is one message of the assistant: servers want the outputs of tools right behind the
/// message with their calls.
struct ChatMessages {
  private(set) var json: [JSONValue] = []

  /// - Throws: `LanguageModelError.unsupportedTranscriptContent`, for entries and segments of kinds that nobody here knows.
  init(
    _ transcript: Transcript,
    reasoningHistory: ChatCompletionsLanguageModel.ReasoningHistory = .omitted
  ) throws {
    let lastPrompt = transcript.lastIndex { if case .prompt = $0 { true } else { false } }
    var answer = Answer()
    for (index, entry) in transcript.enumerated() {
      switch entry {
      case .instructions(let entry):
        flush(&answer)
        let text = try Self.text(of: entry.segments, in: .instructions(entry))
        if !text.isEmpty { json.append(["role": "system", "content": .string(text)]) }
      case .prompt(let entry):
        flush(&answer)
        json.append(["role": "user", "content": try Self.content(of: entry)])
      case .toolOutput(let entry):
        flush(&answer)
        json.append([
          "role": "tool", "tool_call_id": .string(entry.callID),
          "content": .string(try Self.text(of: entry.segments, in: .toolOutput(entry))),
        ])
      case .response(let entry):
        answer.texts.append(try Self.text(of: entry.segments, in: .response(entry)))
      case .toolCalls(let entry):
        answer.calls += entry.calls.map(Self.call)
      case .reasoning(let entry):
        let isWanted =
          switch reasoningHistory {
          case .omitted: false
          case .currentRequest: index > (lastPrompt ?? -1)
          case .all: true
          }
        if isWanted { answer.reasoning.append(entry) }
      case .unknown: throw Self.unsupported(entry, "an entry of an unknown kind")
      }
    }
    flush(&answer)
  }

  /// What one inference said so far.
  private struct Answer {
    var reasoning: [Transcript.Reasoning] = []
    var texts: [String] = []
    var calls: [JSONValue] = []

    var isEmpty: Bool { reasoning.isEmpty && texts.isEmpty && calls.isEmpty }
  }

  private mutating func flush(_ answer: inout Answer) {
    defer { answer = Answer() }
    guard !answer.isEmpty else { return }
    let text = answer.texts.joined(separator: "\n")
    var message: [JSONValue.Member] = [.init("role", "assistant")]
    message.append(.init("content", answer.texts.isEmpty ? .null : .string(text)))
    if !answer.reasoning.isEmpty {
      let texts = answer.reasoning.map { Transcript.Entry.reasoning($0).text }
      message.append(.init("reasoning_content", .string(texts.joined(separator: "\n"))))
      let signed = zip(answer.reasoning, texts).compactMap { entry, text -> JSONValue? in
        guard let signature = entry.signature else { return nil }
        return [
          "type": "thinking", "thinking": .string(text),
          "signature": .string(String(decoding: signature, as: UTF8.self)),
        ]
      }
      if !signed.isEmpty { message.append(.init("thinking_blocks", .array(signed))) }
    }
    if !answer.calls.isEmpty { message.append(.init("tool_calls", .array(answer.calls))) }
    json.append(.object(message))
  }

  private static func call(_ call: Transcript.ToolCall) -> JSONValue {
    [
      "id": .string(call.id), "type": "function",
      "function": ["name": .string(call.toolName), "arguments": .string(call.argumentsText)],
    ]
  }

  /// A prompt's text alone, or its parts where there are images among them.
  private static func content(of prompt: Transcript.Prompt) throws -> JSONValue {
    let hasImages = prompt.segments.contains { if case .attachment = $0 { true } else { false } }
    guard hasImages else { return .string(try text(of: prompt.segments, in: .prompt(prompt))) }
    return .array(
      try prompt.segments.map { segment in
        if case .attachment(let attachment) = segment {
          return ["type": "image_url", "image_url": ["url": .string(attachment.dataURL)]]
        }
        return ["type": "text", "text": .string(try text(of: [segment], in: .prompt(prompt)))]
      })
  }

  /// Text as it is, structured content as JSON, one segment a line.
  static func text(of segments: [Transcript.Segment], in entry: Transcript.Entry) throws -> String {
    try segments.map { segment in
      switch segment {
      case .text(let text): text.content
      case .structure(let structure): structure.content.jsonString
      case .attachment: throw unsupported(entry, "an image where only a prompt may have one")
      case .unknown: throw unsupported(entry, "a segment of an unknown kind")
      }
    }.joined(separator: "\n")
  }

  private static func unsupported(_ entry: Transcript.Entry, _ words: String) -> LanguageModelError {
    .unsupportedTranscriptContent(
      .init(unsupportedContent: [entry], debugDescription: "\(words), in entry \(entry.id)"))
  }
}
