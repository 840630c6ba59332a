import Glibc

/// Brings a recording of an older version to this one's, on a copy: the original is read, never changed.
struct Migration {
  private let path: String
  private let version: Int
  private let schema: Schema

  init(of path: String, from version: Int, to schema: Schema) {
    self.path = path
    self.version = version
    self.schema = schema
  }

  /// A migrated copy for reading, which has no name any more and goes with its connection.
  func temporaryCopy(of original: Connection) throws(RecordingError) -> Connection {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let name = "\(folder)/stemma-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    try Recording.makeFile(name)
    defer { unlink(name) }
    let copy = try migrated(original, at: name)
    try copy.execute("PRAGMA query_only = ON")
    return copy
  }

  /// Puts a migrated copy in the place of the original, which keeps the content it has and is called
  /// `NAME.v1` from then on. `store` is the original, open for writing; it is closed.
  /// - Throws: `busy` when another program has the original open.
  func replace(_ store: Store) throws(RecordingError) {
    // The file itself, not a symbolic link to it.
    guard let file = store.connection.filePath else { throw .closed(path: path) }
    let copy = file + "-migrating"
    // We hold the writer's lock: a copy that is there was left by a migration that did not end.
    unlink(copy)
    try Recording.makeFile(copy)
    do throws(RecordingError) {
      try migrated(store.connection, at: copy).close()
      let log = store.connection.logPath
      store.close()
      // The log of a file that somebody still reads would be taken for the log of the one that gets its name.
      if let log, access(log, F_OK) == 0 { throw .busy(path: path) }
      try rename(original: file, copy: copy)
    } catch {
      unlink(copy)
      throw error
    }
  }

  private func rename(original: String, copy: String) throws(RecordingError) {
    var kept = "\(original).v\(version)"
    var number = 1
    while link(original, kept) != 0 {
      guard errno == EEXIST else { throw .io(path: kept, reason: systemMessage(errno)) }
      number += 1
      kept = "\(original).v\(version)-\(number)"
    }
    guard Glibc.rename(copy, original) == 0 else {
      let reason = systemMessage(errno)
      unlink(kept)
      throw .io(path: original, reason: reason)
    }
  }

  /// Copies the original into the empty file `name` and runs the steps there, in one transaction.
  private func migrated(_ original: Connection, at name: String) throws(RecordingError) -> Connection {
    let copy = try Connection(name: Recording.named(name), path: path, mode: .readWrite)
    try copy.copy(from: original)
    // No log beside the copy: it is one file when it gets its name.
    _ = try copy.text("PRAGMA journal_mode = DELETE")
    try copy.execute("BEGIN IMMEDIATE")
    for step in schema.steps[(version - 1)...] { try copy.execute(step) }
    try copy.execute("PRAGMA user_version = \(schema.version); COMMIT")
    return copy
  }
}
