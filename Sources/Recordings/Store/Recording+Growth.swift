import Transcripts

// What a session that was recorded while it ran tells beside snapshots, requests and inferences.

extension Recording {
  /// The inference that runs in a session at the moment; nil when none does.
  ///
  /// A row may be left of a program that was killed: a model answers only while the recording `hasWriter`.
  public func streaming(of session: SessionID) throws(RecordingError) -> StreamingRow? {
    let store = enter()
    defer { leave() }
    let select = try store.connection.statement(
      """
      SELECT inference, at, origins, input, reused, prefilled, decoded, entries FROM streaming
      WHERE session = ?
      """)
    select.bind(1, session.rawValue)
    defer { select.reset() }
    guard try select.step() else { return nil }
    let origins = select.int64(2)
    return StreamingRow(
      session: session, inference: InferenceID(select.int64(0)), input: select.quantity(3, origins, 0),
      reused: select.quantity(4, origins, 1), prefilled: select.int(5), decoded: select.int(6),
      entries: select.bytes(7, PackedEntries.unpack), at: select.timestamp(1))
  }

  /// The request that a session was in the middle of when the program that recorded it ended: killed, or crashed. Nil where it
  /// goes on, and where it ended in its own time.
  public func requestCutOff(in session: SessionRow) throws(RecordingError) -> RequestRow? {
    guard session.isRecordedLive, let request = try latestRequest(of: session.id), request.outcome == .open,
      !hasWriter
    else { return nil }
    return request
  }

  /// What an inference's profile came to; nil for one that was not recorded live.
  public func profile(of inference: InferenceID) throws(RecordingError) -> ProfileRow? {
    let store = enter()
    defer { leave() }
    let select = try store.connection.statement(
      "SELECT json FROM profile WHERE id = (SELECT profile FROM context WHERE inference = ?)")
    select.bind(1, inference.rawValue)
    defer { select.reset() }
    guard try select.step(), let text = select.text(0) else { return nil }
    // Neighbours mostly have the same one.
    if let last = store.lastProfile, last.json == text { return last.row }
    guard let row = (try? JSONValue(parsing: text.utf8)).flatMap(ProfileRow.init(json:)) else {
      throw store.damaged("the profile of inference \(inference.rawValue)")
    }
    store.lastProfile = (text, row)
    return row
  }

  /// The entries that the model was sent for an inference, in order: after the transforms, with the enabled
  /// tools in the leading instructions.
  public func sent(by inference: InferenceRow) throws(RecordingError) -> [EntryID] {
    let store = enter()
    defer { leave() }
    return try store.atOneMoment { () throws(RecordingError) in
      let list = try store.list(of: inference.snapshot)
      let whole = Array(list.prefix(max(0, inference.inputEntries)))
      let select = try store.connection.statement("SELECT sent FROM context WHERE inference = ?")
      select.bind(1, inference.id.rawValue)
      defer { select.reset() }
      guard try select.step(), !select.isNull(0) else { return whole }
      guard let sent = select.bytes(0, { PackedSplice.unpack($0, parent: list) }) else {
        throw store.damaged("what inference \(inference.id.rawValue) was sent")
      }
      return sent
    }
  }

  /// What the model was sent for an inference, as copies of its snapshot's list and entries of its own; nil where it was the first
  /// `inputEntries` of the list.
  public func sentPieces(by inference: InferenceRow) throws(RecordingError) -> [Splice.Piece]? {
    let store = enter()
    defer { leave() }
    let select = try store.connection.statement("SELECT sent FROM context WHERE inference = ?")
    select.bind(1, inference.id.rawValue)
    defer { select.reset() }
    guard try select.step(), !select.isNull(0) else { return nil }
    guard let pieces = select.bytes(0, PackedSplice.pieces) else {
      throw store.damaged("what inference \(inference.id.rawValue) was sent")
    }
    return pieces
  }

  /// How each entry of the inference's snapshot fared in the cache, entries that a transform held back among
  /// them.
  public func fates(in inference: InferenceRow) throws(RecordingError) -> [EntryFate] {
    let sent = try sent(by: inference)
    let list = try entryIDs(of: inference.snapshot)
    if list.starts(with: sent), sent.count == inference.inputEntries {
      return list.indices.map(inference.fate(ofEntry:))
    }
    let places = Dictionary(zip(sent, sent.indices)) { first, _ in first }
    return list.enumerated().map { index, entry in
      if index >= inference.inputEntries { return .new }
      return places[entry].map(inference.fate(ofSent:)) ?? .notSent
    }
  }
}

extension InferenceRow {
  /// How the entry at `index` of what was sent fared in the cache.
  public func fate(ofSent index: Int) -> EntryFate {
    if index < position { return .kept }
    return index < position + removed ? .lost : .new
  }
}
