import CNcurses

/// Wakes the thread that waits in `Screen.nextEvent`, from any other. Many calls before it looks are one event.
/// May be used from a signal handler, and after the screen is gone, when it does nothing.
public struct Waker: Sendable {
  /// Makes `Screen.nextEvent` return `.woken`.
  public func wake() { cn_wake() }
}
