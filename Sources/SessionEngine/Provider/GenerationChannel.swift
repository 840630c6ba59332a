import Transcripts

/// Carries what an executor generates to the session (API §9).
///
/// The executor sends, the session iterates. `send` waits while the session is far behind. The session ends the sequence when the
/// executor returns, or makes it throw what the executor threw; after that, and after a cancellation, sending does nothing.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = Event
  @_implements(AsyncSequence,Failure)
  public typealias __AsyncSequence_Failure = any Error

  private let pipe = Pipe()

  /// A channel that nothing was sent into.
  public init() {}

  /// Hands an event to the session, and waits while too many are on the way.
  public nonisolated(nonsending) func send(_ event: Event) async { await pipe.send(event) }

  /// For the one who reads: what one reader has taken, no other gets.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pipe: pipe) }

  /// Hands an event over at once, however many are on the way. For what the channel's public events cannot say.
  func post(_ event: Event) { pipe.post(event) }

  /// Waits until the session has worked off everything that was sent, or reads no further.
  nonisolated(nonsending) func settle() async { await pipe.settle() }

  /// Ends the sequence once everything sent has been read.
  func finish(throwing error: (any Error)? = nil) { pipe.finish(error) }

  /// Lets go of everybody who waits: the session reads no further.
  func close() { pipe.close() }

  /// Takes the events one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// An event.
    public typealias Element = Event
    @_implements(AsyncIteratorProtocol,Failure)
    public typealias __AsyncIteratorProtocol_Failure = any Error

    fileprivate let pipe: Pipe

    /// The next event; nil when the executor is done.
    ///
    /// - Throws: What the executor threw, or `CancellationError` when the task is cancelled while it waits.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Event? {
      while true {
        switch try pipe.take() {
        case .event(let event): return event
        case .end: return nil
        case .wait: try await pipe.waitForMore(isolation: actor)
        }
      }
    }
  }
}

/// A bounded queue between one executor (which may send from several tasks) and one reader. The lock is where the two meet.
private final class Pipe: Sendable {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// Enough that a fast model does not wait for every token, few enough that a stalled reader stops it.
  private static let capacity = 64

  private struct State {
    var events: [Event] = []
    /// How many of `events` were taken.
    var taken = 0
    var senders: [CheckedContinuation<Void, Never>] = []
    var reader: CheckedContinuation<Void, any Error>?
    /// Those who wait until the reader waits.
    var settling: [CheckedContinuation<Void, Never>] = []
    var end: Result<Void, any Error>?

    var waiting: Int { events.count - taken }

    mutating func takeSenders() -> [CheckedContinuation<Void, Never>] {
      defer { senders = [] }
      return senders
    }

    /// Everybody who is let go when the reader waits, or reads no further.
    mutating func takeSettling() -> [CheckedContinuation<Void, Never>] {
      defer { settling = [] }
      return settling
    }

    mutating func takeReader() -> CheckedContinuation<Void, any Error>? {
      defer { reader = nil }
      return reader
    }
  }

  private let state = Locked(State())

  enum Taken {
    case event(Event)
    case end
    case wait
  }

  func post(_ event: Event) {
    let reader = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.end == nil else { return nil }
      state.events.append(event)
      return state.takeReader()
    }
    reader?.resume()
  }

  nonisolated(nonsending) func send(_ event: Event) async {
    post(event)
    guard state.withLock({ $0.end == nil && $0.waiting > Self.capacity }) else { return }
    await withCheckedContinuation { sender in
      let isFree = state.withLock { state in
        if state.end != nil || state.waiting <= Self.capacity { return true }
        state.senders.append(sender)
        return false
      }
      if isFree { sender.resume() }
    }
  }

  nonisolated(nonsending) func settle() async {
    await withCheckedContinuation { continuation in
      let isSettled = state.withLock { state in
        if state.end != nil || state.reader != nil { return true }
        state.settling.append(continuation)
        return false
      }
      if isSettled { continuation.resume() }
    }
  }

  func finish(_ error: (any Error)?) {
    let (reader, senders) = state.withLock { state in
      if state.end == nil { state.end = error.map { .failure($0) } ?? .success(()) }
      return (state.takeReader(), state.takeSenders() + state.takeSettling())
    }
    reader?.resume()
    for sender in senders { sender.resume() }
  }

  func close() {
    state.withLock { state in
      state.events = []
      state.taken = 0
    }
    finish(nil)
  }

  func take() throws -> Taken {
    let (taken, senders) = try state.withLock { state -> (Taken, [CheckedContinuation<Void, Never>]) in
      guard state.waiting > 0 else {
        guard let end = state.end else { return (.wait, []) }
        try end.get()
        return (.end, [])
      }
      let event = state.events[state.taken]
      state.taken += 1
      if state.waiting == 0 {
        state.events.removeAll(keepingCapacity: true)
        state.taken = 0
      } else if state.taken > 4 * Self.capacity {
        // A reader who is always a little behind: what was taken goes now and then.
        state.events.removeFirst(state.taken)
        state.taken = 0
      }
      return (.event(event), state.waiting <= Self.capacity / 2 ? state.takeSenders() : [])
    }
    for sender in senders { sender.resume() }
    return taken
  }

  func waitForMore(isolation actor: isolated (any Actor)?) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (reader: CheckedContinuation<Void, any Error>) in
        let (now, settled) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if Task.isCancelled { return (.failure(CancellationError()), []) }
          if state.waiting > 0 || state.end != nil { return (.success(()), []) }
          state.reader = reader
          return (nil, state.takeSettling())
        }
        for sender in settled { sender.resume() }
        if let now { reader.resume(with: now) }
      }
    } onCancel: {
      state.withLock { $0.takeReader() }?.resume(throwing: CancellationError())
    }
  }
}
