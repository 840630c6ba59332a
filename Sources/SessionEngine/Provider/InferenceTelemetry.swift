import Transcripts

/// Takes what a backend knows of a running inference and the channel's public events cannot say.
///
/// The session sets it around `LanguageModelExecutor.respond`. An executor reports there as it goes; nobody has to.
public struct InferenceTelemetry: Sendable {
  /// The running inference's; nil outside of one.
  @TaskLocal public static var current: InferenceTelemetry?

  /// One thing a backend can tell.
  public enum Report: Sendable {
    /// Tokens of the whole request, and how many of these were reused from the prefix cache; nil when the server does not tell, which is
    /// not zero.
    case context(input: Quantity, reused: Quantity?)
    /// Tokens prefilled so far, the reused ones not among them; a running total.
    case prefilled(Int)
    /// Tokens decoded so far, of an answer that is told only when it is whole; a running total.
    case decoded(Int)
    /// What the server took, as it measured itself; milliseconds.
    case timed(prefill: Quantity?, decode: Quantity?)
    /// Why the model stopped, in its server's word: `stop`, `eos`, `length`, `limit`, …
    case finished(String)
  }

  /// Whether a server's word for why the model stopped means that its answer was cut off: by the limit of the request, by one of the server's own,
  /// or by the end of the window.
  static func isCutOff(_ reason: String?) -> Bool {
    ["length", "limit", "max_tokens", "model_length"].contains(reason?.lowercased() ?? "")
  }

  private let channel: LanguageModelExecutorGenerationChannel

  init(channel: LanguageModelExecutorGenerationChannel) { self.channel = channel }

  /// Tells the session; at once and from any task.
  public func report(_ report: Report) {
    channel.post(LanguageModelExecutorGenerationChannel.Event(kind: .report(report)))
  }
}
