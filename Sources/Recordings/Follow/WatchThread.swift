import Glibc
import Synchronization

/// A thread that waits for something to happen until it is told to stop.
final class WatchThread: Sendable {
  /// The reading end of a pipe, which ends when `stop` was called: what the thread waits on beside its own
  /// descriptors.
  final class StopSignal: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Waits for the stop, for something to read on `other`, or for so many milliseconds (-1: without end).
    /// - Returns: true when it is time to stop.
    func wait(or other: Int32 = -1, milliseconds: Int32) -> Bool {
      // A negative descriptor is one that poll does not look at.
      var descriptors = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&descriptors, 2, milliseconds)
      return descriptors[0].revents != 0
    }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private struct State {
    /// nil when the thread could not be made, or was joined.
    var thread: pthread_t?
    /// The writing end of the pipe; -1 once it was closed.
    var writingEnd: Int32
  }
  private let state: Mutex<State>

  init(_ run: @escaping @Sendable (StopSignal) -> Void) {
    var ends: [Int32] = [-1, -1]
    // Without descriptors the thread could not be stopped, so there is none.
    guard pipe(&ends) == 0 else {
      state = Mutex(State(thread: nil, writingEnd: -1))
      return
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let signal = StopSignal(descriptor: ends[0])
    let body = Unmanaged.passRetained(Body { run(signal) })
    var made = pthread_t()
    let failed = pthread_create(
      &made, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if failed != 0 { body.release() }
    state = Mutex(State(thread: failed == 0 ? made : nil, writingEnd: ends[1]))
  }

  deinit { stop() }

  /// Ends the thread; when it returns, the thread has done its last. On the thread itself, it does so soon
  /// after.
  func stop() {
    let running = state.withLock { state in
      if state.writingEnd >= 0 { close(state.writingEnd) }
      defer { state = State(thread: nil, writingEnd: -1) }
      return state.thread
    }
    guard let running else { return }
    if pthread_equal(running, pthread_self()) != 0 {
      pthread_detach(running)
    } else {
      pthread_join(running, nil)
    }
  }
}
