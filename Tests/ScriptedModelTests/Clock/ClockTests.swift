import ScriptedModel
import Testing

@Suite struct ClockTests {
  @Test("Time on a virtual clock is what was slept, in no time")
  func virtual() async throws {
    let clock = VirtualClock()
    try await clock.sleep(for: .seconds(3_600))
    try await clock.sleep(until: clock.now.advanced(by: .milliseconds(5)), tolerance: nil)
    #expect(clock.now.sinceStart == .seconds(3_600) + .milliseconds(5))
    // A time that has passed is no wait.
    try await clock.sleep(until: VirtualClock.Instant(sinceStart: .seconds(1)), tolerance: nil)
    #expect(clock.now.sinceStart == .seconds(3_600) + .milliseconds(5))
  }

  @Test("A virtual clock is moved by several tasks, and by no cancelled one")
  func several() async throws {
    let clock = VirtualClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in 1...5 {
        group.addTask { try await clock.sleep(until: .init(sinceStart: .seconds(seconds)), tolerance: nil) }
      }
      try await group.waitForAll()
    }
    #expect(clock.now.sinceStart == .seconds(5))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(100))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.now.sinceStart == .seconds(5))
  }

  @Test("A stepped clock wakes whom the time has come for, and nobody else")
  func stepped() async throws {
    let clock = SteppedClock()
    let early = Task { try await clock.sleep(for: .seconds(1)) }
    let late = Task { try await clock.sleep(until: .init(sinceStart: .seconds(10)), tolerance: nil) }
    await clock.sleepers(2)
    clock.advance(by: .seconds(2))
    try await early.value
    #expect(clock.now.sinceStart == .seconds(2))
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    // Neither is asleep any more; a time that has come is no sleep.
    try await clock.sleep(until: .init(sinceStart: .seconds(2)), tolerance: nil)
  }

  @Test("A task that is cancelled before it sleeps does not sleep")
  func cancelledBefore() async {
    let clock = SteppedClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A scaled clock runs as fast as it was made")
  func scaled() async throws {
    let clock = ScaledClock(speed: 1_000_000)
    let start = clock.now
    try await clock.sleep(for: .seconds(1_000))
    #expect(start.duration(to: clock.now) >= .seconds(1_000))
    #expect(ScaledClock(speed: 0).speed == 0.001)
  }
}
