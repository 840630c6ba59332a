import ScriptedModel
import Transcripts

/// The embedded model (M3): deterministic, without a download, with real tokens, a real prefix cache and a cost for each token. What it
/// answers, its script says, or a small behaviour of its own.
///
/// A session keeps one executor for each configuration, and the executor one prefix cache: sessions share none, and a restored one begins
/// cold (C5, R10).
public struct ScriptedLanguageModel: LanguageModel, NamedLanguageModel {
  /// Everything that makes one scripted model differ from another.
  public var configuration: ScriptedModelConfiguration

  public init(configuration: ScriptedModelConfiguration = ScriptedModelConfiguration()) {
    self.configuration = configuration
  }

  public var modelName: String { configuration.name }
  public var executorConfiguration: ScriptedModelConfiguration { configuration }

  /// Tools, schemas and images; reasoning where the configuration says so.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities(
      [.toolCalling, .guidedGeneration, .vision] + (configuration.hasReasoning ? [.reasoning] : []))
  }

  /// Runs the model: one generator with one prefix cache.
  public struct Executor: LanguageModelExecutor {
    public typealias Model = ScriptedLanguageModel

    private let generator: ScriptedGenerator
    private let prewarming = ScriptedPrewarming()

    public init(configuration: ScriptedModelConfiguration) {
      generator = ScriptedGenerator(configuration: configuration)
    }

    /// Prefills `transcript` in the background, until a request or another prewarm comes (R9).
    public func prewarm(model: ScriptedLanguageModel, transcript: Transcript) {
      prewarming.begin(transcript, in: generator, counting: .measured)
    }

    /// Answers.
    ///
    /// - Throws: `LanguageModelError` for what a script says or a real model would say, `ScriptedFailure.script` for a mistake in the script,
    ///   `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ScriptedLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      await prewarming.end()
      let delivery = ScriptedDelivery(into: channel, counting: .measured)
      try await delivery.translatingFailures {
        try await generator.respond(to: ScriptedGenerator.Request(request)) { try await delivery.deliver($0) }
      }
    }
  }
}

extension ScriptedLanguageModel: TokenCounting {
  /// Tokens that a request and its answer may have together.
  public var contextSize: Int { configuration.contextSize }

  /// The tokens of a request, with the model's own vocabulary.
  public func tokenCount(of request: LanguageModelExecutorGenerationRequest) -> Int {
    ScriptedGenerator(configuration: configuration).tokenCount(of: request)
  }
}

extension ScriptedLanguageModel.Executor: RequestCounting {
  package func tokenCount(of request: LanguageModelExecutorGenerationRequest, for model: any LanguageModel)
    -> Int?
  {
    generator.tokenCount(of: request)
  }
}

extension ScriptedGenerator {
  /// The tokens of a request, its schema among them. What was counted for the request before costs next to nothing.
  package func tokenCount(of request: LanguageModelExecutorGenerationRequest) -> Int {
    let entries = request.transcript.entries
    let input = inputTokens(entries: entries, tools: request.enabledToolDefinitions)
    // A schema stands behind the prompt that asks for it; one that no prompt asks for comes besides.
    guard let schema = request.schema, !entries.contains(where: \.asksForSchema) else { return input }
    return input + Self.tokenCount(of: schema)
  }
}

extension Transcript.Entry {
  fileprivate var asksForSchema: Bool {
    if case .prompt(let prompt) = self { prompt.responseFormat != nil } else { false }
  }
}
