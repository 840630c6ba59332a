import PrefixCache
import Recordings
import Terminal
import Tokenizers
import Transcripts

extension Command {
  static let diff: Command = .init(
    name: "diff",
    summary: "compare two snapshots, entry by entry and word by word",
    operands: [Operand(name: "A[@N]", count: .one), Operand(name: "B[@M]", count: .one)],
    options: [.json] + Option.reading,
    discussion: [
      "Both may be of one recording: “stemma diff FILE@3 @4”. Entries are compared by what a model sees of them; ids and "
        + "metadata do not count. What both begin with is the prefix that a cache keeps; what had been held behind it and is "
        + "still sent must be prefilled again. The exit status is 1 when the snapshots differ.",
      HelpTopic.snapshots,
    ],
    examples: [
      Example("stemma diff session.stemma@3 @4", "two moments of one session"),
      Example("stemma diff before.json after.json", "the last snapshots of two files"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      let first = SnapshotReference(invocation.operands[0])
      let second = SnapshotReference(invocation.operands[1], of: first.path)
      let a = try OpenedSource(first.path, invocation, settings)
      let b = second.path == first.path ? a : try OpenedSource(second.path, invocation, settings)
      let comparison = try SnapshotComparison(a, first, b, second)
      if invocation.has(.json) {
        try comparison.printJSON(console)
      } else {
        try comparison.print(console, limit: invocation.number(.limit))
      }
      return comparison.isSame ? .fine : .difference
    })
}

/// Two snapshots beside each other, as `diff` prints them.
struct SnapshotComparison {
  /// One of the two.
  private struct Side {
    var source: OpenedSource
    var row: SnapshotRow
    var ids: [EntryID]
    var summaries: [EntrySummary]

    init(_ source: OpenedSource, _ reference: SnapshotReference) throws {
      self.source = source
      row = try source.snapshot(reference).row
      ids = try source.recording.entryIDs(of: row.id)
      summaries = try source.recording.summaries(ids)
    }

    var context: [ContextEntry] {
      summaries.map {
        ContextEntry(kind: $0.kind, content: $0.content, tokens: $0.tokens, toolTokens: $0.toolTokens)
      }
    }

    func rendered(_ index: Int, _ counter: any TokenCounter) throws -> RenderedEntry {
      RenderedEntry(try source.recording.entry(ids[index]), counter: counter)
    }

    func detail(_ index: Int) throws -> EntryDetail { EntryDetail(try source.recording.entry(ids[index])) }
  }

  private let a: Side
  private let b: Side
  private let diff: SnapshotDiff
  private let prefixEntries: Int
  private let prefixTokens: Int
  private let invalidatedTokens: Int

  init(_ a: OpenedSource, _ first: SnapshotReference, _ b: OpenedSource, _ second: SnapshotReference) throws {
    let a = try Side(a, first)
    let b = try Side(b, second)
    let counter = b.source.counter ?? CharacterTokenCounter()
    diff = SnapshotDiff(from: a.context, to: b.context)
    let cache = try CacheComparison(
      held: a.context, wanted: b.context, counter: counter,
      heldEntry: { try a.rendered($0, counter) }, wantedEntry: { try b.rendered($0, counter) })
    prefixEntries = cache.commonEntries
    prefixTokens = cache.commonTokens
    let stillSent = b.context.prefix(cache.tailStart).reduce(0) { $0 + Int($1.tokens) }
    invalidatedTokens = cache.cause.isLoss ? max(0, stillSent - cache.commonTokens) : 0
    self.a = a
    self.b = b
  }

  var isSame: Bool {
    diff.operations.allSatisfy { if case .same = $0 { true } else { false } }
  }

  /// The words of a changed entry, all its parts one after the other.
  private func words(_ a: Int, _ b: Int) throws -> [WordDiff.Run] {
    func text(_ entry: RenderedEntry) -> String {
      entry.parts.map { $0.role == .image ? ImageFacts(dataURL: $0.text).words : $0.text }.joined(
        separator: "\n")
    }
    // Nothing is counted here: the counter is the cheapest one.
    let counter = ByteCounter()
    return WordDiff(text(try self.a.rendered(a, counter)), text(try self.b.rendered(b, counter))).readableRuns
  }

  // MARK: JSON

  func printJSON(_ console: Console) throws {
    try JSONOutput.document("diff", to: console.out) { json in
      json.object("splice") { json in
        json.member("position", diff.splice.position)
        json.member("removed", diff.splice.removed)
        json.member("inserted", diff.splice.inserted)
      }
      try json.array("entries", diff.operations) { json, operation in
        try json.object { try write(operation, to: &$0) }
      }
      json.object("prefix") { json in
        json.member("entries", prefixEntries)
        json.member("tokens", Quantity.counted(prefixTokens))
      }
      json.object("invalidated") { $0.member("tokens", Quantity.counted(invalidatedTokens)) }
    }
  }

  private func write(_ operation: SnapshotDiff.Operation, to json: inout JSONOutput) throws {
    switch operation {
    case .same(let a, let b):
      json.member("op", "same")
      json.member("a", a)
      json.member("b", b)
      json.member("kind", self.b.summaries[b].kind.rawValue)
    case .changed(let a, let b):
      json.member("op", "changed")
      json.member("a", a)
      json.member("b", b)
      json.member("kind", self.b.summaries[b].kind.rawValue)
      json.array("words", try words(a, b)) { json, run in
        json.object { json in
          json.member("op", run.operation.rawValue)
          json.member("text", run.text)
        }
      }
    case .removed(let a):
      json.member("op", "removed")
      json.member("a", a)
    case .inserted(let b):
      json.member("op", "inserted")
      json.member("b", b)
    case .moved(let a, let b):
      json.member("op", "moved")
      json.member("a", a)
      json.member("b", b)
    }
  }

  // MARK: Text

  func print(_ console: Console, limit: Int?) throws {
    printHeading(console)
    var printed = 0
    for item in runs {
      if let limit, printed == limit {
        console.print("… more entries; raise --limit to see them", .faint)
        break
      }
      printed += 1
      try print(item, console)
    }
  }

  /// Neighbouring equal entries are one line.
  private enum Item {
    case same(a: Range<Int>, b: Range<Int>)
    case other(SnapshotDiff.Operation)
  }

  private var runs: [Item] {
    var items: [Item] = []
    for operation in diff.operations {
      guard case .same(let a, let b) = operation else {
        items.append(.other(operation))
        continue
      }
      if case .same(let earlierA, let earlierB)? = items.last, earlierA.upperBound == a,
        earlierB.upperBound == b
      {
        items[items.count - 1] = .same(a: earlierA.lowerBound..<a + 1, b: earlierB.lowerBound..<b + 1)
      } else {
        items.append(.same(a: a..<a + 1, b: b..<b + 1))
      }
    }
    return items
  }

  private func printHeading(_ console: Console) {
    let paint = console.paint
    var counts: [(word: String, number: Int, role: Theme.Role?)] = [
      ("same", 0, nil), ("changed", 0, .warning), ("removed", 0, .diffRemoved), ("inserted", 0, .diffAdded),
      ("moved", 0, .warning),
    ]
    for operation in diff.operations {
      let place =
        switch operation {
        case .same: 0
        case .changed: 1
        case .removed: 2
        case .inserted: 3
        case .moved: 4
        }
      counts[place].number += 1
    }
    let aName = a.source.path
    let bName = b.source.path == aName ? "" : b.source.path
    var line = [
      paint.span(aName, nil, bold: true), paint.span("@\(a.row.sequence)", .accent), paint.span(" → ", .dim),
      paint.span(bName, nil, bold: true), paint.span("@\(b.row.sequence)", .accent),
    ]
    for count in counts where count.number > 0 {
      line.append(paint.span("  \(Words.grouped(count.number)) \(count.word)", count.role))
    }
    console.print(line)
    console.print([
      paint.span("prefix kept  ", .dim),
      paint.span(
        "\(Words.count(prefixEntries, "entry", "entries")), ~\(Words.count(prefixTokens, "token"))", .kept),
      paint.span("   prefilled again  ", .dim),
      paint.span("~\(Words.count(invalidatedTokens, "token"))", invalidatedTokens > 0 ? .lost : .kept),
    ])
  }

  private func print(_ item: Item, _ console: Console) throws {
    let paint = console.paint
    switch item {
    case .same(let a, let b):
      let place = Words.range(b)
      let was = a == b ? "" : " (was \(Words.range(a)))"
      console.print("  \(Words.right(place, 7))  \(b.count == 1 ? "same" : "all the same")\(was)", .dim)
    case .other(.same): break
    case .other(.changed(let a, let b)):
      let was = a == b ? "" : " (was \(a))"
      console.print([
        paint.span("~ \(Words.right("\(b)", 7))  ", .warning),
        paint.span("\(self.b.summaries[b].kind.words) changed\(was)", nil, bold: true),
      ])
      printWords(try words(a, b), console)
    case .other(.removed(let a)):
      try printWhole("-", a, self.a, .diffRemoved, "", console)
    case .other(.inserted(let b)):
      try printWhole("+", b, self.b, .diffAdded, "", console)
    case .other(.moved(let a, let b)):
      try printWhole(">", b, self.b, .warning, "moved from \(a)  ", console)
    }
  }

  private func printWhole(
    _ sign: String, _ index: Int, _ side: Side, _ role: Theme.Role, _ note: String, _ console: Console
  ) throws {
    let detail = try side.detail(index)
    let line = [
      console.paint.span("\(sign) \(Words.right("\(index)", 7))  \(detail.title)  ", role),
      console.paint.span(note, .dim), console.paint.span("~\(side.summaries[index].tokens)  ", .dim),
      Span(detail.excerpt, .plain),
    ]
    console.print(console.width.map { line.truncated(to: $0) } ?? line.truncated(to: 160))
  }

  /// Equal words far from a difference are left out.
  private static let context = 40

  private func printWords(_ runs: [WordDiff.Run], _ console: Console) {
    let paint = console.paint
    let isPlain = paint.isPlain
    var spans: [Span] = []
    for (index, run) in runs.enumerated() {
      switch run.operation {
      case .same:
        spans.append(
          paint.span(Self.shortened(run.text, isFirst: index == 0, isLast: index == runs.count - 1), .dim))
      case .removed:
        let text = LossText.revealed(run.text)
        spans.append(paint.span(isPlain ? "[-\(text)-]" : text, .diffRemovedWord))
      case .inserted:
        let text = LossText.revealed(run.text)
        spans.append(paint.span(isPlain ? "{+\(text)+}" : text, .diffAddedWord))
      }
    }
    let margin = Span(String(repeating: " ", count: 11), .plain)
    for line in DisplayText.wrap(spans, width: console.width.map { max(20, $0 - 11) } ?? 1 << 24) {
      console.print([margin] + line)
    }
  }

  private static func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
    let characters = Array(text)
    let before = isFirst ? 0 : context
    let after = isLast ? 0 : context
    guard characters.count > before + after + 8 else { return text }
    return String(characters[..<before]) + "…" + String(characters[(characters.count - after)...])
  }
}
