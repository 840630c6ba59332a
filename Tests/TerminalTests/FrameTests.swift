import Testing

@testable import Terminal

@Suite struct Frames {
  private func frame(_ width: Int, _ height: Int) -> Frame { Frame(size: Size(width: width, height: height)) }

  @Test func drawingOutsideIsClipped() {
    var frame = frame(5, 2)
    #expect(frame.put("abcdefg", x: 2, y: 0, style: .plain) == 3)
    #expect(frame.put("xyz", x: -2, y: 1, style: .plain) == 3)
    #expect(frame.put("no", x: 0, y: 2, style: .plain) == 2)
    #expect(frame.put("no", x: 0, y: -1, style: .plain) == 2)
    #expect(frame.put("no", x: 5, y: 0, style: .plain) == 0)
    #expect(frame.put("no", x: Int.max, y: 0, style: .plain) == 0)
    frame.put("no", x: Int.min, y: 0, style: .plain)
    frame.put("日", x: Int.min, y: 0, style: .plain)
    frame.fill(Rect(x: -5, y: -5, width: 4, height: 100), "#", style: .plain)
    frame.fill(Rect(x: 3, y: 1, width: Int.max - 10, height: 9), "#", style: .plain)
    #expect(frame.text() == "  abc\nz  ##\n")
  }

  @Test func emptyFramesAreFine() {
    var frame = frame(0, 0)
    #expect(frame.put("x", x: 0, y: 0, style: .plain) == 0)
    frame.fill(frame.bounds, "日", style: .plain)
    #expect(frame.text() == "")
    #expect(frame[0, 0] == .blank())
  }

  @Test func widthIsLimitedAndTold() {
    var frame = frame(10, 4)
    #expect(frame.put("abcdef", x: 0, y: 0, style: .plain, maxWidth: 4) == 4)
    #expect(frame.put("abcdef", x: 0, y: 1, style: .plain, maxWidth: 4, truncation: .ellipsis) == 4)
    #expect(frame.put("日本語", x: 0, y: 2, style: .plain, maxWidth: 4, truncation: .ellipsis) == 4)
    #expect(frame.put("日本語", x: 0, y: 3, style: .plain, maxWidth: 5) == 4)
    #expect(frame.text() == "abcd\nabc…\n日 …\n日本\n")
  }

  @Test func wideCharactersNeverStayHalf() {
    var frame = frame(6, 1)
    frame.put("日本語", x: 0, y: 0, style: .plain)
    frame.put("x", x: 1, y: 0, style: .plain)
    #expect(frame.text() == " x本語\n")
    frame.put("y", x: 2, y: 0, style: .plain)
    #expect(frame.text() == " xy 語\n")
    frame.put("国", x: 3, y: 0, style: .plain)
    #expect(frame.text() == " xy国\n")
    #expect(frame.put("本", x: 5, y: 0, style: .plain) == 0)
    #expect(frame[3, 0].width == 2)
    #expect(frame[4, 0].width == 0)
    #expect(frame[5, 0].width == 1)
  }

  @Test func halfAWideCharacterAtTheLeftEdgeIsABlank() {
    var frame = frame(4, 1)
    frame.fill(frame.bounds, ".", style: .plain)
    frame.put("日本", x: -1, y: 0, style: .plain)
    #expect(frame.text() == " 本.\n")
  }

  @Test func aFilledRectangleOfWideCharactersEndsInABlank() {
    var frame = frame(5, 1)
    frame.fill(frame.bounds, "日", style: .plain)
    #expect(frame.text() == "日日\n")
    frame.fill(frame.bounds, "\u{1B}", style: .plain)
    #expect(frame.text() == "␛␛␛␛␛\n")
  }

  @Test func combiningMarksAndEmojiKeepTheColumns() {
    var frame = frame(12, 1)
    #expect(frame.put("e\u{301}👨‍👩‍👧🇸🇪x", x: 0, y: 0, style: .plain) == 6)
    #expect(frame[0, 0].character == "é")
    #expect(frame[1, 0].character == "👨")
    #expect(frame[3, 0].character == "S")
    #expect(frame[5, 0].character == "x")
  }

  @Test func standInsMayHaveAStyleOfTheirOwn() {
    var frame = frame(12, 1)
    frame.put("a\u{7}b", x: 0, y: 0, style: .plain, standIn: Style.plain.reversed)
    #expect(frame[0, 0].style == .plain)
    #expect(frame[1, 0].style == Style.plain.reversed)
    #expect(frame[1, 0].character == "␇")
    #expect(frame[2, 0].style == .plain)
  }

  @Test func restylingKeepsWhatStandsThere() {
    let red = Color.rgb(0xFF0000)
    var frame = frame(4, 1)
    frame.put("a日b", x: 0, y: 0, style: .plain)
    frame.tint(Rect(x: 1, y: 0, width: 1, height: 1), background: red)
    #expect(frame.text() == "a日b\n")
    #expect(frame[0, 0].style.background == .default)
    #expect(frame[1, 0].style.background == red)
    #expect(frame[2, 0].style.background == red)
    #expect(frame[3, 0].style.background == .default)
    frame.add(.bold, to: frame.bounds)
    #expect(frame[1, 0].style == Style(background: red, attributes: .bold))
  }

  @Test func aHighlightKeepsColoursThatCanBeRead() {
    var frame = frame(3, 1)
    frame.put("a", x: 0, y: 0, style: Style(foreground: .rgb(0xFFFFFF)))
    frame.put("b", x: 1, y: 0, style: Style(foreground: .rgb(0x000030)).bold)
    frame.highlight(frame.bounds, Style(foreground: .rgb(0xEEEEEE), background: .rgb(0x000040)))
    #expect(frame[0, 0].style == Style(foreground: .rgb(0xFFFFFF), background: .rgb(0x000040)))
    #expect(frame[1, 0].style == Style(foreground: .rgb(0xEEEEEE), background: .rgb(0x000040)).bold)
    #expect(frame[2, 0].style.background == .rgb(0x000040))
  }

  @Test func framesAreDrawnIntoFrames() {
    var inner = frame(4, 1)
    inner.put("日本", x: 0, y: 0, style: .plain)
    var outer = frame(5, 1)
    outer.draw(inner, at: Point(x: 2, y: 0))
    #expect(outer.text() == "  日\n")
    outer.draw(inner, at: Point(x: -1, y: 0))
    #expect(outer.text() == " 本\n")
  }

  @Test func ansiSaysEveryStyleOnce() {
    var frame = frame(4, 2)
    let style = Style(foreground: .rgb(0xFF8000), background: .rgb(0x000010)).bold
    frame.put("ab", x: 0, y: 0, style: style)
    frame.put("c", x: 2, y: 0, style: .plain)
    #expect(frame.ansi(depth: .trueColor) == "\u{1B}[0;1;38;2;255;128;0;48;2;0;0;16mab\u{1B}[0mc\n\n")
    #expect(frame.ansi(depth: .mono) == "\u{1B}[0;1mab\u{1B}[0mc\n\n")
    #expect(frame.ansi(depth: .indexed256).hasPrefix("\u{1B}[0;1;38;5;208;48;5;"))
  }

  @Test func cellsAreSmall() {
    #expect(MemoryLayout<Cell>.stride == 32)
  }
}

@Suite struct Rectangles {
  @Test func splitsMeetAndNeverGoBelowNothing() {
    let rect = Rect(x: 1, y: 2, width: 10, height: 5)
    #expect(rect.splitTop(2).top == Rect(x: 1, y: 2, width: 10, height: 2))
    #expect(rect.splitTop(2).rest == Rect(x: 1, y: 4, width: 10, height: 3))
    #expect(rect.splitBottom(1).bottom == Rect(x: 1, y: 6, width: 10, height: 1))
    #expect(rect.splitLeft(4).rest == Rect(x: 5, y: 2, width: 6, height: 5))
    #expect(rect.splitRight(4).right == Rect(x: 7, y: 2, width: 4, height: 5))
    #expect(rect.splitTop(99).rest.isEmpty)
    #expect(rect.splitLeft(-1).left.width == 0)
    #expect(rect.inset(by: 3).isEmpty)
    #expect(rect.contains(Point(x: 10, y: 6)))
    #expect(!rect.contains(Point(x: 11, y: 6)))
    #expect(rect.intersection(Rect(x: 20, y: 0, width: 1, height: 1)).isEmpty)
  }
}

@Suite struct Colors {
  @Test func hexIsReadStrictly() {
    #expect(Color(hex: "#10141b") == .rgb(0x10141B))
    #expect(Color(hex: "10141B") == .rgb(0x10141B))
    #expect(Color(hex: "#fa0") == .rgb(0xFFAA00))
    for wrong in ["", "#", "#12", "#12345", "#1234567", "#gggggg", "+12345", "#-12345", "red"] {
      #expect(Color(hex: wrong) == nil, "\(wrong)")
    }
  }

  @Test func theNearestNeighbourIsFoundByDistance() {
    #expect(Color.rgb(0xFF0000).shown(at: .indexed256) == .indexed(196))
    #expect(Color.rgb(0x080808).shown(at: .indexed256) == .indexed(232))
    #expect(Color.rgb(0x5F87AF).shown(at: .indexed256) == .indexed(67))
    #expect(Color.rgb(0xFE0101).shown(at: .ansi16) == .indexed(9))
    #expect(Color.rgb(0x101010).shown(at: .ansi16) == .indexed(0))
    #expect(Color.default.shown(at: .ansi16) == .default)
  }

  @Test func mixingIsLinear() {
    #expect(Color.rgb(0xFF0000).mixed(into: .rgb(0x0000FF), amount: 0.5) == .rgb(0x800080))
    #expect(Color.rgb(0xFF0000).mixed(into: .default, amount: 0.5) == .rgb(0xFF0000))
  }
}

@Suite struct ChartGlyphs {
  @Test func aFractionIsRoundedButNeverToNothingOrAll() {
    let glyphs = Glyphs.unicode
    #expect(glyphs.vertical(0) == " ")
    #expect(glyphs.vertical(0.001) == "▁")
    #expect(glyphs.vertical(0.5) == "▄")
    #expect(glyphs.vertical(0.999) == "▇")
    #expect(glyphs.vertical(1) == "█")
    #expect(glyphs.vertical(.nan) == " ")
    #expect(glyphs.vertical(.infinity) == "█")
    #expect(glyphs.horizontal(0.25) == "▎")
    #expect(Glyphs.ascii.vertical(1) == "#")
  }

  @Test func longBarsAreRoundedOnce() {
    #expect(Glyphs.unicode.bar(0.5, columns: 4) == "██  ")
    #expect(Glyphs.unicode.bar(0.5, columns: 5) == "██▌  ")
    #expect(Glyphs.unicode.bar(0.0001, columns: 3) == "▏  ")
    #expect(Glyphs.unicode.bar(0.9999, columns: 3) == "██▉")
    #expect(Glyphs.unicode.column(0.75, rows: 2) == ["█", "▄"])
    #expect(Glyphs.unicode.column(1, rows: 0).isEmpty)
    #expect(Glyphs.unicode.bar(.nan, columns: 2) == "  ")
  }
}
