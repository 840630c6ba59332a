import FoundationEssentials
import PrefixCache
import ScriptedModel
import Tokenizers
import Transcripts

/// The embedded model: deterministic, with a real vocabulary, a real prefix cache and a cost for every token (M3).
///
/// It answers as its script says, or by a small behaviour that is sensible for any profile. Time passes on `ModelClock`. Each
/// session has an executor of its own, and with it a cache of its own (C5): a session that is restored begins cold (R10).
public struct ScriptedLanguageModel: LanguageModel, NamedLanguageModel, TokenCounting {
  /// What makes this model another one than the next: script, window, cache, rates.
  public var configuration: ScriptedModelConfiguration

  /// Shared by the copies of a model: a request is counted before every inference, and most of it was counted before.
  private let counting = Counting()

  private final class Counting: Sendable {
    let tokenizer = Locked(ContextTokenizer(.stemma))
  }

  /// A model for sessions of this program.
  public init(configuration: ScriptedModelConfiguration = ScriptedModelConfiguration()) {
    self.configuration = configuration
  }

  /// The configuration's name.
  public var modelName: String { configuration.name }

  /// Tools and schemas always; reasoning where the configuration says so. Images are not read.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities(
      [.toolCalling, .guidedGeneration] + (configuration.hasReasoning ? [.reasoning] : []))
  }

  /// The whole configuration: equal models share an executor within a session.
  public var executorConfiguration: ScriptedModelConfiguration { configuration }

  /// Tokens of a request and its answer together.
  public var contextSize: Int { configuration.contextSize }

  /// The tokens of a request, as the cache counts them; what was counted for the request before costs next to nothing.
  public func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int {
    counting.tokenizer.withLock {
      $0.context(of: Array(request.transcript), tools: request.enabledToolDefinitions).count
    }
  }

  /// Runs one scripted model.
  public final class Executor: LanguageModelExecutor {
    public typealias Model = ScriptedLanguageModel

    private let generator: ScriptedGenerator
    /// Two tasks meet here: one that prewarms, one that asks.
    private let warming = Locked<Task<Void, Never>?>(nil)

    /// An executor with an empty cache.
    public init(configuration: ScriptedModelConfiguration) {
      generator = ScriptedGenerator(configuration: configuration)
    }

    /// Fills the cache with what a request would begin with, in a task of its own that the next request ends (R9).
    public func prewarm(model: ScriptedLanguageModel, transcript: Transcript) {
      let entries = Array(transcript)
      let task = Task { [generator] in
        // What keeps a prewarm from its end will be said by the request.
        _ = try? await generator.prewarm(entries: entries, tools: transcript.leadingTools)
      }
      warming.withLock { running in
        running?.cancel()
        running = task
      }
    }

    /// Answers, token by token.
    ///
    /// - Throws: `LanguageModelError` for what the script lets fail, `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ScriptedLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let prewarm = warming.withLock { running in
        defer { running = nil }
        return running
      }
      prewarm?.cancel()
      await prewarm?.value
      do {
        try await generator.respond(to: ScriptedGenerator.Request(request)) { step in
          await channel.send(step)
        }
      } catch let failure as ScriptedFailure {
        throw LanguageModelError(failure, schemaName: request.schema?.name)
      }
    }
  }
}

extension Transcript {
  /// The tools that the leading instructions entry defines.
  fileprivate var leadingTools: [Transcript.ToolDefinition] {
    if case .instructions(let instructions)? = first { instructions.toolDefinitions } else { [] }
  }
}

extension ScriptedGenerator.Request {
  fileprivate init(_ request: LanguageModelExecutorGenerationRequest) {
    self.init(
      entries: Array(request.transcript), tools: request.enabledToolDefinitions, schema: request.schema,
      toolCallingMode: request.generationOptions.toolCallingMode?.kind,
      maximumResponseTokens: request.generationOptions.maximumResponseTokens,
      reasoningLevel: request.contextOptions.reasoningLevel)
  }
}

extension LanguageModelExecutorGenerationChannel {
  /// Says one step in the channel's words.
  fileprivate func send(_ step: ScriptedGenerator.Step) async {
    switch step {
    case .context(let input, let reused):
      InferenceTelemetry.current?.report(.context(input: .measured(input), reused: .measured(reused)))
    case .prefilled(let tokens): InferenceTelemetry.current?.report(.prefilled(tokens))
    case .reasoning(let text, let tokens):
      await send(.reasoning(action: .appendText(text, tokenCount: tokens)))
    case .text(let text, let tokens): await send(.response(action: .appendText(text, tokenCount: tokens)))
    case .toolCall(let id, let name, let arguments, let tokens):
      await send(
        .toolCalls(
          action: .toolCall(
            id: id, name: name, action: .appendArguments(arguments, tokenCount: tokens))))
    case .finished(let input, let reused, _, let output, let reasoning):
      await send(
        .response(
          action: .updateUsage(
            input: .init(totalTokenCount: input, cachedTokenCount: reused),
            output: .init(totalTokenCount: output, reasoningTokenCount: reasoning))))
    }
  }
}

extension LanguageModelError {
  /// A scripted model's failure as the framework spells it.
  fileprivate init(_ failure: ScriptedFailure, schemaName: String?) {
    let words = "\(failure)"
    switch failure {
    case .contextSizeExceeded(let contextSize, let tokenCount):
      self = .contextSizeExceeded(
        .init(contextSize: contextSize, tokenCount: tokenCount, debugDescription: words))
    case .rateLimited(let retryAfter, _):
      let reset = retryAfter.map { Date(timeIntervalSinceNow: Double($0.components.seconds)) }
      self = .rateLimited(.init(resetDate: reset, debugDescription: words))
    case .guardrailViolation: self = .guardrailViolation(.init(debugDescription: words))
    case .refusal(let explanation):
      self = .refusal(.init(explanation: explanation, debugDescription: words))
    case .unsupportedLanguageOrLocale(let language, _):
      self = .unsupportedLanguageOrLocale(
        .init(languageCode: Locale.LanguageCode(language), debugDescription: words))
    case .timeout: self = .timeout(.init(debugDescription: words))
    case .unsupportedGenerationGuide(let name, _):
      self = .unsupportedGenerationGuide(
        .init(schemaName: name ?? schemaName, debugDescription: words))
    case .script:
      // A script that cannot be carried out is no model that could: it says so where a request would be refused.
      self = .refusal(.init(explanation: words, debugDescription: words))
    }
  }
}
