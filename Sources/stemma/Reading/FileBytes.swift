import Glibc

/// Small files, whole.
enum FileBytes {
  /// The bytes of a file; nil when there is none.
  static func read(_ path: String) throws(FileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError(path: path, action: "cannot be read")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if errno != EINTR {
        throw FileError(path: path, action: "cannot be read")
      }
    }
  }

  /// Writes a new file, for its owner's eyes only, or replaces what an existing one holds.
  ///
  /// The bytes go into a file beside it first, so that what was there is whole until the new text is.
  static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    guard isReplaceable(path) else { return try writeInPlace(bytes, to: path) }
    let draft = "\(path).\(getpid())~"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, action: "cannot be written") }
    do throws(FileError) {
      try put(bytes, into: descriptor, path: path)
      guard close(descriptor) == 0, rename(draft, path) == 0 else {
        throw FileError(path: path, action: "cannot be written")
      }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// False for devices and pipes, which must be written where they are.
  private static func isReplaceable(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) != 0 || facts.st_mode & S_IFMT == S_IFREG
  }

  private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, action: "cannot be written") }
    defer { close(descriptor) }
    try put(bytes, into: descriptor, path: path)
  }

  private static func put(_ bytes: [UInt8], into descriptor: Int32, path: String) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        throw FileError(path: path, action: "cannot be written")
      }
    }
  }
}

/// What the system said about a file, in one line.
struct FileError: Error, CustomStringConvertible {
  let path: String
  let action: String
  let reason: String

  init(path: String, action: String) {
    self.path = path
    self.action = action
    reason = String(cString: strerror(errno))
  }

  var description: String { "\(path): \(action): \(reason)" }
}
