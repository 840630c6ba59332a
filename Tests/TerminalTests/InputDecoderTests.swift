import Testing

@testable import Terminal

@Suite struct Input {
  private func decode(_ text: String) -> [TerminalEvent] {
    var decoder = InputDecoder()
    return decoder.feed(text.utf8) + decoder.flush()
  }

  private func names(_ text: String) -> [String] {
    decode(text).map { event in
      if case .key(let key) = event { key.name } else { "\(event)" }
    }
  }

  @Test func lettersAndControls() {
    #expect(names("aQ?é日😀") == ["a", "Q", "?", "é", "日", "😀"])
    #expect(
      names("\u{3}\u{1A}\r\n\t\u{7F}\u{8}\u{0}") == [
        "ctrl-c", "ctrl-z", "enter", "enter", "tab", "backspace", "backspace", "ctrl-space",
      ])
    #expect(names("\u{1C}\u{1F}") == ["ctrl-\\", "ctrl-_"])
  }

  /// Sequences from the manuals of xterm, rxvt, the Linux console and screen.
  static let sequences: [(String, String)] = [
    ("[A", "up"), ("OB", "down"), ("[C", "right"), ("OD", "left"),
    ("[H", "home"), ("[F", "end"), ("[1~", "home"), ("[4~", "end"), ("[7~", "home"), ("[8~", "end"),
    ("[2~", "insert"), ("[3~", "delete"), ("[5~", "pageup"), ("[6~", "pagedown"), ("[Z", "shift-tab"),
    ("[1;2D", "shift-left"), ("[1;5C", "ctrl-right"), ("[1;3A", "alt-up"), ("[1;6F", "ctrl-shift-end"),
    ("[1;9A", "alt-up"), ("[5;5~", "ctrl-pageup"), ("[3;2~", "shift-delete"),
    ("OP", "F1"), ("OS", "F4"), ("[11~", "F1"), ("[15~", "F5"), ("[17~", "F6"), ("[21~", "F10"),
    ("[23~", "F11"), ("[24~", "F12"), ("[1;2P", "shift-F1"), ("[24;5~", "ctrl-F12"), ("[[A", "F1"),
    ("[[E", "F5"), ("[a", "shift-up"), ("[d", "shift-left"), ("Oc", "ctrl-right"), ("[5^", "ctrl-pageup"),
    ("[5$", "shift-pageup"), ("OM", "enter"), ("Oj", "*"), ("Ox", "8"),
    ("[97;5u", "ctrl-a"), ("[27;5;9~", "ctrl-tab"), ("[9;2u", "shift-tab"), ("[13;2u", "shift-enter"),
    ("x", "alt-x"), ("Q", "alt-Q"), ("é", "alt-é"), ("\r", "alt-enter"), ("\u{7F}", "alt-backspace"),
    ("\u{1B}[A", "alt-up"), ("\u{1}", "ctrl-alt-a"), ("[", "alt-["), ("O", "alt-O"),
  ]

  @Test(arguments: sequences.indices) func keySequences(index: Int) {
    let (sequence, name) = Self.sequences[index]
    #expect(names("\u{1B}" + sequence) == [name])
  }

  /// However the bytes arrive, the events are the same.
  @Test func sequencesMayBeSplitAnywhere() {
    let all = Self.sequences.dropLast(2).map { "\u{1B}" + $0.0 }.joined(separator: "-") + "日😀"
    let whole = decode(all)
    #expect(whole.count == (Self.sequences.count - 2) * 2 - 1 + 2)
    var decoder = InputDecoder()
    var events: [TerminalEvent] = []
    for byte in all.utf8 { events += decoder.feed([byte]) }
    #expect(events == whole)
    #expect(!decoder.isWaiting)
  }

  @Test func escapeIsAKeyWhenNothingFollows() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key(Key(.escape))])
    #expect(!decoder.isWaiting)
    #expect(names("\u{1B}\u{1B}") == ["escape", "escape"])
    #expect(names("\u{1B}[1") == ["alt-[", "1"])
  }

  @Test func whatMeansNothingIsSwallowedWhole() {
    #expect(names("\u{1B}[?1;2c\u{1B}[I\u{1B}[99~\u{1B}[[Zx") == ["x"])
    #expect(names("\u{1B}[1;2\u{1B}[Aq") == ["up", "q"])
    #expect(names("\u{1B}[" + String(repeating: "1;", count: 500) + "A").last == "A")
    var decoder = InputDecoder()
    #expect(decoder.feed([0xFF, 0x80, 0xC3, 0x28, 0xC2, 0x85]) == [.key(.character("("))])
  }

  @Test func noBytesAtAllMakeItTrap() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let interesting: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x3C, 0x4D, 0x6D, 0x7E, 0x3B, 0x31, 0x32, 0x30, 0xFF, 0xE2, 0x80,
    ]
    var decoder = InputDecoder()
    for _ in 0..<20_000 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let byte =
        state % 3 == 0
        ? UInt8(truncatingIfNeeded: state >> 32) : interesting[Int(state >> 32) % interesting.count]
      _ = decoder.feed([byte])
      if state % 50 == 0 { _ = decoder.flush() }
    }
    _ = decoder.flush()
    #expect(!decoder.isWaiting)
  }

  @Test func pastedTextIsOneEvent() {
    #expect(
      decode("a\u{1B}[200~x\ny\u{1B}[A日\u{1B}[201~b") == [
        .key(.character("a")), .paste("x\ny\u{1B}[A日"), .key(.character("b")),
      ])
    #expect(decode("\u{1B}[200~\u{1B}[201~") == [.paste("")])
    // A paste that never ends is given up on by whoever holds the clock.
    #expect(decode("\u{1B}[200~half") == [.paste("half")])
    var decoder = InputDecoder()
    var events: [TerminalEvent] = []
    for byte in "\u{1B}[200~a\u{1B}[20b\u{1B}[201~".utf8 { events += decoder.feed([byte]) }
    #expect(events == [.paste("a\u{1B}[20b")])
  }

  @Test func mouseReportsOfBothEncodings() {
    func mouse(_ kind: Mouse.Kind, _ x: Int, _ y: Int, _ modifiers: Key.Modifiers = []) -> TerminalEvent {
      .mouse(Mouse(position: Point(x: x, y: y), kind: kind, modifiers: modifiers))
    }
    #expect(decode("\u{1B}[<0;1;1M") == [mouse(.press(.left), 0, 0)])
    #expect(decode("\u{1B}[<2;300;100M") == [mouse(.press(.right), 299, 99)])
    #expect(decode("\u{1B}[<0;10;5m") == [mouse(.release, 9, 4)])
    #expect(decode("\u{1B}[<32;10;5M") == [mouse(.drag, 9, 4)])
    #expect(decode("\u{1B}[<64;10;5M\u{1B}[<65;10;5M") == [mouse(.wheelUp, 9, 4), mouse(.wheelDown, 9, 4)])
    #expect(decode("\u{1B}[<20;1;1M") == [mouse(.press(.left), 0, 0, [.shift, .control])])
    // Moved with nothing held, a sideways wheel, a place that is none.
    #expect(decode("\u{1B}[<35;10;5M\u{1B}[<66;1;1M\u{1B}[<0;0;0M\u{1B}[<0M") == [])
    // The old encoding: 32 is added to each number.
    #expect(decode("\u{1B}[M !!") == [mouse(.press(.left), 0, 0)])
    #expect(decode("\u{1B}[M#+%") == [mouse(.release, 10, 4)])
    #expect(decode("\u{1B}[M`!!") == [mouse(.wheelUp, 0, 0)])
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0xA0]) == [mouse(.press(.left), 222, 127)])
  }

  @Test func keysOfTerminfoComeFirst() {
    var decoder = InputDecoder(known: [
      Array("\u{1B}A".utf8): Key(.up), Array("\u{1B}[Zq".utf8): Key(.function(9)),
    ])
    #expect(decoder.feed("\u{1B}A".utf8) == [.key(Key(.up))])
    #expect(decoder.feed("\u{1B}[Z".utf8) == [])
    #expect(decoder.feed("q".utf8) == [.key(Key(.function(9)))])
    #expect(decoder.feed("\u{1B}[Z".utf8) + decoder.flush() == [.key(Key(.backTab))])
  }
}
