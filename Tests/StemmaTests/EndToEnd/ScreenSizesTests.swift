import Testing

extension EndToEnd {
  @Suite("Sizes of the terminal")
  struct ScreenSizes {
    private static let sizes = [(60, 15), (100, 30), (200, 50), (300, 100)]

    private func check(_ screen: [String], width: Int, height: Int) {
      #expect(screen.count == height)
      #expect(screen[0].hasPrefix(" stemma  craft-session  request 14 of 14"))
      #expect(screen[height - 1].hasPrefix(" ←→ step") && screen[height - 1].hasSuffix("? keys"))
      #expect(screen.allSatisfy { $0.columns <= width })
      let panes = WorkbenchTerminal.Parts(screen).panes
      #expect(panes.contains { $0.hasPrefix("▌ 54 ■ response") })
      let separators = panes.filter { !$0.hasPrefix("──") }.map { $0.column(of: "│") }
      // Under 100 columns the inspector is a page of its own.
      #expect(Set(separators).count == 1 && (separators[0] == nil) == (width < 100), "\(separators)")
    }

    @Test(
      "Each has its header, its keys and its entries, and the panes stand beside each other", arguments: sizes
    )
    func fits(width: Int, height: Int) async throws {
      let terminal = try await WorkbenchTerminal(width: width, height: height)
      check(try terminal.screen.rows, width: width, height: height)
      // On a small screen the entry is a page away.
      let page = try await terminal.press("Enter", until: "the entry's page") { $0.header.contains("q back") }
      #expect(page.rows.contains { $0.contains("Then it does what it was made for.") })
      #expect(page.rows.count == height && page.rows.allSatisfy { $0.columns <= width })
      #expect(try await terminal.quit() == 0)
    }

    @Test("A screen that was resized is the screen of that size")
    func resizing() async throws {
      let terminal = try await WorkbenchTerminal(width: 300, height: 100)
      for (width, height) in [(60, 15), (200, 50), (100, 30)] {
        try terminal.tmux.resize(width: width, height: height)
        try await terminal.tmux.waitUntil("a screen of \(width)x\(height)") { rows in
          rows.count == height && rows[height - 1].hasSuffix("? keys")
            && WorkbenchTerminal.Parts(rows).isReady
            && rows.allSatisfy { $0.columns <= width } && rows.contains { $0.columns == width }
        }
        check(try terminal.screen.rows, width: width, height: height)
      }
      let fresh = try await WorkbenchTerminal(width: 100, height: 30)
      #expect(try terminal.screen.rows == fresh.screen.rows)
    }

    @Test("Nothing is too small to be left again", arguments: [(20, 5), (10, 3), (1, 1)])
    func tiny(width: Int, height: Int) async throws {
      let tmux = try TmuxDriver(stemma: [Samples.path("craft-session")], width: width, height: height)
      try await tmux.waitUntil("the alternate screen") { _ in try tmux.isOnAlternateScreen() }
      try tmux.send("Left", "w", "?", "/", "Escape", "Q")
      #expect(try await tmux.waitForExit() == 0)
    }
  }
}
