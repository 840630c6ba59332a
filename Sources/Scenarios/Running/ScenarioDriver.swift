import FoundationEssentials
import ScriptedModel
import SessionEngine
import Synchronization
import Transcripts

/// A scenario's session while it runs: what a person, or the script, does to it.
///
/// Every method but `waitUntilIdle` returns at once; what they begin shows in `state` and in the recording.
/// Any thread may call them.
public final class ScenarioDriver: Sendable {
  /// What a program chooses for a run.
  public struct Options: Sendable {
    /// Who hears what happens: a recorder, as a rule.
    public var observers: [any SessionObserver] = []
    /// What the models wait on: the real clock, a faster one, or a virtual one that jumps.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Milliseconds since 1970, for events; nil for the real time.
    public var now: (@Sendable () -> Int64)?
    /// Makes ids; nil for random ones.
    public var makeID: (@Sendable () -> String)?
    /// Inferences a request may take where the scenario doesn't say (R3); nil for no limit.
    public var maximumInferencesPerRequest: Int? = 24
    /// The same, whatever the scenario says; nil to leave it to the scenario.
    public var inferenceLimit: Int?
    /// What answers in place of the scenario's scripted models, under all their names; nil for those models.
    public var backend: ModelBinding.Backend?
    /// What answers in place of one of the scenario's models, made from what that is: its name, window, cache, rates and script.
    /// `backend` goes before it.
    public var model: (@Sendable (ScriptedModelConfiguration) -> any LanguageModel)?
    /// What the session begins with, in place of the scenario's history; without instructions.
    public var history: [Transcript.Entry]?
    /// The output of a tool's call that is known already: the tool changes state as it would, asks nobody, throws nothing, and returns this.
    /// Nil for a call that the tool is to answer.
    public var knownOutput: (@Sendable (_ tool: String, _ arguments: JSONValue) -> KnownOutput?)?

    /// What is known to come of a call.
    public struct KnownOutput: Sendable, Hashable {
      /// What is returned.
      public var text: String
      /// Whether a tool that asks a session of its own asks it all the same; what that says is not returned.
      public var asksSession: Bool

      /// An output with these parts.
      public init(text: String, asksSession: Bool = false) {
        self.text = text
        self.asksSession = asksSession
      }
    }

    public init() {}
  }

  /// What is being run.
  public let scenario: Scenario
  let runtime: ScenarioRuntime
  let options: Options
  private let meter: ScenarioMeter
  private let onChange: @Sendable () -> Void

  struct Run {
    var session: LanguageModelSession
    /// The request that is being answered.
    var task: Task<Void, Never>?
    /// Counts requests, so that one that is over is not taken for the next.
    var number = 0
    var step = 0
    var failure: String?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }
  /// Where the person, the script and the end of a request meet.
  let run: Mutex<Run>

  /// Makes the session; nothing is sent yet.
  /// - Parameter onChange: called after every change of `state`, on any thread; it must return at once.
  public init(
    _ scenario: Scenario, options: Options = Options(), onChange: @escaping @Sendable () -> Void = {}
  ) {
    self.scenario = scenario
    self.options = options
    self.onChange = onChange
    meter = ScenarioMeter()
    var configuration = SessionConfiguration()
    configuration.title = scenario.name
    configuration.maximumInferencesPerRequest =
      options.inferenceLimit ?? scenario.settings.maximumInferences ?? options.maximumInferencesPerRequest
    if scenario.settings.switchesAtNextRequest { configuration.profileSwitchTiming = .nextRequest }
    if scenario.settings.promptsOnce { configuration.promptHookTiming = .oncePerPrompt }
    if let now = options.now { configuration.now = now }
    if let makeID = options.makeID { configuration.makeID = makeID }
    configuration.observers = options.observers + [meter]
    let asked = Relay<Void>()
    runtime = ScenarioRuntime(
      scenario, configuration: configuration, options: options, onChange: { asked.call(()) })
    let history = options.history ?? scenario.entries(configuration.makeID)
    run = Mutex(Run(session: runtime.session(with: history)))
    asked.connect { [weak self] _ in self?.changed() }
  }

  // MARK: - Looking

  /// What there is to see and to choose now.
  public var state: ScenarioState {
    let (session, isResponding, step, failure) = run.withLock {
      ($0.session, $0.task != nil, $0.step, $0.failure)
    }
    var state = ScenarioState()
    state.variables = scenario.variables.map { variable in
      ScenarioState.Variable(
        name: variable.name, value: runtime.value(variable.name, in: session.properties).description,
        choices: variable.choices)
    }
    state.consents = runtime.consents.waiting
    state.models = scenario.models.map { $0.state(in: runtime.binding) }
    state.isResponding = isResponding
    state.stepsDone = step
    state.stepCount = scenario.steps.count
    state.failure = failure
    func fill(_ template: ScenarioTemplate) -> String {
      template.text(value: { runtime.value($0, in: session.properties) })
    }
    state.nextStep = scenario.steps.dropFirst(step).first?.words(prompt: fill)
    state.nextPrompt =
      scenario.steps.dropFirst(step).lazy.compactMap { step in
        if case .prompt(let template, _, _) = step { fill(template) } else { nil }
      }.first
    return state
  }

  /// What the run has come to so far.
  public var summary: ScenarioSummary { meter.summary }

  /// Returns when nothing is being answered, or a tool waits for consent.
  public func waitUntilIdle() async {
    while run.withLock({ $0.task != nil }), runtime.consents.waiting.isEmpty {
      await withCheckedContinuation { continuation in
        let isOver = run.withLock { run in
          guard run.task != nil, runtime.consents.waiting.isEmpty else { return true }
          run.waiters.append(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    }
  }

  /// Returns when the model has heard of a prewarm.
  func prewarmed() async { await run.withLock { $0.session }.prewarmed() }

  func changed() {
    let waiters = run.withLock { run in
      defer { run.waiters = [] }
      return run.waiters
    }
    for waiter in waiters { waiter.resume() }
    onChange()
  }

  // MARK: - Acting

  /// Sends a prompt; the answer comes into the recording.
  /// - Throws: `isResponding`.
  public func send(_ prompt: String) throws(ScenarioRefusal) {
    try send(prompt, ScenarioStep.Options(), cancelAfter: nil)
  }

  /// Sends a prompt, which may have images, with options of the call, which win over the profile's (P3).
  /// - Parameter schema: What the answer has to follow; nil for plain text.
  /// - Throws: `isResponding`.
  public func send(
    _ prompt: Prompt, schema: GenerationSchema? = nil, options: GenerationOptions,
    contextOptions: ContextOptions
  ) throws(ScenarioRefusal) {
    try send(prompt, schema: schema, generation: options, context: contextOptions, cancelAfter: nil)
  }

  func send(
    _ prompt: String, _ choices: ScenarioStep.Options, cancelAfter tokens: Int?
  ) throws(ScenarioRefusal) {
    try send(
      Prompt(prompt), schema: nil, generation: choices.generation, context: choices.context,
      cancelAfter: tokens)
  }

  private func send(
    _ prompt: Prompt, schema: GenerationSchema?, generation: GenerationOptions, context: ContextOptions,
    cancelAfter tokens: Int?
  ) throws(ScenarioRefusal) {
    let began = run.withLock { run in
      guard run.task == nil else { return false }
      run.failure = nil
      run.number += 1
      let (session, number) = (run.session, run.number)
      run.task = Task { [weak self] in
        await self?.answer(prompt, schema, generation, context, tokens, session, number)
      }
      return true
    }
    guard began else { throw .isResponding }
    changed()
  }

  private func answer(
    _ prompt: Prompt, _ schema: GenerationSchema?, _ generation: GenerationOptions,
    _ context: ContextOptions, _ tokens: Int?,
    _ session: LanguageModelSession, _ number: Int
  ) async {
    meter.limit(to: tokens) { [weak self] in self?.cancel() }
    var failure: String?
    do {
      try await ModelClock.$current.withValue(options.clock) {
        try await runtime.surrounded {
          if let schema {
            _ = try await session.respond(
              to: prompt, schema: schema, options: generation, contextOptions: context)
          } else {
            _ = try await session.respond(to: prompt, options: generation, contextOptions: context)
          }
        }
      }
    } catch is CancellationError {
      // The person, or the script, wanted it so.
    } catch {
      failure = ScenarioDriver.words(of: error)
    }
    meter.limit(to: nil) {}
    run.withLock { run in
      guard run.number == number else { return }
      run.task = nil
      run.failure = failure
    }
    changed()
  }

  private static func words(of error: any Error) -> String {
    if let error = error as? LanguageModelSession.ToolCallError {
      return "\(error.tool.name): \(words(of: error.underlyingError))"
    }
    return (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  }

  /// Cancels the request that is being answered, or the prewarm that runs; nothing happens when there is none.
  public func cancel() {
    let (task, session) = run.withLock { ($0.task, $0.session) }
    task?.cancel()
    if task == nil { session.cancelPrewarming() }
  }

  /// Sets a state variable, given as text.
  public func set(_ variable: String, to value: String) throws(ScenarioRefusal) {
    guard let declared = scenario.variables.first(where: { $0.name == variable }) else {
      throw .noSuchVariable(variable, known: scenario.variables.map(\.name))
    }
    guard let new = declared.value(of: value) else {
      throw .badValue(variable: variable, value: value, allowed: declared.words)
    }
    run.withLock { $0.session }.properties[named: variable, as: ScenarioValue.self] = new
    changed()
  }

  /// Answers a tool that waits for consent.
  public func answer(_ consent: String, approve: Bool) throws(ScenarioRefusal) {
    guard runtime.consents.answer(consent, approve) else { throw .noSuchConsent(consent) }
  }
}

extension ScenarioStep.Options {
  fileprivate var generation: GenerationOptions {
    var options = GenerationOptions(temperature: temperature, maximumResponseTokens: maximumResponseTokens)
    options.toolCallingMode = toolCalling.map(GenerationOptions.ToolCallingMode.init(word:))
    return options
  }

  fileprivate var context: ContextOptions {
    ContextOptions(reasoningLevel: reasoning.map(ContextOptions.ReasoningLevel.init(word:)))
  }
}

extension Scenario {
  /// What the session begins with.
  fileprivate func entries(_ makeID: () -> String) -> [Transcript.Entry] {
    history.map { remembered in
      switch remembered {
      case .prompt(let text):
        .prompt(.init(id: makeID(), segments: [.text(.init(id: makeID(), content: text))]))
      case .response(let text):
        .response(.init(id: makeID(), assetIDs: [], segments: [.text(.init(id: makeID(), content: text))]))
      }
    }
  }
}

extension ScenarioRuntime {
  func session(with entries: [Transcript.Entry]) -> LanguageModelSession {
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(profile: ScenarioProfile(runtime: self), history: entries)
    }
    if let preserves = scenario.settings.preservesOnError {
      session.transcriptErrorHandlingPolicy = preserves ? .preserveTranscript : .revertTranscript
    }
    return session
  }

  /// Runs a request with what tools make sessions from.
  fileprivate func surrounded(_ body: () async throws -> Void) async throws {
    try await SessionConfiguration.$current.withValue(configuration) {
      try await ModelBinding.$current.withValue(binding) { try await body() }
    }
  }
}
