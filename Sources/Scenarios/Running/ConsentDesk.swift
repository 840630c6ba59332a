import Synchronization

/// Where tools wait for a yes or a no, and a person gives it.
final class ConsentDesk: Sendable {
  private struct Waiting {
    var consent: ScenarioState.Consent
    var answer: CheckedContinuation<Bool, any Error>
  }

  private struct State {
    var number = 0
    var waiting: [Waiting] = []
    /// Cancelled before they came to wait.
    var cancelled: Set<String> = []
  }
  private let state = Mutex(State())
  private let onChange: @Sendable () -> Void

  init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

  /// The oldest first.
  var waiting: [ScenarioState.Consent] { state.withLock { $0.waiting.map(\.consent) } }

  /// Waits for the answer.
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func ask(_ question: String, tool: String) async throws -> Bool {
    let id = state.withLock { state in
      state.number += 1
      return "consent-\(state.number)"
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.waiting.append(
            Waiting(
              consent: ScenarioState.Consent(id: id, tool: tool, question: question), answer: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        onChange()
      }
    } onCancel: {
      let waiting = state.withLock { state -> Waiting? in
        guard let index = state.waiting.firstIndex(where: { $0.consent.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.waiting.remove(at: index)
      }
      waiting?.answer.resume(throwing: CancellationError())
      onChange()
    }
  }

  /// False when nobody waits under this id.
  func answer(_ id: String, _ approve: Bool) -> Bool {
    let found = state.withLock { state -> Waiting? in
      guard let index = state.waiting.firstIndex(where: { $0.consent.id == id }) else { return nil }
      return state.waiting.remove(at: index)
    }
    guard let found else { return false }
    found.answer.resume(returning: approve)
    onChange()
    return true
  }
}
