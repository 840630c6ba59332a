import FoundationEssentials
import SessionEngine
import Transcripts

/// One request to a llama.cpp server and its answer.
struct LlamaExchange: Sendable {
  let seat: LlamaSeat
  let model: LlamaServerLanguageModel
  let request: LanguageModelExecutorGenerationRequest

  nonisolated(nonsending) func run(into channel: LanguageModelExecutorGenerationChannel) async throws {
    seat.endPrewarming()
    let properties = try await seat.connection.properties()
    let slot = try seat.slot(properties)
    let plan = try LlamaPlan(request: request, toolUse: model.toolUse, properties: properties)
    if plan.route == .template {
      try await runByTemplate(plan, slot: slot, window: properties.contextSize, into: channel)
    } else {
      try await runByTokens(plan, slot: slot, window: properties.contextSize, into: channel)
    }
  }

  /// Evaluates what the next request begins with.
  ///
  /// - Returns: The tokens that were held, and those evaluated; nil for an empty prefix, and where the server does not tell.
  /// - Throws: `LanguageModelError.contextSizeExceeded` for a prefix that fills the window.
  func prefill() async throws -> (reused: Int, prefilled: Int)? {
    let properties = try await seat.connection.properties()
    let slot = try seat.slot(properties)
    let plan = try LlamaPlan(request: request, toolUse: model.toolUse, properties: properties)
    let tokens = try await seat.connection.prompt(plan, isPrefix: true).tokens
    guard !tokens.isEmpty else { return nil }
    guard tokens.count < properties.contextSize else {
      throw LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: properties.contextSize, tokenCount: tokens.count,
          debugDescription: "the prefix of a prewarm fills the window"))
    }
    let server = try seat.connection.server()
    let body: JSONValue = .object([
      .init("prompt", .array(tokens.map { .number($0) })), .init("n_predict", 0),
      .init("id_slot", .number(slot)),
      .init("cache_prompt", .bool(model.reusesCache)),
    ])
    let answer = try await server.json(server.address.appending("/completion"), posting: body)
    seat.prewarmed(tokens)
    guard let reused = answer["timings"]?["cache_n"]?.intValue,
      let prefilled = answer["timings"]?["prompt_n"]?.intValue
    else { return nil }
    return (reused, prefilled)
  }

  /// Tools through the server's own chat endpoint, which renders and parses them; in the same slot.
  private nonisolated(nonsending) func runByTemplate(
    _ plan: LlamaPlan, slot: Int, window: Int, into channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let server = try seat.connection.server()
    _ = seat.take()
    let extras: [JSONValue.Member] = [
      .init("id_slot", .number(slot)), .init("cache_prompt", .bool(model.reusesCache)),
      .init("return_progress", true),
    ]
    // Without a limit the server goes on for ever where it shifts full windows.
    let room = max(1, window - (try await seat.connection.prompt(plan)).tokens.count)
    let body = try ChatRequestBody(model: model.name, request: request, room: room, extras: extras)
    let address = server.address.appending("/v1/chat/completions")
    try await ChatExchange(server: server, address: address).run(body, for: request, into: channel)
    seat.connection.lastSlot = slot
  }

  private nonisolated(nonsending) func runByTokens(
    _ plan: LlamaPlan, slot: Int, window: Int, into channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let rendered = try await seat.connection.prompt(plan)
    let prompt = rendered.tokens
    let body = LlamaCompletionBody(
      prompt: prompt, slot: slot, window: window, reusesCache: model.reusesCache, schema: plan.schema,
      options: request.generationOptions)
    let (held, isRestarted) = seat.take()
    var telling = LlamaTelling(channel: channel, plan: plan, prompt: rendered, request: request)
    let completion = try await seat.connection.complete(body) { try await telling.tell($0) }
    guard let end = completion.end else {
      throw HTTPError.dropped(
        server: try seat.connection.server().address.server, reason: "the stream ended before the answer did")
    }
    seat.connection.lastSlot = end.slot ?? slot
    keep(completion, end, prompt: prompt, telling: telling)
    try await telling.finish(
      end, shortfall: shortfall(end, prompt, held: held, isRestarted: isRestarted, slot: slot))
  }

  /// Compares what was reused with what the slot held, and learns from it.
  private func shortfall(
    _ end: LlamaCompletion.End, _ prompt: [Int], held: [Int]?, isRestarted: Bool, slot: Int
  ) -> CacheShortfall? {
    guard model.reusesCache, let reused = end.reused, !prompt.isEmpty else { return nil }
    guard let held else { return isRestarted && reused == 0 ? .restarted : nil }
    var traits = seat.traits
    let found = CacheShortfall(
      held: held, prompt: prompt, reused: reused, asked: slot, answered: end.slot ?? slot, traits: traits)
    let common = zip(held, prompt).prefix { $0 == $1 }.count
    if found == .none, common < held.count { traits.hasRewound = true }
    seat.traits = traits
    return found
  }

  /// Remembers what the slot holds now, and the reply's tokens. The last token that was sampled is never evaluated.
  private func keep(
    _ completion: LlamaCompletion, _ end: LlamaCompletion.End, prompt: [Int], telling: LlamaTelling
  ) {
    guard let tokens = completion.tokens else { return }
    let evaluated = end.reason == "eos" ? tokens : Array(tokens.dropLast())
    // A window that was shifted holds something else.
    if !end.isTruncated { seat.held = prompt + evaluated }
    if let reply = telling.reply { seat.connection.remember(reply: reply, tokens: tokens) }
  }
}

/// The body of a streamed `/completion`.
struct LlamaCompletionBody {
  let json: JSONValue

  init(
    prompt: [Int], slot: Int, window: Int, reusesCache: Bool, schema: JSONValue?, options: GenerationOptions
  ) {
    let room = max(1, window - prompt.count)
    var members: [JSONValue.Member] = [
      .init("prompt", .array(prompt.map { .number($0) })), .init("id_slot", .number(slot)),
      .init("cache_prompt", .bool(reusesCache)), .init("stream", true), .init("return_progress", true),
      .init("return_tokens", true),
      // An answer may fill what the window leaves, and no more: the server would shift the window and go on.
      .init("n_predict", .number(min(options.maximumResponseTokens ?? room, room))),
    ]
    var temperature = options.temperature
    func seeded(_ seed: UInt64?) -> [JSONValue.Member] {
      // The server's seeds have 32 bits.
      seed.map { [.init("seed", .number(Int(UInt32(truncatingIfNeeded: $0))))] } ?? []
    }
    switch options.samplingMode?.kind {
    case .greedy: temperature = 0
    case .randomTopK(let k, let seed):
      members += [.init("top_k", .number(k)), .init("top_p", 1), .init("min_p", 0)] + seeded(seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      members += [.init("top_k", 0), .init("top_p", .number(threshold)), .init("min_p", 0)] + seeded(seed)
    case nil: break
    }
    if let temperature { members.append(.init("temperature", .number(temperature))) }
    if let schema { members.append(.init("json_schema", schema)) }
    json = .object(members)
  }
}
