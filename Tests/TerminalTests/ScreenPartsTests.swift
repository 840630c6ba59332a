import Testing

@testable import Terminal

@Suite struct ChangesOfFrames {
  private let size = Size(width: 10, height: 3)

  private func frame(_ lines: String...) -> Frame {
    var frame = Frame(size: size)
    for (y, line) in lines.enumerated() { frame.put(line, x: 0, y: y, style: .plain) }
    return frame
  }

  @Test func theSameFrameWritesNothing() {
    #expect(FrameChanges(from: frame("abc"), to: frame("abc")).runs.isEmpty)
  }

  @Test func onlyCellsThatDifferAreWritten() {
    let changes = FrameChanges(from: frame("abcdef", "same"), to: frame("abXdeY", "same", "z"))
    #expect(
      changes.runs == [
        .init(y: 0, start: 2, end: 3), .init(y: 0, start: 5, end: 6), .init(y: 2, start: 0, end: 1),
      ])
    #expect(changes.cellCount == 3)
  }

  @Test func aStyleIsAChange() {
    var bold = frame("abc")
    bold.add(.bold, to: Rect(x: 1, y: 0, width: 1, height: 1))
    #expect(FrameChanges(from: frame("abc"), to: bold).runs == [.init(y: 0, start: 1, end: 2)])
  }

  @Test func wideCharactersAreWrittenWhole() {
    // The right half stays a right half; the left one changes with it.
    #expect(FrameChanges(from: frame("a日b"), to: frame("a本b")).runs == [.init(y: 0, start: 1, end: 3)])
    #expect(FrameChanges(from: frame("a日b"), to: frame("axyb")).runs == [.init(y: 0, start: 1, end: 3)])
    #expect(FrameChanges(from: frame("日本"), to: frame("a日b")).runs == [.init(y: 0, start: 0, end: 4)])
  }

  @Test func withoutAnOldFrameOrAtAnotherSizeAllIsWritten() {
    #expect(FrameChanges(from: nil, to: frame()).cellCount == 30)
    let other = Frame(size: Size(width: 4, height: 4))
    #expect(FrameChanges(from: other, to: frame()).cellCount == 30)
    #expect(FrameChanges(from: nil, to: Frame(size: Size(width: 0, height: 5))).runs.isEmpty)
  }
}

@Suite struct PairsOfColors {
  private func pair(_ foreground: Int32, _ background: Int32) -> ColorPairs.Pair {
    ColorPairs.Pair(foreground: foreground, background: background)
  }

  @Test func numbersAreGivenOnceAndTakenBack() {
    var pairs = ColorPairs(capacity: 4)
    #expect(pairs.number(for: .plain) == .init(value: 0, isNew: false))
    #expect(pairs.number(for: pair(1, 0)) == .init(value: 1, isNew: true))
    #expect(pairs.number(for: pair(1, 0)) == .init(value: 1, isNew: false))
    #expect(pairs.number(for: pair(2, 0)) == .init(value: 2, isNew: true))
    #expect(pairs.number(for: pair(3, 0)) == .init(value: 3, isNew: true))
    #expect(pairs.number(for: pair(4, 0)) == nil)
    pairs.keep([pair(1, 0), pair(3, 0)])
    #expect(pairs.number(for: pair(4, 0)) == .init(value: 2, isNew: true))
    #expect(pairs.number(for: pair(3, 0)) == .init(value: 3, isNew: false))
    #expect(pairs.number(for: pair(5, 0)) == nil)
  }

  @Test func whenAllAreInUseTheBackgroundIsKept() {
    var pairs = ColorPairs(capacity: 3)
    _ = pairs.number(for: pair(1, 2))
    _ = pairs.number(for: pair(3, 4))
    #expect(pairs.nearest(to: pair(9, 4)) == 2)
    #expect(pairs.nearest(to: pair(1, 9)) == 1)
    #expect(pairs.nearest(to: pair(9, 9)) == 0)
  }

  @Test func aTerminalWithoutColorsHasOnlyThePlainPair() {
    var pairs = ColorPairs(capacity: 0)
    #expect(pairs.number(for: pair(1, 2)) == .init(value: 0, isNew: false))
  }
}

@Suite struct LooksOfCells {
  private func look(
    _ style: Style, _ depth: ColorDepth, colors: Int, direct: Bool = false
  ) -> (Int32, Int32, Attributes) {
    let encoder = CellEncoder(depth: depth, colorCount: colors, isDirect: direct, isUTF8: true)
    let look = encoder.look(style)
    return (look.pair.foreground, look.pair.background, look.attributes)
  }

  private func named(_ name: String) -> Color {
    let index = UInt8(Palette.names.firstIndex(of: name) ?? 0)
    return Color.rgb(Palette.ansi16[Int(index)]).neighbours(
      index256: .some(index), index16: .some(index), mono: nil)
  }

  @Test func directColoursKeepClearOfThePalette() {
    #expect(
      look(Style(foreground: .rgb(0x123456)), .trueColor, colors: 1 << 24, direct: true) == (0x123456, -1, [])
    )
    #expect(look(Style(background: .rgb(0)), .trueColor, colors: 1 << 24, direct: true) == (-1, 0x010101, []))
    // Fewer colours on such a terminal: the first eight are palette entries, the others must be spelled out.
    let style = Style(foreground: named("red"), background: named("bright-blue"))
    #expect(look(style, .ansi16, colors: 1 << 24, direct: true) == (1, 0x5C5CFF, []))
  }

  @Test func eightColoursMakeBrightOnesBold() {
    #expect(look(Style(foreground: named("bright-red")), .ansi16, colors: 8) == (1, -1, .bold))
    #expect(look(Style(foreground: named("bright-black")), .ansi16, colors: 8) == (7, -1, .dim))
    #expect(look(Style(background: named("bright-blue")), .ansi16, colors: 8) == (-1, 4, []))
    #expect(look(Style(foreground: named("bright-red")), .ansi16, colors: 16) == (9, -1, []))
  }

  @Test func lettersNeverVanishIntoTheirGround() {
    let style = Style(foreground: named("black"), background: named("bright-black"))
    #expect(look(style, .ansi16, colors: 8) == (7, 0, []))
    let white = Style(foreground: named("bright-white"), background: named("white"))
    #expect(look(white, .ansi16, colors: 8) == (0, 7, .bold))
  }

  @Test func withoutColoursThereAreAttributes() {
    #expect(look(Theme.dark.style(.lost), .mono, colors: 256) == (-1, -1, [.bold, .underline]))
  }
}

@Suite struct ChoosingATerminal {
  private func choice(_ environment: [String: String]) -> TerminalChoice {
    TerminalChoice { environment[$0] }
  }

  @Test func trueColourIsTriedWhereItIsPromised() {
    func names(_ term: String) -> [String] { choice(["TERM": term, "COLORTERM": "truecolor"]).names }
    #expect(names("xterm-256color") == ["xterm-direct", "xterm-256color"])
    #expect(names("xterm") == ["xterm-direct", "xterm"])
    #expect(names("xterm-kitty") == ["kitty-direct", "xterm-direct", "xterm-kitty"])
    #expect(names("tmux-256color") == ["tmux-direct", "tmux-256color"])
    #expect(names("screen-256color") == ["tmux-direct", "screen-256color"])
    #expect(names("alacritty") == ["alacritty-direct", "xterm-direct", "alacritty"])
    #expect(names("xterm-direct") == ["xterm-direct"])
    #expect(names("linux") == ["linux"])
    #expect(names("") == [""])
    #expect(choice(["TERM": "xterm-256color"]).names == ["xterm-256color"])
    #expect(choice(["TERM": "xterm-256color", "COLORTERM": "yes"]).names == ["xterm-256color"])
  }

  @Test func theLocaleSaysWhetherThereIsUnicode() {
    #expect(choice(["LANG": "sv_SE.UTF-8"]).isUTF8)
    #expect(choice(["LANG": "C.utf8"]).isUTF8)
    #expect(choice([:]).isUTF8)
    #expect(!choice(["LANG": "sv_SE.UTF-8", "LC_ALL": "C"]).isUTF8)
    #expect(!choice(["LANG": "sv_SE.ISO-8859-1"]).isUTF8)
    #expect(choice(["LANG": "C", "LC_CTYPE": "en_US.UTF-8", "LC_ALL": ""]).isUTF8)
  }
}

@Suite struct AsciiTerminals {
  @Test func asciiSignsAreAscii() {
    let glyphs = Glyphs.unicode
    let all = glyphs.vertical + glyphs.horizontal + [glyphs.triangleUp, glyphs.dot, glyphs.dashedLine]
    for scalar in all.flatMap(\.unicodeScalars) {
      let sign = AsciiStandIns.sign(for: scalar.value)
      #expect(sign >= 0x20 && sign < 0x7F && sign != 0x3F, "\(scalar)")
    }
    #expect(AsciiStandIns.sign(for: 0x41) == 0x41)
    #expect(AsciiStandIns.sign(for: 0x65E5) == 0x3F)
    // ␛ becomes the [ of Ctrl-[.
    #expect(AsciiStandIns.sign(for: 0x241B) == 0x5B)
    #expect(AsciiStandIns.sign(for: 0x2502) == 0x7C)
  }
}

@Suite struct Copying {
  /// The test vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]) func base64(text: String, encoded: String) {
    #expect(String(decoding: Clipboard.base64(Array(text.utf8)), as: UTF8.self) == encoded)
  }

  @Test func theSequenceIsLimited() throws {
    let sequence = try #require(Clipboard.sequence(for: "foo"))
    #expect(String(decoding: sequence, as: UTF8.self) == "\u{1B}]52;c;Zm9v\u{7}")
    #expect(Clipboard.sequence(for: String(repeating: "x", count: 74_994))?.count == 100_000)
    #expect(Clipboard.sequence(for: String(repeating: "x", count: 74_995)) == nil)
  }
}

@Suite struct Faults {
  @Test(arguments: [
    TerminalError.noTerminal, .noModes("x"), .unknownTerminal("x\u{1B}y"), .unknownTerminal(""),
    .cannotMoveCursor("dumb"), .alreadyStarted,
  ]) func areOneSafeLine(error: TerminalError) {
    #expect(!error.description.isEmpty)
    #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }
}
