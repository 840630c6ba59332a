import Glibc
import TranscriptFormats

/// Reads whole files into memory that is used again.
enum FileBytes {
  /// One file may not be larger: 4 GiB.
  static let limit = 1 << 32

  /// What the file system says of a file.
  struct Facts: Equatable {
    var size: Int
    /// Nanoseconds since 1970.
    var modified: Int64
    var isFolder: Bool
    var isRegular: Bool
    var isDevice: Bool

    /// Nil when there is no such file, or it can't be looked at.
    init?(_ path: String) {
      var info = stat()
      guard stat(path, &info) == 0 else { return nil }
      self.init(info)
    }

    init(_ info: stat) {
      size = Int(info.st_size)
      modified = Int64(info.st_mtim.tv_sec) * 1_000_000_000 + Int64(info.st_mtim.tv_nsec)
      isFolder = info.st_mode & S_IFMT == S_IFDIR
      isRegular = info.st_mode & S_IFMT == S_IFREG
      isDevice = [S_IFCHR, S_IFBLK].contains(info.st_mode & S_IFMT)
    }
  }

  /// Replaces `bytes` by the contents of a file (or of a pipe, read to its end).
  ///
  /// - Returns: what the file system said of just these bytes.
  /// - Throws: `TranscriptFileError` when it can't be read, is too large, or changes meanwhile.
  @discardableResult
  static func read(_ path: String, into bytes: inout [UInt8]) throws(TranscriptFileError) -> Facts {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(file: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw .unreadable(file: path, reason: reason(errno)) }
    let before = Facts(info)
    guard !before.isFolder else {
      throw .unreadable(file: path, reason: "a folder where a file should stand")
    }
    // A device has no end: /dev/zero would be read up to the limit before anybody was told.
    guard !before.isDevice else {
      throw .unreadable(file: path, reason: "a device where a file should stand")
    }
    guard before.size <= limit else { throw .tooLarge(file: path, bytes: before.size, limit: limit) }
    bytes.removeAll(keepingCapacity: true)
    try fill(&bytes, from: descriptor, expecting: before.size, path: path)
    guard before.isRegular else { return before }
    guard fstat(descriptor, &info) == 0, Facts(info) == before, bytes.count == before.size else {
      throw .changedWhileRead(file: path)
    }
    return before
  }

  private static func fill(
    _ bytes: inout [UInt8], from descriptor: Int32, expecting size: Int, path: String
  ) throws(TranscriptFileError) {
    // One byte more than expected shows at once that the file has not grown.
    var room = size + 1
    var filled = 0
    while true {
      if bytes.count < room { bytes.append(contentsOf: repeatElement(0, count: room - bytes.count)) }
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, room - filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(file: path, reason: reason(errno)) }
      if got == 0 { break }
      filled += got
      if filled == room { room += max(1 << 16, room) }
      guard filled <= limit else { throw .tooLarge(file: path, bytes: filled, limit: limit) }
    }
    bytes.removeLast(bytes.count - filled)
  }

  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied; you may not read it"
    default: String(cString: strerror(code))
    }
  }
}
