import Scenarios
import Synchronization
import Workbench

/// Binds the workbench's live keys to a scenario that runs.
final class ScenarioControl: SessionControl {
  private let run: LiveRun
  /// How long a script that runs by itself waits between two steps: time to see what came.
  private let pause: Duration

  private struct State {
    var hear: (@Sendable (ControlNews) -> Void)?
    /// Goes through the script; nil when a person does.
    var script: Task<Void, Never>?
    var failure: String?
  }
  /// The screen's thread and the session's meet here.
  private let own = Mutex(State())

  init(_ run: LiveRun, speed: Int) {
    self.run = run
    pause = .milliseconds(900) / speed
    run.connect(
      change: { [weak self] in self?.changed() },
      trouble: { [weak self] in self?.tell(.trouble("recorded no further: \($0)")) })
  }

  deinit { own.withLock { $0.script }?.cancel() }

  // MARK: SessionControl

  var state: ControlState {
    let driven = run.driver.state
    let isRunning = own.withLock { $0.script != nil }
    return ControlState(
      isResponding: driven.isResponding,
      variables: driven.variables.map {
        ControlState.Variable(name: $0.name, value: $0.value, choices: $0.choices ?? [])
      },
      consents: driven.consents.map {
        ControlState.Consent(id: $0.id, question: "\($0.tool): \($0.question)")
      },
      models: driven.models.map {
        ControlState.Model(
          name: $0.name, availability: $0.availability, availabilityChoices: $0.availabilities,
          quota: $0.quota, quotaChoices: $0.quotas)
      },
      script: ControlState.Script(
        next: driven.nextStep, done: driven.stepsDone, count: driven.stepCount, isRunning: isRunning))
  }

  func connect(_ hear: @escaping @Sendable (ControlNews) -> Void) { own.withLock { $0.hear = hear } }

  func perform(_ command: ControlCommand) {
    let driver = run.driver
    do throws(ScenarioRefusal) {
      switch command {
      case .send(let prompt): try driver.send(prompt)
      case .cancel:
        stopScript()
        driver.cancel()
      case .answer(let consent, let approved): try driver.answer(consent, approve: approved)
      case .set(let variable, let value): try driver.set(variable, to: value)
      case .setAvailability(let model, let availability):
        try driver.setAvailability(model, to: availability)
      case .setQuota(let model, let quota): try driver.setQuota(model, to: quota)
      case .nextStep: try driver.runNextStep()
      case .runScript(true): startScript()
      case .runScript(false): stopScript()
      }
    } catch {
      tell(.trouble(error.description))
    }
    tell(.changed)
  }

  // MARK: News

  private func tell(_ news: ControlNews) { own.withLock { $0.hear }?(news) }

  private func changed() {
    let failure = run.driver.state.failure
    let isNew = own.withLock { own in
      defer { own.failure = failure }
      return own.failure != failure
    }
    tell(.changed)
    if isNew, let failure { tell(.trouble("the request failed: \(failure)")) }
  }

  // MARK: The script by itself

  private func startScript() {
    own.withLock { own in
      guard own.script == nil else { return }
      own.script = Task { [weak self, pause] in
        while let self, !Task.isCancelled, await self.step() { try? await Task.sleep(for: pause) }
        self?.stopScript()
      }
    }
  }

  private func stopScript() {
    own.withLock { own in
      defer { own.script = nil }
      return own.script
    }?.cancel()
    tell(.changed)
  }

  /// Does the next step once what is being answered is done. False at the script's end.
  private func step() async -> Bool {
    let driver = run.driver
    await driver.waitUntilIdle()
    guard !Task.isCancelled else { return false }
    let state = driver.state
    // A question that the script does not answer is the person's.
    if let consent = state.consents.first, !driver.nextStepAnswers(consent) { return true }
    do throws(ScenarioRefusal) {
      try driver.runNextStep()
    } catch {
      return error != .noMoreSteps
    }
    return driver.state.nextStep != nil
  }
}
