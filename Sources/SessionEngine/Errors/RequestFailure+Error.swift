import FoundationEssentials
import Transcripts

// Errors as values, and back: what a session announces of an error, and what a playback makes of it.

extension RequestFailure {
  /// What is kept of an error.
  public init(_ error: any Error) {
    self.init(SessionEngine.words(of: error))
    switch error {
    case let error as LanguageModelError: take(error)
    case LanguageModelSession.Error.concurrentRequests: kind = .concurrentRequests
    case LanguageModelSession.Error.transcriptMutationWhileResponding:
      kind = .transcriptMutationWhileResponding
    case let error as LanguageModelSession.ToolCallError:
      kind = .toolCallError
      subject = error.tool.name
    case SessionLimitError.inferenceLimitReached(let limit):
      kind = .inferenceLimitReached
      self.limit = limit
    case let error as SystemLanguageModel.Error:
      kind = .assetsUnavailable
      detail = error.debugDescription
    case let error as PrivateCloudComputeLanguageModel.Error:
      switch error {
      case .networkFailure: kind = .networkFailure
      case .quotaLimitReached: kind = .quotaLimitReached
      case .serviceUnavailable: kind = .serviceUnavailable
      }
      detail = error.debugDescription
    default: break
    }
  }

  private mutating func take(_ error: LanguageModelError) {
    detail = error.debugDescription
    switch error {
    case .contextSizeExceeded(let error):
      kind = .contextSizeExceeded
      // Servers do not always tell; 0 stands for that.
      contextSize = error.contextSize > 0 ? error.contextSize : nil
      tokenCount = error.tokenCount > 0 ? error.tokenCount : nil
    case .rateLimited: kind = .rateLimited
    case .guardrailViolation: kind = .guardrailViolation
    case .refusal(let error):
      kind = .refusal
      subject = error.reason
    case .unsupportedCapability(let error):
      kind = .unsupportedCapability
      subject = error.capability.name
    case .unsupportedTranscriptContent: kind = .unsupportedTranscriptContent
    case .unsupportedGenerationGuide(let error):
      kind = .unsupportedGenerationGuide
      subject = error.schemaName
    case .unsupportedLanguageOrLocale(let error):
      kind = .unsupportedLanguageOrLocale
      subject = error.languageCode.identifier
    case .timeout: kind = .timeout
    }
  }

  /// The typed error again; nil for a failure of no known kind, and for one that takes more than was kept: the tool of a
  /// `toolCallError`. A time at which something begins anew is not kept, nor is content that could not be read.
  public var error: (any Error)? {
    let detail = detail ?? words
    switch kind {
    case .contextSizeExceeded:
      return LanguageModelError.contextSizeExceeded(
        .init(contextSize: contextSize ?? 0, tokenCount: tokenCount ?? 0, debugDescription: detail))
    case .rateLimited: return LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: detail))
    case .guardrailViolation: return LanguageModelError.guardrailViolation(.init(debugDescription: detail))
    case .refusal:
      return LanguageModelError.refusal(.init(explanation: subject ?? detail, debugDescription: detail))
    case .unsupportedCapability:
      guard let capability = LanguageModelCapabilities.Capability.all.first(where: { $0.name == subject })
      else { return nil }
      return LanguageModelError.unsupportedCapability(
        .init(capability: capability, debugDescription: detail))
    case .unsupportedTranscriptContent:
      return LanguageModelError.unsupportedTranscriptContent(
        .init(unsupportedContent: [], debugDescription: detail))
    case .unsupportedGenerationGuide:
      return LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: subject, debugDescription: detail))
    case .unsupportedLanguageOrLocale:
      guard let subject else { return nil }
      return LanguageModelError.unsupportedLanguageOrLocale(
        .init(languageCode: Locale.LanguageCode(subject), debugDescription: detail))
    case .timeout: return LanguageModelError.timeout(.init(debugDescription: detail))
    case .concurrentRequests: return LanguageModelSession.Error.concurrentRequests
    case .transcriptMutationWhileResponding:
      return LanguageModelSession.Error.transcriptMutationWhileResponding
    case .inferenceLimitReached: return limit.map { SessionLimitError.inferenceLimitReached(limit: $0) }
    case .assetsUnavailable:
      return SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: detail))
    case .networkFailure:
      return PrivateCloudComputeLanguageModel.Error.networkFailure(.init(debugDescription: detail))
    case .quotaLimitReached:
      return PrivateCloudComputeLanguageModel.Error.quotaLimitReached(.init(debugDescription: detail))
    case .serviceUnavailable:
      return PrivateCloudComputeLanguageModel.Error.serviceUnavailable(.init(debugDescription: detail))
    case .toolCallError, nil: return nil
    }
  }
}
