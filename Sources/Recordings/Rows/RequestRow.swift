/// One prompt and everything that was done to answer it.
public struct RequestRow: Sendable, Hashable, Identifiable {
  public var id: RequestID
  public var session: SessionID
  /// 1-based within the session.
  public var sequence: Int
  /// The beginning of the prompt's text, one line, at most 200 characters.
  public var prompt: String
  public var started: Timestamp?
  public var ended: Timestamp?
  public var outcome: Outcome

  public enum Outcome: String, Sendable, Hashable {
    /// An answer followed the prompt.
    case completed
    /// The recording ends before an answer.
    case open
    case failed, cancelled
  }

  public init(
    id: RequestID,
    session: SessionID,
    sequence: Int,
    prompt: String,
    started: Timestamp? = nil,
    ended: Timestamp? = nil,
    outcome: Outcome
  ) {
    self.id = id
    self.session = session
    self.sequence = sequence
    self.prompt = prompt
    self.started = started
    self.ended = ended
    self.outcome = outcome
  }
}
