import Transcripts

/// Takes what an executor knows of a prewarm that it does in the background: how much there is, how much it found in the cache, and how
/// much it has evaluated.
///
/// The session sets it around `LanguageModelExecutor.prewarm`. An executor tells it as it goes; nobody has to. Tasks that are made there
/// find it, too.
public final class PrewarmTelemetry: Sendable {
  /// The prewarm that is being begun; nil outside of one.
  @TaskLocal public static var current: PrewarmTelemetry?

  private struct State {
    var end: PrewarmEnd
    var task: Task<Void, Never>?
    var takesNoTime = false
    /// Before that nobody hears of its end.
    var isBegun = false
    var isOver = false
  }

  private let state: Locked<State>
  private let announcer: Announcer

  init(announcer: Announcer) {
    state = Locked(State(end: PrewarmEnd(number: 0, finish: .finished)))
    self.announcer = announcer
  }

  // MARK: What an executor tells

  /// How far the prewarm is.
  ///
  /// - Parameters:
  ///   - input: Tokens of the whole prefix.
  ///   - reused: Of these, found in the prefix cache.
  ///   - prefilled: Of these, evaluated by now.
  public func report(input: Quantity, reused: Quantity, prefilled: Quantity) {
    state.withLock { state in
      guard !state.isOver else { return }
      (state.end.input, state.end.reused, state.end.prefilled) = (input, reused, prefilled)
    }
  }

  /// The prewarm has come to its end: the whole prefix is held.
  public func finish() { end(.finished) }

  /// It came to nothing, or not to its end.
  public func fail(_ error: any Error) { end(.failed(RequestFailure(error))) }

  /// The task that does it.
  ///
  /// - Parameter takesNoTime: A request may wait for it: it runs in a time that takes none.
  public func running(_ task: Task<Void, Never>, takesNoTime: Bool) {
    state.withLock { state in
      state.task = task
      state.takesNoTime = takesNoTime
    }
  }

  // MARK: What the session asks

  /// Puts its beginning in line; nothing happens when it is over already.
  func begin(_ start: PrewarmStart) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isBegun = true
      state.end.number = start.number
      announcer.enqueue(.prewarmStarted(start))
    }
  }

  /// Returns when the executor's task is over, if it told of one: of one that takes no time, or of any.
  func value(ofAny: Bool) async {
    let task = state.withLock { ofAny || $0.takesNoTime ? $0.task : nil }
    await task?.value
  }

  /// Ends the executor's task, if it told of one.
  func cancelTask() { state.withLock { $0.task }?.cancel() }

  /// Nothing more is announced after it.
  func end(_ finish: PrewarmEnd.Finish) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isOver = true
      state.end.finish =
        finish == .cancelled && state.task == nil && state.end.input == nil ? .untold : finish
      // In line before anything that is announced by whoever found it over.
      if state.isBegun { announcer.enqueue(.prewarmEnded(state.end)) }
    }
    announcer.deliver()
  }

  /// The session is gone.
  func silence() { state.withLock { $0.isOver = true } }
}
