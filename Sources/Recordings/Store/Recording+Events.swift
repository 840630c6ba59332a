import Transcripts

extension Recording {
  /// The events of one session, or of all, after the one already known; of one kind where `kind` is given.
  public func events(
    of session: SessionID? = nil, after: Int64? = nil, limit: Int? = nil, kind: String? = nil
  ) throws(RecordingError) -> [EventRow] {
    guard let kind else { return try list("event", Self.columns, session, after, limit, Self.event) }
    let store = enter()
    defer { leave() }
    guard let name = try store.knownNameID(kind) else { return [] }
    let filter = Schema.filter(session, parameter: "?4")
    let select = try store.connection.statement(
      "SELECT \(Self.columns) FROM event WHERE id > ?1 AND kind = ?3\(filter) ORDER BY id LIMIT ?2")
    select.bind(1, after ?? Int64.min)
    select.bind(2, limit.map { max(0, $0) } ?? -1)
    select.bind(3, name)
    if let session { select.bind(4, session.rawValue) }
    defer { select.reset() }
    var rows: [EventRow] = []
    while try select.step() { rows.append(try Self.event(store, select)) }
    return rows
  }

  /// The events of a session that followed its snapshots from one to another; nil is its beginning.
  ///
  /// A session writes its events in the order of its snapshots, so that the first of them is found by bisection: what is read is
  /// these events and some rows on the way, however long the session is.
  public func events(
    of session: SessionID, from first: SnapshotID?, through last: SnapshotID
  ) throws(RecordingError) -> [EventRow] {
    let store = enter()
    defer { leave() }
    return try store.atOneMoment { () throws(RecordingError) in
      let start = try first.map { first throws(RecordingError) in
        try Self.firstEvent(of: session, notBefore: first, store)
      }
      let filter = Schema.filter(session, parameter: "?2")
      let select = try store.connection.statement(
        "SELECT \(Self.columns) FROM event WHERE id >= ?1\(filter) ORDER BY id")
      select.bind(1, start ?? Int64.min)
      select.bind(2, session.rawValue)
      defer { select.reset() }
      var rows: [EventRow] = []
      while try select.step() {
        let row = try Self.event(store, select)
        if let snapshot = row.snapshot, snapshot > last { break }
        if first == nil || row.snapshot != nil { rows.append(row) }
      }
      return rows
    }
  }

  /// The id from which on a session's events follow a snapshot or a later one.
  private static func firstEvent(
    of session: SessionID, notBefore snapshot: SnapshotID, _ store: Store
  ) throws(RecordingError) -> Int64 {
    let probe = try store.connection.statement(
      "SELECT id, snapshot FROM event WHERE id >= ?1\(Schema.filter(session, parameter: "?2")) ORDER BY id LIMIT 1"
    )
    defer { probe.reset() }
    var (low, high): (Int64, Int64) = (1, try store.connection.integer("SELECT max(id) FROM event") ?? 0)
    high += 1
    while low < high {
      let middle = low + (high - low) / 2
      probe.reset()
      probe.bind(1, middle)
      probe.bind(2, session.rawValue)
      guard try probe.step() else {
        high = middle
        continue
      }
      if probe.int64(1) < snapshot.rawValue { low = probe.int64(0) + 1 } else { high = middle }
    }
    return low
  }

  private static let columns = "id, session, snapshot, at, kind, json"

  private static func event(_ store: Store, _ row: Statement) throws(RecordingError) -> EventRow {
    EventRow(
      id: row.int64(0), session: SessionID(row.int64(1)), snapshot: row.optionalInt64(2).map(SnapshotID.init),
      at: row.timestamp(3), kind: try store.name(row.int64(4)).text, json: row.text(5) ?? "")
  }
}
