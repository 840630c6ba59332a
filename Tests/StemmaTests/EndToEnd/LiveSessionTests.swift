import Foundation
import Testing

extension EndToEnd {
  /// A session that runs while somebody watches and takes part.
  @Suite("Live session")
  struct LiveSession {
    private let place: Workplace
    private var environment: [String: String] { ["XDG_DATA_HOME": place.path("data")] }

    init() throws { place = try Workplace() }

    private func start(
      _ arguments: [String], width: Int = 120, height: Int = 40
    ) async throws -> TmuxDriver {
      let tmux = try TmuxDriver(
        stemma: arguments, width: width, height: height, environment: environment, directory: place.folder)
      try await tmux.waitUntil("the keys of a live session") { $0.last?.contains("i prompt") == true }
      return tmux
    }

    /// Types a prompt and sends it.
    private func say(_ text: String, _ tmux: TmuxDriver) async throws {
      try tmux.send("i")
      try await tmux.waitUntil("the line to type into") { $0.last?.hasPrefix(" prompt ") == true }
      try tmux.type(text)
      try tmux.send("Enter")
    }

    /// The newest request is answered: no key cancels it any more.
    @discardableResult
    private func answered(_ request: Int, _ tmux: TmuxDriver) async throws -> [String] {
      try await tmux.waitUntil("the answer to request \(request)") {
        $0[0].contains("request \(request) of \(request)") && $0.last?.contains("X cancel") == false
          && $0.last?.contains("i prompt") == true
      }
    }

    private func quit(_ tmux: TmuxDriver) async throws -> [String] {
      try tmux.send("Q")
      #expect(try await tmux.waitForExit() == 0)
      #expect(try !tmux.isOnAlternateScreen() && tmux.cursor().isVisible && !tmux.wantsMouse())
      return try tmux.screen()
    }

    private var recordings: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: place.path("data/stemma"))) ?? []
    }

    @Test("A prompt is sent, the lanes grow, one steps back while it goes on, and comes again")
    func demo() async throws {
      let tmux = try await start(["demo"])
      let before = try tmux.screen()
      #expect(before.contains { $0.contains("i types a prompt") })
      try await say("It is a rainy afternoon. What could we make?", tmux)
      let running = try await tmux.waitUntil("an answer that grows") { rows in
        rows[0].contains("● live") && rows.contains { $0.contains("decoding, ") }
      }
      #expect(running.last?.contains("X cancel") == true)
      #expect(running[0].contains("profile Brainstorm") && running[0].contains("scripted 4,096"))
      try await answered(1, tmux)
      let first = try await tmux.waitUntil(shows: "makes you curious?")
      // A tool was called: two inferences, two bars.
      #expect(first.contains { $0.hasPrefix(" Tools") && $0.contains("◆") })

      try tmux.send(".")
      try await tmux.waitUntil("the second answer") { rows in
        rows[0].contains("request 2 of 2") && rows.contains { $0.contains("decoding, ") }
      }
      try tmux.send("Space", "Left")
      let paused = try await tmux.waitUntil(shows: "paused")
      let snapshot = WorkbenchTerminal.Parts(paused).snapshot
      // It goes on: the key that cancels it is gone in the end, and the cursor stands where it stood.
      let later = try await tmux.waitUntil("the end of the answer") {
        $0.last?.contains("X cancel") == false && $0.last?.contains("i prompt") == true
      }
      #expect(later[0].contains("paused") && WorkbenchTerminal.Parts(later).snapshot == snapshot)
      try tmux.send("End")
      try await tmux.waitUntil("live again") { $0[0].contains("● live") && $0[0].contains("request 2 of 2") }

      let after = try await quit(tmux)
      let told = try #require(after.first { $0.hasPrefix("recorded in ") })
      #expect(recordings.count == 1 && told.contains("data/stemma/craft-"))
      let file = try #require(recordings.first)
      let log = try place.run("log", "data/stemma/\(file)", "--requests")
      #expect(log.status == 0 && log.stdout.contains("It is a rainy afternoon. What could we make?"))
      let modes = try place.shell("stat -c %a data/stemma data/stemma/*.stemma")
      #expect(modes.stdout == "700\n600\n")
    }

    @Test("R5: X cancels what is being answered; the session goes on")
    func cancelling() async throws {
      let tmux = try await start(["demo", "--record", "cancelled.stemma"])
      try await say("Rain again: a rainy afternoon", tmux)
      try await tmux.waitUntil(shows: "decoding, ")
      try tmux.send("X")
      try await answered(1, tmux)
      try tmux.send("R")
      try await tmux.waitUntil("the request, cancelled") {
        $0.contains { $0.contains("request 1") && $0.contains("cancelled") }
      }
      try tmux.send("q")
      try await say("Does printer paper do?", tmux)
      try await answered(2, tmux)
      _ = try await quit(tmux)
      let log = try place.run("log", "cancelled.stemma", "--requests")
      #expect(log.stdout.contains("cancelled") && log.stdout.contains("Does printer paper do?"))
      #expect(recordings.isEmpty, "it was recorded where it was told")
    }

    @Test("P6: a state variable set by hand changes who answers next")
    func variables() async throws {
      let tmux = try await start(["demo", "--speed", "20"])
      try tmux.send("v")
      try await tmux.waitUntil("the state") { rows in
        rows.contains { $0.contains("craftMode") && $0.contains("brainstorm") && $0.contains("coach") }
      }
      try tmux.send("Right", "q")
      try await say("What is a squash fold?", tmux)
      try await answered(1, tmux)
      try await tmux.waitUntil("who answered") { $0[0].contains("profile Tutorial") }
      _ = try await quit(tmux)
    }

    @Test("O3: what a tool asks stands at the foot; a approves, D declines")
    func consent() async throws {
      let tmux = try await start(["run", "O3", "--speed", "20"])
      try await say("We need seeds for the fence.", tmux)
      try await tmux.waitUntil("the question") {
        $0.last?.contains("Order 2 of runner beans for 7 euros?   a approve   D decline") == true
      }
      try tmux.send("a")
      try await answered(1, tmux)
      try await tmux.waitUntil(shows: "Ordered 2 of runner beans")
      try await say("And new shears.", tmux)
      try await tmux.waitUntil("the second question") { $0.last?.contains("garden shears") == true }
      try tmux.send("D")
      try await answered(2, tmux)
      try await tmux.waitUntil(shows: "The person declined")
      _ = try await quit(tmux)
    }

    @Test("R3: a request that reaches the limit is told at the foot, and the session goes on")
    func limit() async throws {
      try place.write(
        """
        {
          name: 'loop', model: { prefill: 100000, decode: 10000 },
          tools: { look: { description: 'Looks.', parameters: {}, answer: 'nothing yet' } },
          profiles: [{ name: 'Seeker', instructions: 'Look for it.', tools: ['look'], toolCalling: 'required' }],
          steps: ['find it', 'find it again'],
        }
        """, to: "loop.json5")
      let tmux = try await start(["run", "loop.json5", "--max-inferences", "3"])
      try tmux.send(".")
      try await tmux.waitUntil("the limit") {
        $0.last?.hasPrefix(" the request failed: the request was stopped after 3 inferences") == true
      }
      // Any key takes the message away.
      try tmux.send("Down")
      try await answered(1, tmux)
      try tmux.send("R")
      try await tmux.waitUntil("the failed request") {
        $0.contains { $0.contains("request 1") && $0.contains("3 inferences") && $0.contains("failed") }
      }
      _ = try await quit(tmux)
    }

    @Test("A goes through the script to its end, past both switches")
    func wholeScript() async throws {
      let tmux = try await start(
        ["demo", "--speed", "100", "--record", "whole.stemma"], width: 200, height: 50)
      try tmux.send("A")
      try await tmux.waitUntil("the script's end, three personas, two lost caches at least") { rows in
        let instructions = rows.first { $0.hasPrefix(" Instructions") } ?? ""
        let lost = rows.first { $0.hasPrefix(" Lost") } ?? ""
        let foot = rows.last ?? ""
        return ["Brainstorm", "Tutorial", "Coach"].allSatisfy(instructions.contains)
          && lost.filter { $0 == "▲" }.count >= 2
          && !foot.contains(". next") && !foot.contains("X cancel") && foot.contains("i prompt")
      }
      _ = try await quit(tmux)
    }

    @Test("A session in which nothing was said leaves no recording behind")
    func nothingSaid() async throws {
      let tmux = try await start(["demo"])
      let screen = try await quit(tmux)
      #expect(recordings.isEmpty && !screen.contains { $0.contains("recorded in") })
    }

    @Test("Ctrl-C leaves a whole recording behind, and says where")
    func interrupted() async throws {
      let tmux = try await start(["demo", "--record", "cut.stemma"])
      try await say("A rainy afternoon.", tmux)
      try await tmux.waitUntil(shows: "decoding, ")
      try tmux.send("C-c")
      #expect(try await tmux.waitForExit() == 130)
      #expect(try !tmux.isOnAlternateScreen() && tmux.cursor().isVisible && !tmux.wantsMouse())
      #expect(try tmux.screen().contains { $0.contains("recorded in cut.stemma") })
      #expect(place.has("cut.stemma") && !place.has("cut.stemma-wal"))
      #expect(try place.run("log", "cut.stemma").stdout.contains("A rainy afternoon."))
    }

    @Test("The list of recordings offers the demo first, and starts it")
    func picker() async throws {
      let tmux = try TmuxDriver(
        stemma: [], width: 120, height: 50, environment: environment, directory: place.folder)
      let list = try await tmux.waitUntil(shows: "O8")
      let items = list.filter { $0.contains(" demo ") || $0.contains(" run ") }
      #expect(items.first?.contains("craft") == true && items.count == 11)
      // Between the demo and the other scenarios stand the samples.
      #expect(
        list.firstIndex { $0.contains("craft-session") } ?? 99 < list.firstIndex { $0.contains("O1") } ?? 0)
      try tmux.send("Enter")
      try await tmux.waitUntil("a session to begin") { $0.last?.contains("i prompt") == true }
      _ = try await quit(tmux)
      #expect(recordings.isEmpty)
    }

    @Test("A small terminal shows it as well", arguments: [(60, 15), (100, 30), (200, 50)])
    func sizes(_ width: Int, _ height: Int) async throws {
      let tmux = try await start(["demo", "--speed", "5"], width: width, height: height)
      try await say("A rainy afternoon.", tmux)
      try await tmux.waitUntil(shows: "decoding")
      let screen = try await tmux.waitUntil("the end of the answer") {
        $0.last?.contains("X cancel") == false && $0.last?.contains("i prompt") == true
          && !$0.contains { $0.contains(" live ") && $0.contains("▌") }
          && $0.contains { $0.hasPrefix("▌") && $0.contains("response") }
      }
      #expect(screen.allSatisfy { $0.count <= width })
      _ = try await quit(tmux)
    }
  }
}
