/// Something that happened at the terminal.
public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(Mouse)
  /// The terminal has this size now; the next frame is drawn whole.
  case resized(Size)
  /// Text that was pasted, with newlines as they came. Untrusted.
  case paste(String)
  /// A `Waker` was used, once or more.
  case woken
  /// Back from having been stopped or from another program; the next frame is drawn whole.
  case resumed
  /// Ctrl-C or SIGINT. A second one before this is fetched ends the program.
  case interrupted
  /// SIGTERM, SIGHUP, SIGQUIT, or the terminal is gone. A second one before this is fetched ends the program.
  case terminated
}
