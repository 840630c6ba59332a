import SessionEngine
import Synchronization
import Transcripts

/// Adds up what sessions announce.
final class ScenarioMeter: SessionObserver {
  fileprivate struct State {
    var summary = ScenarioSummary()
    var began: Int64?
    /// Cancels a request once so many tokens were decoded in it.
    var limit: (tokens: Int, cancel: @Sendable () -> Void)?
    /// Tokens decoded in the inferences of the request that are over, and in the one that runs.
    var decodedBefore = 0
    var decoded = 0
  }
  private let state = Mutex(State())

  var summary: ScenarioSummary { state.withLock { $0.summary } }

  /// Calls `cancel` when so many tokens were decoded from now on.
  func limit(to tokens: Int?, cancel: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.limit = tokens.map { ($0, cancel) }
      (state.decodedBefore, state.decoded) = (0, 0)
    }
  }

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    let cancel: (@Sendable () -> Void)? = state.withLock { state in
      let began = state.began ?? event.at
      state.began = began
      state.summary.milliseconds = max(state.summary.milliseconds, event.at - began)
      state.note(event.kind)
      guard let limit = state.limit, state.decodedBefore + state.decoded >= limit.tokens,
        state.decoded > 0 || limit.tokens == 0
      else { return nil }
      state.limit = nil
      return limit.cancel
    }
    cancel?()
  }
}

extension ScenarioMeter.State {
  fileprivate mutating func note(_ kind: SessionEvent.Kind) {
    switch kind {
    case .started: summary.sessions += 1
    case .requestStarted: summary.requests += 1
    case .requestEnded(let end):
      switch end.outcome {
      case .completed: break
      case .cancelled: summary.cancelled += 1
      case .failed(let failure): summary.failures.append(failure.words)
      }
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
}
