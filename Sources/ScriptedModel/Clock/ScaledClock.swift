/// Real time at another speed: at 10, a second passes in a tenth of one.
public struct ScaledClock: Clock {
  public typealias Instant = VirtualClock.Instant

  /// Seconds of this clock in a second; above 0.
  public let speed: Double
  private let start: ContinuousClock.Instant

  /// - Parameter speed: Made at least a thousandth.
  public init(speed: Double) {
    self.speed = speed.isFinite ? max(0.001, speed) : 1
    start = .now
  }

  public var now: Instant { Instant(sinceStart: (ContinuousClock.now - start) * speed) }
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(until: start + deadline.sinceStart / speed, tolerance: tolerance)
  }
}
