import Glibc

/// A value behind a lock: one task at a time.
///
/// What the standard library's `Mutex` is, over pthread's, because the thread sanitizer sees this one: it takes what `Mutex` orders
/// for races, for that waits in a part of the library which is not instrumented. Hold it for as long as it takes to read or change the value,
/// never while other code of unknown length runs.
///
/// Unchecked, because the mutex is what makes the value safe to share; the addresses of both never change.
package struct Locked<Value: Sendable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` with the value, and nobody else does meanwhile. Taking the same lock in `body` waits for ever.
  package borrowing func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
