/// Swift source as it is put together: lines, indented by the blocks around them.
struct SwiftText {
  private(set) var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  mutating func line(_ line: String) { lines.append(line) }

  /// `head`, the lines that `body` writes two columns further in, and `end`.
  ///
  /// A line may itself hold line breaks, where an argument was written over several lines: only its beginning is moved, so that
  /// the inside of a multi-line string stays what it was.
  mutating func block(_ head: String, end: String = "}", _ body: (inout SwiftText) -> Void) {
    lines.append(head)
    var inner = SwiftText()
    body(&inner)
    lines += inner.lines.map { "  " + $0 }
    lines.append(end)
  }
}
