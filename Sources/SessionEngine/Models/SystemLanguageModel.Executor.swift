import Transcripts

extension SystemLanguageModel {
  /// Passes requests on to the bound backend, if the model is available and speaks the language.
  public struct Executor: LanguageModelExecutor {
    /// The model that it runs.
    public typealias Model = SystemLanguageModel

    /// What tells executors apart.
    public struct Configuration: Hashable, Sendable {
      let useCase: UseCase
      let guardrails: Guardrails
    }

    fileprivate let backends = BackendExecutors()

    /// An executor whose backends are made when they are first asked.
    public init(configuration: SystemLanguageModel.Executor.Configuration) {}

    /// Prepares the backend.
    public func prewarm(model: Model, transcript: Transcript) {
      guard (try? model.checkUsable()) != nil else { return }
      backends.prewarm(model.bound.backend.model, transcript: transcript)
    }

    /// Lets the backend answer.
    ///
    /// - Throws: `SystemLanguageModel.Error.assetsUnavailable`, `LanguageModelError.unsupportedLanguageOrLocale`, and whatever the backend
    ///   throws.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try model.checkUsable()
      try await backends.respond(to: request, from: model.bound.backend.model, streamingInto: channel)
    }
  }
}

extension SystemLanguageModel.Executor: RequestCounting {
  package func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, for model: any LanguageModel
  ) async throws -> Int? {
    guard let model = model as? SystemLanguageModel else { return nil }
    return try await backends.tokenCount(of: request, for: model.bound.backend.model)
  }
}
