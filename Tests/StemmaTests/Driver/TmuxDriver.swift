import Foundation

/// A program in a real terminal of its own: keys go in, the screen comes out.
///
/// Each driver has a private tmux server, without configuration and without a status line, so the program has the
/// whole of the size asked for. Nothing here waits for a length of time: `waitUntil` looks until what it waits for is
/// there, and its time-out only bounds a hang.
///
/// A shell that stays behind starts the program as a job of its own, as a person's shell does, and says in the terminal's
/// title how it ended. tmux itself would close the terminal of a program that ends, at times before it has read the
/// last of what was written. A program that stops itself at Ctrl-Z counts as ended, with status 148: to test going on
/// again, drive an interactive shell.
///
/// ```swift
/// let terminal = try TmuxDriver(["less", "file.txt"], width: 80, height: 24)
/// try await terminal.waitUntil("the first line is shown") { $0[0] == "First" }
/// try terminal.send("q")
/// #expect(try await terminal.waitForExit() == 0)
/// ```
final class TmuxDriver {
  struct Cursor: Equatable {
    /// From 0, counted from the left and from the top.
    var column: Int
    var row: Int
    var isVisible: Bool
  }

  enum Failure: Error, CustomStringConvertible {
    case tmux(arguments: [String], message: String)
    case timedOut(waitingFor: String, after: Duration, screen: [String], exitStatus: Int32?)

    var description: String {
      switch self {
      case .tmux(let arguments, let message):
        return "tmux \(arguments.joined(separator: " ")): \(message)"
      case .timedOut(let what, let limit, let screen, let exitStatus):
        let state = exitStatus.map { "the program ended with status \($0)" } ?? "the program is running"
        return (["waited \(limit) for: \(what); \(state); the screen:"] + screen.map { "│" + $0 })
          .joined(separator: "\n")
      }
    }
  }

  private let socket = FileManager.default.temporaryDirectory.appending(path: "stemma-\(UUID().uuidString)")
    .path
  private var height: Int

  /// Starts `command` (a program and its arguments) in a terminal of `width` columns and `height` rows.
  ///
  /// - Parameters:
  ///   - term: What TERM says. The screen understands what tmux understands, whatever is said.
  ///   - colorTerm: What COLORTERM says; not set when nil.
  ///   - environment: On top of `StemmaProcess.environment`; it wins over that, and over the two above.
  ///   - directory: The working directory; the package's root when nil.
  init(
    _ command: [String], width: Int = 100, height: Int = 30, term: String = "tmux-256color",
    colorTerm: String? = nil, environment: [String: String] = [:], directory: String? = nil
  ) throws {
    self.height = height
    var variables = StemmaProcess.environment
    variables["TERM"] = term
    variables["COLORTERM"] = colorTerm
    variables.merge(environment) { $1 }
    let assignments = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    try tmux(
      ["start-server", ";", "set-option", "-g", "status", "off"]
        + [";", "set-option", "-g", "set-clipboard", "off"]
        + [";", "set-option", "-s", "escape-time", "0"]
        + [";", "new-session", "-d", "-s", "main", "-x", String(width), "-y", String(height)]
        + ["-c", directory ?? StemmaProcess.packageRoot, "--", "env", "-i"] + assignments
        + (["sh", "-c", Self.keeper, "sh"] + command).map(Self.escapingSeparator))
  }

  /// The program's errors go to the terminal; the shell's remarks ("Terminated") do not. A shell whose job was
  /// interrupted would interrupt itself, if it had no trap. And without `noflsh` the terminal throws away, at Ctrl-C,
  /// what was written just after the signal: the end of the screen, or the title.
  private static let keeper = """
    exec 3>&2 2>/dev/null
    stty noflsh
    set -m
    trap : INT
    sh -c 'exec "$0" "$@" 2>&3 3>&-' "$@"
    printf '\\033]2;\(endingMark)%d\\007' $?
    exec tail -f /dev/null
    """
  private static let endingMark = "stemma-test-ended:"

  /// Starts the built `stemma` with `arguments`.
  convenience init(
    stemma arguments: [String], width: Int = 100, height: Int = 30, term: String = "tmux-256color",
    colorTerm: String? = nil, environment: [String: String] = [:], directory: String? = nil
  ) throws {
    try self.init(
      [StemmaProcess.binary] + arguments, width: width, height: height, term: term, colorTerm: colorTerm,
      environment: environment, directory: directory)
  }

  deinit {
    _ = try? tmux(["kill-server"])
    // The server leaves it behind.
    unlink(socket)
  }

  // MARK: In

  /// Presses keys, by the names that tmux has for them: `a`, `Enter`, `Escape`, `Down`, `S-Right`, `C-c`, `PageUp`, `F1`.
  func send(_ keys: String...) throws {
    try tmux(["send-keys", "-t", "main", "--"] + keys.map(Self.escapingSeparator))
  }

  /// Types a text as it is.
  func type(_ text: String) throws {
    try tmux(["send-keys", "-t", "main", "-l", "--", Self.escapingSeparator(text)])
  }

  /// Sends raw bytes, such as a mouse report.
  func send(bytes: [UInt8]) throws {
    try tmux(["send-keys", "-t", "main", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Gives the terminal another size, of which the program is told by SIGWINCH.
  func resize(width: Int, height: Int) throws {
    self.height = height
    try tmux(["resize-window", "-t", "main", "-x", String(width), "-y", String(height)])
  }

  // MARK: Out

  /// The rows of the screen from the top, without the blanks at their ends.
  func screen() throws -> [String] {
    try capture([])
  }

  /// The rows with their colours and attributes as SGR sequences. A row begins with what the one before left on.
  func screenWithColors() throws -> [String] {
    try capture(["-e"])
  }

  func cursor() throws -> Cursor {
    let words = try ask("#{cursor_x} #{cursor_y} #{cursor_flag}").split(separator: " ").compactMap { Int($0) }
    return Cursor(column: words[0], row: words[1], isVisible: words[2] == 1)
  }

  /// Whether the program has switched to the screen that leaves the shell's as it was.
  func isOnAlternateScreen() throws -> Bool {
    try ask("#{alternate_on}") == "1"
  }

  /// Whether the program has asked for the mouse.
  func wantsMouse() throws -> Bool {
    try ask("#{mouse_any_flag}") == "1"
  }

  /// The program's process, which is also its group: what a test sends a signal to. Nil before it runs and after.
  func processID() throws -> pid_t? {
    let shell = try ask("#{pane_pid}")
    // The group in the terminal's foreground is the sixth field after the name in parentheses, see proc(5).
    let stat = try String(contentsOfFile: "/proc/\(shell)/stat", encoding: .utf8)
    let fields = stat.drop { $0 != ")" }.split(separator: " ")
    return fields[6] == shell ? nil : pid_t(fields[6])
  }

  /// How the program ended: its status, or 128 plus the number of the signal; nil while it runs.
  ///
  /// Once it is there, the screen shows the last that the program wrote.
  func exitStatus() throws -> Int32? {
    let title = try ask("#{pane_title}")
    return title.hasPrefix(Self.endingMark) ? Int32(title.dropFirst(Self.endingMark.count)) : nil
  }

  // MARK: Waiting

  /// Looks at the screen until `condition` holds, and returns that screen.
  ///
  /// - Parameter description: What is waited for, for the message when it never comes.
  @discardableResult
  func waitUntil(
    _ description: String, timeout: Duration = .seconds(120), condition: ([String]) throws -> Bool
  ) async throws -> [String] {
    let deadline = ContinuousClock.now + timeout
    while true {
      // Asked before the look: a screen that is looked at after the end is the last one.
      let ended = try exitStatus()
      let screen = try screen()
      if try condition(screen) { return screen }
      guard ended == nil, ContinuousClock.now < deadline else {
        throw Failure.timedOut(waitingFor: description, after: timeout, screen: screen, exitStatus: ended)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits until `text` stands anywhere on the screen.
  @discardableResult
  func waitUntil(shows text: String, timeout: Duration = .seconds(120)) async throws -> [String] {
    try await waitUntil("“\(text)” on the screen", timeout: timeout) { $0.contains { $0.contains(text) } }
  }

  /// Waits for the program's end and returns its status, as `exitStatus` gives it.
  @discardableResult
  func waitForExit(timeout: Duration = .seconds(120)) async throws -> Int32 {
    let deadline = ContinuousClock.now + timeout
    while true {
      if let status = try exitStatus() { return status }
      guard ContinuousClock.now < deadline else {
        throw Failure.timedOut(
          waitingFor: "the program's end", after: timeout, screen: try screen(), exitStatus: nil)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  // MARK: tmux

  private func capture(_ options: [String]) throws -> [String] {
    var rows = try tmux(["capture-pane", "-p", "-t", "main"] + options)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while rows.count > height, rows.last == "" { rows.removeLast() }
    return rows
  }

  func ask(_ format: String) throws -> String {
    try tmux(["display-message", "-p", "-t", "main", format]).trimmingCharacters(in: .newlines)
  }

  @discardableResult
  func tmux(_ arguments: [String]) throws -> String {
    let result = try ChildProcess.run(
      ["tmux", "-u", "-S", socket, "-f", "/dev/null"] + arguments,
      environment: StemmaProcess.environment, timeout: .seconds(60))
    guard result.status == 0 else {
      throw Failure.tmux(arguments: arguments, message: result.stderr.trimmingCharacters(in: .newlines))
    }
    return result.stdout
  }

  /// An argument that ends in a semicolon would end tmux's command there.
  private static func escapingSeparator(_ argument: String) -> String {
    argument.hasSuffix(";") ? argument.dropLast() + "\\;" : argument
  }
}
