import Transcripts

/// Makes deltas of a chat completion's events: a function without a server.
///
/// It knows the spellings of the servers there are: reasoning as `reasoning_content`, `reasoning`, `thinking`, in typed parts or in tags; calls
/// in pieces, by index, or whole; a message where a delta should be.
struct ChatStreamDecoder: Sendable {
  private var thoughts = ThoughtTags()
  private var calls: ToolCallAssembly
  /// A finish reason was told.
  private(set) var isFinished = false

  /// - Parameter callPrefix: What the ids of calls begin with that the server gives none.
  init(callPrefix: String) { calls = ToolCallAssembly(prefix: callPrefix) }

  mutating func receive(_ event: JSONValue) -> [ChatDelta] {
    var deltas: [ChatDelta] = []
    if let progress = event["prompt_progress"], let total = progress["total"]?.intValue,
      let reused = progress["cache"]?.intValue, let processed = progress["processed"]?.intValue
    {
      deltas.append(.progress(total: total, reused: reused, processed: processed))
    }
    // Other choices than the first were not asked for.
    let choice = event["choices"]?.arrayValue?.first { ($0["index"]?.intValue ?? 0) == 0 } ?? event
    if let delta = choice["delta"] ?? choice["message"], delta.objectValue != nil {
      deltas += receive(delta: delta)
    }
    if let reason = choice["finish_reason"]?.stringValue ?? choice["done_reason"]?.stringValue {
      isFinished = true
      deltas.append(.finish(reason))
    }
    // Some tell the usage so far with every event; each replaces the one before.
    if event["prompt_progress"] == nil, let usage = ReportedUsage(answer: event) {
      deltas.append(.usage(usage))
    }
    return deltas
  }

  /// What was held back because more might have followed.
  mutating func finish() -> [ChatDelta] { thoughts.finish().map(Self.delta) + calls.finish() }

  private mutating func receive(delta: JSONValue) -> [ChatDelta] {
    var deltas: [ChatDelta] = []
    deltas += reasoning(of: delta)
    switch delta["content"] {
    case .string(let text)?: deltas += thoughts.receive(text).map(Self.delta)
    case .array(let parts)?: deltas += parts.flatMap { receive(part: $0) }
    default: break
    }
    if let refusal = delta["refusal"]?.stringValue, !refusal.isEmpty { deltas.append(.refusal(refusal)) }
    let pieces = delta["tool_calls"]?.arrayValue ?? []
    if !pieces.isEmpty { deltas += thoughts.finish().map(Self.delta) }
    for (position, piece) in pieces.enumerated() { deltas += calls.receive(piece, position: position) }
    if let old = delta["function_call"], old.objectValue != nil {
      deltas += calls.receive(["function": old], position: 0)
    }
    return deltas
  }

  /// Servers that know several spellings repeat themselves: the first that says something counts.
  private func reasoning(of delta: JSONValue) -> [ChatDelta] {
    let blocks = delta["reasoning_details"]?.arrayValue ?? delta["thinking_blocks"]?.arrayValue ?? []
    let signatures = blocks.compactMap { $0["signature"]?.stringValue }.filter { !$0.isEmpty }
    let plain = [delta["reasoning_content"], delta["reasoning"], delta["thinking"]].lazy
      .compactMap { $0.flatMap(Self.text) }.first { !$0.isEmpty }
    let blocked = blocks.compactMap { block in
      (block["text"] ?? block["thinking"] ?? block["summary"])?.stringValue
    }.joined()
    let text = plain ?? blocked
    return (text.isEmpty ? [] : [.reasoning(text)]) + signatures.map { .signature($0) }
  }

  private mutating func receive(part: JSONValue) -> [ChatDelta] {
    switch part["type"]?.stringValue {
    case "thinking"?, "reasoning"?, "reasoning_text"?:
      let text = (part["thinking"] ?? part["text"] ?? part["reasoning"]).flatMap(Self.text) ?? ""
      let signature = part["signature"]?.stringValue.map { [ChatDelta.signature($0)] } ?? []
      return (text.isEmpty ? [] : [.reasoning(text)]) + signature
    case "refusal"?: return part["refusal"]?.stringValue.map { [.refusal($0)] } ?? []
    default: return thoughts.receive(part["text"].flatMap(Self.text) ?? "").map(Self.delta)
    }
  }

  /// A text, or the texts of the parts of one.
  private static func text(_ json: JSONValue) -> String? {
    switch json {
    case .string(let text): text
    case .array(let parts): parts.compactMap { text($0) }.joined()
    case .object: (json["text"] ?? json["content"]).flatMap(text)
    default: nil
    }
  }

  private static func delta(_ piece: ThoughtTags.Piece) -> ChatDelta {
    switch piece {
    case .thought(let text): .reasoning(text)
    case .text(let text): .text(text)
    }
  }
}
