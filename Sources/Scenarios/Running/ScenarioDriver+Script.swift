import ScriptedModel
import SessionEngine
import Synchronization
import Transcripts

extension ScenarioDriver {
  /// Does the next step of the script. A prompt's answer is not waited for.
  /// - Throws: `noMoreSteps`; `isResponding` for a step that has to wait for the answer.
  public func runNextStep() throws(ScenarioRefusal) {
    let (index, isBusy) = run.withLock { ($0.step, $0.task != nil) }
    guard index < scenario.steps.count else { throw .noMoreSteps }
    let step = scenario.steps[index]
    if isBusy, step.waitsForAnswer { throw .isResponding }
    run.withLock { $0.step = index + 1 }
    try perform(step)
    changed()
  }

  private func perform(_ step: ScenarioStep) throws(ScenarioRefusal) {
    let session = run.withLock { $0.session }
    switch step {
    case .prompt(let template, let choices, let tokens):
      let text = template.text(value: { runtime.value($0, in: session.properties) })
      try send(text, choices, cancelAfter: tokens)
    case .set(let changes): runtime.make(changes, in: session.properties)
    case .answer(let tool, let approve):
      // A script may answer a question that this run did not come to.
      guard let consent = runtime.consents.waiting.first(where: { tool == nil || $0.tool == tool }) else {
        return
      }
      try answer(consent.id, approve: approve)
    case .availability(let model, let state): try setAvailability(model, to: state)
    case .quota(let model, let state): try setQuota(model, to: state)
    case .prewarm(let prefix): beginPrewarm(prefix, session)
    case .restore(let operations): restore(session, operations)
    }
  }

  /// Begins another session in the place of the one there is, with its variables as they are at the beginning.
  /// - Parameter history: what it begins with, without instructions.
  /// - Throws: `isResponding`.
  public func begin(_ history: [Transcript.Entry]) throws(ScenarioRefusal) {
    guard !run.withLock({ $0.task != nil }) else { throw .isResponding }
    let new = runtime.session(with: history)
    run.withLock { $0.session = new }
    changed()
  }

  /// Prepares the model for the next prompt. Nothing happens while a request is being answered.
  /// - Parameters:
  ///   - prefix: the beginning of the prompt, if it is known.
  ///   - toItsEnd: whether this waits until the model has evaluated all of it; else it is handed to the model when this returns.
  public func prewarm(_ prefix: String? = nil, toItsEnd: Bool) async {
    let session = run.withLock { $0.session }
    beginPrewarm(prefix, session)
    changed()
    await session.prewarmed(toItsEnd: toItsEnd)
  }

  private func beginPrewarm(_ prefix: String?, _ session: LanguageModelSession) {
    ModelClock.$current.withValue(options.clock) {
      session.prewarm(promptPrefix: prefix.map { Prompt($0) })
    }
  }

  /// A new session with the same variables and the history of the old one, changed (R10).
  private func restore(_ old: LanguageModelSession, _ operations: [HistoryOperation]) {
    let values = scenario.variables.map { ($0.name, runtime.value($0.name, in: old.properties)) }
    let entries = runtime.changed(Array(old.transcript.history), by: operations, in: old.properties)
    let new = runtime.session(with: entries)
    for (name, value) in values where value != runtime.value(name, in: new.properties) {
      new.properties[named: name, as: ScenarioValue.self] = value
    }
    run.withLock { $0.session = new }
  }
}

extension ScenarioStep {
  /// True for what can't be done while a request is being answered.
  fileprivate var waitsForAnswer: Bool {
    switch self {
    case .prompt, .prewarm, .restore: true
    case .set, .answer, .availability, .quota: false
    }
  }
}
