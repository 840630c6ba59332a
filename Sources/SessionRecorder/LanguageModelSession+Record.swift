import Recordings
import SessionEngine
import Tokenizers

extension LanguageModelSession {
  /// Records this session, and the sessions that its tools make, into a new file from now on, beginning with
  /// the transcript as it is.
  ///
  /// ```swift
  /// let recorder = try session.record(to: "craft.stemma")
  /// ```
  ///
  /// - Returns: the recorder; it stays as long as the session does. `close()` ends the recording before.
  /// - Throws: `RecordingError` when the file can't be made; one line each.
  @discardableResult
  public func record(
    to path: String, counter: any TokenCounter = BytePairTokenizer.stemma,
    onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
  ) throws(RecordingError) -> SessionRecorder {
    let recorder = try SessionRecorder(path: path, counter: counter, onFailure: onFailure)
    addObserver(recorder)
    return recorder
  }
}
