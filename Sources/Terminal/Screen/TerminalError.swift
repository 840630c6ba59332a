/// Why there is no screen. `description` is one line: what is wrong and what to do.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// Standard output is not a terminal.
  case noTerminal
  /// The terminal does not let its modes be read; the text is the system's.
  case noModes(String)
  /// `TERM` is empty, or names nothing that terminfo knows.
  case unknownTerminal(String)
  /// A terminal that cannot place its cursor.
  case cannotMoveCursor(String)
  /// There is one screen a process.
  case alreadyStarted

  /// One line for a person.
  public var description: String {
    switch self {
    case .noTerminal: "standard output is not a terminal; use --once, --json or a command that prints"
    case .noModes(let reason): "the terminal's modes cannot be read: \(reason)"
    case .unknownTerminal(""): "TERM is not set; set it to the kind of your terminal, such as xterm-256color"
    case .unknownTerminal(let name):
      "TERM is \"\(DisplayText.safe(name))\", which terminfo does not know; install ncurses-term or set TERM=xterm-256color"
    case .cannotMoveCursor(let name):
      "a terminal of the kind \"\(DisplayText.safe(name))\" cannot place its cursor; use a command that prints"
    case .alreadyStarted: "the screen is already in use"
    }
  }
}
