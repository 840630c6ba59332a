import Dispatch
import Glibc
import Transcripts

/// Lets one change in place happen at a time: read, change, write back.
///
/// How it works: who begins a turn waits until the one before has ended; the same thread may begin another one inside its own. The values
/// themselves have their own lock, so that a turn is about no change being lost, never about memory. A change in place may span
/// an `await` (`await edit(&property)`); the turn then ends on another thread, which is why this is a semaphore and no mutex. And
/// waiting has an end: were every thread of the pool waiting for a task that waits for a thread, they go on and take the risk.
final class TurnTaking: Sendable {
  /// Whether a turn was taken, and must be given back.
  enum Turn { case outermost, nested, none }

  private static let patience = DispatchTimeInterval.seconds(1)
  private let free = DispatchSemaphore(value: 1)
  private let holder = Locked<pthread_t?>(nil)

  func begin() -> Turn {
    let thread = pthread_self()
    if holder.withLock({ $0 == thread }) { return .nested }
    guard free.wait(timeout: .now() + Self.patience) == .success else { return .none }
    holder.withLock { $0 = thread }
    return .outermost
  }

  func end(_ turn: Turn) {
    guard turn == .outermost else { return }
    holder.withLock { $0 = nil }
    free.signal()
  }
}
