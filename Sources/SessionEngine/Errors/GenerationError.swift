import FoundationEssentials
import Transcripts

extension LanguageModelSession {
  /// The errors of the framework's first version (API §1). Nothing here throws them; they are there for sources that catch them.
  @available(*, deprecated, message: "Use LanguageModelError and LanguageModelSession.Error instead.")
  public enum GenerationError: Swift.Error, LocalizedError {
    case exceededContextWindowSize(Context)
    case assetsUnavailable(Context)
    case guardrailViolation(Context)
    case unsupportedGuide(Context)
    case unsupportedLanguageOrLocale(Context)
    case decodingFailure(Context)
    case rateLimited(Context)
    case concurrentRequests(Context)
    case refusal(Refusal, Context)

    /// What happened, for a developer.
    public struct Context: Sendable {
      /// In words.
      public let debugDescription: String

      /// In words.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// What the model said when it declined.
    public struct Refusal: Sendable {
      private let entries: [Transcript.Entry]

      /// A refusal that these entries tell.
      public init(transcriptEntries: [Transcript.Entry]) { entries = transcriptEntries }

      /// Why the model declined: the text of the last response among the entries.
      public var explanation: Response<String> {
        get async throws { Response(outcome: outcome, content: outcome.text) }
      }

      /// The same as a stream of one snapshot.
      public var explanationStream: ResponseStream<String> { ResponseStream(outcome: outcome) }

      private var outcome: RequestOutcome {
        for case .response(let response) in entries.reversed() {
          return RequestOutcome(text: response.text, entries: entries[...])
        }
        return RequestOutcome(text: "", entries: entries[...])
      }
    }

    private var context: Context {
      switch self {
      case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
        .guardrailViolation(let context), .unsupportedGuide(let context),
        .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
        .rateLimited(let context), .concurrentRequests(let context), .refusal(_, let context):
        context
      }
    }

    /// In words.
    public var errorDescription: String? { context.debugDescription }

    /// Why, in one sentence.
    public var failureReason: String? {
      switch self {
      case .exceededContextWindowSize: "The session is longer than the model's window."
      case .assetsUnavailable: "The model is not there."
      case .guardrailViolation: "Prompt or answer were found unsafe."
      case .unsupportedGuide: "A guide cannot be followed."
      case .unsupportedLanguageOrLocale: "The model does not speak the language."
      case .decodingFailure: "The answer does not have the shape that was asked for."
      case .rateLimited: "Too many requests."
      case .concurrentRequests: "A request was already running."
      case .refusal: "The model declined to answer."
      }
    }

    /// What can be done.
    public var recoverySuggestion: String? {
      switch self {
      case .exceededContextWindowSize: "Shorten the history, or begin a new session."
      case .assetsUnavailable, .rateLimited: "Try again later."
      case .guardrailViolation, .refusal: "Ask in another way."
      case .unsupportedGuide: "Use another guide."
      case .unsupportedLanguageOrLocale: "Use a language that the model supports."
      case .decodingFailure: "Ask again, or allow a longer answer."
      case .concurrentRequests: "Wait until isResponding is false."
      }
    }
  }
}
