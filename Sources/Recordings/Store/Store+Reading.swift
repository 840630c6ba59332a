import Transcripts

extension Store {
  /// How many lists are kept. Two for a comparison, some for stepping about.
  private static let listsKept = 8
  /// Rows that nobody asked for are read over in a run of summaries up to this many at a time.
  private static let readAheadGap = 8
  /// Far above the distance of keyframes: a damaged file must not be walked forever.
  private static let longestChain = 1 << 16

  func meta(_ key: String) throws(RecordingError) -> String? {
    let select = try connection.statement("SELECT value FROM meta WHERE key = ?")
    select.bind(1, key)
    defer { select.reset() }
    return try select.step() ? select.text(0) : nil
  }

  /// How many rows a list may have, for making room at once: large rows are dear to move.
  func rowsLeft(
    _ table: String, after: Int64?, limit: Int?, ofOneSession: Bool
  ) throws(RecordingError) -> Int {
    let select = try connection.statement(
      "SELECT max(id), (SELECT max(id) FROM session) FROM \(table)")
    defer { select.reset() }
    guard try select.step() else { return 0 }
    let left = select.int64(0).subtractingReportingOverflow(max(0, after ?? 0)).partialValue
    // Of several sessions, one may be a small part.
    let few = ofOneSession && select.int64(1) > 1
    // A damaged file may have any last id.
    return Int(clamping: min(max(0, left), limit.map { Int64(max(0, $0)) } ?? Int64.max, few ? 64 : 1 << 20))
  }

  // MARK: - Snapshots

  /// The splice columns of one row.
  struct StoredSplice {
    var id: SnapshotID
    var parent: SnapshotID?
    var position: Int
    var removed: Int
    var count: Int
    var inserted: [UInt8]
    var keyframe: [UInt8]?

    /// The list itself where the row says it without its parent.
    var whole: [EntryID]? {
      if let keyframe { return keyframe.withUnsafeBytes { PackedSplice.unpack($0, parent: []) } }
      guard position == 0, inserted.withUnsafeBytes(PackedSplice.count) == count else { return nil }
      return inserted.withUnsafeBytes { PackedSplice.unpack($0, parent: []) }
    }

    /// Makes this snapshot's list of its parent's, in place; false when the splice does not fit.
    func apply(to list: inout [EntryID]) -> Bool {
      guard position >= 0, removed >= 0, position <= list.count, removed <= list.count - position,
        let incoming = inserted.withUnsafeBytes({ PackedSplice.unpack($0, parent: list) })
      else { return false }
      list.replaceSubrange(position..<position + removed, with: incoming)
      return list.count == count
    }
  }

  func splice(of id: SnapshotID) throws(RecordingError) -> StoredSplice? {
    let select = try connection.statement(
      "SELECT parent, position, removed, count, inserted, keyframe FROM snapshot WHERE id = ?")
    select.bind(1, id.rawValue)
    defer { select.reset() }
    guard try select.step() else { return nil }
    return StoredSplice(
      id: id, parent: select.optionalInt64(0).map(SnapshotID.init), position: select.int(1),
      removed: select.int(2), count: select.int(3), inserted: select.bytes(4) { [UInt8]($0) },
      keyframe: select.isNull(5) ? nil : select.bytes(5) { [UInt8]($0) })
  }

  /// Walks from the snapshot towards its first ancestor until a list stands alone, and applies the splices
  /// from there.
  func list(of snapshot: SnapshotID) throws(RecordingError) -> [EntryID] {
    var chain: [StoredSplice] = []
    var at = snapshot
    var list: [EntryID]
    while true {
      if let known = lists.last(where: { $0.snapshot == at }) {
        list = known.entries
        break
      }
      guard let splice = try splice(of: at) else {
        guard chain.isEmpty else { throw damaged("snapshot \(at.rawValue) is missing") }
        throw invalid("there is no snapshot \(at.rawValue)")
      }
      if let whole = splice.whole {
        list = whole
        break
      }
      guard let parent = splice.parent, parent < at, chain.count < Self.longestChain else {
        throw damaged("snapshot \(at.rawValue) does not lead to a whole list")
      }
      chain.append(splice)
      at = parent
    }
    for splice in chain.reversed() {
      guard splice.apply(to: &list) else {
        throw damaged("the splice of snapshot \(splice.id.rawValue) does not fit")
      }
    }
    remember(list, of: snapshot)
    return list
  }

  private func remember(_ list: [EntryID], of snapshot: SnapshotID) {
    lists.removeAll { $0.snapshot == snapshot }
    if lists.count == Self.listsKept { lists.removeFirst() }
    lists.append((snapshot, list))
  }

  // MARK: - Entries

  func entry(_ id: EntryID) throws(RecordingError) -> EntryRecord {
    let select = try connection.statement(
      "SELECT kind, digest, content, tokens, tool_tokens, json FROM entry WHERE id = ?")
    select.bind(1, id.rawValue)
    defer { select.reset() }
    guard try select.step() else { throw invalid("there is no entry \(id.rawValue)") }
    guard let digest = select.bytes(1, EntryDigest.init(packed:)),
      let content = select.bytes(2, EntryDigest.init(packed:))
    else { throw damaged("the digest of entry \(id.rawValue)") }
    return EntryRecord(
      kind: EntryKind(code: select.int64(0)), json: select.bytes(5) { [UInt8]($0) }, digest: digest,
      content: content, tokens: select.int32(3), toolTokens: select.int32(4))
  }

  func summary(_ id: EntryID) throws(RecordingError) -> EntrySummary {
    if let known = summaries[id] { return known }
    try readSummaries(id...id)
    guard let summary = summaries[id] else { throw invalid("there is no entry \(id.rawValue)") }
    return summary
  }

  /// Reads ahead what a list needs of its entries: those of one session mostly lie side by side, and a run of rows costs a
  /// fraction of as many look-ups.
  func readAheadSummaries(of ids: some Collection<EntryID>) throws(RecordingError) {
    let missing = ids.filter { summaries[$0] == nil }.sorted()
    guard var first = missing.first, var last = missing.first, missing.count > 8 else { return }
    for id in missing.dropFirst() {
      if id.rawValue - last.rawValue > Self.readAheadGap {
        try readSummaries(first...last)
        first = id
      }
      last = id
    }
    try readSummaries(first...last)
  }

  private func readSummaries(_ range: ClosedRange<EntryID>) throws(RecordingError) {
    let select = try connection.statement(
      "SELECT id, kind, content, tokens, tool_tokens FROM entry WHERE id BETWEEN ? AND ?")
    select.bind(1, range.lowerBound.rawValue)
    select.bind(2, range.upperBound.rawValue)
    defer { select.reset() }
    while try select.step() {
      let id = EntryID(select.int64(0))
      guard let content = select.bytes(2, EntryDigest.init(packed:)) else {
        throw damaged("the content digest of entry \(id.rawValue)")
      }
      summaries.keep(
        EntrySummary(
          id: id, kind: EntryKind(code: select.int64(1)), tokens: select.int32(3),
          toolTokens: select.int32(4),
          content: content))
    }
  }

  /// The names of a packed column.
  func names(_ row: Statement, _ column: Int32) throws(RecordingError) -> [String] {
    if row.isNull(column) { return [] }
    let ids = row.bytes(column) { bytes in
      var reader = PackedReader(bytes)
      var ids: [Int64] = []
      while !reader.isAtEnd, let id = reader.count() { ids.append(Int64(id)) }
      return ids
    }
    var names: [String] = []
    for id in ids { names.append(try name(id).text) }
    return names
  }
}

extension EntryDigest {
  /// From sixteen bytes, big-endian, as a recording stores it; nil for any other number of them.
  init?(packed bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}

extension EntryKind {
  /// The column `entry.kind`: the place in the order below, from 0. A kind that a later version adds reads as
  /// unknown.
  private static let coded: [EntryKind] = [
    .unknown, .instructions, .prompt, .response, .reasoning, .toolCalls, .toolOutput,
  ]

  init(code: Int64) {
    self = Self.coded.indices.contains(Int(code)) ? Self.coded[Int(code)] : .unknown
  }

  var code: Int64 {
    switch self {
    case .unknown: 0
    case .instructions: 1
    case .prompt: 2
    case .response: 3
    case .reasoning: 4
    case .toolCalls: 5
    case .toolOutput: 6
    }
  }
}
