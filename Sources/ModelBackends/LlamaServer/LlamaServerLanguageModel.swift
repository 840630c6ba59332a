import FoundationEssentials
import SessionEngine
import Transcripts

/// A model behind llama.cpp's own server, over its native endpoints (M5).
///
/// The server's template renders the transcript; the tokens are sent, so that counts are exact, and replies go back as the very tokens that were
/// generated. Each session keeps to one slot of the server, and with it to one cache.
///
/// Tools go through the server's own parser when the model's template knows tools. When it ignores them, they are described in the instructions,
/// and a grammar holds the model to calls that can be read (`toolUse`).
///
/// ```swift
/// let model = LlamaServerLanguageModel(url: URL(string: "http://127.0.0.1:8080")!)
/// ```
public struct LlamaServerLanguageModel: LanguageModel, NamedLanguageModel, TokenCounting {
  /// What the model is called in events and recordings.
  public var name: String
  /// How tools are brought to the model.
  public var toolUse = ToolUse.automatic
  /// The server's slot that sessions use; nil for one of their own, as far as there are enough.
  public var slot: Int?
  /// False makes the server prefill every request whole.
  public var reusesCache = true
  let connection: LlamaConnection

  /// - Parameters:
  ///   - url: The server's address; a version or a path of the Chat Completions protocol behind it does no harm.
  ///   - key: The server's key (`--api-key`).
  public init(
    url: URL, name: String = "llama", key: ServerKey? = nil, patience: ServerPatience = ServerPatience()
  ) {
    self.name = name
    connection = LlamaConnection(url: url, key: key, patience: patience)
  }

  /// How tools are brought to a model.
  public enum ToolUse: Sendable, Hashable {
    /// By the template when it knows tools, else by a schema.
    case automatic
    /// By the template, or not at all: a template that ignores tools is an error.
    case template
    /// By a description in the instructions and a schema for the answer.
    case schema
  }

  /// The same as `name`.
  public var modelName: String { name }

  /// Images are not among what is sent as tokens.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.toolCalling, .guidedGeneration, .reasoning])
  }

  /// The tokens of one slot: a request and its answer together.
  ///
  /// - Throws: `HTTPError`, or the server's error.
  public var contextSize: Int {
    get async throws {
      do {
        return try await connection.knownProperties().contextSize
      } catch let failure as ServerFailure {
        throw failure.error(for: .none)
      } catch let error as HTTPError {
        throw error.sessionError
      }
    }
  }

  /// Exact: the request is rendered and tokenised by the server.
  ///
  /// - Throws: `HTTPError`, or the server's error.
  public func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int {
    do {
      let properties = try await connection.properties()
      let plan = try LlamaPlan(request: request, toolUse: toolUse, properties: properties)
      return try await connection.prompt(plan).tokens.count
    } catch let failure as ServerFailure {
      throw failure.error(for: request)
    } catch let error as HTTPError {
      throw error.sessionError
    }
  }

  /// The connection, and the slot where one is named.
  public var executorConfiguration: Executor.Configuration {
    Executor.Configuration(connection: connection, slot: slot)
  }

  /// Asks the server, always in the same slot.
  public struct Executor: LanguageModelExecutor {
    /// The model that it runs.
    public typealias Model = LlamaServerLanguageModel

    /// Copies of a model share their connection; each session has an executor, and a slot, of its own.
    public struct Configuration: Hashable, Sendable {
      let connection: LlamaConnection
      let slot: Int?
    }

    private let seat: LlamaSeat

    /// Takes a place at the server; nothing is asked yet.
    public init(configuration: Configuration) throws {
      seat = LlamaSeat(connection: configuration.connection, slot: configuration.slot)
    }

    /// - Throws: `LanguageModelError` and `ChatCompletionsLanguageModel.APIError` with the server's words; `HTTPError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: LlamaServerLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      do {
        try await LlamaExchange(seat: seat, model: model, request: request).run(into: channel)
      } catch let failure as ServerFailure {
        throw failure.error(for: request)
      } catch let error as HTTPError {
        throw error.sessionError
      }
    }

    /// Prefills what a request would begin with. A request cancels it.
    public func prewarm(model: LlamaServerLanguageModel, transcript: Transcript) {
      seat.prewarm { [seat] in
        let request = LanguageModelExecutorGenerationRequest.prewarming(transcript)
        let telemetry = PrewarmTelemetry.current
        do {
          if let told = try await LlamaExchange(seat: seat, model: model, request: request).prefill() {
            telemetry?.report(
              input: .measured(told.reused + told.prefilled), reused: .measured(told.reused),
              prefilled: .measured(told.prefilled))
          }
          telemetry?.finish()
        } catch {
          // One that was cancelled for a request may fail in any way, and the session has told that.
          telemetry?.fail((error as? ServerFailure)?.error(for: request) ?? error)
        }
      }
    }
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// What the next request begins with: the transcript, and the tools whose definitions are in its instructions.
  static func prewarming(_ transcript: Transcript) -> LanguageModelExecutorGenerationRequest {
    .init(
      id: UUID(), transcript: transcript, enabledTools: transcript.leadingInstructions?.toolDefinitions ?? [],
      generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
  }
}
