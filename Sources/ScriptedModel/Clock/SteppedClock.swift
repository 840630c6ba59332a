import Transcripts

/// A clock that stands still until somebody advances it: for tests that stop a model between two tokens.
///
/// ```swift
/// await clock.sleepers(1)        // the model has begun to wait
/// clock.advance(by: .seconds(1)) // and goes on
/// ```
public final class SteppedClock: Clock {
  public typealias Instant = VirtualClock.Instant

  private struct Sleeper {
    var deadline: Duration
    var wake: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var now = Duration.zero
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    /// Cancelled before they lay down.
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  public init() {}

  public var now: Instant { Instant(sinceStart: state.withLock { $0.now }) }
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lie(down: id, until: deadline.sinceStart, continuation)
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.wake.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  private func lie(down id: Int, until deadline: Duration, _ wake: CheckedContinuation<Void, any Error>) {
    enum Outcome { case cancelled, due, asleep }
    let (outcome, watchers) = state.withLock { state in
      if state.cancelled.remove(id) != nil {
        return (Outcome.cancelled, [CheckedContinuation<Void, Never>]())
      }
      guard deadline > state.now else { return (.due, []) }
      state.sleepers[id] = Sleeper(deadline: deadline, wake: wake)
      let count = state.sleepers.count
      let awake = state.watchers.filter { $0.count <= count }.map(\.wake)
      state.watchers.removeAll { $0.count <= count }
      return (.asleep, awake)
    }
    switch outcome {
    case .cancelled: wake.resume(throwing: CancellationError())
    case .due: wake.resume()
    case .asleep: for watcher in watchers { watcher.resume() }
    }
  }

  /// Moves the time on and wakes everybody whose time has come, the earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += max(.zero, duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.wake.resume() }
  }

  /// Waits until at least so many tasks sleep on the clock.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
