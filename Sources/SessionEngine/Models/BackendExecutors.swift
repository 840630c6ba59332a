import Transcripts

/// Passes on to whatever backend a name is bound to. Keeps the backends' executors, and with them their prefix caches, for as long as the
/// session keeps the name's executor.
public final class BackendExecutors: Sendable {
  private let executors = ExecutorStore()

  /// Without executors; each is made when its backend is asked first.
  public init() {}

  /// Lets a backend answer.
  ///
  /// - Throws: What the backend throws, or its executor's initializer.
  public nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, from backend: some LanguageModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executors.executor(for: backend)
      .respond(to: request, model: backend, streamingInto: channel)
  }

  /// A backend that can't be made says so when it is asked to respond.
  func prewarm(_ backend: some LanguageModel, transcript: Transcript) {
    (try? executors.executor(for: backend))?.prewarm(model: backend, transcript: transcript)
  }

  /// The tokens of a request, as the backend's executor or else the backend counts them.
  func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, for backend: some LanguageModel
  ) async throws -> Int? {
    let executor = try executors.executor(for: backend) as? any RequestCounting
    return try await executor?.tokenCount(of: request, for: backend)
  }
}
