import FoundationEssentials
import Transcripts

// The words of the engine's errors: one line each, what happened and what can be done.

extension LanguageModelError: CustomDebugStringConvertible {
  /// One line for a person: what happened, and what can be done.
  public var errorDescription: String? {
    switch self {
    // A server may tell neither number; an answer may have filled the window that its request fitted into.
    case .contextSizeExceeded(let error)
    where error.contextSize == 0 || error.tokenCount <= error.contextSize:
      "\(error.debugDescription): shorten the history"
    case .contextSizeExceeded(let error):
      "\(error.tokenCount) tokens do not fit into a window of \(error.contextSize): shorten the history"
    case .rateLimited(let error): "too many requests: \(error.debugDescription)"
    case .guardrailViolation(let error): "found unsafe: \(error.debugDescription)"
    case .refusal(let error): "the model declined to answer: \(error.debugDescription)"
    case .unsupportedCapability(let error):
      "the model has no \(error.capability.name): \(error.debugDescription)"
    case .unsupportedTranscriptContent(let error):
      "the model cannot read the transcript: \(error.debugDescription)"
    case .unsupportedGenerationGuide(let error): "cannot be followed: \(error.debugDescription)"
    case .unsupportedLanguageOrLocale(let error):
      "the model does not speak \(error.languageCode.identifier): \(error.debugDescription)"
    case .timeout(let error): "the model took too long: \(error.debugDescription)"
    }
  }

  /// What happened, for a developer.
  public var debugDescription: String {
    switch self {
    case .contextSizeExceeded(let error): error.debugDescription
    case .rateLimited(let error): error.debugDescription
    case .guardrailViolation(let error): error.debugDescription
    case .refusal(let error): error.debugDescription
    case .unsupportedCapability(let error): error.debugDescription
    case .unsupportedTranscriptContent(let error): error.debugDescription
    case .unsupportedGenerationGuide(let error): error.debugDescription
    case .unsupportedLanguageOrLocale(let error): error.debugDescription
    case .timeout(let error): error.debugDescription
    }
  }
}

extension LanguageModelSession.Error: CustomDebugStringConvertible {
  /// One line for a person: what happened, and what can be done.
  public var errorDescription: String? {
    switch self {
    case .concurrentRequests: "the session is answering another request: wait until isResponding is false"
    case .transcriptMutationWhileResponding:
      "the transcript was assigned while the session was responding: the assignment was refused"
    }
  }

  /// What happened, for a developer.
  public var debugDescription: String {
    switch self {
    case .concurrentRequests: "concurrentRequests"
    case .transcriptMutationWhileResponding: "transcriptMutationWhileResponding"
    }
  }
}

extension LanguageModelSession.ToolCallError {
  /// One line for a person: what happened, and what can be done.
  public var errorDescription: String? { "tool \(tool.name): \(words(of: underlyingError))" }
}

extension SessionLimitError {
  /// One line for a person: what happened, and what can be done.
  public var errorDescription: String? {
    switch self {
    case .inferenceLimitReached(let limit):
      "the request was stopped after \(limit) inferences, the limit of this session: let a tool throw, or make"
        + " toolCallingMode depend on a session property, so that required tool calls end"
    case .profileTooDeep(let type, let limit):
      "the session's profile is more than \(limit) levels deep, the innermost in the body of \(type): let no body hold its"
        + " own type, itself or through others"
    }
  }
}

extension ProfileIsolationError {
  /// One line for a person: what happened, and what can be done.
  public var errorDescription: String? {
    "the body of \(type) belongs to an actor that its session was not made on: make the session on that actor"
  }
}

extension UndeclaredToolError {
  /// One line for a person: what happened, and what can be done.
  public var errorDescription: String? {
    let others = enabled.isEmpty ? "no tool is" : "enabled: \(enabled.joined(separator: ", "))"
    return "the model called \(name), which is not enabled (\(others))"
  }
}

/// An error in one line, for events and messages.
func words(of error: any Error) -> String {
  if error is CancellationError { return "cancelled" }
  if let words = (error as? any LocalizedError)?.errorDescription { return words }
  return String(describing: error)
}
