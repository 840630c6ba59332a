import SessionEngine

/// A scenario's session while it runs: what a person, or the script, does to it.
///
/// Every method returns at once; what they begin shows in `state` and in the recording. Any thread may call them.
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

    public init() {}
  }

  public let scenario: Scenario

  /// - Parameter onChange: called after every change of `state`, on any thread; it must return at once.
  public init(
    _ scenario: Scenario, options: Options = Options(), onChange: @escaping @Sendable () -> Void = {}
  ) {
    self.scenario = scenario
  }

  /// What there is to see and to choose now.
  public var state: ScenarioState { ScenarioState() }

  /// Sends a prompt; the answer comes into the recording.
  public func send(_ prompt: String) throws(ScenarioRefusal) {}

  /// Cancels the request that is being answered; nothing happens when there is none.
  public func cancel() {}

  /// Sets a state variable, given as text.
  public func set(_ variable: String, to value: String) throws(ScenarioRefusal) {}

  /// Answers a tool that waits for consent.
  public func answer(_ consent: String, approve: Bool) throws(ScenarioRefusal) {}

  /// Puts a model into another state of availability, one of `ScenarioState.Model.availabilities`.
  public func setAvailability(_ model: String, to availability: String) throws(ScenarioRefusal) {}

  /// Puts a model into another state of its quota, one of `ScenarioState.Model.quotas`.
  public func setQuota(_ model: String, to quota: String) throws(ScenarioRefusal) {}

  /// Does the next step of the script.
  public func runNextStep() throws(ScenarioRefusal) {}

  /// Returns when nothing is being answered.
  public func waitUntilIdle() async {}

  /// What the run has come to so far.
  public var summary: ScenarioSummary { ScenarioSummary() }
}
