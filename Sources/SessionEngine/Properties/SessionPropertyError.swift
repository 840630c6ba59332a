import FoundationEssentials
import Glibc

/// A write of a session property that can't be. Stemma's own: the framework documents the rule and no error (000 §12.2).
public enum SessionPropertyError: LocalizedError, Hashable, Sendable {
  /// A tool or dynamic instructions wrote `history` (S2). Write it in a hook, such as `onResponse`.
  case historyIsReadOnly
  /// A property, of which only the type is known, was written where no session is running.
  case noSession(type: String)

  /// One line.
  public var errorDescription: String? {
    switch self {
    case .historyIsReadOnly:
      "the session's history can't be written in a tool or in dynamic instructions; write it in a hook of the profile"
    case .noSession(let type):
      "a session property of type \(type) was written where no session is running; the write is refused"
    }
  }

  /// Says it on standard error, where nobody is there to catch it.
  func report() {
    let line = (errorDescription ?? "\(self)") + "\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
