import FoundationEssentials
import Transcripts

/// What a model, whichever it is, may refuse or fail at (API §10).
public enum LanguageModelError: LocalizedError {
  /// The request, or the request and its answer, do not fit into the model's window.
  case contextSizeExceeded(ContextSizeExceeded)
  /// Too many requests; try again later.
  case rateLimited(RateLimited)
  /// Prompt or answer were found unsafe.
  case guardrailViolation(GuardrailViolation)
  /// The model declined to answer.
  case refusal(Refusal)
  /// The request needs something that the model does not declare.
  case unsupportedCapability(UnsupportedCapability)
  /// The transcript holds something that the model cannot read.
  case unsupportedTranscriptContent(UnsupportedTranscriptContent)
  /// A schema, guide or mode that cannot be followed.
  case unsupportedGenerationGuide(UnsupportedGenerationGuide)
  case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
  /// The model took too long.
  case timeout(Timeout)

  public struct ContextSizeExceeded: Sendable {
    /// Tokens that fit.
    public var contextSize: Int
    /// Tokens that there are.
    public var tokenCount: Int
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(
      contextSize: Int, tokenCount: Int, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  public struct RateLimited: Sendable {
    /// When requests are taken again; nil when that is not known.
    public var resetDate: Date?
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(resetDate: Date?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.resetDate = resetDate
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  public struct GuardrailViolation: Sendable {
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  public struct Refusal: Sendable {
    public var debugDescription: String
    public var metadata: [String: any Sendable]
    private var reason: String

    public init(explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      reason = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// Why the model declined, in its words.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { LanguageModelSession.Response(text: reason) }
    }

    /// The same as a stream of one snapshot.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      LanguageModelSession.ResponseStream(outcome: RequestOutcome(text: reason))
    }
  }

  public struct UnsupportedCapability: Sendable {
    public var capability: LanguageModelCapabilities.Capability
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(
      capability: LanguageModelCapabilities.Capability, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.capability = capability
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  public struct UnsupportedTranscriptContent: Sendable {
    /// The entries that cannot be read.
    public var unsupportedContent: [Transcript.Entry]
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(
      unsupportedContent: [Transcript.Entry], debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.unsupportedContent = unsupportedContent
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  public struct UnsupportedGenerationGuide: Sendable {
    /// The schema's name; nil when no schema is at fault.
    public var schemaName: String?
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.schemaName = schemaName
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  public struct UnsupportedLanguageOrLocale: Sendable {
    public var languageCode: Locale.LanguageCode
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(
      languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.languageCode = languageCode
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  public struct Timeout: Sendable {
    public var debugDescription: String
    public var metadata: [String: any Sendable]

    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}
