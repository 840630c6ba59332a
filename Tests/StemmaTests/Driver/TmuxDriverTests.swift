import Foundation
import Testing

@Suite("A program in a terminal of its own")
struct TmuxDriverTests {
  private func shell(_ script: String, width: Int = 60, height: Int = 10, colorTerm: String? = nil) throws
    -> TmuxDriver
  {
    try TmuxDriver(["sh", "-c", script], width: width, height: height, colorTerm: colorTerm)
  }

  @Test("The screen has the size asked for, and all of it belongs to the program")
  func size() async throws {
    let terminal = try shell("stty size; cat", width: 71, height: 17)
    let screen = try await terminal.waitUntil(shows: "17 71")
    #expect(screen.count == 17)
    #expect(screen[0] == "17 71" && screen.dropFirst().allSatisfy(\.isEmpty))
  }

  @Test("What is typed arrives as it is")
  func typing() async throws {
    let terminal = try shell("stty -echo; echo ready; cat -v")
    try await terminal.waitUntil(shows: "ready")
    try terminal.type("-l 'a' \"b\" $HOME; 日本語;")
    try terminal.send("Enter")
    // Each byte above 127 as cat -v writes it: 日 is E6 97 A5, and so on.
    try await terminal.waitUntil(shows: "-l 'a' \"b\" $HOME; M-fM-^WM-%M-fM-^\\M-,M-hM-*M-^^;")
    try terminal.send("Up", "C-a", ";", "Enter")
    try await terminal.waitUntil(shows: "^[[A^A;")
    try terminal.send(bytes: [0x1B, 0x5B, 0x4D, 0x21, 0x0A])
    try await terminal.waitUntil(shows: "^[[M!")
  }

  @Test("Arguments reach the program untouched")
  func arguments() async throws {
    let terminal = try TmuxDriver(
      ["printf", "[%s]", "a b", "", "$x", "c;", ";", "'q'"], width: 60, height: 4)
    try await terminal.waitForExit()
    #expect(try terminal.screen()[0] == "[a b][][$x][c;][;]['q']")
  }

  @Test("The environment is the fixed one with TERM and COLORTERM as given")
  func environment() async throws {
    let script = #"echo "<$TERM|$COLORTERM|$LANG|$TMUX>""#
    let plain = try shell(script)
    try await plain.waitUntil(shows: "<tmux-256color||C.UTF-8|>")
    let direct = try TmuxDriver(
      ["sh", "-c", script], width: 60, height: 5, term: "xterm-256color", colorTerm: "truecolor",
      environment: ["LANG": "C"])
    try await direct.waitUntil(shows: "<xterm-256color|truecolor|C|>")
  }

  @Test("Colours are told, true colour too")
  func colors() async throws {
    let terminal = try shell(#"printf '\033[31mred\033[0m \033[38;2;1;2;3mrgb\033[0m plain\n'; cat"#)
    try await terminal.waitUntil(shows: "plain")
    #expect(try terminal.screen()[0] == "red rgb plain")
    #expect(
      try terminal.screenWithColors()[0]
        == "\u{1B}[31mred\u{1B}[39m \u{1B}[38;2;1;2;3mrgb\u{1B}[39m plain")
  }

  @Test("Another size reaches the program as a signal")
  func resizing() async throws {
    let terminal = try shell("trap 'stty size' WINCH; echo ready; while :; do read line; done")
    try await terminal.waitUntil(shows: "ready")
    try terminal.resize(width: 44, height: 8)
    let screen = try await terminal.waitUntil(shows: "8 44")
    #expect(screen.count == 8)
  }

  @Test("The cursor's place and whether it is seen")
  func cursor() async throws {
    let terminal = try shell(#"printf '\033[3;5Hx\033[?25l'; cat"#)
    try await terminal.waitUntil("the cursor is hidden") { _ in try terminal.cursor().isVisible == false }
    #expect(try terminal.cursor() == .init(column: 5, row: 2, isVisible: false))
  }

  @Test("The alternate screen and the mouse, on and off")
  func modes() async throws {
    let terminal = try shell(
      #"printf '\033[?1049h\033[?1000h on'; read x; printf '\033[?1000l\033[?1049l off'; cat"#)
    try await terminal.waitUntil(shows: "on")
    #expect(try terminal.isOnAlternateScreen() && terminal.wantsMouse())
    try terminal.send("Enter")
    try await terminal.waitUntil(shows: "off")
    #expect(try !terminal.isOnAlternateScreen() && !terminal.wantsMouse())
  }

  @Test("The end: status, signal, and the screen as it was left")
  func ending() async throws {
    let fine = try shell("echo bye; exit 3")
    #expect(try await fine.waitForExit() == 3)
    #expect(try fine.screen()[0] == "bye")

    let killed = try shell("echo up; exec cat")
    try await killed.waitUntil(shows: "up")
    #expect(try killed.exitStatus() == nil)
    kill(try #require(try killed.processID()), SIGTERM)
    #expect(try await killed.waitForExit() == 143)
    #expect(try killed.screen().joined() == "up")
    #expect(try killed.processID() == nil)

    let interrupted = try shell("echo up; exec cat")
    try await interrupted.waitUntil(shows: "up")
    try interrupted.send("C-c")
    #expect(try await interrupted.waitForExit() == 130)
  }

  @Test("All of a long output is there when the end is known")
  func lastWords() async throws {
    let terminal = try shell("seq 20000; printf last; echo ' words' >&2", height: 3)
    try await terminal.waitForExit()
    #expect(try terminal.screen() == ["20000", "last words", ""])
  }

  @Test("Waiting in vain ends with what was waited for and the screen")
  func inVain() async throws {
    let terminal = try shell("echo something else; cat", height: 3)
    try await terminal.waitUntil(shows: "else")
    await #expect {
      try await terminal.waitUntil("a miracle", timeout: .milliseconds(50)) { _ in false }
    } throws: {
      "\($0)".hasPrefix(
        "waited 0.05 seconds for: a miracle; the program is running; the screen:\n│something else\n│")
    }
    // A program that has ended shows nothing new: no use in waiting on.
    let ended = try shell("exit 5")
    await #expect {
      try await ended.waitUntil("a miracle") { _ in false }
    } throws: {
      "\($0)".contains("the program ended with status 5")
    }
  }

  @Test("Servers end with their drivers")
  func cleanUp() async throws {
    var terminal: TmuxDriver? = try shell("echo up; exec cat")
    try await terminal?.waitUntil(shows: "up")
    let process = try #require(try terminal?.processID())
    #expect(kill(process, 0) == 0)
    terminal = nil
    while kill(process, 0) == 0 { usleep(1000) }
    #expect(errno == ESRCH)
  }
}
