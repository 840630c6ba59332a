import PrefixCache
import Transcripts

// The lists of rows. A missing `after` is below every id, a missing `limit` (-1) above every count.

extension Recording {
  /// The sessions, in the order of recording.
  public func sessions(after: SessionID? = nil) throws(RecordingError) -> [SessionRow] {
    let store = enter()
    defer { leave() }
    let select = try store.connection.statement(
      """
      SELECT id, uuid, parent, parent_call, title, origin, source_format, window, window_origin, started,
        ended
      FROM session WHERE id > ? ORDER BY id
      """)
    select.bind(1, after?.rawValue ?? Int64.min)
    defer { select.reset() }
    var rows: [SessionRow] = []
    while try select.step() {
      rows.append(
        SessionRow(
          id: SessionID(select.int64(0)), uuid: select.text(1) ?? "",
          parent: select.optionalInt64(2).map(SessionID.init), parentCall: select.text(3),
          title: select.text(4) ?? "", origin: select.text(5) ?? "", sourceFormat: select.text(6),
          window: select.quantity(7, select.int64(8), 0), started: select.timestamp(9),
          ended: select.timestamp(10)))
    }
    return rows
  }

  /// The snapshots of one session, or of all, after the one already known.
  public func snapshots(
    of session: SessionID? = nil, after: SnapshotID? = nil, limit: Int? = nil
  ) throws(RecordingError) -> [SnapshotRow] {
    try list("snapshot", Self.snapshotColumns, session, after?.rawValue, limit, Self.snapshot)
  }

  /// The newest `limit` snapshots, the newest last.
  public func latestSnapshots(of session: SessionID? = nil, limit: Int) throws(RecordingError)
    -> [SnapshotRow]
  {
    try list("snapshot", Self.snapshotColumns, session, nil, limit, newest: true, Self.snapshot)
  }

  /// One snapshot's row; nil when the recording has none of this id.
  public func snapshot(_ id: SnapshotID) throws(RecordingError) -> SnapshotRow? {
    let store = enter()
    defer { leave() }
    let select = try store.connection.statement("SELECT \(Self.snapshotColumns) FROM snapshot WHERE id = ?")
    select.bind(1, id.rawValue)
    defer { select.reset() }
    return try select.step() ? Self.snapshot(store, select) : nil
  }

  /// The requests of one session, or of all, after the one already known.
  public func requests(
    of session: SessionID? = nil, after: RequestID? = nil, limit: Int? = nil
  ) throws(RecordingError) -> [RequestRow] {
    try list("request", Self.requestColumns, session, after?.rawValue, limit, Self.request)
  }

  /// The inferences of one session, or of all, after the one already known.
  public func inferences(
    of session: SessionID? = nil, after: InferenceID? = nil, limit: Int? = nil
  ) throws(RecordingError) -> [InferenceRow] {
    try list("inference", Self.inferenceColumns, session, after?.rawValue, limit, Self.inference)
  }

  /// The newest `limit` inferences, the newest last.
  public func latestInferences(of session: SessionID? = nil, limit: Int) throws(RecordingError)
    -> [InferenceRow]
  {
    try list("inference", Self.inferenceColumns, session, nil, limit, newest: true, Self.inference)
  }

  /// The inference before one of the same session; nil for the first.
  public func inference(before row: InferenceRow) throws(RecordingError) -> InferenceRow? {
    try last("inference", Self.inferenceColumns, "id < ?1", row.id.rawValue, row.session, Self.inference)
  }

  /// The request that a session had begun last at a moment; nil where none had, or none tells its beginning.
  public func request(of session: SessionID, begunBy moment: Timestamp) throws(RecordingError) -> RequestRow?
  {
    try last("request", Self.requestColumns, "started <= ?1", moment.milliseconds, session, Self.request)
  }

  /// The request that a session began last; nil before the first.
  public func latestRequest(of session: SessionID) throws(RecordingError) -> RequestRow? {
    try last("request", Self.requestColumns, "id <= ?1", Int64.max, session, Self.request)
  }

  /// The newest row of a session for which a condition on `?1` holds.
  private func last<Row>(
    _ table: String, _ columns: String, _ condition: String, _ value: Int64, _ session: SessionID,
    _ row: (Store, Statement) throws(RecordingError) -> Row
  ) throws(RecordingError) -> Row? {
    let store = enter()
    defer { leave() }
    let filter = Schema.filter(session, parameter: "?2")
    let select = try store.connection.statement(
      "SELECT \(columns) FROM \(table) WHERE \(condition)\(filter) ORDER BY id DESC LIMIT 1")
    select.bind(1, value)
    select.bind(2, session.rawValue)
    defer { select.reset() }
    return try select.step() ? try row(store, select) : nil
  }

  /// The inferences whose output the snapshot holds: one as a rule.
  public func inferences(ofSnapshot snapshot: SnapshotID) throws(RecordingError) -> [InferenceRow] {
    let store = enter()
    defer { leave() }
    let select = try store.connection.statement(
      "SELECT \(Self.inferenceColumns) FROM inference WHERE snapshot = ? ORDER BY id")
    select.bind(1, snapshot.rawValue)
    defer { select.reset() }
    var rows: [InferenceRow] = []
    while try select.step() { rows.append(try Self.inference(store, select)) }
    return rows
  }

  /// How many rows of each kind there are, without counting them.
  public func counts() throws(RecordingError) -> (
    sessions: Int, snapshots: Int, requests: Int, inferences: Int, entries: Int
  ) {
    let store = enter()
    defer { leave() }
    // Ids are given out from 1 without gaps and no row is removed, so the last id is the count.
    let select = try store.connection.statement(
      """
      SELECT (SELECT max(id) FROM session), (SELECT max(id) FROM snapshot), (SELECT max(id) FROM request),
        (SELECT max(id) FROM inference), (SELECT max(id) FROM entry)
      """)
    defer { select.reset() }
    guard try select.step() else { return (0, 0, 0, 0, 0) }
    return (select.int(0), select.int(1), select.int(2), select.int(3), select.int(4))
  }

  func list<Row>(
    _ table: String, _ columns: String, _ session: SessionID?, _ after: Int64?, _ limit: Int?,
    newest: Bool = false, _ row: (Store, Statement) throws(RecordingError) -> Row
  ) throws(RecordingError) -> [Row] {
    let store = enter()
    defer { leave() }
    let filter = Schema.filter(session, parameter: "?3")
    let select = try store.connection.statement(
      """
      SELECT \(columns) FROM \(table) WHERE id > ?1\(filter)
      ORDER BY id\(newest ? " DESC" : "") LIMIT ?2
      """)
    select.bind(1, after ?? Int64.min)
    select.bind(2, limit.map { max(0, $0) } ?? -1)
    if let session { select.bind(3, session.rawValue) }
    defer { select.reset() }
    var rows: [Row] = []
    rows.reserveCapacity(try store.rowsLeft(table, after: after, limit: limit, ofOneSession: session != nil))
    while try select.step() { rows.append(try row(store, select)) }
    if newest { rows.reverse() }
    return rows
  }
}

// MARK: - Rows from columns

extension Recording {
  private static let snapshotColumns = """
    id, session, sequence, at, cause, parent, position, removed, count, instructions, tokens, source, inserted
    """

  private static func snapshot(_ store: Store, _ row: Statement) throws(RecordingError) -> SnapshotRow {
    SnapshotRow(
      id: SnapshotID(row.int64(0)), session: SessionID(row.int64(1)), sequence: row.int(2),
      at: row.timestamp(3), cause: try store.name(row.int64(4)).text,
      parent: row.optionalInt64(5).map(SnapshotID.init), position: row.int(6), removed: row.int(7),
      inserted: row.bytes(12, PackedSplice.count) ?? 0, count: row.int(8),
      instructions: row.optionalInt64(9).map(EntryID.init), tokens: row.bytes(10, PackedTokens.unpack),
      source: row.text(11))
  }

  private static let requestColumns = "id, session, sequence, prompt, started, ended, outcome"

  private static func request(_ store: Store, _ row: Statement) throws(RecordingError) -> RequestRow {
    let outcome = try store.name(row.int64(6)).text
    guard let outcome = RequestRow.Outcome(rawValue: outcome) else {
      throw store.damaged("a request with the outcome \(outcome)")
    }
    return RequestRow(
      id: RequestID(row.int64(0)), session: SessionID(row.int64(1)), sequence: row.int(2),
      prompt: row.text(3) ?? "", started: row.timestamp(4), ended: row.timestamp(5), outcome: outcome)
  }

  private static let inferenceColumns = """
    id, request, session, sequence, model, profile, snapshot, input_entries, position, removed, inserted,
    started, first_token, finished, origins, input, reused, prefilled, output, reasoning, lost_tokens, cause,
    finish, calls, divergence, error, predicted_input, predicted_reused, remark, prefill_time,
    decode_time
    """

  private static func inference(_ store: Store, _ row: Statement) throws(RecordingError) -> InferenceRow {
    let origins = row.int64(14)
    var inference = InferenceRow(
      id: InferenceID(row.int64(0)), request: RequestID(row.int64(1)), session: SessionID(row.int64(2)),
      sequence: row.int(3), model: try store.name(row, 4), profile: try store.name(row, 5),
      snapshot: SnapshotID(row.int64(6)), inputEntries: row.int(7), position: row.int(8), removed: row.int(9),
      inserted: row.int(10), started: row.timestamp(11), firstToken: row.timestamp(12),
      finished: row.timestamp(13), input: row.quantity(15, origins, 0), reused: row.quantity(16, origins, 1),
      prefilled: row.quantity(17, origins, 2), output: row.quantity(18, origins, 3),
      reasoning: row.quantity(19, origins, 4), cause: try store.name(row.int64(21)).cause,
      divergence: row.bytes(24, PackedDivergence.unpack), calls: try store.names(row, 23),
      finish: try store.name(row, 22), error: row.text(25), lostTokens: row.int(20))
    if let input = row.optionalInt64(26), let reused = row.optionalInt64(27) {
      inference.prediction = InferenceRow.Prediction(input: Int(input), reused: Int(reused))
    }
    if let text = row.text(28) { inference.remark = CacheRemark(text: text) }
    if let time = row.optionalInt64(29) { inference.prefillTime = .measured(Int(time)) }
    if let time = row.optionalInt64(30) { inference.decodeTime = .measured(Int(time)) }
    return inference
  }
}
