import Transcripts

/// A prewarm that begins: what is handed to which model, ahead of the request that it is for (R9).
public struct PrewarmStart: Sendable {
  /// 1-based within the session.
  public var number: Int
  /// The model's name.
  public var model: String
  /// The persona whose instructions and tools they are. It need not be active: a prewarm activates nothing.
  public var profile: String
  /// What the model is to hold: after the transforms, the tools' definitions in the leading instructions entry.
  public var sent: [Transcript.Entry]
  /// The beginning of the prompt, which is the last entry of `sent`; nil where none was given.
  public var promptPrefix: String?
  /// Names of the tools that are sent.
  public var tools: [String]

  /// With these parts.
  public init(
    number: Int, model: String, profile: String, sent: [Transcript.Entry], promptPrefix: String? = nil,
    tools: [String] = []
  ) {
    self.number = number
    self.model = model
    self.profile = profile
    self.sent = sent
    self.promptPrefix = promptPrefix
    self.tools = tools
  }
}

/// A prewarm that ended. It comes before the events of a request that cancels it.
public struct PrewarmEnd: Sendable {
  /// How a prewarm can end.
  public enum Finish: Sendable, Hashable {
    /// The whole prefix is held.
    case finished
    /// A request, or another prewarm, was more urgent; what was evaluated stays.
    case cancelled
    /// The model tells nothing of its prewarms, or does none.
    case untold
    /// Nothing more is evaluated.
    case failed(RequestFailure)
  }

  /// The number of `PrewarmStart`.
  public var number: Int
  /// Tokens of the whole prefix; nil where the model told nothing.
  public var input: Quantity?
  /// Of these, held before.
  public var reused: Quantity?
  /// Of these, evaluated.
  public var prefilled: Quantity?
  /// How it ended.
  public var finish: Finish

  /// With these parts.
  public init(
    number: Int, input: Quantity? = nil, reused: Quantity? = nil, prefilled: Quantity? = nil, finish: Finish
  ) {
    self.number = number
    self.input = input
    self.reused = reused
    self.prefilled = prefilled
    self.finish = finish
  }
}
