import Glibc

/// Standard output or standard error: collects what is written and hands it to the system in large pieces.
///
/// A reader that has gone away (`stemma log … | head -1`) ends the program, without a word, as SIGPIPE does.
final class OutputStream {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let pieceSize = 1 << 16

  init(descriptor: Int32) {
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.pieceSize + 1024)
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.pieceSize { flush() }
  }

  func write(bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.pieceSize { flush() }
  }

  func write(byte: UInt8) { buffer.append(byte) }

  /// Forgets what was not handed on yet.
  func discard() { buffer.removeAll(keepingCapacity: true) }

  /// Hands everything to the system. A failure other than a closed pipe ends the program with a line on standard error.
  func flush() {
    var written = 0
    while written < buffer.count {
      let count = buffer[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno == EPIPE {
        // SIGPIPE was ignored by whoever started us; what a shell reports is the same.
        _exit(128 + SIGPIPE)
      } else if errno != EINTR {
        fail()
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func fail() -> Never {
    let reason = String(cString: strerror(errno))
    if descriptor == STDOUT_FILENO {
      let line = Array("stemma: standard output: \(reason); nothing more was written\n".utf8)
      _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
    _exit(ExitStatus.trouble.rawValue)
  }
}
