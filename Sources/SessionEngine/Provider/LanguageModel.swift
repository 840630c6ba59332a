import Transcripts

/// A model that sessions can talk to: what it can do, and how to make the executor that runs it (M1; API §9).
///
/// A model is a description, cheap to copy. The work is done by its executor, of which a session keeps one for each distinct
/// configuration.
public protocol LanguageModel: Sendable {
  associatedtype Executor: LanguageModelExecutor where Self == Self.Executor.Model

  /// What a request may ask of the model. A session refuses a request that asks for more.
  var capabilities: LanguageModelCapabilities { get }

  /// What an executor for this model is made from. Models with equal configurations share an executor within a session.
  var executorConfiguration: Executor.Configuration { get }
}

/// Runs a model's inferences (M1; API §9).
public protocol LanguageModelExecutor: Sendable {
  associatedtype Configuration: Hashable, Sendable
  associatedtype Model: LanguageModel

  /// - Throws: Whatever keeps the model from being run; it reaches the caller of `respond`.
  init(configuration: Configuration) throws

  /// Runs one inference and sends what comes of it into `channel`.
  ///
  /// The session drains the channel meanwhile. Returning ends the inference; throwing ends it with that error. A cancelled request
  /// cancels the task this runs in: return or throw soon after.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws

  /// Prepares for a request that begins with `transcript`. Runs in the background, in a task that a request cancels.
  func prewarm(model: Model, transcript: Transcript)
}

extension LanguageModelExecutor {
  /// Does nothing.
  public func prewarm(model: Model, transcript: Transcript) {}
}
