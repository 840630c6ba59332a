import Foundation
import Testing

extension EndToEnd {
  /// Every key of the session's screen, pressed. The craft session has 14 snapshots, one a request; its cache is lost
  /// at 5 and at 8, where the instructions change.
  @Suite("The keys of the workbench")
  struct WorkbenchKeys {
    /// What `?` lists for the session's screen: each is pressed in a test below, or in `LeavingTests`.
    private static let listed = [
      "← h", "→ l", "⇧← H", "⇧→ L", "c", "C", "Home", "End", "space", "+ =", "-", "0", "x", "s", "S", ">",
      "<", "↑ k",
      "↓ j",
      "PgUp", "PgDn", "g", "G", "Tab", "⇧Tab", "Enter", "1", "2", "3", "4", "5", "6", "7", "]", "[", "m", "'",
      "d", "y", "E",
      "/",
      "n", "N", "f", "a", "D", "X", "i", ".", "A", "v", "w", "b", "P", "R", "r", "o", "T", ":", "t", "M",
      "? F1",
      "Ctrl-L", "Ctrl-Z", "Esc", "q Q",
    ]

    @Test("Help lists these keys, and no others that no test would press")
    func help() async throws {
      let terminal = try await WorkbenchTerminal(width: 100, height: 100)
      let screen = try await terminal.press("?", until: "the whole help") { screen in
        screen.rows.contains { $0.contains("Keys: Session") }
          && screen.rows.contains { $0.contains("not known") }
          && screen.foot == " q back"
      }
      let keys = screen.rows.dropFirst(4).prefix { !$0.hasPrefix("  Numbers") }.compactMap { row -> String? in
        guard row.hasPrefix("    "), !row.hasPrefix("     ") else { return nil }
        return String(row.dropFirst(4).prefix(12)).trimmingCharacters(in: .whitespaces)
      }
      #expect(keys == Self.listed)
      try await terminal.press("q", until: "the session again") { $0.isReady }
      try await terminal.press("F1", untilShown: "Keys: Session")
      try await terminal.press("Escape", until: "the session again") { $0.isReady }
    }

    @Test("Stepping by snapshots, requests and lost caches")
    func time() async throws {
      let terminal = try await WorkbenchTerminal()
      #expect(try terminal.screen.snapshot == 13)
      for (key, snapshot) in [
        ("Left", 12), ("h", 11), ("Right", 12), ("l", 13), ("S-Left", 12), ("H", 11), ("S-Right", 12),
        ("L", 13),
        ("Home", 0), ("c", 5), ("c", 8), ("C", 5), ("End", 13),
      ] {
        try await terminal.press(key, toSnapshot: snapshot)
      }
      try await terminal.press("c", untilShown: "no cache is lost after this")
      #expect(try terminal.screen.snapshot == 13)
      let screen = try await terminal.press("C", toSnapshot: 8)
      #expect(screen.rule.contains("instructions edited, 1,779 tokens again"))
      try await terminal.press("Space", untilShown: "this recording does not grow")
    }

    @Test("Where the ends are, stepping stays")
    func ends() async throws {
      let terminal = try await WorkbenchTerminal()
      try await terminal.press("Home", toSnapshot: 0)
      try terminal.tmux.send("Left", "h", "S-Left", "H")
      try await terminal.press("Right", toSnapshot: 1)
      try await terminal.press("End", toSnapshot: 13)
      try terminal.tmux.send("Right", "l", "S-Right", "L")
      try await terminal.press("Left", toSnapshot: 12)
    }

    @Test("Zoom in, zoom out, fit, and what bars are to scale in")
    func zoom() async throws {
      let terminal = try await WorkbenchTerminal()
      let fitted = try terminal.screen.lanes
      let nearer = try await terminal.press("+", until: "wider snapshots") { $0.lanes != fitted }.lanes
      let nearest = try await terminal.press("=", until: "wider snapshots") {
        $0.lanes != nearer && $0.isReady
      }.lanes
      try await terminal.press("-", until: "one step out") { $0.lanes == nearer }
      try await terminal.press("+", until: "one step in") { $0.lanes == nearest }
      try await terminal.press("0", until: "the whole session") { $0.lanes == fitted }
      try await terminal.press("x", untilShown: "this recording has no times: bars are to scale in tokens")
    }

    @Test("Sessions of one recording")
    func sessions() async throws {
      let terminal = try await WorkbenchTerminal()
      try await terminal.press("s", untilShown: "this recording has one session")
      #expect(try await terminal.quit() == 0)
      let place = try Workplace()
      let copies = "cp \(Samples.folder)/clock/*.json \(Samples.folder)/compaction/*.json ."
      #expect(try place.shell(copies).status == 0)
      let both = try await WorkbenchTerminal([place.folder])
      #expect(try both.screen.header.contains("(2/2)"))
      try await both.press("s", until: "the first session") { $0.header.contains("loaf (1/2)") && $0.isReady }
      try await both.press("S", until: "the second session") {
        $0.header.contains("lighthouse (2/2)") && $0.isReady
      }
      try await both.press("S", until: "the first session") { $0.header.contains("loaf (1/2)") && $0.isReady }
    }

    @Test("Moving in the entries")
    func entries() async throws {
      let terminal = try await WorkbenchTerminal()
      // 55 entries, of which the last is chosen.
      #expect(try terminal.screen.entry == 54)
      for (key, entry) in [("Up", 53), ("k", 52), ("Down", 53), ("j", 54), ("g", 0), ("G", 54)] {
        try await terminal.press(key, until: "entry \(entry)") { $0.entry == entry }
      }
      let page = try terminal.screen.panes.count - 2
      try await terminal.press("PageUp", until: "a page up") { $0.entry == 54 - page }
      try await terminal.press("PageUp", until: "another") { $0.entry == 54 - 2 * page }
      try await terminal.press("PageDown", until: "a page down") { $0.entry == 54 - page }
    }

    @Test("Tab gives the other pane the keys, Enter the entry a page of its own")
    func panes() async throws {
      let terminal = try await WorkbenchTerminal()
      let json = try await terminal.press("g", "2", untilShown: "\"contents\": [").inspector
      try await terminal.press("Tab", "Down", until: "the JSON scrolled") {
        $0.inspector.count > 3 && $0.inspector[2] == json[3]
      }
      #expect(try terminal.screen.entry == nil, "the bar stands where the keys go")
      try await terminal.press("Up", until: "the JSON scrolled back") { $0.inspector == json }
      try await terminal.press("BTab", "Down", until: "the next entry") { $0.entry == 1 }
      let page = try await terminal.press("Enter", until: "a page") { $0.lanes.count > 20 || $0.rule.isEmpty }
      #expect(page.rows.contains { $0.contains("\"role\": \"user\"") })
      #expect(page.header.contains("q back"))
      try await terminal.press("q", until: "the session again") { $0.isReady && $0.entry == 1 }
    }

    @Test("The inspector's tabs")
    func tabs() async throws {
      let terminal = try await WorkbenchTerminal()
      try await terminal.press("C", toSnapshot: 8)
      // The lost cache opens Why, on the instructions.
      func shows(_ text: String) -> (WorkbenchTerminal.Parts) -> Bool {
        { screen in screen.inspector.contains { $0.contains(text) } }
      }
      let (text, json, tools, why) = (
        "You sit beside someone who is making", "\"role\": \"instructions\"", "showStep  ~",
        "lost the whole prefix"
      )
      try await terminal.press("7", until: "Why", shows(why))
      try await terminal.press("1", until: "Text", shows(text))
      try await terminal.press("2", until: "JSON", shows(json))
      try await terminal.press("4", until: "Tools", shows(tools))
      try await terminal.press("3", untilShown: "not recorded: what stood before the answer")
      try await terminal.press("5", untilShown: "prefilled")
      try await terminal.press("6", untilShown: "this recording does not tell the options")
      try await terminal.press("]", until: "Why", shows(why))
      try await terminal.press("]", until: "Text, round the end", shows(text))
      try await terminal.press("[", until: "Why", shows(why))
      try await terminal.press("[", "[", "[", until: "Tools", shows(tools))
    }

    @Test("A mark is gone back to, and compared with")
    func mark() async throws {
      let terminal = try await WorkbenchTerminal()
      try await terminal.press("'", untilShown: "no snapshot is marked; m marks one")
      try await terminal.press("Home", toSnapshot: 0)
      try await terminal.press("d", untilShown: "there is no other snapshot to compare with")
      try await terminal.press("m", untilShown: "snapshot 0 is marked")
      try await terminal.press("End", toSnapshot: 13)
      try await terminal.press("'", toSnapshot: 0)
      try await terminal.press("Right", toSnapshot: 1)
      try await terminal.press("Right", toSnapshot: 2)
      // Snapshot 0 has 6 entries; by 2 another 4 were added and nothing else.
      let diff = try await terminal.press("d", untilShown: "splice at entry 6")
      #expect(diff.rows.contains { $0.contains("Snapshot 0 → 2") })
      #expect(diff.foot.contains("$ stemma diff"))
      try await terminal.press("q", until: "the session again") { $0.isReady && $0.snapshot == 2 }
    }

    @Test("Copying goes to the terminal's clipboard")
    func copy() async throws {
      let terminal = try await WorkbenchTerminal()
      try terminal.tmux.acceptClipboard()
      try terminal.tmux.send("y")
      func waitForClipboard(_ text: String) async throws {
        try await terminal.tmux.waitUntil("“\(text)” in the clipboard") { _ in
          try terminal.tmux.clipboard()?.trimmingCharacters(in: .newlines) == text
        }
      }
      try await waitForClipboard(
        "Then it does what it was made for. Keep the scraps with notes on them: a moth needs only two wings.")
      try await terminal.press("C", toSnapshot: 8)
      try await terminal.press("d", untilShown: "Snapshot 7 → 8")
      try terminal.tmux.send("y")
      let path = Samples.path("craft-session")
      try await waitForClipboard("stemma diff \(path)@7 \(path)@8")
    }

    @Test("The pager shows what the pane shows, and comes back")
    func pager() async throws {
      let terminal = try await WorkbenchTerminal(environment: ["PAGER": "less -R"])
      try await terminal.press("E", until: "less") { $0.rows.last == "" || !$0.header.hasPrefix(" stemma") }
      try await terminal.tmux.waitUntil(shows: "a moth needs only two")
      try await terminal.press("q", until: "the session again") { $0.isReady }
    }

    @Test("Finding a text, the next place and the one before")
    func find() async throws {
      let terminal = try await WorkbenchTerminal()
      try await terminal.press("n", untilShown: "nothing was searched for")
      try await terminal.press("Home", toSnapshot: 0)
      // Three entries say it: 1 of snapshot 0, 15 of snapshot 4, 53 of snapshot 13. The search begins behind the first.
      #expect(try terminal.screen.entry == 5)
      try terminal.tmux.type("/whole")
      func stands(_ snapshot: Int, _ entry: Int) -> (WorkbenchTerminal.Parts) -> Bool {
        { $0.snapshot == snapshot && $0.entry == entry && $0.isReady }
      }
      try await terminal.press("Enter", until: "the second place", stands(4, 15))
      try await terminal.press("n", until: "the third place", stands(13, 53))
      try await terminal.press("n", until: "the first place, round the end", stands(0, 1))
      try await terminal.press("n", until: "the second place", stands(4, 15))
      // Backwards, what stands above in the same snapshot comes first.
      try await terminal.press("N", until: "the first place, as snapshot 4 has it", stands(4, 1))
      try await terminal.press("N", until: "the third place, round the beginning", stands(13, 53))
      try terminal.tmux.type("/zzyzx")
      try await terminal.press("Enter", untilShown: "“zzyzx” is nowhere in this session")
    }

    @Test("A filter hides what does not match, Esc drops it")
    func filter() async throws {
      let terminal = try await WorkbenchTerminal()
      try await terminal.press("f", untilShown: "kind:toolOutput  tool:search")
      try terminal.tmux.type("kind:toolC")
      try await terminal.press("Tab", "Enter", until: "tool calls only") { screen in
        let entries = screen.panes.filter { $0.contains("■") }
        return entries.count == 10 && entries.allSatisfy { $0.contains("■ tool calls") }
          && screen.foot.contains("filter kind:toolCalls")
      }
      try await terminal.press("Escape", until: "everything again") {
        $0.isReady && $0.panes.contains { $0.contains("■ prompt") }
      }
      try await terminal.press("f", until: "the line") { $0.foot.hasPrefix(" filter ") }
      try terminal.tmux.type("colour:red")
      try await terminal.press("Enter", until: "a complaint") { $0.foot.contains("column 1") }
      try await terminal.press("Escape", until: "the keys") { $0.foot.contains("? keys") }
    }

    @Test("Lost caches, worst first; Enter goes there")
    func why() async throws {
      let terminal = try await WorkbenchTerminal()
      let list = try await terminal.press("w", untilShown: "Lost cache: 2 times, 2,757 tokens again")
      #expect(list.chosen?.contains("1,779") == true)
      try await terminal.press("j", until: "the second") { $0.chosen?.contains("978") == true }
      try await terminal.press("Enter", until: "snapshot 5") { $0.isReady && $0.snapshot == 5 }
      try await terminal.press("w", untilShown: "Lost cache: 2 times")
      try await terminal.press("q", until: "snapshot 5") { $0.isReady && $0.snapshot == 5 }
    }

    @Test("The budget")
    func budget() async throws {
      let terminal = try await WorkbenchTerminal()
      let command = "$ stemma budget \(Samples.path("craft-session"))@13".prefix(40)
      // The foot is the last row that a terminal draws.
      let budget = try await terminal.press("b", until: "the budget and its command") { screen in
        screen.rows.contains { $0.contains("Budget of snapshot 13") } && screen.foot.contains(command)
      }
      #expect(budget.rows.contains { $0.contains("Largest entries") })
      try await terminal.press("q", until: "the session again") { $0.isReady }
    }

    @Test("The policies; a session that replays no other says nothing to r")
    func policies() async throws {
      let terminal = try await WorkbenchTerminal()
      let table = try await terminal.press("P", untilShown: "consolidate at 75%")
      #expect(table.rows.contains { $0.contains("as recorded") })
      try await terminal.press("q", until: "the session again") { $0.isReady }
      try await terminal.press("r", until: "the session still") { $0.isReady }
    }

    @Test("Requests as a tree: fold, unfold, go there")
    func requests() async throws {
      let terminal = try await WorkbenchTerminal()
      try await terminal.press("C", toSnapshot: 8)
      try await terminal.press("R", untilShown: "14 requests, 24 inferences")
      try await terminal.press("Left", until: "request 9 folded") {
        $0.chosen?.contains("▸ request 9") == true
      }
      try await terminal.press("Down", until: "request 10") { $0.chosen?.contains("▸ request 10") == true }
      try await terminal.press("Right", until: "request 10 unfolded") {
        $0.chosen?.contains("▾ request 10") == true
      }
      try await terminal.press("l", until: "its first inference") {
        $0.chosen?.contains("snapshot 9") == true
      }
      try await terminal.press("h", until: "folded again") { $0.chosen?.contains("▸ request 10") == true }
      try await terminal.press("Enter", until: "snapshot 9") { $0.isReady && $0.snapshot == 9 }
    }

    @Test("The picker opens what is here")
    func picker() async throws {
      let tmux = try TmuxDriver(stemma: [], width: 100, height: 30, directory: Samples.folder)
      let first = try await tmux.waitUntil(shows: "version-26.json")
      #expect(first.contains { $0.contains("Open a recording, a transcript or a folder") })
      #expect(first.contains { $0.contains("craft-session") && $0.contains("here") })
      #expect(first.filter { $0.contains("cjk.json") }.count == 1)
      try tmux.type("reas")
      try await tmux.waitUntil("only what has this name") { screen in
        screen.contains { $0.hasPrefix(" ▌reasoning.json") } && !screen.contains { $0.contains("cjk.json") }
      }
      try tmux.send("Enter")
      let opened = try await tmux.waitUntil("the transcript") { WorkbenchTerminal.Parts($0).isReady }
      #expect(opened[0].contains("reasoning.json"))
      // From there, another; and one that is no transcript is refused on the same screen.
      try tmux.send("o")
      try await tmux.waitUntil(shows: "version-26.json")
      try tmux.type("broken")
      try tmux.send("Enter")
      try await tmux.waitUntil(shows: "broken.json:64:66")
      try tmux.send("Escape")
      try await tmux.waitUntil("the transcript again") { WorkbenchTerminal.Parts($0).isReady }
    }

    @Test("Escape in the first picker leaves nothing open; the samples are offered anywhere")
    func pickerElsewhere() async throws {
      let place = try Workplace()
      let tmux = try TmuxDriver(stemma: [], width: 80, height: 24, directory: place.folder)
      let screen = try await tmux.waitUntil("the samples") { screen in
        screen.contains { $0.contains("broken.json") } && screen[screen.count - 1].contains("Esc back")
      }
      #expect(screen.contains { $0.contains("craft-session") && $0.contains("samples") })
      try tmux.send("Escape")
      try await tmux.waitUntil(shows: "nothing is open")
      try tmux.send("q")
      #expect(try await tmux.waitForExit() == 0)
    }

    @Test("Themes: the next one, all of them, kept or not")
    func themes() async throws {
      let terminal = try await WorkbenchTerminal(colorTerm: "truecolor")
      var seen: Set<[String]> = [try terminal.tmux.screenWithColors()]
      for name in ["light", "high-contrast", "color-blind", "tide", "ember", "mono", "16-color", "dark"] {
        try await terminal.press("t", untilShown: "theme \(name)")
        seen.insert(try terminal.tmux.screenWithColors())
      }
      #expect(seen.count >= 8)
      let before = try await backgroundAfterEscape(terminal)
      try await terminal.press("T", until: "all themes") { $0.chosen?.hasPrefix("dark") == true }
      try await terminal.press("j", until: "the second theme") { $0.chosen?.hasPrefix("light") == true }
      try await terminal.press("q", until: "the session again") { $0.isReady }
      #expect(try terminal.tmux.screenWithColors() == before, "the theme from before")
      try await terminal.press("T", until: "all themes") { $0.chosen?.hasPrefix("dark") == true }
      try await terminal.press("j", until: "the second theme") { $0.chosen?.hasPrefix("light") == true }
      try await terminal.press("Enter", until: "the session again") { $0.isReady }
      #expect(try terminal.tmux.screenWithColors() != before, "the theme that was kept")
    }

    /// Escape takes the notice from the foot.
    private func backgroundAfterEscape(_ terminal: WorkbenchTerminal) async throws -> [String] {
      try await terminal.press("Escape", until: "the keys") { $0.isReady }
      return try terminal.tmux.screenWithColors()
    }

    @Test("The mouse: a click on an entry, the wheel, off and on")
    func mouse() async throws {
      let terminal = try await WorkbenchTerminal()
      #expect(try terminal.tmux.wantsMouse())
      let screen = try terminal.screen
      let row = try #require(screen.rows.firstIndex { $0.contains(" 50 ■") })
      // SGR reports count from 1: a press and a release of the left button in column 6.
      func mouse(_ report: String) throws { try terminal.tmux.send(bytes: Array("\u{1B}[<\(report)".utf8)) }
      try mouse("0;6;\(row + 1)M")
      try mouse("0;6;\(row + 1)m")
      try await terminal.press(until: "entry 50") { $0.entry == 50 }
      let lane = try #require(screen.rows.firstIndex { $0.hasPrefix(" Cache hit") })
      try mouse("64;40;\(lane + 1)M")
      try await terminal.press(until: "the snapshot before") { $0.snapshot == 12 }
      try await terminal.press("M", untilShown: "the mouse is left to the terminal")
      try await terminal.tmux.waitUntil("the mouse is off") { _ in try !terminal.tmux.wantsMouse() }
      try await terminal.press("M", untilShown: "the mouse is used here")
      try await terminal.tmux.waitUntil("the mouse is on") { _ in try terminal.tmux.wantsMouse() }
    }

    @Test("Commands by name: Tab completes, a number goes there, nonsense is told")
    func commandLine() async throws {
      let terminal = try await WorkbenchTerminal()
      try terminal.tmux.type(":bud")
      try await terminal.press("Tab", until: "the whole word") { $0.foot.hasPrefix(" :budget ") }
      try await terminal.press("Enter", untilShown: "Budget of snapshot 13")
      try await terminal.press("q", until: "the session again") { $0.isReady }
      try terminal.tmux.type(":theme l")
      try await terminal.press("Tab", until: "the theme's name") { $0.foot.hasPrefix(" :theme light") }
      try await terminal.press("Escape", until: "the keys") { $0.isReady }
      try terminal.tmux.type(":4")
      try await terminal.press("Enter", until: "snapshot 4") { $0.isReady && $0.snapshot == 4 }
      try terminal.tmux.type(":frobnicate")
      try await terminal.press("Enter", untilShown: "there is no command “frobnicate”")
      try await terminal.press("Escape", until: "the keys") { $0.isReady }
      try terminal.tmux.type(":quit")
      try terminal.tmux.send("Enter")
      #expect(try await terminal.tmux.waitForExit() == 0)
    }

    @Test("Ctrl-L draws everything again")
    func redraw() async throws {
      let terminal = try await WorkbenchTerminal()
      let before = try terminal.screen.rows
      try terminal.tmux.scribble("\u{1B}[5;5HSCRIBBLE\u{1B}[20;1HSCRIBBLE")
      try await terminal.tmux.waitUntil("the scribble") { $0.filter { $0.contains("SCRIBBLE") }.count == 2 }
      try await terminal.press("C-l", until: "the screen as it was") { $0.rows == before }
    }
  }
}
