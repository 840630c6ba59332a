import Glibc

/// Lets a server's thread and a test's task wait for each other.
public final class Gate: Sendable {
  private let ends: (reading: Int32, writing: Int32)

  public init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  public func open() {
    var byte: UInt8 = 1
    _ = write(ends.writing, &byte, 1)
  }

  /// Blocks the thread; for handlers of a `FakeServer`.
  public func wait() {
    var byte: UInt8 = 0
    while read(ends.reading, &byte, 1) < 0, errno == EINTR {}
  }

  /// The same for a task, on a thread of its own.
  public func opened() async {
    await withCheckedContinuation { continuation in
      startThread { [self] in
        wait()
        continuation.resume()
      }
    }
  }
}
