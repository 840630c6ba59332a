import PrefixCache
import Recordings
import Terminal
import Transcripts
import Workbench

extension Command {
  static let show: Command = .init(
    name: "show",
    summary: "print the entries of a snapshot",
    operands: [Operand(name: "FILE[@N]", count: .one)],
    options: [.entry, .filter, .json] + Option.reading,
    discussion: [
      "Prints what the transcript holds at one moment: each entry with its tokens and the beginning of its text. "
        + "--entry I prints one entry whole.",
      HelpTopic.snapshots,
    ],
    examples: [
      Example("stemma show session.stemma@-2", "the snapshot before the last"),
      Example("stemma show dump.json --entry 0", "the instructions and tools, whole"),
      Example("stemma show dump.json --filter tokens:>500", "only the large entries"),
      Example("stemma show dump.json --json | jq '.entries[].kind'", "the kinds of all entries"),
    ],
    run: { invocation, console in
      let settings = try Settings(invocation)
      try console.setColors(invocation, settings)
      let reference = SnapshotReference(invocation.operands[0])
      let source = try OpenedSource(reference.path, invocation, settings)
      let view = try ShownSnapshot(source, reference, invocation)
      if invocation.has(.json) {
        try view.printJSON(console)
      } else if let index = invocation.number(.entry) {
        try view.printWhole(index, console)
      } else {
        try view.print(console)
      }
      return .fine
    })
}

/// A snapshot as `show` prints it.
struct ShownSnapshot {
  let source: OpenedSource
  let session: SessionRow
  let row: SnapshotRow
  let count: Int
  private let entries: [ShownEntry]
  private let limit: Int?

  /// Lines of an entry's text that the overview shows.
  private static let linesShown = 4

  init(_ source: OpenedSource, _ reference: SnapshotReference, _ invocation: Invocation) throws {
    self.source = source
    session = try source.session
    (row, count) = try source.snapshot(reference)
    limit = invocation.number(.limit)
    let ids = try source.recording.entryIDs(of: row.id)
    if let index = invocation.number(.entry), !ids.indices.contains(index) {
      throw ReadingError.noSuchEntry(path: source.path, snapshot: row.sequence, index, count: ids.count)
    }
    let summaries = try source.recording.summaries(ids)
    let chosen = invocation.number(.entry).map { $0..<$0 + 1 } ?? 0..<ids.count
    let all = chosen.map { ShownEntry(index: $0, summary: summaries[$0]) }
    guard let filter = try invocation.value(.filter).map({ try Filter(parsing: $0) }) else {
      entries = all
      return
    }
    let inference = try source.recording.inferences(ofSnapshot: row.id).first
    let fates = try inference.map { try source.recording.fates(in: $0) }
    entries = try all.filter { entry in
      let fate = fates.flatMap { $0.indices.contains(entry.index) ? $0[entry.index] : nil }
      return filter.matches(
        try Filter.EntryFacts(entry.summary, fate: fate, of: source.recording, for: filter))
    }
  }

  private var shown: ArraySlice<ShownEntry> { entries.prefix(limit ?? entries.count) }

  private func detail(_ entry: ShownEntry) throws -> EntryDetail {
    EntryDetail(try source.recording.entry(entry.summary.id))
  }

  // MARK: JSON

  func printJSON(_ console: Console) throws {
    let warnings = try SnapshotWarnings(source.recording, session, row).all
    try JSONOutput.document("show", to: console.out) { json in
      json.member("file", source.path)
      json.member("sourceFormat", session.sourceFormat)
      json.member("session", source.sessionNumber)
      json.member("snapshot", row.sequence)
      json.member("snapshots", count)
      json.member("window", source.window(of: session))
      json.member("tokens", .counted(row.tokens.total))
      try SnapshotInference(of: row, in: source.recording)?.write(to: &json)
      try json.array("entries", shown) { json, entry in
        try detail(entry).write(to: &json, index: entry.index, tokens: .counted(Int(entry.summary.tokens)))
      }
      json.array("warnings", warnings) { json, warning in
        json.object { json in
          json.member("entry", warning.entry)
          json.member("message", warning.message)
        }
      }
    }
  }

  // MARK: Text

  func print(_ console: Console) throws {
    printHeading(console)
    try SnapshotInference(of: row, in: source.recording)?.print(console)
    for entry in shown {
      console.print()
      try printEntry(entry, console, lines: Self.linesShown)
    }
    if shown.count < entries.count {
      console.print()
      console.print("… \(Words.count(entries.count - shown.count, "more entry", "more entries"))", .faint)
    }
    let warnings = try SnapshotWarnings(source.recording, session, row).all
    guard !warnings.isEmpty else { return }
    console.print()
    WarningLines(warnings.map { (entry: $0.entry, message: $0.message) }).print(console)
  }

  func printWhole(_ index: Int, _ console: Console) throws {
    guard let entry = entries.first else { return }
    try printEntry(entry, console, lines: nil)
  }

  private func printHeading(_ console: Console) {
    let paint = console.paint
    var line = [
      paint.span(source.path, nil, bold: true), paint.span("@\(row.sequence)", .accent),
      paint.span("  of \(Words.count(count, "snapshot"))", .dim),
    ]
    if source.sessions.count > 1 {
      line.append(paint.span("  session \(source.sessionNumber) of \(source.sessions.count)", .dim))
    }
    line.append(Span("  " + Words.count(row.count, "entry", "entries"), .plain))
    line.append(Span("  " + Words.use(.counted(row.tokens.total), of: source.window(of: session)), .plain))
    if let format = session.sourceFormat { line.append(paint.span("  \(format)", .dim)) }
    console.print(line)
  }

  private func printEntry(_ entry: ShownEntry, _ console: Console, lines: Int?) throws {
    let detail = try detail(entry)
    let paint = console.paint
    var heading = [
      paint.span(Words.right("\(entry.index)", 3), .dim), Span("  ", .plain),
      paint.span(detail.title, kind: Theme.Kind(entry.summary.kind)),
      paint.span("  ~\(Words.count(Int(entry.summary.tokens), "token"))", .dim),
    ]
    if lines == nil, !detail.id.isEmpty { heading.append(paint.span("  \(detail.id)", .faint)) }
    console.print(heading)
    for piece in detail.pieces {
      print(piece, console, lines: lines, index: entry.index)
    }
  }

  private func print(_ piece: EntryDetail.Piece, _ console: Console, lines: Int?, index: Int) {
    let indent = 5
    if let label = piece.label {
      console.print([Span(String(repeating: " ", count: indent), .plain), console.paint.span(label, .accent)])
    }
    let room = console.width.map { max(20, $0 - indent) } ?? 1 << 24
    // Only as much text as the lines can hold is broken into lines.
    let text = lines == nil ? piece.text : String(piece.text.prefix(20_000))
    let wrapped = DisplayText.wrap([console.paint.span(text, piece.isAside ? .dim : nil)], width: room)
    let margin = Span(String(repeating: " ", count: indent), .plain)
    let shown = wrapped.prefix(lines.map { wrapped.count <= $0 + 1 ? $0 + 1 : $0 } ?? wrapped.count)
    for line in shown { console.print(line.isEmpty ? [] : [margin] + line) }
    if shown.count < wrapped.count {
      let left = wrapped.count - shown.count
      console.print([
        margin,
        console.paint.span("… \(Words.count(left, "more line")); --entry \(index) prints all", .faint),
      ])
    }
  }
}

/// An entry of a snapshot: where it stands and what the store says of it.
struct ShownEntry {
  var index: Int
  var summary: EntrySummary
}
