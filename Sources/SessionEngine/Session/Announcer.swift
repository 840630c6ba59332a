import Glibc
import Transcripts

/// Tells a session's observers what happens, in order and one event at a time.
///
/// Events come from the request's task, from tools that run at once and write properties, and from outside. Whoever announces waits until the
/// event has been heard. An observer may itself cause events (by writing a property): these are heard after it returns.
final class Announcer: Sendable {
  private struct State {
    var observers: [any SessionObserver] = []
    /// Each event with those who listened when it happened.
    var queue: [(event: SessionEvent, to: [any SessionObserver])] = []
    /// The thread whose observers are being called.
    var speaking: pthread_t?
  }

  private let identity: SessionIdentity
  private let now: @Sendable () -> Int64
  private let state = Locked(State())
  /// Held while observers are called, which is what lets nobody interrupt.
  private let floor = Locked(())

  init(identity: SessionIdentity, now: @escaping @Sendable () -> Int64) {
    self.identity = identity
    self.now = now
  }

  var observers: [any SessionObserver] { state.withLock { $0.observers } }

  /// Nobody listens: events need not be built.
  var isSilent: Bool { state.withLock { $0.observers.isEmpty } }

  /// Announces an event, which is built only when somebody listens.
  func announce(_ kind: @autoclosure () -> SessionEvent.Kind) {
    guard enqueue(kind()) else { return }
    deliver()
  }

  /// Puts an event in line, for a caller that holds a lock which observers may want; `deliver` follows once it has let go.
  ///
  /// - Returns: Whether somebody listens.
  @discardableResult
  func enqueue(_ kind: @autoclosure () -> SessionEvent.Kind) -> Bool {
    guard !isSilent else { return false }
    let event = SessionEvent(at: now(), kind: kind())
    state.withLock { $0.queue.append((event, $0.observers)) }
    return true
  }

  /// Adds an observer, who hears first how the session is now, and then all that happens after that; `deliver` follows.
  func add(_ observer: any SessionObserver, started transcript: Transcript) {
    let event = SessionEvent(at: now(), kind: .started(transcript))
    state.withLock { state in
      state.queue.append((event, [observer]))
      state.observers.append(observer)
    }
  }

  func deliver() {
    // pthread_t is a number on Linux; a call that comes from within an observer is on the speaking thread.
    if state.withLock({ $0.speaking == pthread_self() }) { return }
    floor.withLock { _ in
      state.withLock { $0.speaking = pthread_self() }
      while true {
        let batch = state.withLock { state in
          defer { state.queue.removeAll(keepingCapacity: true) }
          if state.queue.isEmpty { state.speaking = nil }
          return state.queue
        }
        if batch.isEmpty { return }
        for (event, observers) in batch {
          for observer in observers { observer.observe(event, of: identity) }
        }
      }
    }
  }
}
