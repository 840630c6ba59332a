import FakeServer
import FoundationEssentials
import SessionEngine
import Synchronization
import Testing
import Transcripts

@testable import ModelBackends

/// Whole sessions on a real server.
@Suite("Sessions on a real server", .enabled(if: RealServer.isInstalled, RealServer.remedy), .serialized)
struct RealSessionTests {
  private static let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 16)

  private func observed(_ run: () async throws -> Void) async rethrows -> [InferenceEnd] {
    try await Ends.of(run).ends
  }

  // The template: <|im_start|>ROLE\nTEXT<|im_end|>\n for each message, then <|im_start|>assistant\n. A mark is a token, a letter is one, so that
  // a message has its role's and its text's letters and 4 tokens, the beginning of an answer 11.

  @Test("M5, C4: a conversation reuses prompt and reply; counts are exact before and after")
  func conversation() async throws {
    let server = try RealServer("micro-llama")
    let model = server.model
    let ends = try await observed {
      let session = LanguageModelSession(model: model, instructions: "Be terse.")
      _ = try await session.respond(to: "One", options: Self.options)
      _ = try await session.respond(to: "Two", options: Self.options)
      _ = try await session.respond(to: "Three", options: Self.options)
    }
    // system 6 + 9 + 4 = 19, user 4 + 3 + 4 = 11, assistant 11.
    #expect(ends.map(\.input) == [.measured(41), .measured(81), .measured(123)])
    // Held: 41 + 16 - 1, and what follows. The last token of a reply is never evaluated before the next turn.
    #expect(ends.map(\.reused) == [.measured(0), .measured(56), .measured(96)])
    #expect(ends.map(\.prefilled) == [.measured(41), .measured(25), .measured(27)])
    #expect(ends.map(\.output) == [.reported(16), .reported(16), .reported(16)])
  }

  @Test("M5: the count of a request is what the server then evaluates, and the window is the slot's")
  func counts() async throws {
    let server = try RealServer("micro-llama", ["n_parallel=2", "kv_unified=false"])
    let model = server.model
    #expect(try await model.contextSize == 1024)
    let request = LanguageModelExecutorGenerationRequest.made([.instructions("Be terse."), .prompt("One")])
    #expect(try await model.tokenCount(of: request) == 41)
  }

  @Test("C3, C6: editing the instructions costs everything on a recurrent model, and the reason is named")
  func refusal() async throws {
    let server = try RealServer("micro-jamba")
    let model = server.model
    let entries: [Transcript.Entry] = [
      .instructions("Be terse."), .prompt("One"), .response("Yes"), .prompt("Two"),
    ]
    let (usage, ends) = try await Ends.of {
      let session = LanguageModelSession(model: model, transcript: Transcript(entries: entries))
      _ = try await session.respond(to: "Three", options: Self.options)
      session.transcript[2] = .response("No")
      return try await session.respond(to: "Four", options: Self.options).usage
    }
    #expect(ends.map(\.reused) == [.measured(0), .measured(0)])
    let words = try usage.metadata["cacheShortfall"]?.value(String.self)
    // 19 of the system's message, 11 of the prompt's, 11 of the answer's beginning are the same.
    #expect(
      words
        == "the model's memory (recurrent, hybrid or sliding-window) cannot go back to token 41: the server began again at 0"
    )
  }

  @Test("R8: a request over the window is refused with both numbers before it is sent")
  func overflow() async throws {
    let server = try RealServer("micro-llama", ["n_ctx=256"])
    let session = LanguageModelSession(model: server.model)
    let error = await failure { try await session.respond(to: String(repeating: "a", count: 300)) }
    guard case .contextSizeExceeded(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contextSize == 256)
    // user 4 + 300 + 4, assistant 11.
    #expect(found.tokenCount == 319)
  }

  @Test("R8: an answer that fills the window ends with the same error")
  func filled() async throws {
    let server = try RealServer("micro-llama", ["n_ctx=256"])
    let session = LanguageModelSession(model: server.model)
    let error = await failure {
      try await session.respond(to: "Hi", options: GenerationOptions(samplingMode: .greedy))
    }
    guard case .contextSizeExceeded(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contextSize == 256)
  }

  @Test("M7: a schema is followed by a model of random weights")
  func schema() async throws {
    let server = try RealServer("micro-llama")
    let schema = GenerationSchema.json(
      #"{"title":"Choice","type":"object","properties":{"colour":{"enum":["red","blue"]},"n":{"type":"integer","minimum":1,"maximum":3}},"required":["colour","n"],"additionalProperties":false,"x-order":["colour","n"]}"#
    )
    let session = LanguageModelSession(model: server.model)
    let response = try await session.respond(
      to: "Choose", schema: schema,
      options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 200))
    #expect(["red", "blue"].contains(try response.content.value(String.self, forProperty: "colour")))
    #expect((1...3).contains(try response.content.value(Int.self, forProperty: "n")))
  }

  private struct Stop: Error {}

  /// Takes one of two words, and ends the loop at its second call.
  private struct Pick: Tool {
    let name = "pick"
    let description = "Picks a colour."
    let parameters = GenerationSchema.json(
      #"{"title":"P","type":"object","properties":{"colour":{"enum":["red","blue"]}},"required":["colour"],"additionalProperties":false}"#
    )
    let calls: Counter

    @concurrent func call(arguments: GeneratedContent) async throws -> String {
      if calls.next() == 2 { throw Stop() }
      return "Picked \(try arguments.value(String.self, forProperty: "colour"))"
    }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  @Test(
    "M5, R3: a model whose template ignores tools is held to calls by a schema, and its calls go back as they were"
  )
  func schemaTools() async throws {
    let server = try RealServer("micro-llama", ["n_ctx=8192"])
    let model = server.model
    // Not greedy: these weights like blanks, of which the server's grammar allows any number.
    var options = GenerationOptions(
      samplingMode: .random(probabilityThreshold: 1, seed: 3), temperature: 1, maximumResponseTokens: 3_000)
    options.toolCallingMode = .required
    let (error, told) = await Ends.of {
      await failure { [options] in
        try await LanguageModelSession(
          model: model, tools: [Pick(calls: Counter())], instructions: "Be terse."
        )
        .respond(to: "Go", options: options)
      }
    }
    #expect(
      (error as? LanguageModelSession.ToolCallError)?.underlyingError is Stop, "\(String(describing: error))")
    #expect(told.map(\.calls) == [["pick"], ["pick"]])
    // The second request begins with the first and its reply: all but the reply's last token was held.
    let first = try #require(told.first)
    let held = (first.input?.value ?? 0) + (first.output?.value ?? 0)
    #expect([held - 1, held].contains(told.last?.reused?.value ?? 0))
  }

  @Test("M5: a template that ignores tools is an error where the template was asked for")
  func templateWithoutTools() async throws {
    let server = try RealServer("micro-llama")
    var model = server.model
    model.toolUse = .template
    let error = await failure { [model] in
      try await LanguageModelSession(model: model, tools: [GetWeather()]).respond(to: "Go")
    }
    guard case .unsupportedCapability(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.debugDescription.contains("ignores tools"))
  }

  @Test("M5: what a slot holds is saved, and restored warm")
  func slots() async throws {
    let server = try RealServer("micro-llama")
    let model = server.model
    let session = LanguageModelSession(model: model, instructions: "Be terse.")
    _ = try await session.respond(to: "One", options: Self.options)
    let saved = try await model.saveSlot(as: "one.bin")
    #expect(saved.tokens == 56)
    #expect(try await model.eraseSlot() == 56)
    let restored = try await model.restoreSlot(from: "one.bin")
    #expect(restored.tokens == 56)
    #expect(restored.bytes == saved.bytes)
    let usage = try await session.respond(to: "Two", options: Self.options).usage
    #expect(usage.input.cachedTokenCount == 56)
    for run in [
      { try await model.saveSlot(3, as: "x") }, { try await model.restoreSlot(from: "nope.bin") },
      { try await model.saveSlot(as: "../x") },
    ] as [() async throws -> LlamaServerLanguageModel.SlotFile] {
      #expect(await failure(run) != nil)
    }
  }

  @Test("M5: two sessions have a slot each, and keep their caches; a slot that is not there is refused")
  func seats() async throws {
    let server = try RealServer("micro-llama", ["n_parallel=2"])
    var model = server.model
    let ends = try await observed {
      let one = LanguageModelSession(model: model, instructions: "Be terse.")
      let two = LanguageModelSession(model: model, instructions: "Be verbose, always.")
      for prompt in ["One", "Two"] {
        _ = try await one.respond(to: prompt, options: Self.options)
        _ = try await two.respond(to: prompt, options: Self.options)
      }
    }
    // system 6 + 9 + 4 or 6 + 19 + 4, user 11, assistant 11; 16 decoded.
    #expect(ends.map(\.reused) == [.measured(0), .measured(0), .measured(56), .measured(66)])
    model.slot = 2
    let error = await failure { [model] in try await LanguageModelSession(model: model).respond(to: "x") }
    #expect(
      error as? ChatCompletionsLanguageModel.RequestError
        == .invalidRequest("slot 2 is not one of the server's 2"))
  }

  @Test("R9: what was prefilled ahead is reused by the request")
  func prewarmed() async throws {
    let server = try RealServer("micro-llama")
    let model = server.model
    let seat = LlamaSeat(connection: model.connection, slot: nil)
    let request = LanguageModelExecutorGenerationRequest.made([.instructions("Be terse.")])
    let told = try #require(
      try await LlamaExchange(seat: seat, model: model, request: request).prefill())
    // The system's message, 19 tokens, is what both have.
    #expect(told.reused == 0 && told.prefilled == 19)
    #expect(seat.held?.count == 19)
    let body = LlamaCompletionBody(
      prompt: try #require(seat.held) + [1, 14, 14], slot: 0, window: 2048, reusesCache: true, schema: nil,
      options: Self.options)
    let end = try #require(try await model.connection.complete(body) { _ in }.end)
    #expect([end.reused, end.prefilled] == [19, 3])
  }

  @Test("M5: a session that is not a llama.cpp server's is told so")
  func otherServer() async throws {
    let server = try FakeServer { _, connection in try connection.answer(200, "{}") }
    let model = LlamaServerLanguageModel(url: URL(string: server.address)!)
    let error = await failure { try await LanguageModelSession(model: model).respond(to: "x") }
    #expect((error as? ChatCompletionsLanguageModel.APIError)?.message.contains("chat=") == true)
  }

  @Test("M4: the same server over chat completions reports the same reuse")
  func chat() async throws {
    let server = try RealServer("micro-llama")
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
    let ends = try await observed {
      let session = LanguageModelSession(model: model, instructions: "Be terse.")
      _ = try await session.respond(to: "One", options: Self.options)
      _ = try await session.respond(to: "Two", options: Self.options)
    }
    #expect(ends.map(\.input) == [.reported(41), .reported(81)])
    #expect(ends.map(\.reused) == [.reported(0), .reported(56)])
  }
}
