import Glibc

/// What stands under a name, as far as it decides whether it can be a recording.
enum FileKind {
  /// What a file without the header of a database is called in errors.
  static let foreign = "a file of another kind"

  /// The schema version that a header tells.
  enum Header: Equatable {
    case recording(version: Int)
    /// `what` says what it is instead.
    case other(what: String)
  }

  /// Throws unless `path` names a regular file with something in it.
  static func check(_ path: String) throws(RecordingError) {
    guard !path.utf8.contains(0) else {
      throw .cannotOpen(path: String(path.prefix { $0 != "\0" }), reason: "its name has a zero byte in it")
    }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      if errno == ENOENT { throw .notFound(path: path) }
      throw .cannotOpen(path: path, reason: systemMessage(errno))
    }
    let what: String? =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: facts.st_size == 0 ? "an empty file" : nil
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    if let what { throw .notARecording(path: path, what: what) }
  }

  /// Throws when the file ends in the middle of a page. While there is a log, the end may just be being
  /// written.
  static func checkEnd(_ path: String, of connection: Connection) throws(RecordingError) {
    var log = stat()
    if let name = connection.logPath, stat(name, &log) == 0, log.st_size > 0 { return }
    // Two bytes, big-endian; 1 stands for 65,536.
    let size = connection.firstBytes(18).suffix(2).reduce(0) { $0 << 8 | Int($1) }
    var facts = stat()
    guard size > 0, stat(path, &facts) == 0, Int(facts.st_size) % (size == 1 ? 65_536 : size) != 0 else {
      return
    }
    throw .damaged(path: path, detail: "its end is missing")
  }

  /// Reads the header of an SQLite file, as its file format documentation lays it out: "SQLite format 3" and
  /// a zero byte, `user_version` at byte 60, `application_id` at byte 68, both big-endian.
  static func header(_ connection: Connection) -> Header {
    let bytes = connection.firstBytes(100)
    guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return .other(what: foreign) }
    func number(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    guard number(at: 68) == Schema.applicationID else { return .other(what: "another program's database") }
    return .recording(version: Int(number(at: 60)))
  }
}
