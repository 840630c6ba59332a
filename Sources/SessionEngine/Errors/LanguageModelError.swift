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

  /// A window, and what did not fit.
  public struct ContextSizeExceeded: Sendable {
    /// Tokens that fit.
    public var contextSize: Int
    /// Tokens that there are.
    public var tokenCount: Int
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(
      contextSize: Int, tokenCount: Int, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// When to try again.
  public struct RateLimited: Sendable {
    /// When requests are taken again; nil when that is not known.
    public var resetDate: Date?
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(resetDate: Date?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.resetDate = resetDate
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What was found unsafe.
  public struct GuardrailViolation: Sendable {
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// Why the model declined.
  public struct Refusal: Sendable {
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]
    /// Why the model declined, in its words.
    let reason: String

    /// The payload with these parts.
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

  /// What the model cannot do.
  public struct UnsupportedCapability: Sendable {
    /// The one that is missing.
    public var capability: LanguageModelCapabilities.Capability
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(
      capability: LanguageModelCapabilities.Capability, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.capability = capability
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What the model cannot read.
  public struct UnsupportedTranscriptContent: Sendable {
    /// The entries that cannot be read.
    public var unsupportedContent: [Transcript.Entry]
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(
      unsupportedContent: [Transcript.Entry], debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.unsupportedContent = unsupportedContent
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What cannot be followed.
  public struct UnsupportedGenerationGuide: Sendable {
    /// The schema's name; nil when no schema is at fault.
    public var schemaName: String?
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.schemaName = schemaName
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What the model does not speak.
  public struct UnsupportedLanguageOrLocale: Sendable {
    /// The language.
    public var languageCode: Locale.LanguageCode
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(
      languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.languageCode = languageCode
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What took too long.
  public struct Timeout: Sendable {
    /// What happened, for a developer.
    public var debugDescription: String
    /// What the model tells besides.
    public var metadata: [String: any Sendable]

    /// The payload with these parts.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}
