import Transcripts

public struct ScriptedModelConfiguration: Hashable, Sendable {
  var name = "scripted"
  var contextSize = 4096
  var hasReasoning = false
}
public struct ScriptedLanguageModel: LanguageModel, TokenCounting, NamedLanguageModel {
  public var configuration: ScriptedModelConfiguration
  public init(configuration: ScriptedModelConfiguration) { self.configuration = configuration }
  public var modelName: String { configuration.name }
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.toolCalling, .guidedGeneration])
  }
  public var executorConfiguration: ScriptedModelConfiguration { configuration }
  public var contextSize: Int { configuration.contextSize }
  public func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int { 1 }
  public struct Executor: LanguageModelExecutor {
    public init(configuration: ScriptedModelConfiguration) throws {}
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ScriptedLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {}
  }
}
