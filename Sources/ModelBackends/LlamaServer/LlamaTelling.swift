import FoundationEssentials
import SessionEngine
import Transcripts

/// Passes what a llama.cpp server generates on to a session's channel.
struct LlamaTelling {
  let channel: LanguageModelExecutorGenerationChannel
  private let plan: LlamaPlan
  private let request: LanguageModelExecutorGenerationRequest
  private var thoughts = ThoughtTags()
  private var raw = ""
  private var decoded = 0
  private var hasThought = false
  private var hasTold = false

  init(
    channel: LanguageModelExecutorGenerationChannel, plan: LlamaPlan,
    request: LanguageModelExecutorGenerationRequest
  ) {
    self.channel = channel
    self.plan = plan
    self.request = request
  }

  /// The answer as the transcript will have it, by which its tokens are found again; nil for one that the template will render otherwise.
  var reply: String? {
    guard !hasThought else { return nil }
    guard plan.route == .schema else { return raw }
    return switch SchemaTools.outcome(raw) {
    case .answer(let text): text
    case .call(let name, let arguments): SchemaTools.text(name: name, arguments: arguments)
    }
  }

  nonisolated(nonsending) mutating func tell(_ step: LlamaCompletion.Step) async throws {
    try Task.checkCancellation()
    switch step {
    case .progress(let total, let reused, let processed):
      InferenceTelemetry.current?.report(.context(input: .measured(total), reused: .measured(reused)))
      InferenceTelemetry.current?.report(.prefilled(max(0, processed - reused)))
    case .text(let text, let tokens):
      raw += text
      decoded += tokens
      // A call can be told only when it is whole.
      if plan.route == .schema {
        InferenceTelemetry.current?.report(.decoded(decoded))
      } else {
        await tell(thoughts.receive(text), tokens: tokens)
      }
    case .end: break
    }
  }

  private nonisolated(nonsending) mutating func tell(_ pieces: [ThoughtTags.Piece], tokens: Int) async {
    for (index, piece) in pieces.enumerated() {
      let tokens = index == 0 ? tokens : 0
      switch piece {
      case .thought(let text):
        hasThought = true
        await channel.send(.reasoning(action: .appendText(text, tokenCount: tokens)))
      case .text(let text): await channel.send(.response(action: .appendText(text, tokenCount: tokens)))
      }
      hasTold = true
    }
  }

  /// Tells what is left, the counts and why it ended.
  ///
  /// - Throws: `LanguageModelError.contextSizeExceeded`, when the answer filled the window (R8).
  nonisolated(nonsending) mutating func finish(
    _ end: LlamaCompletion.End, shortfall: CacheShortfall?, window: Int
  ) async throws {
    if plan.route == .schema { await tellOutcome() } else { await tell(thoughts.finish(), tokens: 0) }
    if !hasTold { await channel.send(.response(action: .appendText("", tokenCount: 0))) }
    if let reused = end.reused {
      InferenceTelemetry.current?.report(.context(input: .measured(end.input), reused: .measured(reused)))
      InferenceTelemetry.current?.report(.prefilled(end.prefilled ?? end.input - reused))
    }
    await channel.send(
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: end.input, cachedTokenCount: end.reused ?? 0),
          output: .init(totalTokenCount: end.output, reasoningTokenCount: 0),
          metadata: metadata(end, shortfall))))
    let limit = request.generationOptions.maximumResponseTokens
    if end.reason == "limit", end.input + end.output >= window, limit.map({ end.output < $0 }) ?? true {
      let count = end.input + end.output
      throw LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: window, tokenCount: count,
          debugDescription: "the answer filled the window of \(window) tokens and was cut off"))
    }
  }

  private nonisolated(nonsending) mutating func tellOutcome() async {
    guard !raw.isEmpty else { return }
    hasTold = true
    switch SchemaTools.outcome(raw) {
    case .answer(let text): await channel.send(.response(action: .appendText(text, tokenCount: decoded)))
    case .call(let name, let arguments):
      let id = "call_\(request.id.uuidString.prefix(8).lowercased())_1"
      await channel.send(
        .toolCalls(
          action: .toolCall(id: id, name: name, action: .appendArguments(arguments, tokenCount: decoded))))
    }
  }

  /// What the framework's usage has no place for: the slot, times in milliseconds, and why less was reused than could be.
  private func metadata(
    _ end: LlamaCompletion.End, _ shortfall: CacheShortfall?
  ) -> [String: any ConvertibleToGeneratedContent] {
    var metadata: [String: any ConvertibleToGeneratedContent] = [
      "slot": end.slot, "finishReason": end.reason,
    ]
    if let time = end.prefillMilliseconds { metadata["prefillMilliseconds"] = time }
    if let time = end.decodeMilliseconds { metadata["decodeMilliseconds"] = time }
    if let remark = shortfall?.remark { metadata.merge(remark.metadata) { $1 } }
    return metadata
  }
}
