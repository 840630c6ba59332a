import Testing

@testable import Terminal

@Suite struct KeyNames {
  @Test(arguments: [
    "q", "Q", "?", "-", "é", "日", "space", "ctrl-c", "alt-x", "ctrl-alt-x", "shift-left", "ctrl-shift-end",
    "F1",
    "F12", "shift-F5", "tab", "shift-tab", "enter", "escape", "backspace", "delete", "insert", "pageup",
    "pagedown", "home", "end", "up", "down", "right", "ctrl-space", "ctrl--", "alt-enter", "'", ":",
  ]) func roundTrip(name: String) throws {
    #expect(try #require(Key(name)).name == name)
  }

  @Test func otherSpellingsAreRead() {
    #expect(Key("Ctrl-C") == Key(.character("c"), .control))
    #expect(Key("esc") == Key(.escape))
    #expect(Key("f1") == Key(.function(1)))
    #expect(Key("shift-q") == .character("Q"))
    #expect(Key("backtab") == Key(.backTab))
    #expect(Key("PgDn") == Key(.pageDown))
    #expect(Key(" ") == .character(" "))
    #expect(Key("alt-Q") == Key(.character("Q"), .alt))
  }

  @Test(arguments: ["", "ctrl-", "hyper-x", "F0", "F64", "nokey", "\u{1B}", "ctrl-nokey"])
  func whatIsNoKeyIsNil(name: String) {
    #expect(Key(name) == nil)
  }
}
