import PrefixCache
import Transcripts

extension RecordingWriter {
  /// Adds a request, the next of its session.
  /// - Parameter prompt: the beginning of the prompt's text, one line, at most 200 characters.
  public mutating func insertRequest(
    session: SessionID, prompt: String, started: Timestamp? = nil, ended: Timestamp? = nil,
    outcome: RequestRow.Outcome = .open
  ) throws(RecordingError) -> RequestID {
    let sequence = try nextRequest(of: session)
    let outcomeName: Int64 = try store.nameID(outcome.rawValue)
    let insert = try store.connection.statement(
      "INSERT INTO request(session, sequence, started, ended, outcome, prompt) VALUES(?, ?, ?, ?, ?, ?)")
    insert.bind(1, session.rawValue)
    insert.bind(2, sequence)
    insert.bind(3, started)
    insert.bind(4, ended)
    insert.bind(5, outcomeName)
    insert.bind(6, prompt)
    try insert.run()
    store.nextRequest[session] = sequence + 1
    return RequestID(store.connection.lastInsertedID)
  }

  /// Says how a request ended.
  public mutating func updateRequest(
    _ id: RequestID, ended: Timestamp?, outcome: RequestRow.Outcome
  ) throws(RecordingError) {
    let outcomeName: Int64 = try store.nameID(outcome.rawValue)
    let update = try store.connection.statement("UPDATE request SET ended = ?, outcome = ? WHERE id = ?")
    update.bind(1, ended)
    update.bind(2, outcomeName)
    update.bind(3, id.rawValue)
    try update.run()
  }

  private func nextRequest(of session: SessionID) throws(RecordingError) -> Int {
    if let known = store.nextRequest[session] { return known }
    let select = try store.connection.statement(
      """
      SELECT sequence FROM request WHERE id > 0\(Schema.filter(session, parameter: "?1"))
      ORDER BY id DESC LIMIT 1
      """)
    select.bind(1, session.rawValue)
    defer { select.reset() }
    return try select.step() ? select.int(0) + 1 : 1
  }

  /// Adds an inference; the row's `id` is not looked at.
  public mutating func insertInference(_ row: InferenceRow) throws(RecordingError) -> InferenceID {
    try write(row, id: nil)
    return InferenceID(store.connection.lastInsertedID)
  }

  /// Replaces the inference with the row's `id`: what came later, as the moment it finished.
  public mutating func updateInference(_ row: InferenceRow) throws(RecordingError) {
    try write(row, id: row.id.rawValue)
  }

  private func write(_ row: InferenceRow, id: Int64?) throws(RecordingError) {
    let model = try store.nameID(row.model)
    let profile = try store.nameID(row.profile)
    let cause: Int64 = try store.nameID(row.cause.rawValue)
    let finish = try store.nameID(row.finish)
    var calls = PackedBytes()
    for call in row.calls { calls.append(UInt64(bitPattern: try store.nameID(call))) }
    let insert = try store.connection.statement(
      """
      INSERT OR REPLACE INTO inference(id, request, session, sequence, model, profile, snapshot,
        input_entries, position, removed, inserted, started, first_token, finished, origins, input, reused, prefilled,
        output, reasoning, lost_tokens, cause, finish, calls, divergence, error,
        predicted_input, predicted_reused, remark, prefill_time, decode_time)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?, ?, ?, ?)
      """)
    insert.bind(1, id)
    insert.bind(2, row.request.rawValue)
    insert.bind(3, row.session.rawValue)
    insert.bind(4, row.sequence)
    insert.bind(5, model)
    insert.bind(6, profile)
    insert.bind(7, row.snapshot.rawValue)
    insert.bind(8, row.inputEntries)
    insert.bind(9, row.position)
    insert.bind(10, row.removed)
    insert.bind(11, row.inserted)
    insert.bind(12, row.started)
    insert.bind(13, row.firstToken)
    insert.bind(14, row.finished)
    insert.bind(15, PackedOrigins.pack(row.input, row.reused, row.prefilled, row.output, row.reasoning))
    insert.bind(16, row.input)
    insert.bind(17, row.reused)
    insert.bind(18, row.prefilled)
    insert.bind(19, row.output)
    insert.bind(20, row.reasoning)
    insert.bind(21, row.lostTokens)
    insert.bind(22, cause)
    insert.bind(23, finish)
    insert.bind(blob: row.calls.isEmpty ? nil : calls.bytes, 24)
    insert.bind(blob: row.divergence.map(PackedDivergence.pack), 25)
    insert.bind(26, row.error)
    insert.bind(27, row.prediction.map { Int64($0.input) })
    insert.bind(28, row.prediction.map { Int64($0.reused) })
    insert.bind(29, row.remark?.text)
    insert.bind(30, row.prefillTime)
    insert.bind(31, row.decodeTime)
    try insert.run()
  }

  /// Adds an event. A session's events are written in the order of the snapshots that they follow.
  /// - Parameters:
  ///   - kind: what happened: `warning`.
  ///   - json: its payload, a JSON value.
  @discardableResult
  public mutating func insertEvent(
    session: SessionID, snapshot: SnapshotID? = nil, at: Timestamp? = nil, kind: String, json: String
  ) throws(RecordingError) -> Int64 {
    let kindName: Int64 = try store.nameID(kind)
    let insert = try store.connection.statement(
      "INSERT INTO event(session, snapshot, at, kind, json) VALUES(?, ?, ?, ?, ?)")
    insert.bind(1, session.rawValue)
    insert.bind(2, snapshot?.rawValue)
    insert.bind(3, at)
    insert.bind(4, kindName)
    insert.bind(5, json)
    try insert.run()
    return store.connection.lastInsertedID
  }
}
