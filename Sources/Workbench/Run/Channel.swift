import Synchronization

/// Values from any thread to the one that owns the screen.
///
/// Any thread sends; the owner takes all that came, in the order of sending. The lock is where the threads meet.
public final class Channel<Message: Sendable>: Sendable {
  private let waiting = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: called after each send, on the sender's thread; wakes the owner.
  public init(wake: @escaping @Sendable () -> Void = {}) { self.wake = wake }

  public func send(_ message: Message) {
    waiting.withLock { $0.append(message) }
    wake()
  }

  /// Takes what is waiting.
  public func take() -> [Message] {
    waiting.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  public var isEmpty: Bool { waiting.withLock { $0.isEmpty } }
}
