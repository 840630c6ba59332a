import FoundationEssentials
import PrefixCache
import SessionEngine
import Transcripts

/// Passes what a llama.cpp server generates on to a session's channel.
struct LlamaTelling {
  let channel: LanguageModelExecutorGenerationChannel
  private let plan: LlamaPlan
  private let request: LanguageModelExecutorGenerationRequest
  private var thoughts: ThoughtTags
  /// The text of an answer by schema.
  private var answer = AnswerText()
  /// Tokens so far.
  private var decoded = 0
  /// Tokens that were not told with a text yet.
  private var untold = 0
  private var raw = ""
  /// Tokens of the thoughts and their tags.
  private var thought = 0
  private var hasThought = false
  private var hasTold = false

  init(
    channel: LanguageModelExecutorGenerationChannel, plan: LlamaPlan, prompt: LlamaPrompt,
    request: LanguageModelExecutorGenerationRequest
  ) {
    thoughts = ThoughtTags(after: prompt.end)
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
      if plan.schema != nil, let first = raw.first(where: { !$0.isWhitespace }),
        !"{[\"-0123456789tfn".contains(first)
      {
        throw unguided()
      }
      decoded += tokens
      if plan.route == .schema {
        // A call can be told only when it is whole.
        InferenceTelemetry.current?.report(.decoded(decoded))
        return await tellAnswer(text, tokens: tokens)
      }
      let wasThinking = thoughts.isThinking
      let pieces = thoughts.receive(text)
      if wasThinking || thoughts.isThinking { thought += tokens }
      await tell(pieces, tokens: tokens)
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

  /// Some builds take a schema that they can make no grammar of, and generate as if there were none.
  private func unguided() -> LanguageModelError {
    let name = request.schema?.name ?? request.enabledToolDefinitions.map(\.name).joined(separator: ", ")
    return .unsupportedGenerationGuide(
      .init(
        schemaName: name,
        debugDescription:
          "the server did not hold its answer to the schema of \(name): its grammars cannot express it"))
  }

  /// Tells what is left, the counts and why it ended.
  ///
  /// An answer that filled the window is told as one that was cut off: the session knows how large the window is (R8).
  ///
  /// - Throws: `LanguageModelError.unsupportedGenerationGuide`, when the answer follows no schema though it should.
  nonisolated(nonsending) mutating func finish(
    _ end: LlamaCompletion.End, shortfall: CacheShortfall?
  ) async throws {
    InferenceTelemetry.current?.report(.finished(end.reason))
    if plan.route == .schema { await tellOutcome() } else { await tell(thoughts.finish(), tokens: 0) }
    if !hasTold { await channel.send(.response(action: .appendText("", tokenCount: 0))) }
    InferenceTelemetry.current?.report(
      .context(input: .measured(end.input), reused: end.reused.map { .measured($0) }))
    if let reused = end.reused {
      InferenceTelemetry.current?.report(.prefilled(end.prefilled ?? end.input - reused))
    }
    InferenceTelemetry.current?.report(
      .timed(
        prefill: Quantity(milliseconds: end.prefillMilliseconds),
        decode: Quantity(milliseconds: end.decodeMilliseconds)))
    await channel.send(
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: end.input, cachedTokenCount: end.reused ?? 0),
          output: .init(totalTokenCount: end.output, reasoningTokenCount: thought),
          metadata: metadata(end, shortfall))))
    if plan.schema != nil, (try? GeneratedContent(partialJSON: raw)) == nil { throw unguided() }
  }

  /// A text is told as it comes; a call, and what has a shape, only when it is whole.
  private nonisolated(nonsending) mutating func tellAnswer(_ text: String, tokens: Int) async {
    untold += tokens
    guard request.schema == nil else { return }
    let new = answer.receive(text)
    guard !new.isEmpty else { return }
    hasTold = true
    await channel.send(.response(action: .appendText(new, tokenCount: untold)))
    untold = 0
  }

  private nonisolated(nonsending) mutating func tellOutcome() async {
    guard !raw.isEmpty else { return }
    hasTold = true
    switch SchemaTools.outcome(raw) {
    case .answer(let text):
      guard let told = answer.text, !told.isEmpty else {
        return await channel.send(.response(action: .appendText(text, tokenCount: untold)))
      }
      // An escape that is no character is read in another way by whoever reads the whole.
      if told != text { await channel.send(.response(action: .replaceTextSegment(text, tokenCount: untold))) }
    case .call(let name, let arguments):
      let id = "call_\(request.id.uuidString.prefix(8).lowercased())_1"
      await channel.send(
        .toolCalls(
          action: .toolCall(id: id, name: name, action: .appendArguments(arguments, tokenCount: untold))))
    }
  }

  /// What the framework's usage has no place for: the slot, times in milliseconds, and why less was reused than could be.
  private func metadata(
    _ end: LlamaCompletion.End, _ shortfall: CacheShortfall?
  ) -> [String: any ConvertibleToGeneratedContent] {
    var metadata: [String: any ConvertibleToGeneratedContent] = ["finishReason": end.reason]
    if let slot = end.slot { metadata["slot"] = slot }
    if let time = end.prefillMilliseconds { metadata["prefillMilliseconds"] = time }
    if let time = end.decodeMilliseconds { metadata["decodeMilliseconds"] = time }
    let remark = end.doubt.map { CacheRemark(kind: .other, words: $0) } ?? shortfall?.remark
    if let remark { metadata.merge(remark.metadata) { $1 } }
    return metadata
  }
}
