import Transcripts

extension PrivateCloudComputeLanguageModel {
  /// Passes requests on to the bound backend, if availability, network, language and quota allow.
  public struct Executor: LanguageModelExecutor {
    /// The model that it runs.
    public typealias Model = PrivateCloudComputeLanguageModel

    /// What tells executors apart: nothing.
    public struct Configuration: Hashable, Sendable {}

    fileprivate let backends = BackendExecutors()

    /// An executor whose backends are made when they are first asked.
    public init(configuration: PrivateCloudComputeLanguageModel.Executor.Configuration) {}

    /// Prepares the backend.
    public func prewarm(model: Model, transcript: Transcript) {
      guard (try? model.checkUsable()) != nil else { return }
      backends.prewarm(model.bound.backend.model, transcript: transcript)
    }

    /// Lets the backend answer.
    ///
    /// - Throws: `PrivateCloudComputeLanguageModel.Error`, `LanguageModelError.unsupportedLanguageOrLocale`, and whatever the backend throws.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: PrivateCloudComputeLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try model.checkUsable()
      try await backends.respond(to: request, from: model.bound.backend.model, streamingInto: channel)
    }
  }
}

extension PrivateCloudComputeLanguageModel.Executor: RequestCounting {
  package func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, for model: any LanguageModel
  ) async throws -> Int? {
    guard let model = model as? PrivateCloudComputeLanguageModel else { return nil }
    return try await backends.tokenCount(of: request, for: model.bound.backend.model)
  }
}
