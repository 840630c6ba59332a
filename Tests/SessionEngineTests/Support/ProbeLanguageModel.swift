import SessionEngine
import Transcripts

/// A model that does what a test tells it, round by round, and remembers what it was asked.
struct ProbeLanguageModel: LanguageModel, NamedLanguageModel {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// One thing that the executor does.
  enum Step: Sendable {
    case send(Event)
    case fail(any Error)
    /// Waits until the request is cancelled, and throws then.
    case stall
    /// Waits for the test.
    case wait(Gate)
    case report(InferenceTelemetry.Report)
    case run(@Sendable () -> Void)
  }

  let probe: Probe
  var capabilities = LanguageModelCapabilities([.toolCalling, .guidedGeneration, .reasoning, .vision])
  /// Models with the same are one executor.
  var name = "probe"

  /// - Parameter rounds: What each inference does; the last is repeated.
  init(_ rounds: [Step]...) { probe = Probe(rounds) }

  init(probe: Probe, name: String = "probe") {
    self.probe = probe
    self.name = name
  }

  var modelName: String { name }
  var executorConfiguration: Executor.Configuration { Executor.Configuration(name: name) }

  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable { var name: String }
    let configuration: Configuration
    /// Tells this executor from another one.
    let identity = Gate()

    init(configuration: Configuration) throws { self.configuration = configuration }

    func prewarm(model: ProbeLanguageModel, transcript: Transcript) {
      model.probe.state.withLock { $0.prewarmed.append(transcript) }
      model.probe.prewarming?(transcript)
    }

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ProbeLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let round = model.probe.begin(request, executor: ObjectIdentifier(identity))
      for step in round {
        switch step {
        case .send(let event): await channel.send(event)
        case .fail(let error): throw error
        case .stall:
          model.probe.stalled.open()
          let never = Gate()
          try await withTaskCancellationHandler {
            await never.wait()
            try Task.checkCancellation()
          } onCancel: {
            never.open()
          }
        case .wait(let gate): await gate.wait()
        case .report(let report): InferenceTelemetry.current?.report(report)
        case .run(let body): body()
        }
      }
    }
  }
}

/// What a probe model was told to do and what it was asked.
final class Probe: Sendable {
  struct State: Sendable {
    var requests: [LanguageModelExecutorGenerationRequest] = []
    var executors: [ObjectIdentifier] = []
    var prewarmed: [Transcript] = []
  }

  let rounds: [[ProbeLanguageModel.Step]]
  let state = Locked(State())
  /// Opens when an executor stalls.
  let stalled = Gate()
  let prewarming: (@Sendable (Transcript) -> Void)?
  /// For tools that count their runs.
  let toolRuns = Counter(0)

  init(_ rounds: [[ProbeLanguageModel.Step]], prewarming: (@Sendable (Transcript) -> Void)? = nil) {
    self.rounds = rounds
    self.prewarming = prewarming
  }

  func begin(
    _ request: LanguageModelExecutorGenerationRequest, executor: ObjectIdentifier
  ) -> [ProbeLanguageModel.Step] {
    state.withLock { state in
      state.requests.append(request)
      state.executors.append(executor)
      return rounds.isEmpty ? [] : rounds[min(state.requests.count, rounds.count) - 1]
    }
  }

  var requests: [LanguageModelExecutorGenerationRequest] { state.withLock { $0.requests } }
  var executors: [ObjectIdentifier] { state.withLock { $0.executors } }
  var prewarmed: [Transcript] { state.withLock { $0.prewarmed } }
}

/// A probe model that counts: one token a character of text, and `perTool` for each tool's definition.
struct CountingProbe: LanguageModel, TokenCounting {
  let base: ProbeLanguageModel
  var contextSize: Int
  var perTool = 10

  var capabilities: LanguageModelCapabilities { base.capabilities }
  var executorConfiguration: ProbeLanguageModel.Executor.Configuration { base.executorConfiguration }

  func tokenCount(of request: LanguageModelExecutorGenerationRequest) -> Int {
    request.transcript.reduce(0) { $0 + $1.text.count } + request.enabledToolDefinitions.count * perTool
  }

  struct Executor: LanguageModelExecutor {
    let base: ProbeLanguageModel.Executor

    init(configuration: ProbeLanguageModel.Executor.Configuration) throws {
      base = try ProbeLanguageModel.Executor(configuration: configuration)
    }

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: CountingProbe,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await base.respond(to: request, model: model.base, streamingInto: channel)
    }
  }
}

/// A door between two tasks: shut until it is opened, then open for good.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(waiter) }
        return state.isOpen
      }
      if isOpen { waiter.resume() }
    }
  }
}

extension ProbeLanguageModel.Step {
  /// Text of a response; one token unless said otherwise.
  static func text(_ text: String, tokens: Int = 1) -> Self {
    .send(.response(action: .appendText(text, tokenCount: tokens)))
  }

  static func reasoning(_ text: String, tokens: Int = 1) -> Self {
    .send(.reasoning(action: .appendText(text, tokenCount: tokens)))
  }

  static func call(_ name: String, _ arguments: String = "{}", id: String? = nil) -> Self {
    .send(
      .toolCalls(
        action: .toolCall(
          id: id ?? "call-\(name)", name: name, action: .appendArguments(arguments, tokenCount: 1))))
  }

  static func usage(input: Int, cached: Int = 0, output: Int, reasoning: Int = 0) -> Self {
    .send(
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: input, cachedTokenCount: cached),
          output: .init(totalTokenCount: output, reasoningTokenCount: reasoning))))
  }
}
