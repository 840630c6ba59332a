import Glibc

/// The lock that makes a recording's writer the only one: `flock` on its write-ahead log, held while it is open.
///
/// The log and not the recording itself, for two reasons: SQLite keeps POSIX locks on the recording and on the index of
/// the log, and closing any other descriptor of such a file would drop them; and the log goes when the recording is
/// closed, so that nothing is left behind. The system releases the lock with the process, however it ends.
struct WriterLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock of the recording at `path`, which is open and so has a log; nil when another holds it.
  init?(path: String) throws(RecordingError) {
    let log = path + "-wal"
    let descriptor = Glibc.open(log, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == EACCES || errno == EROFS { throw .readOnly(path: path) }
      throw .cannotOpen(path: path, reason: systemMessage(errno))
    }
    var opened = stat()
    var named = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &opened) == 0,
      stat(log, &named) == 0, opened.st_ino == named.st_ino
    else {
      Glibc.close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { Glibc.close(descriptor) }
}
