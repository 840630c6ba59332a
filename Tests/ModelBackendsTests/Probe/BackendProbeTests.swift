import FakeServer
import FoundationEssentials
import SessionEngine
import Synchronization
import Testing
import Transcripts

@testable import ModelBackends

@Suite("What a server can do")
struct BackendProbeTests {
  /// A server that has these paths and no others.
  private func server(_ answers: [String: String], asked: String? = nil) throws -> FakeServer {
    try FakeServer { request, connection in
      if let asked, request.path == "/v1/chat/completions" { return try connection.answer(200, asked) }
      guard let body = answers[request.path] else {
        return try connection.answer(404, #"{"error":{"message":"not found"}}"#)
      }
      try connection.answer(200, body)
    }
  }

  private func report(of server: FakeServer, asks: Bool = false) async throws -> BackendReport {
    try await BackendProbe(address: ServerAddress(server.address), asks: asks).report()
  }

  @Test("llama.cpp is known by its properties")
  func llama() async throws {
    let server = try server([
      "/props": RecordedSample.named("props").body, "/slots": RecordedSample.named("slots_after").body,
    ])
    let report = try await report(of: server)
    #expect(report.software == .llama)
    #expect(report.models == [.init(name: "SmolLM2-135M-Instruct.Q4_1", contextSize: 8192)])
    #expect(report.showsTools == false)
    #expect(report.readsImages == false)
    #expect(report.cacheReporting == .reported)
    #expect([report.slots, report.busySlots] == [1, 0])
    #expect(report.hasMetrics == true)
    #expect(report.choice.description == "llama=\(server.address)")
  }

  @Test("Ollama is known by its version; its models tell tools, images and window")
  func ollama() async throws {
    let server = try server([
      "/v1/models": #"{"object":"list","data":[{"id":"qwen3:0.6b","owned_by":"library"}]}"#,
      "/api/version": #"{"version":"0.30.1"}"#,
      "/api/show":
        #"{"template":"{{ .Tools }}","capabilities":["completion","tools"],"model_info":{"qwen3.context_length":40960}}"#,
    ])
    let report = try await report(of: server)
    #expect(report.software == .ollama)
    #expect(report.version == "0.30.1")
    #expect(report.models == [.init(name: "qwen3:0.6b", contextSize: 40_960)])
    #expect(report.showsTools == true)
    #expect(report.readsImages == false)
    #expect(report.cacheReporting == .unknown)
  }

  @Test("vLLM and LM Studio are known by what only they have")
  func others() async throws {
    let vllm = try server([
      "/v1/models": #"{"data":[{"id":"m","owned_by":"vllm","max_model_len":4096}]}"#,
      "/version": #"{"version":"0.9"}"#,
    ])
    var report = try await report(of: vllm)
    #expect(report.software == .vllm)
    #expect(report.version == "0.9")
    #expect(report.models == [.init(name: "m", contextSize: 4096)])
    let studio = try server([
      "/v1/models": #"{"data":[{"id":"m"}]}"#,
      "/api/v0/models":
        #"{"data":[{"id":"m","type":"vlm","max_context_length":32768,"capabilities":["tool_use"]}]}"#,
    ])
    report = try await self.report(of: studio)
    #expect(report.software == .lmStudio)
    #expect(report.models == [.init(name: "m", contextSize: 32_768)])
    #expect(report.readsImages == true)
    #expect(report.showsTools == true)
  }

  @Test(
    "M4: whether reuse is told shows only in an answer",
    arguments: [
      (#"{"usage":{"prompt_tokens":5,"completion_tokens":1}}"#, BackendReport.CacheReporting.notReported),
      (
        #"{"usage":{"prompt_tokens":5,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":0}}}"#,
        .reported
      ),
    ])
  func asking(answer: String, expected: BackendReport.CacheReporting) async throws {
    let server = try server(["/v1/models": #"{"data":[{"id":"m"}]}"#], asked: answer)
    #expect(try await report(of: server).cacheReporting == .unknown)
    #expect(!server.requests.contains { $0.path == "/v1/chat/completions" })
    #expect(try await report(of: server, asks: true).cacheReporting == expected)
    #expect(server.requests.filter { $0.path == "/v1/chat/completions" }.count == 2)
  }

  @Test("A server that wants a key, one that is none of models, and nobody are errors in one line")
  func errors() async throws {
    let locked = try FakeServer { _, connection in
      try connection.answer(401, #"{"error":{"message":"Invalid API Key"}}"#)
    }
    let refused = await failure { try await report(of: locked) } as? ChatCompletionsLanguageModel.APIError
    #expect(refused?.message.contains("STEMMA_API_KEY") == true)
    let other = try server(["/": "hello"])
    let unknown = await failure { try await report(of: other) } as? ChatCompletionsLanguageModel.APIError
    #expect(unknown?.message.contains("no server of models") == true)
    let nobody = try ServerAddress("http://127.0.0.1:\(try FakeServer { _, _ in }.port)")
    let error = await failure { try await BackendProbe(address: nobody).report() }
    guard case .cannotConnect? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

@Suite("Backends by name")
struct BackendChoiceTests {
  @Test(
    "A choice is read and told as it was written",
    arguments: [
      ("llama=http://127.0.0.1:8080", BackendChoice.Kind.llama, "http://127.0.0.1:8080", nil),
      ("chat=http://localhost:11434#qwen3:0.6b", .chat, "http://localhost:11434", "qwen3:0.6b"),
      ("chat=https://x.example/v1#org/model", .chat, "https://x.example/v1", "org/model"),
    ])
  func reading(text: String, kind: BackendChoice.Kind, address: String, model: String?) throws {
    let choice = try BackendChoice(text)
    #expect(choice.kind == kind)
    #expect(choice.address.text == address)
    #expect(choice.model == model)
    #expect(choice.description == text)
  }

  @Test(
    "What is no choice is refused in one line",
    arguments: [
      "", "llama", "http://127.0.0.1:8080", "scripted=http://x", "llama=", "llama=localhost:8080",
      "chat=http://u:secret@x", "a\u{1B}[31m=b", "smollm",
    ])
  func refused(text: String) {
    let error = #expect(throws: BackendChoice.Failure.self) { try BackendChoice(text) }
    let words = error?.description ?? ""
    #expect(!words.contains("\n") && !words.contains("\u{1B}") && !words.contains("secret"))
  }

  @Test("A chat server's first model is taken, or the one that is named; llama= is for llama.cpp alone")
  func connecting() async throws {
    let server = try FakeServer { request, connection in
      guard request.path == "/v1/models" else { return try connection.answer(404, "{}") }
      try connection.answer(
        200, #"{"data":[{"id":"a","max_model_len":100},{"id":"org/b","max_model_len":200}]}"#)
    }
    let first = try await BackendChoice("chat=\(server.address)").connect()
    #expect(first.name == "a" && first.contextSize == 100)
    let named = try await BackendChoice("chat=\(server.address)#b").connect(
      key: ServerKey("k123", source: "t"))
    #expect(named.name == "b" && named.contextSize == 200)
    let model = try #require(named.model as? ChatCompletionsLanguageModel)
    #expect(model.key != nil)
    let error = await failure { try await BackendChoice("llama=\(server.address)").connect() }
    #expect((error as? ChatCompletionsLanguageModel.APIError)?.message.contains("use chat=") == true)
    let silent = try FakeServer { _, connection in try connection.answer(200, #"{"data":[]}"#) }
    let nameless = await failure { try await BackendChoice("chat=\(silent.address)").connect() }
    #expect((nameless as? ChatCompletionsLanguageModel.APIError)?.message.contains("#MODEL") == true)
  }

  @Test(
    "M5: a real server is connected to by its address alone",
    .enabled(if: RealServer.isInstalled, RealServer.remedy))
  func real() async throws {
    let server = try RealServer("micro-llama")
    let connected = try await BackendChoice("llama=\(server.address)").connect()
    #expect(connected.contextSize == 2048)
    let response = try await LanguageModelSession(model: connected.model)
      .respond(to: "Hi", options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 4))
    #expect(response.content.count == 4)
    let chat = try await BackendChoice("chat=\(server.address)").connect()
    #expect(chat.contextSize == 2048)
  }
}
