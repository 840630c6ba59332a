import Transcripts

/// A clock that never waits: whoever sleeps until a time makes it that time.
///
/// Runs on it take as long as the machine needs, and read the same durations every time. Several tasks may sleep on it; time is the
/// latest that any of them has slept to.
public final class VirtualClock: Clock {
  /// Time since the clock was made.
  public struct Instant: InstantProtocol {
    public var sinceStart: Duration

    public init(sinceStart: Duration) { self.sinceStart = sinceStart }

    public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  }

  private let time = Locked(Duration.zero)

  public init() {}

  public var now: Instant { Instant(sinceStart: time.withLock { $0 }) }
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// - Throws: `CancellationError`, before the time moves.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.sinceStart) }
    await Task.yield()
  }
}
