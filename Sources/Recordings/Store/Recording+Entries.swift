import Transcripts

extension Recording {
  /// The entries of a snapshot, first to last. Takes a bounded number of splices, whatever the length of the
  /// session.
  /// - Throws: `invalid` when there is no such snapshot, `damaged` when its splices do not fit.
  public func entryIDs(of snapshot: SnapshotID) throws(RecordingError) -> [EntryID] {
    let store = enter()
    defer { leave() }
    return try store.atOneMoment { () throws(RecordingError) in try store.list(of: snapshot) }
  }

  /// How a snapshot's list comes from its parent's, which is empty where there is none: for whoever goes through a session from
  /// snapshot to snapshot and need not see the lists themselves.
  /// - Throws: `invalid` when there is no such snapshot, `damaged` when its splice is none.
  public func splice(of snapshot: SnapshotID) throws(RecordingError) -> (parent: SnapshotID?, splice: Splice)
  {
    let store = enter()
    defer { leave() }
    guard let row = try store.splice(of: snapshot) else {
      throw store.invalid("there is no snapshot \(snapshot.rawValue)")
    }
    guard let pieces = row.inserted.withUnsafeBytes(PackedSplice.pieces), row.position >= 0, row.removed >= 0,
      row.parent.map({ $0 < snapshot }) ?? true
    else { throw store.damaged("the splice of snapshot \(snapshot.rawValue) does not fit") }
    return (row.parent, Splice(position: row.position, removed: row.removed, inserted: pieces))
  }

  /// An entry as it was recorded.
  /// - Throws: `invalid` when there is no such entry.
  public func entry(_ id: EntryID) throws(RecordingError) -> EntryRecord {
    let store = enter()
    defer { leave() }
    return try store.entry(id)
  }

  /// Entries as they were recorded, in the order asked for.
  public func entries(_ ids: some Collection<EntryID>) throws(RecordingError) -> [EntryRecord] {
    let store = enter()
    defer { leave() }
    return try store.atOneMoment { () throws(RecordingError) in
      var records: [EntryRecord] = []
      records.reserveCapacity(ids.count)
      for id in ids { records.append(try store.entry(id)) }
      return records
    }
  }

  /// What a list shows of entries, in the order asked for. Kept in memory once read.
  public func summaries(_ ids: some Collection<EntryID>) throws(RecordingError) -> [EntrySummary] {
    let store = enter()
    defer { leave() }
    return try store.atOneMoment { () throws(RecordingError) in
      var summaries: [EntrySummary] = []
      summaries.reserveCapacity(ids.count)
      try store.readAheadSummaries(of: ids)
      for id in ids { summaries.append(try store.summary(id)) }
      return summaries
    }
  }

  /// The counts that `tokenizer` gave for entries, beside those of the recording's own.
  public func tokenCounts(tokenizer: String) throws(RecordingError) -> [EntryID: Int32] {
    let store = enter()
    defer { leave() }
    guard let name = try store.knownNameID(tokenizer) else { return [:] }
    let select = try store.connection.statement("SELECT entry, count FROM token_count WHERE tokenizer = ?")
    select.bind(1, name)
    defer { select.reset() }
    var counts: [EntryID: Int32] = [:]
    while try select.step() { counts[EntryID(select.int64(0))] = select.int32(1) }
    return counts
  }

  /// A fact about the recording as a whole; nil when it has none of this name.
  public func meta(_ key: String) throws(RecordingError) -> String? {
    let store = enter()
    defer { leave() }
    return try store.meta(key)
  }

  /// Writes a fact about the recording as a whole, in a transaction of its own.
  public func setMeta(_ key: String, _ value: String) throws {
    try write { writer in try writer.setMeta(key, value) }
  }
}
