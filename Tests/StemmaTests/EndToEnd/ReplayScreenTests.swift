import Foundation
import Testing

extension EndToEnd {
  /// Two sessions on one axis, on a real terminal.
  @Suite("Replay on the screen")
  struct ReplayScreen {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test("The workbench opens on both sessions; c goes to the switch, and r comes back")
    func opens() async throws {
      #expect(try place.run("demo", "--headless", "--record", "craft.stemma").status == 0)
      let tmux = try TmuxDriver(
        stemma: ["replay", "craft.stemma", "--profile", "craft-static-first", "--record", "again.stemma"],
        width: 120, height: 36, environment: [:], directory: place.folder)
      let both = try await tmux.waitUntil("both sessions") { rows in
        rows.contains { $0.contains("Replayed") } && rows.contains { $0.contains("Difference") }
      }
      #expect(both.contains { $0.contains("Replay: craft.stemma · craft-static-first") })
      try tmux.send("c", "c")
      try await tmux.waitUntil("the switch to the coach") { rows in
        rows.contains { $0.contains("request 7, inference 1") }
          && rows.contains { $0.contains("profile switch") }
          && rows.contains { $0.contains("appended") }
      }
      try tmux.send("q")
      try await tmux.waitUntil("the session alone") { rows in !rows.contains { $0.contains("Replay: ") } }
      try tmux.send("r")
      try await tmux.waitUntil("both again") { rows in rows.contains { $0.contains("Replay: ") } }
      try tmux.send("Q")
      #expect(try await tmux.waitForExit() == 0)
      #expect(try tmux.screen().contains { $0.contains("recorded in again.stemma") })
    }
  }
}
