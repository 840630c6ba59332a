import Transcripts

/// Between the task of a streamed request and those who read its stream: the newest snapshot, and the end.
final class RequestFeed: Sendable {
  private struct State {
    var newest: RequestOutcome?
    /// Counts the snapshots.
    var version = 0
    var end: Result<RequestOutcome, any Error>?
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var lastWaiter: UInt64 = 0
    var task: Task<Void, Never>?
    var isCancelled = false

    mutating func takeWaiting() -> [CheckedContinuation<Void, any Error>] {
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  private let state = Locked(State())

  /// The task that feeds; cancelled at once when nobody wants it any more.
  func fed(by task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      if state.end == nil { state.task = task }
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func publish(_ outcome: RequestOutcome) {
    let waiting = state.withLock { state in
      state.newest = outcome
      state.version += 1
      return state.takeWaiting()
    }
    for waiter in waiting { waiter.resume() }
  }

  func finish(_ end: Result<RequestOutcome, any Error>) {
    let waiting = state.withLock { state in
      state.end = end
      state.task = nil
      return state.takeWaiting()
    }
    for waiter in waiting { waiter.resume() }
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.task
    }?.cancel()
  }

  /// The first snapshot newer than `seen`; nil when there will be none.
  ///
  /// - Throws: What ended the request.
  func next(after seen: Int, isolation actor: isolated (any Actor)?) async throws -> (Int, RequestOutcome)? {
    while true {
      let now = try state.withLock { state -> (Int, RequestOutcome)?? in
        if state.version > seen, let newest = state.newest { return .some((state.version, newest)) }
        guard let end = state.end else { return nil }
        _ = try end.get()
        return .some(nil)
      }
      if let now { return now }
      try await wait(isolation: actor) { $0.version > seen || $0.end != nil }
    }
  }

  /// What came of the request, once it has ended.
  nonisolated(nonsending) func outcome() async throws -> RequestOutcome {
    while true {
      if let end = state.withLock({ $0.end }) { return try end.get() }
      try await wait(isolation: #isolation) { $0.end != nil }
    }
  }

  /// Suspends until something was published, or the end has come. A reader whose task is cancelled cancels the request, and hears of it
  /// as every reader does, by its end.
  private func wait(
    isolation actor: isolated (any Actor)?, until isThere: @Sendable (borrowing State) -> Bool
  ) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        let isReady = state.withLock { state in
          if isThere(state) { return true }
          state.lastWaiter += 1
          state.waiting[state.lastWaiter] = waiter
          return false
        }
        if isReady { waiter.resume() }
      }
    } onCancel: {
      cancel()
    }
  }
}
