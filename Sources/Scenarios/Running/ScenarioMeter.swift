import SessionEngine
import Synchronization
import Transcripts

/// Adds up what sessions announce.
final class ScenarioMeter: SessionObserver {
  fileprivate struct State {
    var summary = ScenarioSummary()
    var began: Int64?
    /// How the request that runs is to end, when not with an answer.
    var end: ScenarioStep.End?
    var cancel: @Sendable () -> Void = {}
    /// Tokens decoded in the inferences of the request that are over, and in the one that runs.
    var decodedBefore = 0
    var decoded = 0
  }
  private let state = Mutex(State())

  var summary: ScenarioSummary { state.withLock { $0.summary } }

  /// Says how the next request is to end, if not with an answer; `cancel` is called when that is after so many decoded tokens.
  func expect(_ end: ScenarioStep.End?, cancel: @escaping @Sendable () -> Void) {
    state.withLock { state in
      (state.end, state.cancel) = (end, cancel)
      (state.decodedBefore, state.decoded) = (0, 0)
    }
  }

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    let cancel: (@Sendable () -> Void)? = state.withLock { state in
      let began = state.began ?? event.at
      state.began = began
      state.summary.milliseconds = max(state.summary.milliseconds, event.at - began)
      state.note(event.kind, isOutermost: session.parent == nil)
      guard case .cancelled(let tokens)? = state.end, state.decodedBefore + state.decoded >= tokens,
        state.decoded > 0 || tokens == 0
      else { return nil }
      state.end = nil
      return state.cancel
    }
    cancel?()
  }
}

extension ScenarioMeter.State {
  fileprivate mutating func note(_ kind: SessionEvent.Kind, isOutermost: Bool) {
    switch kind {
    case .started: summary.sessions += 1
    case .requestStarted: summary.requests += 1
    case .requestEnded(let end): note(end.outcome, as: isOutermost ? self.end : nil)
    case .profileActivated(let activation):
      if let previous = activation.previous { summary.switches.append("\(previous) → \(activation.name)") }
    case .inferenceStarted: summary.inferences += 1
    case .inferenceProgressed(let progress): decoded = progress.decoded
    case .inferenceEnded(let end):
      decodedBefore += end.output?.value ?? decoded
      decoded = 0
      summary.input += end.input?.value ?? 0
      summary.reused += end.reused?.value ?? 0
      summary.prefilled += end.prefilled?.value ?? 0
      summary.output += end.output?.value ?? 0
    case .toolStarted: summary.toolCalls += 1
    case .transcript, .prewarmStarted, .prewarmEnded, .hook, .toolEnded, .property, .ended: break
    }
  }

  /// What came of a request that was to end like this.
  private mutating func note(_ outcome: RequestEnd.Outcome, as wanted: ScenarioStep.End?) {
    guard case .failed(let kind)? = wanted else {
      switch outcome {
      case .completed: break
      case .cancelled: summary.cancelled += 1
      case .failed(let failure): summary.failures.append(failure.words)
      }
      return
    }
    switch outcome {
    case .completed: summary.failures.append("a request was to fail (\(kind.rawValue)), and was answered")
    case .cancelled: summary.cancelled += 1
    case .failed(let failure) where failure.kind == kind: summary.expectedFailures.append(failure.words)
    case .failed(let failure):
      summary.failures.append("a request was to fail otherwise (\(kind.rawValue)): \(failure.words)")
    }
  }
}
