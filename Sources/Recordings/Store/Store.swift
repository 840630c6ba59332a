import PrefixCache
import Transcripts

/// The state behind a `Recording`: its connection and what was read through it and cannot change. `Recording`
/// holds its lock around every use.
final class Store {
  let connection: Connection
  /// Held from opening to closing by the one writer of a file; nil for a reader and in memory.
  var writerLock: WriterLock?

  /// What a splice on top of a snapshot needs to know of it.
  struct Tip {
    var count: Int
    /// Splices since the last list that stands alone, and their bytes.
    var depth = 0
    var chainBytes = 0
  }
  var tips: [SnapshotID: Tip] = [:]
  var nextSnapshot: [SessionID: Int] = [:]
  var nextRequest: [SessionID: Int] = [:]

  /// The lists of the snapshots that were asked for last: stepping from one to the next applies one splice.
  var lists: [(snapshot: SnapshotID, entries: [EntryID])] = []
  var summaries = SummaryCache()
  /// The profile that was read last, and its text.
  var lastProfile: (json: String, row: ProfileRow)?
  private var names = NameTable()

  init(connection: Connection) { self.connection = connection }

  deinit { close() }

  /// An error that names this recording.
  func damaged(_ detail: String) -> RecordingError { .damaged(path: connection.path, detail: detail) }
  func invalid(_ detail: String) -> RecordingError { .invalid(path: connection.path, detail: detail) }

  // MARK: - Transactions

  func begin() throws(RecordingError) { try connection.statement("BEGIN IMMEDIATE").run() }

  func commit() throws(RecordingError) { try connection.statement("COMMIT").run() }

  /// Runs reads of several statements in one transaction: they see one moment, and the file is locked once.
  func atOneMoment<T>(_ body: () throws(RecordingError) -> T) throws(RecordingError) -> T {
    guard connection.isIdle else { return try body() }
    try connection.statement("BEGIN").run()
    // A read transaction has nothing to lose; when the file cannot be reached, the next read says so.
    defer { try? connection.statement("COMMIT").run() }
    return try body()
  }

  /// Undoes the open transaction, and forgets what may have been read from it.
  func rollBack() {
    // SQLite may have rolled back by itself (a full disk); a failure here leaves nothing to undo.
    if !connection.isIdle { try? connection.execute("ROLLBACK") }
    tips.removeAll()
    nextSnapshot.removeAll()
    nextRequest.removeAll()
    lists.removeAll()
    summaries.removeAll()
    names = NameTable()
  }

  // MARK: - Names

  func name(_ id: Int64) throws(RecordingError) -> NameTable.Name {
    if let known = names[id] { return known }
    try loadNames()
    guard let known = names[id] else { throw damaged("name \(id) is missing") }
    return known
  }

  /// The text of an optional name column.
  func name(_ statement: Statement, _ column: Int32) throws(RecordingError) -> String? {
    let id = statement.int64(column)
    // Ids start at 1: NULL reads as 0.
    return id == 0 ? nil : try name(id).text
  }

  /// The id of a name, added when it is new.
  func nameID(_ text: String) throws(RecordingError) -> Int64 {
    if let known = names.id(of: text) { return known }
    try loadNames()
    if let known = names.id(of: text) { return known }
    let insert = try connection.statement("INSERT INTO name(text) VALUES(?)")
    insert.bind(1, text)
    try insert.run()
    let id = connection.lastInsertedID
    names.add(id, text)
    return id
  }

  func nameID(_ text: String?) throws(RecordingError) -> Int64? {
    guard let text else { return nil }
    return try nameID(text)
  }

  /// The id of a name that is there already.
  func knownNameID(_ text: String) throws(RecordingError) -> Int64? {
    if let known = names.id(of: text) { return known }
    try loadNames()
    return names.id(of: text)
  }

  private func loadNames() throws(RecordingError) {
    let select = try connection.statement("SELECT id, text FROM name WHERE id > ? ORDER BY id")
    select.bind(1, names.last)
    defer { select.reset() }
    while try select.step() { names.add(select.int64(0), select.text(1) ?? "") }
  }
}

/// The rows of `name` in memory, by id and by text.
struct NameTable {
  struct Name {
    var text: String
    /// The text as a cause, worked out once.
    var cause: CacheCause
  }
  private var byID: [Int64: Name] = [:]
  private var byText: [String: Int64] = [:]
  private var dense: [Name] = []
  private(set) var last: Int64 = 0

  subscript(id: Int64) -> Name? {
    if id > 0, id <= dense.count { return dense[Int(id) - 1] }
    return byID[id]
  }

  func id(of text: String) -> Int64? { byText[text] }

  mutating func add(_ id: Int64, _ text: String) {
    let name = Name(text: text, cause: CacheCause(rawValue: text) ?? .unknown)
    // Ids are 1, 2, 3 … in a file that we wrote; a gap in another's is kept apart.
    if id == dense.count + 1 { dense.append(name) } else { byID[id] = name }
    byText[text] = id
    last = max(last, id)
  }
}
