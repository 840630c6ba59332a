/// The time that a scripted model's work takes.
///
/// The model's cost is in tokens a second; what a second is, the clock says. `ContinuousClock` is the real time that a demo shows,
/// `ScaledClock` the same but faster, `VirtualClock` takes no time at all, and `SteppedClock` moves when a test says so.
public enum ModelClock {
  /// The clock of the models that answer in this task.
  @TaskLocal public static var current: any Clock<Duration> = ContinuousClock()
}

/// Waits on a clock until so much time has passed since it was made.
struct Pacer: Sendable {
  private let wait: @Sendable (Duration) async throws -> Void
  private var elapsed = Duration.zero

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Waits for so much longer. The waits add up exactly: a late waking shortens the next one.
  ///
  /// - Throws: `CancellationError`.
  mutating func pass(_ duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    elapsed += duration
    try await wait(elapsed)
    try Task.checkCancellation()
  }
}
