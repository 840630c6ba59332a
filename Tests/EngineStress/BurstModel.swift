import FoundationModels

/// A model that costs nothing: a burst of calls of `count` for each prompt, an answer once their outputs are there.
struct BurstModel: LanguageModel {
  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable {
      var calls: Int
    }

    let configuration: Configuration

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: BurstModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      if case .prompt? = request.transcript.last {
        for call in 0..<configuration.calls {
          await channel.send(
            .toolCalls(
              action: .toolCall(
                id: "\(request.transcript.count).\(call)", name: "count",
                action: .appendArguments("{\"step\": \(call + 1)}", tokenCount: 4))))
        }
      } else {
        for word in ["counted ", "it ", "all"] {
          try Task.checkCancellation()
          await channel.send(.response(action: .appendText(word, tokenCount: 1)))
        }
      }
      await channel.send(
        .response(
          action: .updateUsage(
            input: .init(totalTokenCount: request.transcript.count, cachedTokenCount: 0),
            output: .init(totalTokenCount: 3, reasoningTokenCount: 0))))
    }
  }

  var calls: Int

  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }
  var executorConfiguration: Executor.Configuration { Executor.Configuration(calls: calls) }
}
