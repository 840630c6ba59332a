import Glibc
import Recordings
import Synchronization
import Terminal

/// A bar on standard error for work that takes longer than a second; nothing where no terminal shows it.
final class ProgressBar: Sendable {
  private struct State {
    var started: ContinuousClock.Instant
    var drawn: ContinuousClock.Instant?
    /// What was reported last.
    var latest: (share: Double, item: String)?
  }

  private let state = Mutex(State(started: .now))
  private let isShown = isatty(STDERR_FILENO) == 1
  private static let barWidth = 24

  /// Takes note of the progress; draws at most ten times a second.
  func report(_ progress: ImportProgress) {
    report(progress.doneBytes, of: progress.totalBytes, progress.item)
  }

  /// The same for work of another kind.
  /// - Parameter item: what is being done, for people.
  func report(_ done: Int, of total: Int, _ item: String) {
    guard isShown else { return }
    state.withLock { $0.latest = (total > 0 ? Double(done) / Double(total) : 0, item) }
    drawIfDue()
  }

  /// Draws what was reported last, now and then, until it is cancelled: for work that reports seldom.
  func ticking() -> Task<Void, Never> {
    Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(500))
        guard !Task.isCancelled else { return }
        self?.drawIfDue()
      }
    }
  }

  private func drawIfDue() {
    guard isShown else { return }
    // Drawn before anybody can take it off.
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.started > .seconds(1), let latest = state.latest else { return }
      if let drawn = state.drawn, now - drawn < .milliseconds(100) { return }
      state.drawn = now
      draw(latest.share, latest.item)
    }
  }

  /// Takes the bar off the screen.
  func finish() {
    state.withLock { state in
      if state.drawn != nil { put("\r\u{1B}[K") }
      (state.drawn, state.latest) = (nil, nil)
    }
  }

  private func draw(_ share: Double, _ item: String) {
    let filled = Int((min(1, max(0, share)) * Double(Self.barWidth)).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
    let percent = Words.percent(min(share, 1))
    put("\r\u{1B}[K\(bar) \(percent)  \(DisplayText.truncated(item, to: 40))")
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
