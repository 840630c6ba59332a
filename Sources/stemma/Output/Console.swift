import Glibc
import Terminal

/// Where a command's text goes: the one way to standard output and standard error.
///
/// Everything that is printed as text passes `DisplayText`, whether or not a terminal reads it: a control character in
/// somebody's data is shown, never obeyed.
final class Console {
  let out = OutputStream(descriptor: STDOUT_FILENO)
  let errors = OutputStream(descriptor: STDERR_FILENO)
  /// The roles of colours; set once the theme is known.
  private(set) var paint = Paint.none
  /// How many colours to print in; nil for none.
  private(set) var colorDepth: ColorDepth?

  /// Columns to fit lines into; nil when no terminal reads them, so that nothing is cut.
  private(set) lazy var width: Int? = terminalColumns()

  /// Decides on colours.
  ///
  /// - Parameters:
  ///   - choice: `--color`; nil for `auto`.
  ///   - theme: the theme that somebody asked for; nil for colours that can be read on any ground.
  func setColors(choice: String?, theme: Theme?) {
    switch choice {
    case "never": colorDepth = nil
    case "always": colorDepth = max(.ansi16, Environment.colorDepth)
    default: colorDepth = out.isTerminal && Environment.wantsColors ? Environment.colorDepth : nil
    }
    guard let colorDepth else { return }
    paint = Paint(theme: theme ?? .printed, depth: theme == nil ? min(colorDepth, .ansi16) : colorDepth)
  }

  /// The same, from what the command line and the configuration say. Nothing is coloured in JSON.
  func setColors(_ invocation: Invocation, _ settings: Settings) throws {
    if invocation.has(.json) { return }
    setColors(choice: invocation.value(.color), theme: try settings.theme)
  }

  func print(_ line: [Span] = []) {
    out.write(paint.text(line))
    out.write("\n")
  }

  func print(_ text: String, _ role: Theme.Role? = nil) { print([paint.span(text, role)]) }

  func print(_ table: Table, indent: Int = 0) {
    for line in table.lines(indent: indent, width: width) { print(line) }
  }

  /// A text of any number of lines, wrapped at the terminal's edge, each line indented.
  func print(block text: String, indent: Int, _ role: Theme.Role? = nil) {
    let margin = String(repeating: " ", count: indent)
    let room = width.map { max(20, $0 - indent) } ?? 1 << 24
    for line in DisplayText.wrap([paint.span(text, role)], width: room) {
      print(line.isEmpty ? [] : [Span(margin, .plain)] + line)
    }
  }

  /// One line on standard error, with the program's name before it.
  func complain(_ message: String) {
    let isOneLine = message.allSatisfy { $0 != "\n" }
    let line = isOneLine ? message : message.split(separator: "\n").joined(separator: "; ")
    errors.write("stemma: \(DisplayText.safe(line))\n")
    errors.flush()
  }

  private func terminalColumns() -> Int? {
    guard out.isTerminal else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
    return Int(size.ws_col)
  }
}
