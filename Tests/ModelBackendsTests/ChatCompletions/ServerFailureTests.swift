import FoundationEssentials
import SessionEngine
import Testing
import Transcripts

@testable import ModelBackends

@Suite("Errors of servers")
struct ServerFailureTests {
  private func error(
    _ status: Int, _ body: String, type: String = "application/json",
    request: LanguageModelExecutorGenerationRequest = .made([.prompt("p")]), resetDate: Date? = nil
  ) -> any Error {
    ServerFailure(
      head: HTTPHead(status: status, headers: [.init("Content-Type", type)]), body: Array(body.utf8),
      server: "http://x", key: nil, resetDate: resetDate
    ).error(for: request)
  }

  @Test(
    "R8: a request that does not fit is contextSizeExceeded with the numbers that are told",
    arguments: [
      (
        #"{"error":{"code":400,"message":"request (9031 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9031,"n_ctx":8192}}"#,
        8192, 9031
      ),
      (
        #"{"error":{"message":"This model's maximum context length is 4097 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
        4097, 5000
      ),
      (
        #"{"object":"error","message":"This model's maximum context length is 4096 tokens. However, your request has 4242 input tokens. Please reduce the length of the input messages.","type":"BadRequestError","param":null,"code":400}"#,
        4096, 4242
      ),
      (
        #"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
        200_000, 210_000
      ),
      (
        #"{"message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"}"#,
        32_768, 40_000
      ),
      (#"{"error":{"message":"too long","code":"context_length_exceeded"}}"#, 0, 0),
    ])
  func overflow(body: String, size: Int, count: Int) {
    guard case LanguageModelError.contextSizeExceeded(let found) = error(400, body) else {
      Issue.record("\(error(400, body))")
      return
    }
    #expect(found.contextSize == size)
    #expect(found.tokenCount == count)
    #expect(found.debugDescription.hasPrefix("http://x: "))
  }

  @Test("R7: too many requests is rateLimited, with the date of the next chance")
  func rateLimit() {
    let date = Date(timeIntervalSince1970: 1000)
    guard
      case LanguageModelError.rateLimited(let found) = error(
        429, #"{"error":{"message":"Slow down"}}"#, resetDate: date)
    else {
      Issue.record("not rateLimited")
      return
    }
    #expect(found.resetDate == date)
    #expect(found.debugDescription == "http://x: Slow down")
  }

  @Test("R7: a filter is a guardrail, a gateway's timeout a timeout")
  func others() {
    guard
      case LanguageModelError.guardrailViolation = error(
        400, #"{"error":{"message":"bad","code":"content_filter"}}"#)
    else {
      Issue.record("not a guardrail")
      return
    }
    guard case LanguageModelError.timeout = error(504, "<html>", type: "text/html") else {
      Issue.record("not a timeout")
      return
    }
  }

  @Test(
    "R7: what the server cannot do is unsupportedCapability, or unsupportedGenerationGuide with the schema's name"
  )
  func unsupported() {
    let tools = LanguageModelExecutorGenerationRequest.made([.prompt("p")], tools: [.weather])
    let words = #"{"error":{"message":"registry.ollama.ai/library/x does not support tools"}}"#
    guard case LanguageModelError.unsupportedCapability(let found) = error(400, words, request: tools) else {
      Issue.record("not unsupportedCapability")
      return
    }
    #expect(found.capability == .toolCalling)
    let guided = LanguageModelExecutorGenerationRequest.made([.prompt("p")], schema: .city)
    let schema =
      #"{"error":{"code":400,"message":"Failed: JSON schema error at #: unrecognized type nosuch","type":"invalid_request_error"}}"#
    guard case LanguageModelError.unsupportedGenerationGuide(let guide) = error(400, schema, request: guided)
    else {
      Issue.record("not unsupportedGenerationGuide")
      return
    }
    #expect(guide.schemaName == "City")
    // The same words about a request without a schema are no such error.
    #expect(error(400, schema) is ChatCompletionsLanguageModel.APIError)
  }

  @Test(
    "Any other error keeps the server's words, in whatever shape they come",
    arguments: [
      (
        #"{"error":{"message":"model not found","type":"not_found","code":"x"}}"#, "http://x: model not found"
      ),
      (#"{"error":"model not found"}"#, "http://x: model not found"),
      (#"{"detail":"model not found"}"#, "http://x: model not found"),
      (#"{"object":"error","message":"model not found"}"#, "http://x: model not found"),
      (#"{"detail":[{"loc":["body"],"msg":"m"}]}"#, #"http://x: [{"loc":["body"],"msg":"m"}]"#),
      (#"{"error":{"message":"a\u001b[31mb\nc"}}"#, "http://x: a␛[31mb c"),
    ])
  func shapes(body: String, message: String) {
    let found = error(404, body) as? ChatCompletionsLanguageModel.APIError
    #expect(found?.message == message)
  }

  @Test("An answer that is no error in a known shape keeps its status and its bytes")
  func unknown() {
    let found = error(502, "Bad gateway", type: "text/plain") as? ChatCompletionsLanguageModel.RequestError
    #expect(found == .httpError(statusCode: 502, data: Data("Bad gateway".utf8)))
  }

  @Test("A key that a server repeats is not shown, and a refused key names its remedy")
  func keys() throws {
    let key = try ServerKey("sk-very-secret", source: "test")
    func failure(_ status: Int, _ body: String) -> ServerFailure {
      ServerFailure(
        head: HTTPHead(status: status, headers: []), body: Array(body.utf8), server: "http://x", key: key)
    }
    let body = #"{"error":{"message":"Incorrect API key: sk-very-secret","code":"invalid_api_key"}}"#
    let found = failure(401, body).error(for: .made([])) as? ChatCompletionsLanguageModel.APIError
    #expect(found?.message.contains("secret") == false)
    #expect(found?.message.contains("STEMMA_API_KEY") == true)
    #expect(found?.code == "invalid_api_key")
    // Wherever it stands, also where a long text is cut off in the middle of it.
    let padding = String(repeating: "x", count: 595)
    for body in [
      "no sk-very-secret here", #"{"error":{"message":"\#(padding)sk-very-secret"}}"#,
      #"{"error":{"message":"m","type":"sk-very-secret","code":"sk-very-secret","param":"sk-very-secret"}}"#,
      #"{"error":{"message":"sk-very\u002dsecret"}}"#, String(repeating: "x", count: 295) + "sk-very-secret",
      String(repeating: "x", count: 65_530) + "sk-very-secret",
    ] {
      var shown = ""
      dump(failure(500, body), to: &shown)
      dump(failure(500, body).error(for: .made([])), to: &shown)
      if let bytes = failure(500, body).unknown { shown += String(decoding: bytes, as: UTF8.self) }
      #expect(!shown.contains("sk-ve"), "\(body.suffix(60))")
    }
    let event = try JSONValue(parsing: #"{"error":"\#(padding)sk-very-secret"}"#.utf8)
    #expect(ServerFailure(event: event, server: "http://x", key: key)?.message.contains("sk-v") == false)
  }

  @Test(
    "Of a secret header no word is shown, whatever its name",
    arguments: [
      ("sk-very-secret", "sk-very-secret", "…"), ("x-api-key: first second", "second first", "… …"),
      ("Authorization: Basic c2VjcmV0", "Basic c2VjcmV0 Basic", "… Basic"),
      ("Proxy-Authorization: Bearer c2VjcmV0", "c2VjcmV0", "…"),
    ])
  func hidden(key: String, text: String, shown: String) throws {
    #expect(try ServerKey(key, source: "test").hidden(in: text) == shown)
  }

  @Test("R7: a server that takes too long is a timeout; other failures of a connection stay what they are")
  func connections() {
    for error in [
      HTTPError.connectTimedOut(server: "s", after: .seconds(1)), .noAnswer(server: "s", after: .seconds(1)),
      .stalled(server: "s", after: .milliseconds(50)),
    ] {
      guard case LanguageModelError.timeout(let found) = error.sessionError else {
        Issue.record("\(error)")
        continue
      }
      #expect(found.debugDescription == error.errorDescription)
    }
    #expect(
      HTTPError.stalled(server: "s", after: .milliseconds(50)).errorDescription?.contains("0.05 s") == true)
    #expect(HTTPError.tooLarge(limit: 1).sessionError as? HTTPError == .tooLarge(limit: 1))
  }
}
