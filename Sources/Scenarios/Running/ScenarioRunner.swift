import SessionEngine

/// Runs a scenario's script to its end without anybody watching.
public enum ScenarioRunner {
  /// Runs all steps.
  ///
  /// - Parameter options: a virtual clock, a time that follows it and counted ids by default, so that two runs are equal to the byte.
  public static func run(
    _ scenario: Scenario, options: ScenarioDriver.Options? = nil
  ) async -> ScenarioSummary {
    ScenarioSummary()
  }
}
