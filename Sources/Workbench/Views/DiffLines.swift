import PrefixCache
import Recordings
import Terminal
import Transcripts

extension DiffView {
  func title(_ state: State) -> String {
    let (a, b) = (state.number(of: older), state.number(of: newer))
    return "Snapshot \(NumberText.grouped(a)) \(state.glyphs.arrowRight) \(NumberText.grouped(b))"
  }

  /// The diff as lines: what it comes to, then entry by entry, with the changed words of changed entries.
  func lines(width: Int, theme: Theme) -> [[Span]] {
    guard let content else { return [[Span("comparing …", theme.style(.dim))]] }
    return DiffLines(content, width: width, theme: theme).lines
  }
}

/// Lays a diff out in lines.
struct DiffLines {
  private let theme: Theme
  private let width: Int
  private(set) var lines: [[Span]] = []

  /// Equal entries in a row that are shown before the rest is folded.
  private static let context = 2
  /// Unchanged words kept on each side of a change.
  private static let wordContext = 60

  init(_ content: DiffContent, width: Int, theme: Theme) {
    self.theme = theme
    self.width = max(20, width)
    addSummary(content)
    lines.append([])
    var same: [DiffContent.Row] = []
    for row in content.rows {
      if case .same = row.operation {
        same.append(row)
        continue
      }
      addSame(same)
      same = []
      add(row)
    }
    addSame(same)
  }

  private mutating func addSummary(_ content: DiffContent) {
    let splice = content.splice
    guard splice.removed + splice.inserted > 0 else {
      lines.append([Span("the same entries", theme.style(.kept))])
      return
    }
    lines += DisplayText.wrap(
      [
        Span("splice at entry \(NumberText.grouped(splice.position))", theme.style(.text).bold),
        Span("  \(NumberText.count(splice.removed, "entry", plural: "entries")) out, ", theme.style(.dim)),
        Span("\(NumberText.count(splice.inserted, "entry", plural: "entries")) in", theme.style(.dim)),
      ], width: width)
    var cost = [
      Span(NumberText.counted(content.kept), theme.style(.kept).bold),
      Span(" tokens stand before it and are kept", theme.style(.dim)),
    ]
    if content.again > 0 {
      cost += [
        Span(", ", theme.style(.dim)), Span(NumberText.counted(content.again), theme.style(.lost).bold),
        Span(" after it are prefilled again", theme.style(.dim)),
      ]
    }
    cost += [
      Span(", ", theme.style(.dim)), Span(NumberText.counted(content.fresh), theme.style(.text).bold),
      Span(" are new", theme.style(.dim)),
    ]
    lines += DisplayText.wrap(cost, width: width)
  }

  private mutating func addSame(_ rows: [DiffContent.Row]) {
    guard let first = rows.first else { return }
    if rows.count <= Self.context {
      for row in rows { addHead(row, " ", .faint) }
      return
    }
    let tokens = rows.reduce(0) { $0 + $1.tokens }
    let from: Int
    if case .same(_, let b) = first.operation { from = b } else { from = 0 }
    lines.append([
      Span("  \(NumberText.grouped(from))–\(NumberText.grouped(from + rows.count - 1))", theme.style(.faint)),
      Span("  the same  \(NumberText.counted(tokens))", theme.style(.faint)),
    ])
  }

  private mutating func add(_ row: DiffContent.Row) {
    switch row.operation {
    case .same: addHead(row, " ", .faint)
    case .removed: addHead(row, "-", .diffRemoved)
    case .inserted: addHead(row, "+", .diffAdded)
    case .moved(let a, let b): addHead(row, b < a ? "↑" : "↓", .accent, aside: "was \(NumberText.grouped(a))")
    case .changed:
      addHead(row, "~", .warning)
      for part in row.parts { add(part) }
      if row.parts.isEmpty {
        lines.append([Span("      differs in what a model does not see", theme.style(.faint))])
      }
    }
  }

  private mutating func addHead(
    _ row: DiffContent.Row, _ sign: String, _ role: Theme.Role, aside: String = ""
  ) {
    let index: Int
    switch row.operation {
    case .same(_, let b), .changed(_, let b), .moved(_, let b), .inserted(let b): index = b
    case .removed(let a): index = a
    }
    let number = NumberText.grouped(index)
    let kind = row.kind.words
    let tokens = NumberText.counted(row.tokens)
    let head =
      "\(sign) " + String(repeating: " ", count: max(0, 4 - number.count)) + number + "  "
      + kind + String(repeating: " ", count: max(1, 13 - kind.count))
      + String(repeating: " ", count: max(0, 7 - tokens.count)) + tokens + "  "
    var spans = [Span(head, theme.style(role))]
    if !aside.isEmpty { spans.append(Span(aside + "  ", theme.style(.accent))) }
    let room = max(0, width - DisplayText.width(of: head) - DisplayText.width(of: aside) - 2)
    if !row.words.isEmpty, row.parts.isEmpty, room > 4 {
      spans.append(Span(DisplayText.truncated(row.words, to: room), theme.style(.dim)))
    }
    lines.append(spans)
  }

  private mutating func add(_ part: DiffContent.Part) {
    lines.append([Span("      \(part.name)", theme.style(.faint))])
    var spans: [Span] = []
    for (index, run) in part.runs.enumerated() {
      switch run.operation {
      case .same:
        let text = shortened(run.text, isFirst: index == 0, isLast: index == part.runs.count - 1)
        spans.append(Span(text, theme.style(.dim)))
      case .removed: spans.append(Span(DisplayText.revealing(run.text), theme.style(.diffRemovedWord).bold))
      case .inserted: spans.append(Span(DisplayText.revealing(run.text), theme.style(.diffAddedWord).bold))
      }
    }
    for line in DisplayText.wrap(spans, width: width - 6) {
      lines.append([Span("      ", theme.style(.text))] + line)
    }
  }

  /// Unchanged words near a change, with `…` for those further off.
  private func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
    let keep = Self.wordContext
    guard text.count > 2 * keep else { return text }
    if isFirst, isLast { return String(text.prefix(keep)) + " …" }
    if isFirst { return "… " + text.suffix(keep) }
    if isLast { return text.prefix(keep) + " …" }
    return text.prefix(keep) + " … " + text.suffix(keep)
  }
}
