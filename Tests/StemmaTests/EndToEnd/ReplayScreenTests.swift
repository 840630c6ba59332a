import FakeServer
import Foundation
import Synchronization
import Testing
import Transcripts

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

    // MARK: A server that takes its time

    /// Three prompts, recorded with the scripted model.
    private func record() throws {
      try place.write(
        """
        {
          name: 'talk', model: { script: [{ when: {}, answer: ['So it is.'] }] },
          profiles: [{ name: 'One', instructions: 'Talk.' }], steps: ['First', 'Second', 'Third'],
        }
        """, to: "talk.json5")
      #expect(try place.run("run", "talk.json5", "--headless", "--record", "talk.stemma").status == 0)
    }

    /// Answers the first prompt; of the second it says a word, and then nothing any more.
    private func stalling() throws -> FakeServer {
      let asked = Mutex(0)
      return try FakeServer { request, connection in
        if request.path.hasSuffix("/models") { return try connection.answer(200, #"{"data":[{"id":"m"}]}"#) }
        guard request.path.hasSuffix("/chat/completions") else { return try connection.answer(404, "{}") }
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        let word =
          #"{"choices":[{"index":0,"delta":{"role":"assistant","content":"Well, "},"finish_reason":null}]}"#
        if number == 1 {
          return try connection.events([
            word, #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
          ])
        }
        try connection.beginEvents()
        try connection.chunk("data: \(word)\n\n")
        connection.waitForClose()
      }
    }

    private func start(_ server: FakeServer, _ more: String...) throws -> TmuxDriver {
      try TmuxDriver(
        stemma: [
          "replay", "talk.stemma", "--profile", "same", "--backend", "chat=\(server.address)#m", "--record",
          "again.stemma",
        ] + more, width: 120, height: 36, environment: [:], directory: place.folder)
    }

    @Test("A replay on a server is watched as it grows; X cancels it, and what there is is compared")
    func cancelled() async throws {
      try record()
      let server = try stalling()
      let tmux = try start(server)
      try await tmux.waitUntil("the second prompt, and its first word") { rows in
        rows[0].contains("● live") && rows.last?.contains("replaying prompt 2 of 3: Second") == true
          && rows.contains { $0.contains("Well,") }
      }
      // Nobody says anything of his own into a replay.
      try tmux.send("i")
      try await tmux.waitUntil("the line to type into") { $0.last?.hasPrefix(" prompt ") == true }
      try tmux.type("Hello")
      try tmux.send("Enter")
      try await tmux.waitUntil(shows: "a request is being answered")
      try tmux.send("Escape")
      try await tmux.waitUntil("the line is gone") { $0.last?.hasPrefix(" prompt ") == false }
      try tmux.send("X")
      let both = try await tmux.waitUntil("the two beside each other") { rows in
        rows.contains { $0.contains("Replay: talk.stemma · same") }
          && rows.last?.contains("cancelled: 1 prompt not sent") == true
      }
      #expect(both.contains { $0.contains("Recorded") } && both.contains { $0.contains("Replayed") })
      try tmux.send("Q")
      #expect(try await tmux.waitForExit() == 0)
      #expect(try tmux.screen().contains { $0.contains("recorded in again.stemma") })
      await server.waitUntilIdle()
      let log = try place.json("log", "again.stemma", "--json")
      let requests = log["sessions"]?.arrayValue?.first?["requests"]?.arrayValue
      #expect(requests?.map { $0["outcome"]?.stringValue } == ["completed", "cancelled"])
    }

    @Test("Leaving the workbench in the middle of a replay ends it; what there is stays recorded")
    func left() async throws {
      try record()
      let server = try stalling()
      let tmux = try start(server)
      try await tmux.waitUntil(shows: "replaying prompt 2 of 3")
      try tmux.send("Q")
      #expect(try await tmux.waitForExit() == 0)
      #expect(try tmux.screen().contains { $0.contains("recorded in again.stemma") })
      await server.waitUntilIdle()
      #expect(try place.json("log", "again.stemma", "--json")["sessions"]?.arrayValue?.count == 1)
    }

    @Test("Without the workbench, a line says which prompt is being answered")
    func headless() async throws {
      try record()
      let server = try stalling()
      let tmux = try start(server, "--headless")
      try await tmux.waitUntil(shows: "33%  prompt 2 of 3: Second")
      try tmux.send("C-c")
      #expect(try await tmux.waitForExit() != 0)
    }
  }
}
