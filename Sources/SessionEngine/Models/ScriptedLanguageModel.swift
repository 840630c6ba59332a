import FoundationEssentials
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
    private let prewarming = Prewarming()

    public init(configuration: ScriptedModelConfiguration) {
      generator = ScriptedGenerator(configuration: configuration)
    }

    /// Prefills `transcript` in the background, until a request or another prewarm comes (R9).
    public func prewarm(model: ScriptedLanguageModel, transcript: Transcript) {
      let tools = transcript.leadingInstructions?.toolDefinitions ?? []
      // A prefix that does not fit is told to whoever asks for an answer to it.
      prewarming.replace(
        with: Task { [generator] in try? await generator.prewarm(entries: transcript.entries, tools: tools) })
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
      let telemetry = InferenceTelemetry.current
      // A time that is not real stands still while the session works off what it was sent, so that when a token came is the same in
      // every run.
      let standsStill = ModelClock.current is VirtualClock || ModelClock.current is SteppedClock
      do {
        try await generator.respond(to: ScriptedGenerator.Request(request)) { step in
          try Task.checkCancellation()
          await step.send(into: channel, telemetry)
          if standsStill { await channel.settle() }
        }
      } catch let failure as ScriptedFailure {
        throw failure.asLanguageModelError ?? failure
      }
    }
  }

  /// At most one prewarm at a time; none outlives the executor.
  private final class Prewarming: Sendable {
    private struct Run {
      var task: Task<Void, Never>
      /// It runs in a time that takes none.
      var isTimeless: Bool
    }

    private let run = Locked<Run?>(nil)

    func replace(with next: Task<Void, Never>?) {
      let next = next.map { Run(task: $0, isTimeless: ModelClock.current is VirtualClock) }
      let previous = run.withLock { run in
        defer { run = next }
        return run
      }
      previous?.task.cancel()
    }

    /// A request is more urgent (R9). Only in a time that takes none, a prewarm has always had the time it needs: the same in every run.
    /// It is the prewarm's time that counts: one that waits on a clock that stands still is never done.
    nonisolated(nonsending) func end() async {
      if let run = run.withLock({ $0 }), run.isTimeless { await run.task.value }
      replace(with: nil)
    }

    deinit { replace(with: nil) }
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
  func tokenCount(of request: LanguageModelExecutorGenerationRequest, for model: any LanguageModel) -> Int? {
    generator.tokenCount(of: request)
  }
}

extension ScriptedGenerator {
  fileprivate func tokenCount(of request: LanguageModelExecutorGenerationRequest) -> Int {
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

extension ScriptedGenerator.Request {
  fileprivate init(_ request: LanguageModelExecutorGenerationRequest) {
    self.init(
      entries: request.transcript.entries, tools: request.enabledToolDefinitions, schema: request.schema,
      toolCallingMode: request.generationOptions.toolCallingMode?.kind,
      maximumResponseTokens: request.generationOptions.maximumResponseTokens,
      reasoningLevel: request.contextOptions.reasoningLevel)
  }
}

extension ScriptedGenerator.Step {
  fileprivate func send(
    into channel: LanguageModelExecutorGenerationChannel, _ telemetry: InferenceTelemetry?
  ) async {
    switch self {
    case .context(let input, let reused):
      telemetry?.report(.context(input: .measured(input), reused: .measured(reused)))
    case .prefilled(let count): telemetry?.report(.prefilled(count))
    case .reasoning(let text, let tokens):
      await channel.send(.reasoning(action: .appendText(text, tokenCount: tokens)))
    case .text(let text, let tokens):
      await channel.send(.response(action: .appendText(text, tokenCount: tokens)))
    case .toolCall(let id, let name, let arguments, let tokens):
      await channel.send(
        .toolCalls(
          action: .toolCall(id: id, name: name, action: .appendArguments(arguments, tokenCount: tokens))))
    case .finished(let input, let reused, _, let output, let reasoning):
      await channel.send(
        .response(
          action: .updateUsage(
            input: .init(totalTokenCount: input, cachedTokenCount: reused),
            output: .init(totalTokenCount: output, reasoningTokenCount: reasoning))))
    }
  }
}

extension ScriptedFailure {
  /// The framework's error for it; nil for a mistake in the script.
  fileprivate var asLanguageModelError: LanguageModelError? {
    switch self {
    case .contextSizeExceeded(let size, let count):
      .contextSizeExceeded(.init(contextSize: size, tokenCount: count, debugDescription: description))
    case .rateLimited(let wait, let message):
      .rateLimited(
        .init(
          resetDate: wait.map { Date().addingTimeInterval(Double($0.components.seconds)) },
          debugDescription: message))
    case .guardrailViolation(let message): .guardrailViolation(.init(debugDescription: message))
    case .refusal(let explanation):
      .refusal(.init(explanation: explanation, debugDescription: explanation))
    case .unsupportedLanguageOrLocale(let language, let message):
      .unsupportedLanguageOrLocale(
        .init(languageCode: Locale.LanguageCode(language), debugDescription: message))
    case .timeout(let message): .timeout(.init(debugDescription: message))
    case .unsupportedGenerationGuide(let name, let message):
      .unsupportedGenerationGuide(.init(schemaName: name, debugDescription: message))
    case .script: nil
    }
  }
}
