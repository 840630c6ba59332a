import PrefixCache
import Recordings
import Transcripts

/// What became of the entries of one snapshot in another, with the words that changed.
struct DiffContent: Sendable {
  struct Row: Sendable {
    var operation: SnapshotDiff.Operation
    var kind: EntryKind
    var tokens: Int
    /// The entry's first words.
    var words: String
    /// Of a changed entry: its differing parts, word by word.
    var parts: [Part] = []
  }

  struct Part: Sendable {
    var name: String
    var runs: [WordDiff.Run]
  }

  var older: SnapshotRow
  var newer: SnapshotRow
  var rows: [Row]
  var splice: (position: Int, removed: Int, inserted: Int)
  /// Tokens of the newer snapshot: before the splice; from it on, of entries that were there before; and the rest.
  var kept: Int
  var again = 0
  var fresh = 0

  /// More changed entries than this are listed without their words.
  private static let wordedRows = 200
  /// Longer texts are compared as far as this many characters.
  private static let longestText = 20_000

  /// - Parameter record: reads an entry; nil when it cannot be read.
  init(_ older: SnapshotContent, _ newer: SnapshotContent, record: (EntryID) -> EntryRecord?) {
    self.older = older.snapshot
    self.newer = newer.snapshot
    let diff = SnapshotDiff(
      from: older.entries.map(ContextEntry.init), to: newer.entries.map(ContextEntry.init))
    splice = diff.splice
    kept = newer.entries[..<diff.splice.position].reduce(0) { $0 + Int($1.tokens) }
    rows = []
    var worded = 0
    for operation in diff.operations {
      let entry: EntrySummary
      switch operation {
      case .removed(let a): entry = older.entries[a]
      case .same(_, let b), .moved(_, let b):
        entry = newer.entries[b]
        if b >= diff.splice.position { again += Int(entry.tokens) }
      case .changed(_, let b), .inserted(let b):
        entry = newer.entries[b]
        fresh += Int(entry.tokens)
      }
      var row = Row(operation: operation, kind: entry.kind, tokens: Int(entry.tokens), words: "")
      if case .same = operation {
        rows.append(row)
        continue
      }
      row.words = record(entry.id).map { EntryGlance($0).words } ?? ""
      if case .changed(let a, _) = operation, worded < Self.wordedRows,
        let before = record(older.entries[a].id), let now = record(entry.id)
      {
        worded += 1
        row.parts = Self.parts(before, now)
      }
      rows.append(row)
    }
  }

  /// The parts of an entry that differ, by name; a part that only one of them has is all removed or all inserted.
  static func parts(_ before: EntryRecord, _ now: EntryRecord) -> [Part] {
    let old = texts(before)
    let new = texts(now)
    var parts: [Part] = []
    for (name, text) in old where new.first(where: { $0.name == name })?.text != text {
      let other = new.first { $0.name == name }?.text
      parts.append(Part(name: name, runs: WordDiff(text, other ?? "").readableRuns))
    }
    for (name, text) in new where !old.contains(where: { $0.name == name }) {
      parts.append(Part(name: name, runs: WordDiff("", text).runs))
    }
    return parts
  }

  private static func texts(_ record: EntryRecord) -> [(name: String, text: String)] {
    var scanner = EntryScanner()
    let isRead = record.json.withUnsafeBufferPointer { (try? scanner.scan($0, at: 0)) != nil }
    guard isRead else { return [] }
    return scanner.parts.parts.map { part in
      guard part.role != .image else {
        return (part.name, ImageFacts(dataURL: scanner.parts.text(part)).words)
      }
      return (part.name, String(scanner.parts.text(part).prefix(longestText)))
    }
  }
}

extension ContextEntry {
  init(_ summary: EntrySummary) {
    self.init(
      kind: summary.kind, content: summary.content, tokens: summary.tokens, toolTokens: summary.toolTokens)
  }
}
