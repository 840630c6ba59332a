import SessionEngine
import Transcripts

/// A tool that does nothing: for who only asks what is declared.
struct IdleTool: Tool {
  let name: String
  var description: String { "Does nothing as \(name)" }

  init(_ name: String) {
    self.name = name
  }

  func call(arguments: GeneratedContent) async throws -> String { "" }
  var parameters: GenerationSchema { String.generationSchema }
}

extension SessionPropertyValues {
  @SessionPropertyEntry var count: Int = 0
  @SessionPropertyEntry var note: String?
}

/// A model that answers every request with one word.
struct WordModel: LanguageModel {
  var word = "yes"
  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }
  var executorConfiguration: String { word }

  struct Executor: LanguageModelExecutor {
    let word: String

    init(configuration: String) {
      word = configuration
    }

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: WordModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      await channel.send(.response(action: .appendText(word, tokenCount: 1)))
    }
  }
}
