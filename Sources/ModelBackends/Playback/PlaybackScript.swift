import Transcripts

/// What a recorded session's models were asked and what they answered, inference by inference: what a `PlaybackTape` plays.
public struct PlaybackScript: Sendable {
  /// One recorded inference.
  public struct Inference: Sendable {
    /// The request's number in its session, from 1.
    public var request: Int
    /// The inference's number in its session, from 1.
    public var number: Int
    /// Which of the script's sessions it belongs to, with those that its tools began; from 0.
    public var session = 0
    /// What the model was asked, of all that it was sent.
    public var question: PlaybackQuestion
    /// What it added to the transcript: reasoning, responses, tool calls.
    public var answer: [Transcript.Entry]
    /// How it ended.
    public var end: End
    /// Tokens of its model's window; nil where that is not known.
    public var window: Int?

    /// - Parameter sent: What the model was sent; its question is kept.
    public init(
      request: Int, number: Int, sent: some Sequence<Transcript.Entry>, answer: [Transcript.Entry],
      end: End = .answered, window: Int? = nil
    ) {
      self.request = request
      self.number = number
      question = PlaybackQuestion(sent)
      self.answer = answer
      self.end = end
      self.window = window
    }
  }

  /// How a recorded inference ended.
  public enum End: Sendable, Hashable {
    case answered
    /// Somebody cancelled it; the answer is as far as it came.
    case cancelled
    /// It failed with this.
    case failed(RequestFailure)
    /// It never came to a model: its request failed before that, with these words. Where it comes to one, that has no answer.
    case unsent(String)
  }

  /// In the order of the session.
  public var inferences: [Inference]

  /// A script of these inferences, in the order of the session.
  public init(inferences: [Inference]) { self.inferences = inferences }
}
