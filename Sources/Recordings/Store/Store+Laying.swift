import Glibc

extension Store {
  /// Makes the tables of a new recording. In a file, before there is a log, so that the header tells at once
  /// what it is.
  func lay(tokenizer: String) throws(RecordingError) {
    try configure()
    try begin()
    try connection.execute(Schema.tables)
    for step in Schema.current.steps { try connection.execute(step) }
    try connection.execute(
      "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.current.version)")
    let insert = try connection.statement("INSERT INTO meta(key, value) VALUES('tokenizer', ?)")
    insert.bind(1, tokenizer)
    try insert.run()
    try commit()
  }

  /// The settings of every connection: what a file says of itself is not trusted.
  func configure() throws(RecordingError) {
    try connection.execute(
      """
      PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -8000
      """)
  }

  /// Makes the connection the one writer of its file.
  /// - Throws: `busy` when there is another, `readOnly` when the system does not let us write.
  func startWriting() throws(RecordingError) {
    guard !connection.isReadOnly else { throw .readOnly(path: connection.path) }
    do throws(RecordingError) {
      try configure()
      guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
        throw .cannotOpen(
          path: connection.path, reason: "its file system cannot share memory between programs")
      }
      // Each commit is in the system's hands when it returns: it survives the process, and no commit waits
      // for the disk. The disk is waited for when the log is folded in: four times as seldom as SQLite would,
      // at up to 16 MB of log.
      try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000")
      // The first read makes the log, which carries the lock.
      _ = try connection.integer("SELECT count(*) FROM meta")
    } catch .cannotOpen(let path, let reason) {
      // What cannot be made is the log, beside the file.
      let folder = connection.filePath.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) }
      if let folder, access(folder.isEmpty ? "/" : folder, W_OK) != 0 { throw .readOnly(path: path) }
      throw .cannotOpen(path: path, reason: reason)
    }
    guard let log = connection.logPath,
      let lock = try WriterLock(log: log, of: connection.path, patience: 50)
    else { throw .busy(path: connection.path) }
    writerLock = consume lock
  }

  /// Makes the connection a reader; false when the file's folder does not let it.
  func startReading() throws(RecordingError) -> Bool {
    do throws(RecordingError) {
      try configure()
      _ = try connection.integer("SELECT count(*) FROM meta")
    } catch .cannotOpen {
      return false
    } catch .readOnly {
      return false
    }
    try connection.execute("PRAGMA query_only = ON")
    return true
  }

  /// Closes the file. The last one to leave takes the log along: the writer, or a reader when there is no
  /// writer.
  func close() {
    guard connection.isOpen else { return }
    if writerLock != nil {
      connection.foldLog()
      connection.keepLog(false)
    } else if !connection.isReadOnly, let log = connection.logPath {
      // Held until the file is closed, so that no writer comes to rely on a log that goes.
      writerLock = try? WriterLock(log: log, of: connection.path, patience: 10)
      if writerLock != nil { connection.keepLog(false) }
    }
    connection.close()
    writerLock = nil
  }
}
