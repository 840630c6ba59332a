import Dispatch
import Synchronization

/// Lets the program's first thread wait for what runs on others.
enum Waiting {
  static func result<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let box = Box<Value>()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      box.put(await body())
      isDone.signal()
    }
    while true {
      isDone.wait()
      if let value = box.take() { return value }
    }
  }

  /// Where the two threads meet.
  private final class Box<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func put(_ new: Value) { value.withLock { $0 = new } }
    func take() -> Value? { value.withLock { $0 } }
  }
}
