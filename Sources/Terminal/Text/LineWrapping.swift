extension DisplayText {
  /// The text in lines of at most `width` columns, broken between words where that is possible, inside a word
  /// where it is not. Newlines break too; tabs go to the next multiple of four; stand-ins are spelled out. The
  /// blanks at a break are dropped, those that begin a paragraph are kept. Empty text is one empty line.
  ///
  /// A wide character is given a line of its own when `width` is 1.
  public static func wrap(_ text: String, width: Int) -> [String] {
    wrap([Span(text, .plain)], width: width).map { line in line.reduce(into: "") { $0 += $1.text } }
  }

  /// The same for text in several styles: a break may fall anywhere in a span, and a word may run across spans.
  /// `tabStop` is the distance of tab stops in columns.
  public static func wrap(_ spans: [Span], width: Int, tabStop: Int = 4) -> [[Span]] {
    var wrapper = LineWrapper(width: max(1, width))
    var scanner = TextScanner(tabStop: max(1, tabStop))
    for span in spans {
      for grapheme in span.text {
        if grapheme == "\n" || grapheme == "\r\n" {
          // A carriage return is in the text; it is shown, and then the line ends.
          if grapheme == "\r\n" { wrapper.take("␍", columns: 1, isBlank: false, span.style) }
          wrapper.endLine()
          scanner.column = 0
          continue
        }
        let isTab = grapheme == "\t"
        scanner.scan(grapheme) { unit in
          let text = unit.text
          wrapper.take(text, columns: unit.width, isBlank: isTab || text == " " || text == "  ", span.style)
          return true
        }
      }
    }
    wrapper.endLine()
    return wrapper.lines
  }
}

/// Fills lines with units, remembering where the current line could last be broken.
private struct LineWrapper {
  let width: Int
  private(set) var lines: [[Span]] = []

  private struct Piece {
    var text: String
    var columns: Int
    var isBlank: Bool
    var style: Style
  }

  private var line: [Piece] = []
  private var columns = 0
  /// Index in `line` just past the last run of blanks that has a word before it; 0 when there is none.
  private var breakAfter = 0
  private var sawWord = false
  /// Whether the line is full and a blank stood there: the next word begins a line, and blanks up to it are dropped.
  private var isFull = false

  init(width: Int) { self.width = width }

  mutating func take(_ text: String, columns unitColumns: Int, isBlank: Bool, _ style: Style) {
    // A stand-in wider than the line is cut into columns like any long word.
    if unitColumns > width, text.unicodeScalars.count == unitColumns, unitColumns > 2 {
      for scalar in text.unicodeScalars {
        take(String(scalar), columns: 1, isBlank: false, style)
      }
      return
    }
    if isBlank {
      isFull = isFull || columns + unitColumns > width
      if isFull { return }
    } else {
      if isFull { breakLine(at: line.count) }
      while columns + unitColumns > width, !line.isEmpty {
        breakLine(at: breakAfter > 0 ? breakAfter : line.count)
      }
    }
    line.append(Piece(text: text, columns: unitColumns, isBlank: isBlank, style: style))
    columns += unitColumns
    if isBlank {
      if sawWord { breakAfter = line.count }
    } else {
      sawWord = true
    }
  }

  mutating func endLine() {
    emit(line[...], trims: isFull)
    reset([])
  }

  private mutating func breakLine(at index: Int) {
    emit(line[..<index], trims: true)
    reset(Array(line[index...]))
  }

  private mutating func reset(_ rest: [Piece]) {
    line = rest
    columns = rest.reduce(0) { $0 + $1.columns }
    breakAfter = 0
    isFull = false
    sawWord = rest.contains { !$0.isBlank }
  }

  private mutating func emit(_ pieces: ArraySlice<Piece>, trims: Bool) {
    var pieces = pieces
    if trims, let lastWord = pieces.lastIndex(where: { !$0.isBlank }) { pieces = pieces[...lastWord] }
    var spans: [Span] = []
    for piece in pieces {
      if let last = spans.indices.last, spans[last].style == piece.style {
        spans[last].text += piece.text
      } else {
        spans.append(Span(piece.text, piece.style))
      }
    }
    lines.append(spans)
  }
}
