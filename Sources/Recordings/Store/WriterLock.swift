import Glibc

/// The lock that makes a recording's writer the only one: `flock` on its write-ahead log, held while it is
/// open.
///
/// The log and not the recording itself, for two reasons: SQLite keeps POSIX locks on the recording and on
/// the index of the log, and closing any other descriptor of such a file would drop them; and the log goes
/// when the recording is closed, so that nothing is left behind. The system releases the lock with the
/// process, however it ends.
struct WriterLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock of the recording at `path`, which is open and so has a log.
  ///
  /// nil when another still holds it after `patience` milliseconds: a reader that closes holds it for a
  /// moment.
  init?(log: String, of path: String, patience: Int) throws(RecordingError) {
    var tries = 0
    while true {
      let descriptor = Glibc.open(log, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else {
        if errno == EACCES || errno == EROFS { throw .readOnly(path: path) }
        throw .cannotOpen(path: path, reason: systemMessage(errno))
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isFile(descriptor, namedBy: log) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      guard tries < patience else { return nil }
      tries += 1
      usleep(1000)
    }
  }

  deinit { close(descriptor) }

  /// Whether somebody holds the lock of the recording with this log.
  ///
  /// Asked by taking a share of it for a moment. `patience` milliseconds are for a reader that closes.
  static func isHeld(log: String, patience: Int) -> Bool {
    let descriptor = Glibc.open(log, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    // A writer makes the log before it takes the lock, and nobody takes the log away from it.
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    for pause in 0...patience {
      if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return false }
      if pause < patience { usleep(1000) }
    }
    return true
  }

  /// False when the log was replaced between opening and locking it.
  private static func isFile(_ descriptor: Int32, namedBy name: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && stat(name, &named) == 0 && opened.st_dev == named.st_dev
      && opened.st_ino == named.st_ino
  }
}
