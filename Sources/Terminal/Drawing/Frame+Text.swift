extension Frame {
  /// What happens to text that is longer than its place.
  public enum Truncation: Sendable {
    /// Cut at the last column that fits.
    case clip
    /// The last column that fits holds `…`.
    case ellipsis
  }

  /// Draws one line of text and returns the columns used, counted from `x`, so that the next piece can follow.
  ///
  /// Safe with any text: controls, bidirectional overrides and invisible characters are drawn as stand-ins
  /// (`␛`, `‹U+202E›`), in `standIn` style if one is given. A tab is one blank, a newline `␊`. Text left of the
  /// frame is skipped, text right of it or beyond `maxWidth` columns is cut; half a wide character is never drawn.
  @discardableResult
  public mutating func put(
    _ text: some StringProtocol, x: Int, y: Int, style: Style, maxWidth: Int? = nil,
    truncation: Truncation = .clip, standIn: Style? = nil
  ) -> Int {
    let x = max(x, Self.farLeft)
    let room = min(maxWidth ?? Int.max, size.width - min(x, size.width))
    guard room > 0 else { return 0 }
    guard y >= 0, y < size.height else { return min(room, DisplayText.width(of: text)) }
    var pen = Pen(x: x, y: y, end: room, style: style, standIn: standIn ?? style)
    if truncation == .ellipsis, DisplayText.width(of: text) > room {
      pen.end = room - 1
      draw(text, with: &pen)
      write(CellScalars(base: 0x2026, width: 1), at: room - 1, pen, style)
      // A wide character that did not fit leaves a column open before the mark.
      for gap in pen.used..<(room - 1) { write(CellScalars(base: 0x20, width: 1), at: gap, pen, style) }
      return room
    }
    draw(text, with: &pen)
    return pen.used
  }

  /// Draws spans one after the other on one line; the rest as in `put` of text.
  @discardableResult
  public mutating func put(_ spans: [Span], x: Int, y: Int, maxWidth: Int? = nil) -> Int {
    let x = max(x, Self.farLeft)
    let room = min(maxWidth ?? Int.max, size.width - min(x, size.width))
    var used = 0
    for span in spans where used < room {
      used += put(span.text, x: x + used, y: y, style: span.style, maxWidth: room - used)
    }
    return used
  }

  /// Far enough left that nothing drawn from there is seen, and near enough that columns can be added.
  private static let farLeft = -0x4000_0000

  private struct Pen {
    let x: Int
    let y: Int
    /// Columns from `x` that may be used.
    var end: Int
    let style: Style
    let standIn: Style
    /// Columns used so far.
    var used = 0
  }

  private mutating func draw(_ text: some StringProtocol, with pen: inout Pen) {
    if drawPlain(text, with: &pen) { return }
    var scanner = TextScanner()
    for grapheme in text {
      var isFull = false
      scanner.scan(grapheme) { unit in
        switch unit {
        case .cell(let scalars):
          isFull = pen.used + scalars.width > pen.end
          if isFull { return false }
          write(scalars, at: pen.used, pen, pen.style)
          pen.used += scalars.width
        case .standIn(let name):
          for sign in name.unicodeScalars {
            isFull = pen.used >= pen.end
            if isFull { return false }
            write(CellScalars(base: sign.value, width: 1), at: pen.used, pen, pen.standIn)
            pen.used += 1
          }
        }
        return true
      }
      if isFull { return }
    }
  }

  /// The short way for printable ASCII; false when the text is something else.
  private mutating func drawPlain(_ text: some StringProtocol, with pen: inout Pen) -> Bool {
    guard let columns = DisplayText.plainColumns(text) else { return false }
    let count = min(columns, pen.end)
    let drawn: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      for index in max(0, -pen.x)..<max(count, max(0, -pen.x)) {
        set(
          Cell(scalars: CellScalars(base: UInt32(bytes[index]), width: 1), style: pen.style),
          x: pen.x + index, y: pen.y)
      }
    }
    guard drawn != nil else { return false }
    pen.used = count
    return true
  }

  /// Writes a unit `column` columns from the pen's start; what lies left of the frame is left out.
  private mutating func write(_ scalars: CellScalars, at column: Int, _ pen: Pen, _ style: Style) {
    let x = pen.x + column
    if x >= 0 {
      set(Cell(scalars: scalars, style: style), x: x, y: pen.y)
    } else if x + scalars.width > 0 {
      set(.blank(style), x: 0, y: pen.y)
    }
  }
}
