import ScriptedModel
import SessionEngine
import Synchronization

/// Runs a scenario's script to its end without anybody watching.
public enum ScenarioRunner {
  /// Does all steps, each when the request before it is over. A question that the next step does not answer
  /// is declined.
  ///
  /// - Parameter options: by default a virtual clock, a time that follows it and counted ids, so that two
  ///   runs are equal to the byte.
  public static func run(
    _ scenario: Scenario, options: ScenarioDriver.Options = .repeatable()
  ) async -> ScenarioSummary {
    await run(ScenarioDriver(scenario, options: options))
  }

  /// The same with a session that was made, and perhaps changed, beforehand.
  @discardableResult
  public static func run(_ driver: ScenarioDriver) async -> ScenarioSummary {
    while true {
      await driver.waitUntilIdle()
      await driver.prewarmed()
      let state = driver.state
      if let consent = state.consents.first, !driver.nextStepAnswers(consent) {
        try? driver.answer(consent.id, approve: false)
        continue
      }
      // The last step may be a prompt that is still being answered.
      guard (try? driver.runNextStep()) != nil else { break }
    }
    await driver.waitUntilIdle()
    return driver.summary
  }
}

extension ScenarioDriver {
  /// Whether the script's next step is the answer to a question that waits.
  public func nextStepAnswers(_ consent: ScenarioState.Consent) -> Bool {
    let done = state.stepsDone
    guard done < scenario.steps.count, case .answer(let tool, _) = scenario.steps[done] else { return false }
    return tool == nil || tool == consent.tool
  }
}

extension ScenarioDriver.Options {
  /// The same in every run: a clock that takes no time, a time that follows it from 2026-01-01T09:00:00Z, ids
  /// that count.
  public static func repeatable(observers: [any SessionObserver] = []) -> ScenarioDriver.Options {
    var options = ScenarioDriver.Options()
    let clock = VirtualClock()
    options.clock = clock
    options.now = {
      let (seconds, attoseconds) = clock.now.sinceStart.components
      return 1_767_258_000_000 + seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
    let counter = Counter()
    options.makeID = { counter.next() }
    options.observers = observers
    return options
  }
}

/// Ids in the shape of UUIDs: `00000000-0000-4000-8000-000000000001` and so on.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let digits = String(number)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}
