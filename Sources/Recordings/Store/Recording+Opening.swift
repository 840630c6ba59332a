import Glibc

extension Recording {
  /// An empty recording in memory, for writing.
  /// - Parameter tokenizer: the name of the token counter that its counts come from.
  public static func inMemory(tokenizer: String) throws(RecordingError) -> Recording {
    let connection = try Connection(name: ":memory:", path: "recording in memory", mode: .memory)
    let store = Store(connection: connection)
    try store.lay(tokenizer: tokenizer)
    return try Recording(store: store, path: nil, access: .writing)
  }

  /// Makes a new file that only its owner may read (mode 0600), and opens it for writing.
  /// - Throws: `exists` when there is something of this name.
  public static func create(at path: String, tokenizer: String) throws(RecordingError) -> Recording {
    try makeFile(path)
    do throws(RecordingError) {
      let store = Store(connection: try Connection(name: named(path), path: path, mode: .readWrite))
      try store.lay(tokenizer: tokenizer)
      try store.startWriting()
      return try Recording(store: store, path: path, access: .writing)
    } catch {
      for companion in ["", "-journal", "-wal", "-shm"] { unlink(path + companion) }
      throw error
    }
  }

  /// Opens a recording.
  ///
  /// One of an older version is opened as a migrated copy: for reading, a temporary one; for writing, the
  /// copy takes the name, and the original stays beside it as `NAME.v1` with the number of its version.
  /// - Throws: `notFound`, `notARecording`, `newerSchema`, `damaged`, `cannotOpen`; for writing also
  ///   `readOnly`, and `busy` when another program writes it.
  public static func open(_ path: String, for access: Access = .reading) throws(RecordingError) -> Recording {
    try open(path, for: access, schema: .current)
  }

  /// True when the file has the header of a recording, of any version. Nothing else of it is looked at.
  public static func isRecording(_ path: String) -> Bool {
    do {
      try FileKind.check(path)
      let connection = try Connection(name: named(path), path: path, mode: .readOnly)
      guard case .recording = FileKind.header(connection) else { return false }
      return true
    } catch {
      return false
    }
  }

  static func open(_ path: String, for access: Access, schema: Schema) throws(RecordingError) -> Recording {
    try FileKind.check(path)
    let connection = try Connection(name: named(path), path: path, mode: .readWrite)
    // The log is left to the writer, unless there is none when we close.
    connection.keepLog(true)
    let version: Int
    switch FileKind.header(connection) {
    case .other(let what): throw .notARecording(path: path, what: what)
    case .recording(let found): version = found
    }
    guard version <= schema.version else {
      throw .newerSchema(path: path, found: version, known: schema.version)
    }
    guard version >= 1 else { throw .damaged(path: path, detail: "schema \(version)") }

    let store = Store(connection: connection)
    try FileKind.checkEnd(path, of: connection)
    switch access {
    case .writing:
      try store.startWriting()
      if version < schema.version {
        try Migration(of: path, from: version, to: schema).replace(store)
        return try open(path, for: access, schema: schema)
      }
      return try Recording(store: store, path: path, access: access)
    case .reading:
      let readable = try store.startReading() ? store : reopenUnchanging(path)
      if version < schema.version {
        let copy = try Migration(of: path, from: version, to: schema).temporaryCopy(of: readable.connection)
        return try Recording(store: Store(connection: copy), path: path, access: access)
      }
      return try Recording(store: readable, path: path, access: access)
    }
  }

  /// Opens a file whose folder does not let us put a log beside it. Nobody else can write there either, so
  /// the file is taken as it is; with a log that was left there, it would be half of the story.
  private static func reopenUnchanging(_ path: String) throws(RecordingError) -> Store {
    var log = stat()
    guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else {
      throw .cannotOpen(
        path: path,
        reason: "its folder is read-only and it was not closed; copy it and its -wal to another folder")
    }
    var name: [UInt8] = Array("file:".utf8)
    for byte in named(path).utf8 {
      switch byte {
      case UInt8(ascii: "%"): name += Array("%25".utf8)
      case UInt8(ascii: "?"): name += Array("%3f".utf8)
      case UInt8(ascii: "#"): name += Array("%23".utf8)
      default: name.append(byte)
      }
    }
    name += Array("?immutable=1".utf8)
    let connection = try Connection(
      name: String(decoding: name, as: UTF8.self), path: path, mode: .unchanging)
    let store = Store(connection: connection)
    try store.configure()
    return store
  }

  /// A name that SQLite takes as a file's: not as a URI, in memory, or temporary.
  static func named(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  /// Makes an empty file with mode 0600. SQLite gives its log the mode of the file, so the process's mask is
  /// left alone.
  static func makeFile(_ path: String) throws(RecordingError) {
    guard !path.utf8.contains(0) else {
      throw .cannotOpen(path: String(path.prefix { $0 != "\0" }), reason: "its name has a zero byte in it")
    }
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      switch errno {
      case EEXIST: throw .exists(path: path)
      case ENOSPC, EDQUOT: throw .diskFull(path: path)
      default: throw .cannotOpen(path: path, reason: systemMessage(errno))
      }
    }
    fchmod(descriptor, 0o600)
    Glibc.close(descriptor)
  }
}
