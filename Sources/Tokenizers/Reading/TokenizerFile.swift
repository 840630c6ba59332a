import Glibc

/// A regular file read in a moving window, so that the metadata of a file of any size is read without the
/// rest.
///
/// Unlike mapped memory, a file that another program truncates meanwhile gives an error and no signal.
final class TokenizerFile {
  let path: String
  /// The size in bytes when the file was opened.
  let size: Int

  private static let windowLength = 1 << 18
  private let descriptor: Int32
  private var window: [UInt8] = []
  private var windowStart = 0

  init(path: String) throws(TokenizerError) {
    // Without O_NONBLOCK a named pipe would wait for a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    self.path = path
    var status = stat()
    guard descriptor >= 0 else {
      size = 0
      let code = errno
      throw code == ENOENT || code == ENOTDIR
        ? .notFound(path: path) : .unreadable(path: path, reason: Self.message(code))
    }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      size = 0
      throw .unreadable(path: path, reason: "not a regular file")
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Calls the body with the bytes of the range, which it must not keep.
  func withBytes<Result>(
    at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(TokenizerError) -> Result {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw .truncated(path: path, offset: size)
    }
    if offset < windowStart || offset + count > windowStart + window.count {
      try load(at: offset, count: max(count, min(Self.windowLength, size - offset)))
    }
    let start = offset - windowStart
    return window.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<start + count])) }
  }

  func bytes(at offset: Int, count: Int) throws(TokenizerError) -> [UInt8] {
    try withBytes(at: offset, count: count) { Array($0) }
  }

  private func load(at offset: Int, count: Int) throws(TokenizerError) {
    var filled = 0
    var failure: Int32 = 0
    window = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
      initialized = filled
    }
    windowStart = offset
    if failure != 0 { throw .unreadable(path: path, reason: Self.message(failure)) }
    if filled < count { throw .truncated(path: path, offset: offset + filled) }
  }

  private static func message(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

/// FNV-1a, 64 bits: tells vocabularies apart in names; no secret depends on it.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { add($0.assumingMemoryBound(to: UInt8.self)) }
  }
}
