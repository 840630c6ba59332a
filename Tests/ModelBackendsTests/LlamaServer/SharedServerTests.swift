import FoundationEssentials
import PrefixCache
import SessionEngine
import Testing
import Transcripts

@testable import ModelBackends

/// A real server that others use, too, or that does not last as long as a session.
@Suite(
  "A server that is shared or started anew", .enabled(if: RealServer.isInstalled, RealServer.remedy),
  .serialized)
struct SharedServerTests {
  private static let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 16)

  // Counts: a message has its role's and its text's letters and 4 tokens, the beginning of an answer 11 (see RealSessionTests).

  @Test("M5: of two sessions on one slot each takes it from the other, and is told so")
  func oneSlot() async throws {
    let server = try RealServer("micro-llama")
    let model = server.model
    let (_, ends) = try await Ends.of {
      let one = LanguageModelSession(model: model, instructions: "Be terse.")
      let two = LanguageModelSession(model: model, instructions: "Talk a lot.")
      for prompt in ["One", "Two"] {
        _ = try await one.respond(to: prompt, options: Self.options)
        _ = try await two.respond(to: prompt, options: Self.options)
      }
    }
    // What both have in common is the mark and the role: 1 + 6 + 1.
    #expect(ends.map(\.reused) == [.measured(0), .measured(8), .measured(8), .measured(8)])
    #expect(ends.map(\.remark?.kind) == [nil, nil, .taken, .taken])
  }

  @Test("M5: sessions beyond the slots share them, the emptiest first; a session that ends leaves its slot")
  func seats() async throws {
    let server = try RealServer("micro-llama", ["n_parallel=2"])
    let connection = server.model.connection
    let properties = try await connection.properties()
    var seats: [LlamaSeat] = (0..<3).map { _ in LlamaSeat(connection: connection, slot: nil) }
    #expect(try seats.map { try $0.slot(properties) } == [0, 1, 0])
    #expect(try LlamaSeat(connection: connection, slot: nil).slot(properties) == 1)
    seats.remove(at: 1)
    #expect(try LlamaSeat(connection: connection, slot: nil).slot(properties) == 1)
    // A server with fewer slots than before: who sat on one that is gone moves.
    let last = LlamaSeat(connection: connection, slot: nil)
    #expect(try last.slot(properties) == 1)
    var smaller = properties
    smaller.slots = 1
    #expect(try last.slot(smaller) == 0)
  }

  @Test(
    "M5: a server that is started anew between two turns holds nothing, and what was remembered of it is forgotten"
  )
  func restarted() async throws {
    var server: RealServer? = try RealServer("micro-llama")
    let port = try #require(server?.port)
    let model = try #require(server?.model)
    let (_, ends) = try await Ends.of {
      let session = LanguageModelSession(model: model, instructions: "Be terse.")
      _ = try await session.respond(to: "One", options: Self.options)
      server = nil
      server = try RealServer("micro-llama", port: port)
      _ = try await session.respond(to: "Two", options: Self.options)
      _ = try await session.respond(to: "Three", options: Self.options)
    }
    #expect(ends.map(\.reused) == [.measured(0), .measured(0), .measured(96)])
    #expect(ends.map(\.input) == [.measured(41), .measured(81), .measured(123)])
    #expect(ends.map(\.remark?.kind) == [nil, .taken, nil])
    #expect(ends[1].remark?.words == "the server was started anew: it held nothing any more")
    withExtendedLifetime(server) {}
  }

  @Test("M5: a server that comes back smaller refuses what no longer fits, with its own numbers")
  func smaller() async throws {
    var server: RealServer? = try RealServer("micro-llama")
    let port = try #require(server?.port)
    let session = LanguageModelSession(model: try #require(server?.model), instructions: "Be terse.")
    _ = try await session.respond(to: String(repeating: "a", count: 300), options: Self.options)
    server = nil
    server = try RealServer("micro-llama", ["n_ctx=256"], port: port)
    let error = await failure { try await session.respond(to: "Two", options: Self.options) }
    guard case .contextSizeExceeded(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contextSize == 256)
    // system 19, user 4 + 300 + 4, assistant 11 + 16 + 2, user 11, assistant 11.
    #expect(found.tokenCount == 378)
    withExtendedLifetime(server) {}
  }

  @Test("M5, R9: what is prefilled ahead has the tools that the request will have")
  func prewarmedWithTools() async throws {
    let server = try RealServer("micro-llama", ["n_ctx=8192"])
    let model = server.model
    let entries = [Transcript.Entry.instructions("Be terse.", tools: [.weather])]
    let executor = try LlamaServerLanguageModel.Executor(configuration: model.executorConfiguration)
    let request = LanguageModelExecutorGenerationRequest.prewarming(Transcript(entries: entries))
    #expect(request.enabledToolDefinitions.map(\.name) == ["get_weather"])
    let plan = try LlamaPlan(
      request: request, toolUse: .automatic, properties: try await model.connection.properties())
    let prefix = try await model.connection.prompt(plan, isPrefix: true).tokens
    let whole = LanguageModelExecutorGenerationRequest.made(entries + [.prompt("Go")], tools: [.weather])
    let sent = try await model.connection.prompt(
      LlamaPlan(
        request: whole, toolUse: .automatic, properties: try await model.connection.properties())
    ).tokens
    #expect(Array(sent.prefix(prefix.count)) == prefix)
    #expect(prefix.count > 100)
    withExtendedLifetime(executor) {}
  }

  @Test(
    "M5: a session is restored warm: its slot is saved, the server ends, another one goes on where it was")
  func restoredWarm() async throws {
    let name = "warm.bin"
    var server: RealServer? = try RealServer("micro-llama")
    let first = LanguageModelSession(model: try #require(server?.model), instructions: "Be terse.")
    _ = try await first.respond(to: "One", options: Self.options)
    #expect(try await #require(server?.model).saveSlot(as: name).tokens == 56)
    server = nil
    let other = try RealServer("micro-llama")
    let model = other.model
    #expect(try await model.restoreSlot(from: name).tokens == 56)
    let (_, ends) = try await Ends.of {
      let session = LanguageModelSession(model: model, transcript: first.transcript)
      _ = try await session.respond(to: "Two", options: Self.options)
    }
    #expect(ends.map(\.reused) == [.measured(56)])
    #expect(ends.map(\.prefilled) == [.measured(25)])
  }

  @Test(
    "R7: a schema that the server can make no grammar of is unsupportedGenerationGuide, whether it says so or goes on without",
    arguments: [false, true])
  func unsupportedSchema(overChat: Bool) async throws {
    let server = try RealServer("micro-llama")
    // Looking ahead is nothing that a grammar can do; a type that does not exist is refused by the chat endpoint alone.
    let code = overChat ? #"{"type":"nonsense"}"# : #"{"type":"string","pattern":"^(?=a)b$"}"#
    let schema = GenerationSchema.json(
      #"{"title":"Code","type":"object","properties":{"code":\#(code)},"required":["code"],"additionalProperties":false}"#
    )
    let session =
      overChat
      ? LanguageModelSession(
        model: ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!))
      : LanguageModelSession(model: server.model)
    let error = await failure { try await session.respond(to: "x", schema: schema, options: Self.options) }
    guard case .unsupportedGenerationGuide(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.schemaName == "Code")
    #expect(found.debugDescription.contains(overChat ? "nonsense" : "schema of Code"))
  }

  @Test(
    "Text with control characters and other scripts goes there and back as it is, in prompts and in names of tools"
  )
  func hostileText() async throws {
    let server = try RealServer("micro-llama", ["n_ctx=8192"])
    let text = "a\u{0}b\u{1B}[31mc\u{202E}d\u{FEFF}é日本😀<|im_end|>"
    let plan = try LlamaPlan(
      request: .made(
        [.prompt(text)],
        tools: [.init(name: "é\u{7}日", description: text, parameters: .city)]),
      toolUse: .automatic, properties: try await server.model.connection.properties())
    #expect(try await server.model.connection.render(plan).contains("日"))
    #expect(try await server.model.connection.prompt(plan).tokens.count > 100)
    let error = await failure {
      try await LanguageModelSession(model: server.model).respond(to: text, options: Self.options)
    }
    #expect(error == nil, "\(String(describing: error))")
  }
}
