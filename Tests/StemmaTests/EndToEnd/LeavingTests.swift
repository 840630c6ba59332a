import Foundation
import Testing

extension EndToEnd {
  @Suite("Leaving the workbench")
  struct Leaving {
    /// A shell runs the workbench and tells how it ended, and whether the terminal's modes are what they were.
    private static let script = """
      trap : INT TERM
      before=$(stty -g)
      "$0" "$@"
      status=$?
      if [ "$before" = "$(stty -g)" ]; then echo "modes kept, status $status"; else stty -a; fi
      """

    private func terminal() async throws -> TmuxDriver {
      let tmux = try TmuxDriver(
        ["sh", "-c", Self.script, StemmaProcess.binary, Samples.path("craft-session")], width: 100, height: 30
      )
      try await tmux.waitUntil("the workbench") { WorkbenchTerminal.Parts($0).isReady }
      #expect(try tmux.isOnAlternateScreen() && tmux.wantsMouse())
      return tmux
    }

    private func expectClean(_ tmux: TmuxDriver, status: Int32) async throws {
      let screen = try await tmux.waitUntil("the shell's word") { $0.contains { $0.contains("modes kept") } }
      #expect(screen.contains { $0.hasSuffix("modes kept, status \(status)") }, "\(screen)")
      #expect(screen.filter { !$0.isEmpty }.count == 1, "\(screen)")
      #expect(try !tmux.isOnAlternateScreen() && !tmux.wantsMouse() && tmux.cursor().isVisible)
    }

    @Test("q, Q and Ctrl-C", arguments: [("q", 0), ("Q", 0), ("C-c", 130)] as [(String, Int32)])
    func keys(key: String, status: Int32) async throws {
      let tmux = try await terminal()
      try tmux.send(key)
      try await expectClean(tmux, status: status)
    }

    @Test("From deep inside", arguments: [("Q", 0), ("C-c", 130)] as [(String, Int32)])
    func inside(key: String, status: Int32) async throws {
      let tmux = try await terminal()
      try tmux.send("d")
      try await tmux.waitUntil(shows: "Snapshot 12 → 13")
      try tmux.send("?")
      try await tmux.waitUntil(shows: "Keys: Diff")
      try tmux.send(key)
      try await expectClean(tmux, status: status)
    }

    @Test("A signal that ends programs", arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func signals(number: Int32) async throws {
      let tmux = try await terminal()
      let shell = try #require(try tmux.processID())
      let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
      let stemma = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
      #expect(kill(stemma, number) == 0)
      try await expectClean(tmux, status: 128 + number)
    }

    @Test("Ctrl-Z stops it as a shell expects, fg brings the screen back")
    func suspending() async throws {
      let tmux = try TmuxDriver(
        ["bash", "--norc", "--noprofile", "-i"], width: 100, height: 30, environment: ["PS1": "prompt> "])
      try await tmux.waitUntil(shows: "prompt>")
      try tmux.type("'\(StemmaProcess.binary)' '\(Samples.path("craft-session"))'")
      try tmux.send("Enter")
      try await tmux.waitUntil("the workbench") { WorkbenchTerminal.Parts($0).isReady }
      for _ in 0..<2 {
        try tmux.send("Left")
        let before = try await tmux.waitUntil("a step") {
          WorkbenchTerminal.Parts($0).isReady && !$0[0].contains("snapshot 13")
        }
        try tmux.send("C-z")
        try await tmux.waitUntil(shows: "Stopped")
        #expect(try !tmux.isOnAlternateScreen() && !tmux.wantsMouse() && tmux.cursor().isVisible)
        try tmux.type("fg")
        try tmux.send("Enter")
        let after = try await tmux.waitUntil("the workbench again") { WorkbenchTerminal.Parts($0).isReady }
        #expect(after[0] == before[0])
        #expect(try tmux.isOnAlternateScreen() && tmux.wantsMouse())
        try tmux.send("End")
        try await tmux.waitUntil("the last snapshot") { $0[0].contains("snapshot 13") }
      }
      try tmux.send("q")
      try await tmux.waitUntil("the shell") {
        !WorkbenchTerminal.Parts($0).isReady && $0.contains { $0.hasPrefix("prompt>") }
      }
      try tmux.type("echo status $?")
      try tmux.send("Enter")
      try await tmux.waitUntil(shows: "status 0")
    }
  }
}
