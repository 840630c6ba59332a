import CNcurses
import Glibc

extension Screen {
  /// How long an Escape may be the beginning of something: 25 ms, as long as a slow line needs for a sequence and
  /// shorter than a person can press the next key.
  private static let escapeDelay = Duration.milliseconds(25)
  /// How long a paste may pause before it counts as finished.
  private static let pasteDelay = Duration.seconds(1)

  /// The next thing that happens, waiting at most so many milliseconds (nil: as long as it takes; 0: not at all).
  /// Nil when nothing did.
  ///
  /// Ctrl-Z is dealt with here: the program stops, and `.resumed` follows when it goes on.
  public func nextEvent(timeout milliseconds: Int?) -> TerminalEvent? {
    let deadline = milliseconds.map { ContinuousClock.now + .milliseconds(max(0, $0)) }
    while !isStopped {
      takeSignals()
      if !waiting.isEmpty { return waiting.removeFirst() }
      let now = ContinuousClock.now
      var wait = deadline.map { $0 - now }
      if decoder.isWaiting {
        let left = lastInput + (decoder.isPasting ? Self.pasteDelay : Self.escapeDelay) - now
        if left <= .zero {
          waiting = decoder.flush()
          continue
        }
        wait = min(wait ?? left, left)
      }
      if pollInput(for: wait) { continue }
      if let deadline, ContinuousClock.now >= deadline, waiting.isEmpty { return nil }
    }
    return nil
  }

  /// Waits and reads; true if there was anything.
  private func pollInput(for wait: Duration?) -> Bool {
    var descriptors = [
      pollfd(fd: wakePipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: inputEnded ? -1 : input, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&descriptors, 2, wait.map(Self.roundedUp) ?? -1) > 0 else { return false }
    if descriptors[0].revents != 0 { drainWakePipe() }
    if descriptors[1].revents != 0 { readInput() }
    return true
  }

  /// Whole milliseconds, rounded up so that a wait is not polled away in zeros.
  private static func roundedUp(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: max(0, milliseconds))
  }

  private func drainWakePipe() {
    var bytes = [UInt8](repeating: 0, count: 256)
    var isWoken = false
    while true {
      let count = read(wakePipe, &bytes, bytes.count)
      if count <= 0 { break }
      isWoken = isWoken || bytes[..<count].contains(UInt8(ascii: "u"))
    }
    if isWoken { waiting.append(.woken) }
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(input, &bytes, bytes.count)
    if count > 0 {
      lastInput = .now
      waiting.append(contentsOf: decoder.feed(bytes[..<count]))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      // The terminal has gone; there will be no more keys.
      inputEnded = true
      waiting.append(.terminated)
    }
  }

  private func takeSignals() {
    let signals = cn_take_signals()
    guard signals != 0 else { return }
    func has(_ bit: cn_signal_bits) -> Bool { signals & bit.rawValue != 0 }
    if has(CN_INTERRUPTED) {
      terminationSignal = SIGINT
      waiting.append(.interrupted)
    }
    for (bit, number) in [(CN_TERMINATED, SIGTERM), (CN_HUNG_UP, SIGHUP), (CN_QUIT, SIGQUIT)] where has(bit) {
      terminationSignal = number
      waiting.append(.terminated)
    }
    if has(CN_STOPPED) {
      suspend()
      waiting.append(.resumed)
    } else if has(CN_CONTINUED) {
      // Stopped without a chance to put the terminal right; the shell has had it since.
      cn_leave()
      comeBack()
      waiting.append(.resumed)
    } else if has(CN_RESIZED), takeSize() {
      waiting.append(.resized(size))
    }
  }
}
