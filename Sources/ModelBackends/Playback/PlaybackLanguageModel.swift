import ScriptedModel
import SessionEngine
import Transcripts

/// A model that answers from a recording (M6): what a session said, under another profile or another history policy, without a model.
///
/// A request is answered by the recorded inference with the same last prompt and the same tool outputs since (`PlaybackQuestion`): its
/// reasoning, texts and calls, with their ids. What that costs is not recorded but predicted, with the tokens and the prefix cache of the
/// embedded model: what the request would reuse here, the rest prefilled and the answer decoded at the configured rates. When the
/// recording has no answer the replay has left its path, and `departing` says what is done.
public struct PlaybackLanguageModel: LanguageModel, NamedLanguageModel {
  /// Window, cache, rates and name; the script is for departures.
  public var configuration: ScriptedModelConfiguration
  /// What is played. Models that share it play one session.
  public var tape: PlaybackTape
  /// What is done where the recording has no answer.
  public var departing: DepartureAction

  /// A model that plays `tape`, at the cost that `configuration` makes.
  public init(
    configuration: ScriptedModelConfiguration, tape: PlaybackTape, departing: DepartureAction = .stop
  ) {
    self.configuration = configuration
    self.tape = tape
    self.departing = departing
  }

  /// The configuration's.
  public var modelName: String { configuration.name }

  /// Whatever was recorded can be said again.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.toolCalling, .guidedGeneration, .vision, .reasoning])
  }

  /// Equal for models that share a cache.
  public var executorConfiguration: Executor.Configuration {
    Executor.Configuration(model: configuration, tape: tape)
  }

  /// Plays the tape, with one prefix cache.
  public struct Executor: LanguageModelExecutor {
    public typealias Model = PlaybackLanguageModel

    /// Equal for the same tape and an equal configuration.
    public struct Configuration: Hashable, Sendable {
      let model: ScriptedModelConfiguration
      let tape: PlaybackTape

      /// The same tape, and equal models.
      public static func == (left: Configuration, right: Configuration) -> Bool {
        left.tape === right.tape && left.model == right.model
      }

      /// By the tape, of which there are few.
      public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(tape)) }
    }

    private let generator: ScriptedGenerator
    private let prewarming = ScriptedPrewarming()
    private let others = BackendExecutors()

    /// An executor whose cache is empty.
    public init(configuration: Configuration) {
      generator = ScriptedGenerator(configuration: configuration.model)
    }

    /// Prefills `transcript` in the background, as the embedded model would (R9).
    public func prewarm(model: PlaybackLanguageModel, transcript: Transcript) {
      prewarming.begin(transcript, in: generator, counting: .predicted)
    }

    /// - Throws: `PlaybackDeparture` when the recording has no answer and none else is to give one; where the recorded inference
    ///   failed, the same error again, `RecordedFailure` if it was none of the typed ones; `CancellationError` where it was cancelled;
    ///   `LanguageModelError.contextSizeExceeded` where this model's window is too small; what another model throws.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: PlaybackLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      await prewarming.end()
      let delivery = ScriptedDelivery(into: channel, counting: .predicted)
      let asked = ScriptedGenerator.Request(request)
      switch model.tape.find(request, window: model.contextSize) {
      case .recorded(let inference):
        try await delivery.translatingFailures {
          try await generator.respond(to: asked, repeating: inference.answer) {
            try await delivery.deliver($0)
          }
        }
        switch inference.end {
        case .answered, .unsent: break
        case .cancelled: throw CancellationError()
        case .failed(let failure):
          throw failure.error ?? RecordedFailure(description: failure.words)
        }
      case .nothing(let departure):
        switch model.departing {
        case .stop: throw departure
        case .scripted:
          try await delivery.translatingFailures {
            try await generator.respond(to: asked) { try await delivery.deliver($0) }
          }
        case .backend(let other):
          try await others.respond(to: request, from: other, streamingInto: channel)
        }
      }
    }
  }
}

extension PlaybackLanguageModel.Executor: RequestCounting {
  package func tokenCount(
    of request: LanguageModelExecutorGenerationRequest, for model: any LanguageModel
  ) -> Int? {
    generator.tokenCount(of: request)
  }
}

extension PlaybackLanguageModel: TokenCounting {
  /// Tokens that a request and its answer may have together.
  public var contextSize: Int { configuration.contextSize }

  /// The tokens of a request, with the vocabulary of the embedded model.
  public func tokenCount(of request: LanguageModelExecutorGenerationRequest) -> Int {
    ScriptedLanguageModel(configuration: configuration).tokenCount(of: request)
  }
}
