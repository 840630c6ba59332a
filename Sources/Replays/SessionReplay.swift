import ModelBackends
import Recordings
import Scenarios
import ScriptedModel
import SessionEngine
import Synchronization
import Transcripts

/// A recorded session that is done again in a scenario: its prompts, the app's changes and the tools' outputs as they were, everything else
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
    /// Prompts that were not sent any more, since the replay stopped at a departure.
    public var unsent = 0
    /// The words of what failed, request by request.
    public var failures: [String] = []
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
    if !plan.history.isEmpty { options.history = plan.history }
    options.knownOutput = { outputs.output(of: $0, arguments: $1) }
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

  /// Sends the prompts, each when the one before it is answered. A question that a tool asks is declined: its recorded output was not one.
  public func run() async -> Outcome {
    for (index, request) in plan.requests.enumerated() {
      if stops, !tape.departures.isEmpty {
        outcome.withLock { $0.unsent = plan.requests.count - index }
        break
      }
      for change in request.changes {
        do {
          try make(change)
        } catch {
          outcome.withLock { $0.unknownChanges.append("\(change.name)=\(change.value): \(error)") }
        }
      }
      do {
        try driver.send(
          request.prompt, schema: request.schema, options: request.options,
          contextOptions: request.contextOptions)
      } catch {
        outcome.withLock { $0.failures.append("\(error)") }
        continue
      }
      await answered()
    }
    let failures = driver.summary.failures
    return outcome.withLock { outcome in
      outcome.departures = tape.departures
      outcome.unknownCalls = outputs.unknown.map(\.description)
      outcome.failures += failures
      return outcome
    }
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
