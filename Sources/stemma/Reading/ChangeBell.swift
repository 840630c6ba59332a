import Glibc
import Synchronization

/// Lets one thread wait for what others announce.
final class ChangeBell: Sendable {
  private let reader: Int32
  private let writer: Int32
  private let trouble = Mutex<(any Error)?>(nil)

  init() throws(FileError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw FileError(path: "a pipe", action: "cannot be made") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// - Parameter error: what `wait` then throws.
  func ring(_ error: (any Error)? = nil) {
    if let error { trouble.withLock { $0 = error } }
    var byte: UInt8 = 1
    // A full pipe means that it is ringing already.
    _ = write(writer, &byte, 1)
  }

  /// Returns once it was rung, however often.
  func wait() throws {
    var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, -1) < 0, errno == EINTR {}
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(reader, &bytes, bytes.count) > 0 {}
    if let error = trouble.withLock({ error in
      defer { error = nil }
      return error
    }) {
      throw error
    }
  }
}
