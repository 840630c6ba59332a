import Synchronization

@testable import ModelBackends

/// A clock that sleeps not at all and remembers for how long it should have.
final class HastyClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex<(now: Duration, slept: [Duration])>((.zero, []))

  var now: Instant { Instant(offset: state.withLock { $0.now }) }
  var minimumResolution: Duration { .zero }
  var slept: [Duration] { state.withLock { $0.slept } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.slept.append(deadline.offset - state.now)
      state.now = deadline.offset
    }
  }
}

extension HTTPBody {
  func text() async throws -> String { String(decoding: try await collect(), as: UTF8.self) }
}

/// What an expression throws, as the person sees it; nil when it throws nothing.
func failure<Value>(_ run: () async throws -> Value) async -> (any Error)? {
  do {
    _ = try await run()
    return nil
  } catch { return error }
}
