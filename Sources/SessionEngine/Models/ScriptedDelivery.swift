import FoundationEssentials
import ScriptedModel
import Transcripts

/// Brings what a scripted generator does into a session's channel, with its tokens for the session's telemetry.
///
/// Made inside of an executor's `respond`: it reports to the inference that runs there.
public struct ScriptedDelivery: Sendable {
  private let channel: LanguageModelExecutorGenerationChannel
  private let telemetry: InferenceTelemetry?
  private let origin: Origin
  /// A time that is not real stands still while the session works off what it was sent, so that when a token came is the same in every run.
  private let standsStill: Bool

  /// - Parameter origin: Where the tokens of requests come from: `measured` for the embedded model itself, `predicted` where it stands in
  ///   for another one.
  public init(into channel: LanguageModelExecutorGenerationChannel, counting origin: Origin) {
    self.channel = channel
    self.origin = origin
    telemetry = InferenceTelemetry.current
    standsStill = ModelClock.current is VirtualClock || ModelClock.current is SteppedClock
  }

  /// - Throws: `CancellationError`.
  public nonisolated(nonsending) func deliver(_ step: ScriptedGenerator.Step) async throws {
    try Task.checkCancellation()
    await step.send(into: channel, telemetry, origin)
    if standsStill { await channel.settle() }
  }

  /// Runs `body`, and throws the framework's error where it throws a scripted one that has a counterpart there.
  public nonisolated(nonsending) func translatingFailures(
    _ body: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let failure as ScriptedFailure {
      throw failure.asLanguageModelError ?? failure
    }
  }
}

extension ScriptedGenerator.Request {
  /// What a session asks of a model, as a generator takes it.
  public init(_ request: LanguageModelExecutorGenerationRequest) {
    self.init(
      entries: request.transcript.entries, tools: request.enabledToolDefinitions, schema: request.schema,
      toolCallingMode: request.generationOptions.toolCallingMode?.kind,
      maximumResponseTokens: request.generationOptions.maximumResponseTokens,
      reasoningLevel: request.contextOptions.reasoningLevel)
  }
}

extension ScriptedGenerator.Step {
  fileprivate func send(
    into channel: LanguageModelExecutorGenerationChannel, _ telemetry: InferenceTelemetry?, _ origin: Origin
  ) async {
    switch self {
    case .context(let input, let reused):
      telemetry?.report(.context(input: Quantity(input, origin), reused: Quantity(reused, origin)))
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
  var asLanguageModelError: LanguageModelError? {
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
