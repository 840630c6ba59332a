import Recordings
import SessionEngine
import Synchronization
import Tokenizers

/// Writes what sessions do into a recording, as it happens.
///
/// - One recorder may observe any number of sessions at once. What a session announces is in the recording
///   when `observe` returns: it survives the end of the process.
/// - Each event is one transaction: a snapshot comes with the inference that it completes.
/// - A recording that can't be written any more never stops a session: the recorder says so once, keeps what
///   was acknowledged, and records nothing further.
/// - What a snapshot costs depends on what it changes, not on the length of the transcript.
public final class SessionRecorder: SessionObserver {
  /// Where it writes; others may read it meanwhile.
  public let recording: Recording
  private let counter: any TokenCounter
  private let onFailure: @Sendable (RecordingError) -> Void

  private struct State {
    var sessions: [String: RecordedSession] = [:]
    var failure: RecordingError?
  }
  /// Sessions of one process meet here; the recording has one connection, so that they would wait for one
  /// another anyway.
  private let state = Mutex(State())

  /// Makes a new file that only its owner may read (mode 0600).
  /// - Parameters:
  ///   - counter: counts the tokens that no model reports; by default with the embedded model's vocabulary.
  ///   - onFailure: called once, should the file not be writable any more.
  /// - Throws: `exists` when there is something of this name, `cannotOpen`, `diskFull`.
  public convenience init(
    path: String, counter: any TokenCounter = BytePairTokenizer.stemma,
    onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
  ) throws(RecordingError) {
    let recording = try Recording.create(at: path, tokenizer: counter.name)
    try self.init(recording: recording, counter: counter, onFailure: onFailure)
  }

  /// Records into a recording that is open for writing, beside the sessions it has.
  /// - Parameter counter: the one that the recording's counts come from.
  /// - Throws: `readOnly`; `invalid` when the recording's counts come from another counter.
  public init(
    recording: Recording, counter: any TokenCounter = BytePairTokenizer.stemma,
    onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
  ) throws(RecordingError) {
    let path = recording.path ?? "recording in memory"
    guard recording.access == .writing else { throw .readOnly(path: path) }
    guard recording.tokenizer == counter.name else {
      throw .invalid(
        path: path, detail: "its tokens are counted by \(recording.tokenizer), not by \(counter.name)")
    }
    self.recording = recording
    self.counter = counter
    self.onFailure = onFailure
  }

  /// Why nothing is recorded any more; nil while all is well.
  public var failure: RecordingError? { state.withLock { $0.failure } }

  /// Closes the recording. What sessions announce afterwards is not recorded.
  public func close() {
    state.withLock { state in
      state.sessions.removeAll()
      if state.failure == nil { state.failure = .closed(path: recording.path ?? "recording in memory") }
    }
    recording.close()
  }

  /// Writes what a session announced, before it returns.
  public func observe(_ event: SessionEvent, of session: SessionIdentity) {
    let failure: RecordingError? = state.withLock { state in
      guard state.failure == nil else { return nil }
      do {
        try record(event, of: session, &state.sessions)
        return nil
      } catch {
        let failure =
          error as? RecordingError ?? .io(path: recording.path ?? "recording in memory", reason: "\(error)")
        state.failure = failure
        state.sessions.removeAll()
        return failure
      }
    }
    if let failure { onFailure(failure) }
  }

  private func record(
    _ event: SessionEvent, of session: SessionIdentity, _ sessions: inout [String: RecordedSession]
  ) throws {
    if case .started(let transcript) = event.kind {
      // A session that is recorded from two places at once has one story.
      guard sessions[session.id] == nil else { return }
      let parent = session.parent.flatMap { sessions[$0.session]?.id }
      sessions[session.id] = try recording.write { writer in
        try RecordedSession(
          session, parent: parent, startingWith: Array(transcript), at: event.at, counter: counter, &writer)
      }
      return
    }
    // Out of the dictionary while it changes, so that its lists are not copied.
    guard var recorded = sessions.removeValue(forKey: session.id) else { return }
    if recorded.ignores(event) {
      sessions[session.id] = recorded
      return
    }
    try recording.write { writer in try recorded.record(event, &writer) }
    if case .ended = event.kind { return }
    sessions[session.id] = recorded
  }
}
