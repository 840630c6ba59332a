import PrefixCache
import Tokenizers
import Transcripts

/// A deterministic language model: what it answers follows from the request and its script, what it costs from its tokens.
///
/// The answers are not computed from weights; everything else is as with a real model. A request is a sequence of tokens of a real
/// vocabulary (`stemma-bpe/1`), its beginning is reused from a prefix cache of the configured kind, the rest is prefilled and the
/// answer decoded token by token, in the time that the rates say, on the clock of `ModelClock`.
///
/// One generator has one cache (C5): a session keeps its own. Any number of tasks may call it; requests at the same time are answered
/// all the same, but only the one that came last keeps using the cache.
public final class ScriptedGenerator: Sendable {
  /// What is asked for in one inference.
  public struct Request: Sendable {
    /// What the model is to see, oldest first, with the instructions in front.
    public var entries: [Transcript.Entry]
    /// The tools that the model is told of; they stand in for those of the instructions entry (R4).
    public var tools: [Transcript.ToolDefinition]
    /// The shape that the answer must have; nil for plain text.
    public var schema: GenerationSchema?
    /// Nil is as `.allowed`.
    public var toolCallingMode: GenerationOptions.ToolCallingMode.Kind?
    /// The answer is cut after so many tokens, reasoning not counted; nil for no bound.
    public var maximumResponseTokens: Int?
    /// Nil for an answer without reasoning.
    public var reasoningLevel: ContextOptions.ReasoningLevel?

    public init(
      entries: [Transcript.Entry], tools: [Transcript.ToolDefinition] = [], schema: GenerationSchema? = nil,
      toolCallingMode: GenerationOptions.ToolCallingMode.Kind? = nil, maximumResponseTokens: Int? = nil,
      reasoningLevel: ContextOptions.ReasoningLevel? = nil
    ) {
      self.entries = entries
      self.tools = tools
      self.schema = schema
      self.toolCallingMode = toolCallingMode
      self.maximumResponseTokens = maximumResponseTokens
      self.reasoningLevel = reasoningLevel
    }
  }

  /// What happens in an inference, in this order: the context, the prefill, the answer token by token, the end.
  public enum Step: Sendable, Equatable {
    /// Tokens of the request, and those of them that the cache held.
    case context(input: Int, reused: Int)
    /// Tokens prefilled so far, the reused ones not among them.
    case prefilled(Int)
    /// The next piece of reasoning. A token that is only a part of a character brings no text; the one that completes it does.
    case reasoning(String, tokens: Int)
    case text(String, tokens: Int)
    /// The next piece of a call's arguments, which are JSON in the end. A call begins with a piece without arguments, whose tokens are
    /// those of the name.
    case toolCall(id: String, name: String, arguments: String, tokens: Int)
    /// The totals; `output` has the reasoning in it.
    case finished(input: Int, reused: Int, prefilled: Int, output: Int, reasoning: Int)
  }

  struct State: Sendable {
    var maker = ContextTokenizer(.stemma)
    var cache: ModelCache
    /// The run that came last.
    var owner = 0
  }

  public let configuration: ScriptedModelConfiguration
  /// Two tasks meet here: a request, and a prewarm or another request.
  private let state: Locked<State>

  public init(configuration: ScriptedModelConfiguration) {
    self.configuration = configuration
    state = Locked(State(cache: ModelCache(configuration.cacheKind)))
  }

  /// Answers a request.
  ///
  /// What was fed to the cache stays there, however the call ends (C4).
  ///
  /// - Parameter emit: Called for every step, one after the other. What it throws ends the answer.
  /// - Throws: `ScriptedFailure`, `CancellationError`, and what `emit` throws.
  public func respond(to request: Request, emit: (Step) async throws -> Void) async throws {
    try await run(request, limit: request.maximumResponseTokens ?? .max, emit) {
      try Answerer(request, configuration: configuration, seed: $0.seed).answer()
    }
  }

  /// Gives an answer that was given before: the same reasoning, texts and calls (with their ids), at the cost that they have in this model's
  /// cache and at its rates. It is not cut.
  ///
  /// - Parameters:
  ///   - answer: What a model added to a transcript: reasoning, responses, tool calls. Other entries and images say nothing.
  ///   - emit: Called for every step, one after the other. What it throws ends the answer.
  /// - Throws: `ScriptedFailure.contextSizeExceeded`, `CancellationError`, and what `emit` throws.
  public func respond(
    to request: Request, repeating answer: [Transcript.Entry], emit: (Step) async throws -> Void
  ) async throws {
    try await run(request, limit: .max, emit) { _ in answer.flatMap(AnswerItem.items) }
  }

  private func run(
    _ request: Request, limit: Int, _ emit: (Step) async throws -> Void,
    answering answer: (Run) throws -> [AnswerItem]
  ) async throws {
    var run = try begin(request.entries, request.tools)
    try await emit(.context(input: run.found.input, reused: run.found.reused))
    try await prefill(&run) { try await emit(.prefilled($0)) }
    var decoding = Decoding(try answer(run), run: run, limit: limit)
    try await decoding.run(self, emit)
    try await emit(
      .finished(
        input: run.found.input, reused: run.found.reused, prefilled: run.found.input - run.found.reused,
        output: decoding.output, reasoning: decoding.reasoning))
  }

  /// Fills the cache with a request's beginning before it is made (R9).
  ///
  /// - Parameter report: Told how far it is: the tokens of the whole prefix, those of them that were held, and those fed by now.
  /// - Throws: `ScriptedFailure.contextSizeExceeded`, `CancellationError`; what was fed until then stays.
  public func prewarm(
    entries: [Transcript.Entry], tools: [Transcript.ToolDefinition] = [],
    report: (_ input: Int, _ reused: Int, _ prefilled: Int) -> Void = { _, _, _ in }
  ) async throws {
    var run = try begin(entries, tools)
    let (input, reused) = (run.found.input, run.found.reused)
    report(input, reused, 0)
    try await prefill(&run) { report(input, reused, $0) }
  }

  // MARK: The run

  /// One request on its way.
  struct Run {
    var id: Int
    var found: ModelCache.Preparation
    /// Another one for another context.
    var seed: UInt64
    /// Another one also where the same context is sent again, for another prompt: what the ids of calls are made of.
    var callSeed: UInt64
    var pacer: Pacer
  }

  private func begin(_ entries: [Transcript.Entry], _ tools: [Transcript.ToolDefinition]) throws -> Run {
    let limit = configuration.contextSize
    let (context, id, found) = try state.withLock { state in
      // Cancelled for the sake of a request that may have begun by now: the cache is that request's.
      try Task.checkCancellation()
      let context = state.maker.context(of: entries, tools: tools)
      guard context.count <= limit else {
        throw ScriptedFailure.contextSizeExceeded(contextSize: limit, tokenCount: context.count)
      }
      state.owner += 1
      if !configuration.cacheEnabled { state.cache.reset() }
      return (context, state.owner, state.cache.prepare(for: context))
    }
    let asked = (entries.last?.id ?? "").utf8.reduce(context.fingerprint) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Run(
      id: id, found: found, seed: context.fingerprint, callSeed: asked, pacer: Pacer(ModelClock.current))
  }

  private func prefill(_ run: inout Run, _ report: (Int) async throws -> Void) async throws {
    let total = run.found.input - run.found.reused
    var done = 0
    while done < total {
      let chunk = min(max(1, configuration.prefillChunk), total - done)
      try await run.pacer.pass(ScriptedModelConfiguration.cost(of: chunk, at: configuration.prefillRate))
      done += chunk
      withCache(of: run) { $0.feed(chunk) }
      try await report(done)
    }
  }

  /// Changes the cache, unless a later run has taken it over.
  func withCache(of run: Run, _ change: (inout ModelCache) -> Void) {
    state.withLock { state in
      if state.owner == run.id { change(&state.cache) }
    }
  }

  /// The tokens that the cache holds: for tests, and to show them.
  public var held: [ContextToken] { state.withLock { $0.cache.held } }

  // MARK: Counting

  /// The tokens of a request as the model would see it (R8). Entries that were counted or answered before cost next to nothing.
  public func inputTokens(entries: [Transcript.Entry], tools: [Transcript.ToolDefinition]? = nil) -> Int {
    state.withLock { $0.maker.context(of: entries, tools: tools).count }
  }
}
