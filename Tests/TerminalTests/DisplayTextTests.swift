import Testing

@testable import Terminal

@Suite struct TextColumns {
  /// Text, what is drawn, columns. Worked out from the Unicode charts and the rules in `TextScanner`.
  static let table: [(text: String, drawn: String, columns: Int)] = [
    ("", "", 0),
    ("plain", "plain", 5),
    ("日本語", "日本語", 6),
    ("ｗｉｄｅ", "ｗｉｄｅ", 8),
    ("한글", "한글", 4),
    // Conjoining jamo: a wide lead, and vowel and tail that take no column.
    ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2),
    ("é", "é", 1),
    ("e\u{301}", "e\u{301}", 1),
    // Stacked marks are cut after three.
    ("z\u{300}\u{301}\u{302}\u{303}\u{304}", "z\u{300}\u{301}\u{302}", 1),
    // A mark with nothing to stand on gets a dotted circle.
    ("\u{301}", "◌\u{301}", 1),
    ("😀", "😀", 2),
    ("👍🏽", "👍", 2),
    ("👨‍👩‍👧‍👦", "👨", 2),
    ("❤️", "❤", 1),
    ("❤️‍🔥", "❤", 1),
    ("1️⃣", "1\u{20E3}", 1),
    ("🇸🇪", "SE", 2),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴", 2),
    // Devanagari: two letters joined by a virama, then a vowel sign with a column of its own.
    ("क्षा", "क्षा", 3),
    // A joiner between Persian letters is spelling.
    ("می\u{200C}خواهم", "میخواهم", 7),
    ("שלום", "שלום", 4),
    ("a\u{A0}b", "a b", 3),
    ("\u{3000}", "  ", 2),
    ("\u{2003}x", " x", 2),
    ("\u{0}", "␀", 1),
    ("\u{7}\u{8}\u{1B}[31m", "␇␈␛[31m", 7),
    ("\u{7F}", "␡", 1),
    ("\u{85}\u{9B}", "‹U+0085›‹U+009B›", 16),
    ("a\nb", "a␊b", 3),
    ("a\r\nb", "a␍␊b", 4),
    ("a\tb", "a b", 3),
    ("\u{202E}abc", "‹U+202E›abc", 11),
    ("a\u{2066}b\u{2069}", "a‹U+2066›b‹U+2069›", 18),
    ("\u{200E}\u{200F}\u{61C}", "‹U+200E›‹U+200F›‹U+061C›", 24),
    ("a\u{200B}b", "a‹U+200B›b", 10),
    ("a\u{200C}b", "a‹U+200C›b", 10),
    ("a\u{200D}b", "a‹U+200D›b", 10),
    ("😀\u{200D}", "😀‹U+200D›", 10),
    ("a\u{2060}\u{FEFF}", "a‹U+2060›‹U+FEFF›", 17),
    ("soft\u{AD}hyphen", "soft‹U+00AD›hyphen", 18),
    ("\u{E0041}", "‹U+E0041›", 9),
    ("a\u{E0041}", "a‹U+E0041›", 10),
    ("a\u{FE0F}", "a‹U+FE0F›", 9),
    ("\u{E000}\u{FFFF}", "‹U+E000›‹U+FFFF›", 16),
    ("\u{378}", "‹U+0378›", 8),
    ("\u{2028}", "‹U+2028›", 8),
    ("\u{3164}\u{115F}", "‹U+3164›‹U+115F›", 16),
    ("🇸", "‹U+1F1F8›", 9),
  ]

  @Test(arguments: table.indices) func drawnAndMeasured(index: Int) {
    let (text, drawn, columns) = Self.table[index]
    #expect(DisplayText.safe(text) == drawn, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    #expect(
      DisplayText.width(of: text) == columns, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    #expect(DisplayText.sanitized(text).reduce(0) { $0 + $1.width } == columns)
    var frame = Frame(size: Size(width: 40, height: 1))
    #expect(frame.put(text, x: 0, y: 0, style: .plain) == columns)
    #expect(frame.text() == drawn.trimmingTrailingBlanks + "\n")
  }

  /// Drawing what was drawn changes nothing: safe text is a fixed point.
  @Test func safeTextStaysAsItIs() {
    for (_, drawn, columns) in Self.table where !drawn.contains("‹") {
      #expect(DisplayText.safe(drawn) == drawn)
      #expect(DisplayText.width(of: drawn) == columns)
    }
  }

  @Test func nothingThatATerminalObeysComesOut() {
    var leaks: [String] = []
    // All of the planes with something to hide in; of ideographs, syllables and private planes a sample.
    let blocks: [ClosedRange<UInt32>] = [0...0x33FF, 0xA000...0xABFF, 0xD7A4...0x1FFFF, 0xE0000...0xE01FF]
    let values =
      blocks.flatMap { Array($0) } + stride(from: 0x3400, through: 0x10FFFF, by: 251).map(UInt32.init)
    for value in values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for drawn in DisplayText.safe(String(scalar)).unicodeScalars {
        switch drawn.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator:
          leaks.append(String(value, radix: 16))
        default: continue
        }
      }
    }
    #expect(leaks.isEmpty)
  }

  @Test func standInsAreTold() {
    #expect(
      DisplayText.sanitized("ab\u{202E}c") == [
        DisplayRun(text: "ab", width: 2, isStandIn: false),
        DisplayRun(text: "‹U+202E›", width: 8, isStandIn: true),
        DisplayRun(text: "c", width: 1, isStandIn: false),
      ])
  }

  @Test func truncationKeepsWideCharactersWhole() {
    #expect(DisplayText.truncated("日本語", to: 6) == "日本語")
    #expect(DisplayText.truncated("日本語", to: 5) == "日本…")
    #expect(DisplayText.truncated("日本語", to: 4) == "日…")
    #expect(DisplayText.truncated("abcdef", to: 3) == "ab…")
    #expect(DisplayText.truncated("abc", to: 0) == "")
  }
}

@Suite struct Revealing {
  static let table: [(String, String)] = [
    ("10\u{A0}000", "10‹U+00A0›000"),
    ("plain text, 日本語 é 😀", "plain text, 日本語 é 😀"),
    ("a\tb\r\n", "a␉b␍␊"),
    ("p\u{430}ypal", "p‹U+0430›ypal"),
    ("привет", "привет"),
    ("a non\u{2011}breaking", "a non‹U+2011›breaking"),
    ("e\u{301}", "e‹U+0301›"),
    ("zero\u{200B}width", "zero‹U+200B›width"),
    ("\u{2800}", "‹U+2800›"),
  ]

  @Test(arguments: table.indices) func hiddenDifferencesShow(index: Int) {
    #expect(DisplayText.revealing(Self.table[index].0) == Self.table[index].1)
  }
}

@Suite struct Wrapping {
  static let table: [(text: String, width: Int, lines: [String])] = [
    ("", 10, [""]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 6, ["one", "two", "three"]),
    ("one  two", 4, ["one", "two"]),
    ("  kept indent", 8, ["  kept", "indent"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("ab cdefghij", 4, ["ab", "cdef", "ghij"]),
    ("a\nb\n", 4, ["a", "b", ""]),
    ("a\r\nb", 4, ["a␍", "b"]),
    ("a\tb", 10, ["a   b"]),
    ("\tx", 10, ["    x"]),
    ("abcd\tx", 10, ["abcd    x"]),
    ("日本語", 4, ["日本", "語"]),
    ("日本語", 3, ["日", "本", "語"]),
    ("日本", 1, ["日", "本"]),
    ("a \u{202E}b", 8, ["a", "‹U+202E›", "b"]),
    ("\u{202E}", 5, ["‹U+20", "2E›"]),
    ("four four", 4, ["four", "four"]),
    ("four ", 4, ["four"]),
    ("x", 0, ["x"]),
  ]

  @Test(arguments: table.indices) func lines(index: Int) {
    let (text, width, lines) = Self.table[index]
    #expect(DisplayText.wrap(text, width: width) == lines)
  }

  @Test func stylesSurviveBreaks() {
    let bold = Style.plain.bold
    let lines = DisplayText.wrap(
      [Span("You are a ", .plain), Span("warm and", bold), Span("ly", .plain)], width: 12)
    #expect(
      lines == [
        [Span("You are a", .plain)],
        [Span("warm and", bold), Span("ly", .plain)],
      ])
  }

  @Test func noLineIsLongerThanItsWidth() {
    let text = "Mixed 日本語 text with\ttabs, \u{202E}overrides\u{202C} and 👨‍👩‍👧 families e\u{301}\u{302} \u{0}."
    for width in 2...40 {
      for line in DisplayText.wrap(text, width: width) {
        #expect(DisplayText.width(of: line) <= width, "\(width): \(line)")
      }
    }
  }
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
