import CSQLite
import Glibc

/// One SQLite connection with the statements it has prepared. Not thread-safe: `Recording` guards it with its
/// lock.
final class Connection {
  /// Named in errors.
  let path: String
  private var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]

  struct Mode {
    var flags: Int32
    static let readWrite = Mode(flags: SQLITE_OPEN_READWRITE)
    static let readOnly = Mode(flags: SQLITE_OPEN_READONLY)
    /// The name is a URI that says the file does not change.
    static let unchanging = Mode(flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    static let memory = Mode(flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)
  }

  /// Opens `name`, a file's name in the sense of `mode`. Nothing is read yet.
  init(name: String, path: String, mode: Mode) throws(RecordingError) {
    self.path = path
    var opened: OpaquePointer?
    // The recording's own lock makes SQLite's mutexes superfluous.
    let code = sqlite3_open_v2(name, &opened, mode.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let number = opened.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(opened)
      throw .cannotOpen(path: path, reason: number == 0 ? "SQLite error \(code)" : systemMessage(number))
    }
    handle = opened
    sqlite3_extended_result_codes(opened, 1)
    // Other programs hold the file for moments, the longest when the last one folds the log into it.
    sqlite3_busy_timeout(opened, 1000)
  }

  deinit { close() }

  /// Closes the file; what is called afterwards throws `closed`. The last to close a file folds its log into
  /// it.
  func close() {
    statements.removeAll()
    sqlite3_close_v2(handle)
    handle = nil
  }

  var isOpen: Bool { handle != nil }

  /// The absolute path of the file itself, where the name may be a symbolic link to it.
  var filePath: String? { handle.flatMap { sqlite3_db_filename($0, "main") }.map { String(cString: $0) } }

  /// The write-ahead log's path.
  var logPath: String? { filePath.map { $0 + "-wal" } }

  /// True outside a transaction.
  var isIdle: Bool { handle.map { sqlite3_get_autocommit($0) != 0 } ?? true }

  /// True when the system lets us only read the file.
  var isReadOnly: Bool { handle.map { sqlite3_db_readonly($0, "main") == 1 } ?? true }

  var totalChanges: Int64 { handle.map { sqlite3_total_changes64($0) } ?? 0 }

  var lastInsertedID: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// The prepared statement for `sql`, made on first use, reset and ready to bind.
  func statement(_ sql: String) throws(RecordingError) -> Statement {
    if let known = statements[sql] { return known }
    guard let handle else { throw .closed(path: path) }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(code) }
    let statement = Statement(handle: prepared, connection: self)
    statements[sql] = statement
    return statement
  }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(RecordingError) {
    guard let handle else { throw .closed(path: path) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The first column of the first row of `sql`, which is run once and not kept.
  func integer(_ sql: String) throws(RecordingError) -> Int64? {
    try text(sql).flatMap { Int64($0) }
  }

  func text(_ sql: String) throws(RecordingError) -> String? {
    guard let handle else { throw .closed(path: path) }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, 0, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(code) }
    defer { sqlite3_finalize(prepared) }
    switch sqlite3_step(prepared) {
    case SQLITE_ROW: return sqlite3_column_text(prepared, 0).map { String(cString: $0) }
    case SQLITE_DONE: return nil
    case let code: throw failure(code)
    }
  }

  /// Copies everything that `source` holds into this, an empty database.
  func copy(from source: Connection) throws(RecordingError) {
    guard let handle, let other = source.handle else { throw .closed(path: path) }
    guard let backup = sqlite3_backup_init(handle, "main", other, "main") else {
      throw failure(sqlite3_extended_errcode(handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw source.failure(code) }
    guard finished == SQLITE_OK else { throw failure(finished) }
  }

  /// The first `count` bytes of the file, read through SQLite: opening and closing the file by ourselves
  /// would drop the POSIX locks that other connections of this process hold on it. Shorter when the file is.
  func firstBytes(_ count: Int) -> [UInt8] {
    guard let handle else { return [] }
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let methods = file.pointee.pMethods, let read = methods.pointee.xRead
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    return read(file, &bytes, Int32(count), 0) == SQLITE_OK ? bytes : []
  }

  /// Says whether the last to close leaves the write-ahead log in place.
  func keepLog(_ keep: Bool) {
    guard let handle else { return }
    var flag: Int32 = keep ? 1 : 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &flag)
  }

  /// Folds what the log holds into the file and empties it, as far as nobody else is reading.
  func foldLog() {
    guard let handle else { return }
    sqlite3_busy_timeout(handle, 0)
    sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
  }

  private var message: String { handle.map { String(cString: sqlite3_errmsg($0)) } ?? "closed" }

  /// An SQLite result code as an error of ours.
  func failure(_ code: Int32) -> RecordingError {
    // SQLite keeps the number for some calls only; after a failed write it is still the system's last.
    let last = errno
    let kept = handle.map { sqlite3_system_errno($0) } ?? 0
    let number = kept == 0 && code & 0xff == SQLITE_IOERR ? last : kept
    switch code & 0xff {
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
    // Our statements are sound: one that is wrong meets other tables than ours.
    case SQLITE_CORRUPT, SQLITE_ERROR: return .damaged(path: path, detail: message)
    case SQLITE_NOTADB: return .notARecording(path: path, what: FileKind.foreign)
    case SQLITE_CANTOPEN:
      return .cannotOpen(path: path, reason: number == 0 ? message : systemMessage(number))
    case SQLITE_IOERR:
      // No room in the log's index, over a quota, or over the largest size that the system lets us write.
      if [ENOSPC, EDQUOT, EFBIG].contains(number) { return .diskFull(path: path) }
      return .io(path: path, reason: number == 0 ? message : systemMessage(number))
    default: return .io(path: path, reason: message)
    }
  }
}

/// What the system says about an error number, in lower case: "permission denied".
func systemMessage(_ number: Int32) -> String {
  let message = String(cString: strerror(number))
  return message.prefix(1).lowercased() + message.dropFirst()
}
