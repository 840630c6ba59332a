/// What a request failed with, as a value that outlives the error: its words, and which of the typed errors it was.
///
/// Recordings keep it, so that a reader need not know the words, and so that a playback can fail in the same way.
public struct RequestFailure: Sendable, Hashable {
  /// Which error. The names are the cases' names of `LanguageModelError` and its like; they stand in recordings and never change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The request, or the request and its answer, do not fit into the window.
    case contextSizeExceeded
    case rateLimited, guardrailViolation, refusal
    case unsupportedCapability, unsupportedTranscriptContent, unsupportedGenerationGuide
    case unsupportedLanguageOrLocale
    case timeout
    case concurrentRequests, transcriptMutationWhileResponding
    /// A tool threw, or could not be called; what it threw is in the words.
    case toolCallError
    case inferenceLimitReached
    case assetsUnavailable
    case networkFailure, quotaLimitReached, serviceUnavailable
  }

  /// One line for a person.
  public var words: String
  /// Nil for an error of another type, and where it is not known.
  public var kind: Kind?
  /// What the error says to a developer; nil where that is not known.
  public var detail: String?
  /// What the kind is about: the capability, the schema's name, the language, the explanation of a refusal.
  public var subject: String?
  /// Inferences, for `inferenceLimitReached`.
  public var limit: Int?
  /// Tokens of the window, for `contextSizeExceeded`, where they are known.
  public var contextSize: Int?
  /// Tokens that did not fit, for `contextSizeExceeded`, where they are known.
  public var tokenCount: Int?

  /// A failure with these parts.
  public init(
    _ words: String, kind: Kind? = nil, detail: String? = nil, subject: String? = nil, limit: Int? = nil,
    contextSize: Int? = nil, tokenCount: Int? = nil
  ) {
    self.words = words
    self.kind = kind
    self.detail = detail
    self.subject = subject
    self.limit = limit
    self.contextSize = contextSize
    self.tokenCount = tokenCount
  }
}
