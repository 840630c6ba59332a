import Synchronization

/// Calls what comes to be known later: whoever makes something is often handed to it before it can be called itself.
package final class Relay<Value>: Sendable {
  private let target = Mutex<(@Sendable (Value) -> Void)?>(nil)

  /// One that calls nobody yet.
  package init() {}

  /// Says whom to call from now on.
  package func connect(_ target: @escaping @Sendable (Value) -> Void) { self.target.withLock { $0 = target } }

  /// Calls; nothing happens when nobody is known.
  package func call(_ value: Value) { target.withLock { $0 }?(value) }
}
