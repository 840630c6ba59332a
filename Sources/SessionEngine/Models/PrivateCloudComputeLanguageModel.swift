import FoundationEssentials
import Observation
import Transcripts

/// The framework's model on Apple's servers, as a name (M2, API §13): `ModelBinding` says what answers under it.
///
/// By default that is the embedded scripted model with a window of 32,000 tokens and reasoning. A request can fail for four reasons
/// that a program must be ready for (001 §8.6): availability, network, language and quota.
public final class PrivateCloudComputeLanguageModel: Sendable, Observable, LanguageModel, NamedLanguageModel {
  private let binding: ModelBinding

  /// The model as it is bound in this task.
  public init() {
    binding = ModelBinding.current
  }

  var bound: ModelBinding.PrivateCloudCompute { binding.models.privateCloudCompute }

  /// Whether requests can be answered at all.
  public var availability: PrivateCloudComputeLanguageModel.Availability { bound.availability }

  /// Whether requests can be answered at all.
  public var isAvailable: Bool { availability == .available }

  /// How much of the person's limit is used.
  public var quotaUsage: PrivateCloudComputeLanguageModel.QuotaUsage { QuotaUsage(bound) }

  /// What the backend can do.
  public var capabilities: LanguageModelCapabilities { bound.backend.model.capabilities }

  /// One executor, and one prefix cache.
  public var executorConfiguration: PrivateCloudComputeLanguageModel.Executor.Configuration {
    Executor.Configuration()
  }

  /// `private-cloud`.
  public var modelName: String { "private-cloud" }

  /// The tokens that a request and its answer may have together.
  ///
  /// - Throws: `Error.serviceUnavailable`, `Error.networkFailure`: the server is asked.
  public var contextSize: Int {
    get async throws { try reached().backend.contextSize }
  }

  /// The languages that prompts may be in.
  ///
  /// - Throws: `Error.serviceUnavailable`, `Error.networkFailure`: the server is asked.
  public var supportedLanguages: Set<Locale.Language> {
    get async throws {
      Set(try reached().backend.supportedLanguages.map { LanguageTag($0).asLanguage })
    }
  }

  /// Whether prompts may be in the language of `locale`.
  ///
  /// - Throws: `Error.serviceUnavailable`, `Error.networkFailure`: the server is asked.
  public nonisolated(nonsending) func supportsLocale(_ locale: Locale = Locale.current) async throws -> Bool {
    try reached().backend.supports(locale)
  }

  /// - Throws: `Error`, `LanguageModelError.unsupportedLanguageOrLocale`.
  func checkUsable() throws {
    let bound = try reached()
    try bound.backend.checkLanguage()
    let usage = QuotaUsage(bound)
    guard usage.isLimitReached else { return }
    throw Error.quotaLimitReached(
      .init(
        limitIncreaseSuggestion: usage.limitIncreaseSuggestion, resetDate: usage.resetDate,
        debugDescription: "the person's limit is reached"))
  }

  private func reached() throws -> ModelBinding.PrivateCloudCompute {
    let bound = bound
    if case .unavailable(let reason) = bound.availability {
      throw Error.serviceUnavailable(.init(debugDescription: "the service is unavailable: \(reason)"))
    }
    guard bound.isReachable else {
      throw Error.networkFailure(.init(debugDescription: "the service can't be reached"))
    }
    return bound
  }

  /// Whether the model can be asked.
  @frozen
  public enum Availability: Equatable, Sendable {
    /// It can.
    case available
    /// It can't, and why.
    case unavailable(UnavailableReason)

    /// Why the model can't be asked.
    public enum UnavailableReason: Hashable, Sendable {
      /// The device may not use it.
      case deviceNotEligible
      /// The service is not ready.
      case systemNotReady
    }
  }
}

extension PrivateCloudComputeLanguageModel: TokenCounting {
  /// The tokens of a whole request, by the tokenizer of the bound backend.
  public func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int {
    try await bound.backend.tokenCount(of: request)
  }
}
