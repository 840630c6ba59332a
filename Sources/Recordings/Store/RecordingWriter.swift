import PrefixCache
import Transcripts

/// Writes rows inside one transaction of a recording; handed out by `Recording.write(_:)` and not to be kept.
///
/// What it returns are the ids under which readers find the rows after the transaction.
public struct RecordingWriter: ~Copyable {
  let store: Store

  // MARK: - Sessions

  /// Adds a session.
  /// - Parameters:
  ///   - uuid: stable across copies of the recording.
  ///   - origin: where it comes from, for people: a file's path, `live`.
  ///   - sourceFormat: the format it was read from; nil for one recorded live.
  ///   - window: the model's context window in tokens.
  ///   - parent: the session whose tool call `parentCall` started this one.
  public mutating func insertSession(
    uuid: String, title: String, origin: String, sourceFormat: String? = nil, window: Quantity? = nil,
    started: Timestamp? = nil, ended: Timestamp? = nil, parent: SessionID? = nil, parentCall: String? = nil
  ) throws(RecordingError) -> SessionID {
    let insert = try store.connection.statement(
      """
      INSERT INTO session(uuid, parent, parent_call, title, origin, source_format, window, window_origin,
        started, ended) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insert.bind(1, uuid)
    insert.bind(2, parent?.rawValue)
    insert.bind(3, parentCall)
    insert.bind(4, title)
    insert.bind(5, origin)
    insert.bind(6, sourceFormat)
    insert.bind(7, window.map { Int64($0.value) })
    insert.bind(8, PackedOrigins.code(window?.origin))
    insert.bind(9, started)
    insert.bind(10, ended)
    try insert.run()
    return SessionID(store.connection.lastInsertedID)
  }

  /// Says when a session ended.
  public mutating func endSession(_ session: SessionID, at ended: Timestamp) throws(RecordingError) {
    let update = try store.connection.statement("UPDATE session SET ended = ? WHERE id = ?")
    update.bind(1, ended)
    update.bind(2, session.rawValue)
    try update.run()
  }

  // MARK: - Entries

  /// The id of an entry, which is stored when no equal one is there.
  ///
  /// Entries are told apart by their digests, and by their bytes where the digests agree; of two different
  /// entries with one digest, the second is stored under a salted one.
  public mutating func intern(_ record: EntryRecord) throws(RecordingError) -> EntryID {
    var digest = record.digest
    var salt: UInt64 = 0
    search: while true {
      switch try compare(record, under: digest) {
      case .equal(let id): return id
      case .absent: break search
      case .different:
        salt += 1
        digest = record.digest.salted(salt)
      }
    }
    let insert = try store.connection.statement(
      "INSERT INTO entry(digest, content, kind, tokens, tool_tokens, bytes, json) VALUES(?, ?, ?, ?, ?, ?, ?)"
    )
    insert.bind(1, digest)
    insert.bind(2, record.content)
    insert.bind(3, record.kind.code)
    insert.bind(4, Int64(record.tokens))
    insert.bind(5, Int64(record.toolTokens))
    insert.bind(6, record.json.count)
    insert.bind(text: record.json, 7)
    try insert.run()
    return EntryID(store.connection.lastInsertedID)
  }

  /// An entry as it was recorded, this transaction's own among them.
  /// - Throws: `invalid` when there is no such entry.
  public func entry(_ id: EntryID) throws(RecordingError) -> EntryRecord { try store.entry(id) }

  private enum Comparison {
    case absent, different
    case equal(EntryID)
  }

  private func compare(_ record: EntryRecord, under digest: EntryDigest) throws(RecordingError) -> Comparison
  {
    let select = try store.connection.statement("SELECT id, bytes, json FROM entry WHERE digest = ?")
    select.bind(1, digest)
    defer { select.reset() }
    guard try select.step() else { return .absent }
    guard select.int(1) == record.json.count, select.hasBytes(2, record.json) else { return .different }
    return .equal(EntryID(select.int64(0)))
  }

  /// Stores what another tokenizer counts for an entry, in place of what it counted before.
  public mutating func setTokenCount(
    _ count: Int32, of entry: EntryID, tokenizer: String
  ) throws(RecordingError) {
    let name: Int64 = try store.nameID(tokenizer)
    let insert = try store.connection.statement(
      "INSERT OR REPLACE INTO token_count(tokenizer, entry, count) VALUES(?, ?, ?)")
    insert.bind(1, name)
    insert.bind(2, entry.rawValue)
    insert.bind(3, Int64(count))
    try insert.run()
  }

  /// Writes a fact about the recording as a whole.
  public mutating func setMeta(_ key: String, _ value: String) throws(RecordingError) {
    let insert = try store.connection.statement("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)")
    insert.bind(1, key)
    insert.bind(2, value)
    try insert.run()
  }
}

extension EntryDigest {
  /// Another digest for the `salt`th entry that came with this one.
  func salted(_ salt: UInt64) -> EntryDigest {
    EntryDigest(high: high ^ (salt &* 0x9e37_79b9_7f4a_7c15), low: low &+ salt)
  }
}
