import Synchronization

@testable import ModelBackends

/// Numbers that look random and are the same each time (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

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
