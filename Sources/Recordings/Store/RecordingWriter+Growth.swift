import Transcripts

// What a session that is recorded while it runs writes beside snapshots, requests and inferences.

extension RecordingWriter {
  /// Says what is known of the inference that runs in a session, in place of what was said before.
  public mutating func setStreaming(_ row: StreamingRow) throws(RecordingError) {
    let insert = try store.connection.statement(
      """
      INSERT OR REPLACE INTO streaming(session, inference, at, origins, input, reused, prefilled, decoded, entries)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insert.bind(1, row.session.rawValue)
    insert.bind(2, row.inference.rawValue)
    insert.bind(3, row.at)
    insert.bind(4, PackedOrigins.pack(row.input, row.reused))
    insert.bind(5, row.input)
    insert.bind(6, row.reused)
    insert.bind(7, row.prefilled)
    insert.bind(8, row.decoded)
    insert.bind(blob: PackedEntries.pack(row.entries), 9)
    try insert.run()
  }

  /// Says that no inference runs in a session.
  public mutating func endStreaming(of session: SessionID) throws(RecordingError) {
    let delete = try store.connection.statement("DELETE FROM streaming WHERE session = ?")
    delete.bind(1, session.rawValue)
    try delete.run()
  }

  /// Says what an inference's profile came to, and what the model was sent.
  /// - Parameter sent: the entries that the model was sent, copies taken from the inference's snapshot; nil
  ///   when they are the snapshot's first `inputEntries`.
  /// - Throws: `invalid` for a list that can't be stored.
  public mutating func setContext(
    of inference: InferenceID, profile: ProfileRow, sent: [Splice.Piece]? = nil
  ) throws(RecordingError) {
    if let sent, !PackedSplice.canPack(sent) { throw store.invalid("a list of what was sent that is none") }
    let id = try intern(profile)
    let insert = try store.connection.statement(
      "INSERT OR REPLACE INTO context(inference, profile, sent) VALUES(?, ?, ?)")
    insert.bind(1, inference.rawValue)
    insert.bind(2, id)
    insert.bind(blob: sent.map(PackedSplice.pack), 3)
    try insert.run()
  }

  /// Says how large the model's context window is that a session talks to.
  public mutating func setWindow(_ window: Quantity, of session: SessionID) throws(RecordingError) {
    let update = try store.connection.statement(
      "UPDATE session SET window = ?, window_origin = ? WHERE id = ?")
    update.bind(1, Int64(window.value))
    update.bind(2, PackedOrigins.code(window.origin))
    update.bind(3, session.rawValue)
    try update.run()
  }

  /// The id of a profile, which is stored when no equal one is there.
  private func intern(_ profile: ProfileRow) throws(RecordingError) -> Int64 {
    let json = profile.json.text()
    var digest = EntryDigest(of: Array(json.utf8))
    let select = try store.connection.statement("SELECT id, json FROM profile WHERE digest = ?")
    while true {
      select.bind(1, digest)
      guard try select.step() else { break }
      let known = select.text(1) == json ? select.int64(0) : nil
      select.reset()
      if let known { return known }
      digest = digest.salted(1)
    }
    select.reset()
    let insert = try store.connection.statement("INSERT INTO profile(digest, json) VALUES(?, ?)")
    insert.bind(1, digest)
    insert.bind(2, json)
    try insert.run()
    return store.connection.lastInsertedID
  }
}
