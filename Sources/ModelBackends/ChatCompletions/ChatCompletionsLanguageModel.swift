import FoundationEssentials
import SessionEngine
import Transcripts

/// A model behind a server that speaks the Chat Completions protocol: llama.cpp, Ollama, vLLM, LM Studio, mlx_lm.server, OpenAI and others
/// (M4; API §15).
///
/// ```swift
/// let url = URL(string: "http://127.0.0.1:11434")!
/// let session = LanguageModelSession(model: ChatCompletionsLanguageModel(name: "qwen3:0.6b", url: url))
/// ```
///
/// The framework's initializer also takes a `URLSessionConfiguration`, of a class that this platform's light Foundation lacks: requests go over
/// libcurl.
public struct ChatCompletionsLanguageModel: LanguageModel, NamedLanguageModel {
  /// What the server calls the model.
  public var name: String
  /// The server's address, with or without a version: `/v1/chat/completions` follows, unless a segment such as `v1` is there (then
  /// `/chat/completions`), or the whole path.
  public var url: URL
  /// Sent with every request. A key belongs into `key`, which is never shown.
  public var additionalHeaders: [String: String]
  /// Whether the server can be made to follow a JSON schema.
  public var supportsGuidedGeneration: Bool
  /// The server's key. (Stemma's addition.)
  public var key: ServerKey?
  /// Which earlier reasoning is sent back. (Stemma's addition.)
  public var reasoningHistory = ReasoningHistory.omitted
  /// How long the server may take. (Stemma's addition.)
  public var patience = ServerPatience()

  /// - Parameters:
  ///   - name: What the server calls the model.
  ///   - url: The server's address, with a version or without.
  ///   - additionalHeaders: Sent with every request; no place for keys.
  ///   - supportsGuidedGeneration: Whether the server can be made to follow a JSON schema.
  public init(
    name: String, url: URL, additionalHeaders: [String: String] = [:], supportsGuidedGeneration: Bool = true
  ) {
    self.name = name
    self.url = url
    self.additionalHeaders = additionalHeaders
    self.supportsGuidedGeneration = supportsGuidedGeneration
  }

  /// Which reasoning of earlier inferences a request repeats. Most servers drop it or refuse it; some want their own back, with its
  /// signature, while tools are being called.
  public enum ReasoningHistory: Sendable, Hashable {
    case omitted
    /// That of the request that is being answered: after the last prompt.
    case currentRequest
    case all
  }

  /// What the server calls the model.
  public var modelName: String { name }

  /// Everything, and a schema where `supportsGuidedGeneration` says so; the server may know better, and then says so.
  public var capabilities: LanguageModelCapabilities {
    var capabilities: [LanguageModelCapabilities.Capability] = [.vision, .toolCalling, .reasoning]
    if supportsGuidedGeneration { capabilities.append(.guidedGeneration) }
    return LanguageModelCapabilities(capabilities)
  }

  /// Address, headers, key and patience.
  public var executorConfiguration: Executor.Configuration {
    Executor.Configuration(url: url, headers: additionalHeaders, key: key, patience: patience)
  }

  /// Asks the server. Connections are kept from request to request.
  public struct Executor: LanguageModelExecutor {
    /// The model that it runs.
    public typealias Model = ChatCompletionsLanguageModel

    /// Models with equal configurations share connections.
    public struct Configuration: Hashable, Sendable {
      let url: URL
      let headers: [String: String]
      let key: ServerKey?
      let patience: ServerPatience
    }

    private let exchange: ChatExchange

    /// - Throws: `HTTPError`, for a URL that is not of a web server.
    public init(configuration: Configuration) throws {
      let address = try ServerAddress(configuration.url.absoluteString)
      exchange = ChatExchange(
        server: Server(
          address: address, headers: configuration.headers, key: configuration.key,
          patience: configuration.patience),
        address: ChatCompletionsAddress(address).completions)
    }

    /// - Throws: `LanguageModelError` and `APIError` with the server's words; `HTTPError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ChatCompletionsLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let body = try ChatRequestBody(
        model: model.name, request: request, reasoningHistory: model.reasoningHistory,
        namesCompletionTokens: exchange.address.host.hasSuffix("openai.com")
      )
      try await exchange.run(body, for: request, into: channel)
    }
  }
}

/// How long a server may take before a request fails with `LanguageModelError.timeout`.
public struct ServerPatience: Sendable, Hashable {
  /// To take the connection.
  public var connect = Duration.seconds(10)
  /// Until the first byte of the answer: a long prompt is prefilled in silence.
  public var firstByte = Duration.seconds(600)
  /// Between two bytes.
  public var betweenBytes = Duration.seconds(120)

  /// Patience for a model on a slow machine.
  public init() {}

  var limits: HTTPLimits {
    HTTPLimits(connect: connect, answer: firstByte, stall: betweenBytes)
  }
}

/// A server and what every request to it carries.
struct Server: Sendable {
  let address: ServerAddress
  let headers: [HTTPRequest.Header]
  let key: ServerKey?
  let patience: ServerPatience
  let client = HTTPClient()

  init(
    address: ServerAddress, headers: [String: String] = [:], key: ServerKey? = nil,
    patience: ServerPatience = ServerPatience()
  ) {
    self.address = address
    let sorted = headers.sorted { $0.key < $1.key }.map { HTTPRequest.Header($0.key, $0.value) }
    self.headers = sorted + (key.map { [$0.header] } ?? [])
    self.key = key
    self.patience = patience
  }

  /// Asks for JSON, and waits while the server puts the request off.
  ///
  /// - Throws: `ServerFailure` for an answer that is an error; `HTTPError`.
  func json(_ address: ServerAddress, posting body: JSONValue? = nil) async throws -> JSONValue {
    let response = try await send(address, posting: body)
    let bytes = try await response.body.collect()
    guard let json = try? JSONValue(parsing: bytes) else {
      throw ServerFailure.unreadable(status: response.head.status, server: address.server)
    }
    return json
  }

  /// Sends a request; an answer that is an error is read and thrown.
  ///
  /// - Throws: `ServerFailure`, `HTTPError`.
  func send(
    _ address: ServerAddress, posting body: JSONValue? = nil, headers more: [HTTPRequest.Header] = []
  ) async throws -> HTTPResponse {
    let request: HTTPRequest =
      if let body {
        .post(address, json: body.text(), headers: headers + more, limits: patience.limits)
      } else {
        .get(address, headers: headers + more, limits: patience.limits)
      }
    let policy = RetryPolicy.current
    let response: HTTPResponse
    do {
      response = try await client.send(request, retrying: policy)
    } catch HTTPError.redirected(let server, let location) {
      throw HTTPError.redirected(server: server, location: key?.hidden(in: location) ?? location)
    }
    guard (200..<300).contains(response.head.status) else {
      let bytes = try await response.body.prefix(1 << 20)
      throw ServerFailure(
        head: response.head, body: bytes, server: address.server, key: key,
        resetDate: RetryPolicy.retryAfter(response.head, now: policy.now()).map {
          policy.now().addingTimeInterval(Double($0.components.seconds))
        })
    }
    return response
  }
}
