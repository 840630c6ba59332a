import Terminal

/// Rows of cells under one another, each column as wide as its widest cell on a screen.
struct Table {
  enum Alignment {
    case left, right
  }

  typealias Cell = [Span]

  private let columns: [Alignment]
  private var rows: [[Cell]] = []

  init(_ columns: [Alignment]) { self.columns = columns }

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The rows as lines.
  ///
  /// - Parameter width: columns of the screen; the last cell of a row is cut there. Nil for no limit.
  func lines(indent: Int = 0, width: Int?) -> [[Span]] {
    var widths = [Int](repeating: 0, count: columns.count)
    for row in rows {
      for (column, cell) in row.enumerated() where column < columns.count - 1 || columns[column] == .right {
        widths[column] = max(widths[column], cell.width)
      }
    }
    return rows.map { line($0, widths, indent: indent, width: width) }
  }

  private func line(_ row: [Cell], _ widths: [Int], indent: Int, width: Int?) -> [Span] {
    var line: [Span] = indent > 0 ? [Span(String(repeating: " ", count: indent), .plain)] : []
    var used = indent
    for (column, cell) in row.enumerated() {
      // An empty column takes no room at all.
      if widths[column] == 0, cell.width == 0 { continue }
      if used > indent {
        line.append(Span("  ", .plain))
        used += 2
      }
      let blanks = Span(String(repeating: " ", count: max(0, widths[column] - cell.width)), .plain)
      if columns[column] == .right { line.append(blanks) }
      if column == row.count - 1, let width {
        line += cell.truncated(to: max(8, width - used))
      } else {
        line += cell
      }
      if columns[column] == .left, column < row.count - 1 { line.append(blanks) }
      used += max(widths[column], cell.width)
    }
    while let last = line.last, last.text.allSatisfy({ $0 == " " }), line.count > 1 { line.removeLast() }
    return line
  }
}

extension [Span] {
  /// Columns that the spans take.
  var width: Int { reduce(0) { $0 + DisplayText.width(of: $1.text) } }

  /// The first columns, `…` in the last of them when something was cut.
  func truncated(to columns: Int) -> [Span] {
    guard width > columns else { return self }
    var room = columns
    var result: [Span] = []
    for span in self {
      let spanWidth = DisplayText.width(of: span.text)
      // One column stays free for the mark, unless this span can hold it.
      guard spanWidth >= room else {
        result.append(span)
        room -= spanWidth
        continue
      }
      let isCut = spanWidth > room || span != self[count - 1]
      let text = isCut && spanWidth == room ? span.text + " " : span.text
      result.append(Span(DisplayText.truncated(text, to: room), span.style))
      break
    }
    return result
  }
}
