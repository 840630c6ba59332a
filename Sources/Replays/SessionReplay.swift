import ModelBackends
import Recordings
import Scenarios
import ScriptedModel
import SessionEngine
import Synchronization
import Transcripts

/// Recorded sessions that are done again in a scenario: their prompts, the app's changes and the tools' outputs as they were, everything else
/// (instructions, tools, options, transforms, window, cache) as the scenario has it.
public final class SessionReplay: Sendable {
  /// Who answers.
  public enum Answering: Sendable {
    /// The recording; what is done where it has no answer.
    case recording(DepartureAction)
    /// The scenario's own scripted models.
    case scripted
    /// Another model, under all the scenario's names.
    case backend(ModelBinding.Backend)
  }

  /// What became of a replay.
  public struct Outcome: Sendable {
    /// Where the recording had no answer, in order.
    public var departures: [PlaybackDeparture] = []
    /// Calls that the recording does not know, which the scenario's tools answered.
    public var unknownCalls: [String] = []
    /// Properties of the recording that the scenario does not have, or not with this value.
    public var unknownChanges: [String] = []
    /// Prompts that were not sent any more, since a session stopped at a departure, or somebody cancelled the replay.
    public var unsent = 0
    /// Somebody cancelled it.
    public var isCancelled = false
    /// The words of what failed, request by request.
    public var failures: [String] = []
  }

  /// How far a replay is.
  public struct Progress: Sendable, Hashable {
    /// Prompts that were answered, or not sent.
    public var done: Int
    /// Prompts there are.
    public var total: Int
    /// The beginning of the one that is being answered.
    public var prompt: String
  }

  /// The session that is made again.
  public let driver: ScenarioDriver
  private let plan: ReplayPlan
  private let tape: PlaybackTape
  private let outputs: ToolOutputTape
  private let stops: Bool
  private let outcome = Mutex(Outcome())

  /// Makes the session; nothing is sent yet.
  /// - Parameter options: where it is recorded, and on what clock; models, history and known outputs are the replay's.
  public init(
    _ plan: ReplayPlan, in scenario: Scenario, answering: Answering,
    options: ScenarioDriver.Options = .repeatable(), onChange: @escaping @Sendable () -> Void = {}
  ) {
    self.plan = plan
    let tape = PlaybackTape(plan.script)
    let outputs = ToolOutputTape(plan.outputs)
    (self.tape, self.outputs) = (tape, outputs)
    var options = options
    if let history = plan.sessions.first?.history, !history.isEmpty { options.history = history }
    options.knownOutput = { tool, arguments in
      outputs.output(of: tool, arguments: arguments).map {
        ScenarioDriver.Options.KnownOutput(text: $0.text, asksSession: $0.beganSession)
      }
    }
    var stops = false
    switch answering {
    case .recording(let action):
      if case .stop = action { stops = true }
      options.model = { PlaybackLanguageModel(configuration: $0, tape: tape, departing: action) }
    case .scripted: break
    case .backend(let backend): options.backend = backend
    }
    self.stops = stops
    driver = ScenarioDriver(scenario, options: options, onChange: onChange)
  }

  /// Sends the prompts, each when the one before it is answered, session after session. A question that a tool asks is declined: its
  /// recorded output was not one. Where the replay is to stop, the session that departs is not gone on with; the others are.
  /// - Parameter report: told before each prompt how far it is.
  public func run(_ report: @escaping @Sendable (Progress) -> Void = { _ in }) async -> Outcome {
    var done = 0
    for (number, session) in plan.sessions.enumerated() {
      if number > 0 {
        try? driver.begin(session.history)
        tape.turn(to: number)
      }
      let departures = tape.departures.count
      for (index, request) in session.requests.enumerated() {
        if isCancelled || (stops && tape.departures.count > departures) {
          let left = session.requests.count - index
          outcome.withLock { $0.unsent += left }
          done += left
          break
        }
        report(Progress(done: done, total: plan.requestCount, prompt: request.words))
        await send(request)
        done += 1
      }
    }
    let failures = driver.summary.failures
    return outcome.withLock { outcome in
      outcome.departures = tape.departures
      outcome.unknownCalls = outputs.unknown.map(\.description)
      outcome.failures += failures
      return outcome
    }
  }

  /// Cancels what is being answered; nothing more is sent. May be called from any thread.
  public func cancel() {
    outcome.withLock { $0.isCancelled = true }
    driver.cancel()
  }

  private var isCancelled: Bool { outcome.withLock { $0.isCancelled } }

  private func send(_ request: ReplayPlan.Request) async {
    for preparation in request.preparations {
      switch preparation {
      case .change(let change):
        do {
          try make(change)
        } catch {
          outcome.withLock { $0.unknownChanges.append("\(change.name)=\(change.value): \(error)") }
        }
      case .prewarm(let prewarm): await driver.prewarm(prewarm.promptPrefix, toItsEnd: prewarm.isFinished)
      }
    }
    guard !isCancelled else {
      outcome.withLock { $0.unsent += 1 }
      return
    }
    do {
      try driver.send(
        request.prompt, schema: request.schema, options: request.options,
        contextOptions: request.contextOptions)
    } catch {
      outcome.withLock { $0.failures.append("\(error)") }
      return
    }
    // Whoever cancels may have come before there was anything to cancel.
    if isCancelled { driver.cancel() }
    await answered()
  }

  /// Sets a variable, or puts a model into another state.
  private func make(_ change: ReplayPlan.Change) throws(ScenarioRefusal) {
    let parts = change.name.split(separator: ".", maxSplits: 1).map(String.init)
    switch parts.count == 2 ? parts[1] : "" {
    case "availability": try driver.setAvailability(parts[0], to: change.value)
    case "quota": try driver.setQuota(parts[0], to: change.value)
    default: try driver.set(change.name, to: change.value)
    }
  }

  private func answered() async {
    repeat {
      await driver.waitUntilIdle()
      for consent in driver.state.consents { try? driver.answer(consent.id, approve: false) }
    } while driver.state.isResponding
  }
}
