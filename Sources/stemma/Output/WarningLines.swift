import Terminal

/// What an import found odd, a line a warning: the first ones, and how many more.
struct WarningLines {
  private let warnings: [(entry: Int, message: String)]
  private static let most = 10

  init(_ warnings: [(entry: Int, message: String)]) { self.warnings = warnings }

  func print(_ console: Console) {
    for warning in warnings.prefix(Self.most) {
      console.print([
        console.paint.span("warning", .warning), Span("  entry \(warning.entry) \(warning.message)", .plain),
      ])
    }
    let left = warnings.count - Self.most
    if left > 0 { console.print("… \(Words.count(left, "more warning")); --json lists all", .faint) }
  }
}
