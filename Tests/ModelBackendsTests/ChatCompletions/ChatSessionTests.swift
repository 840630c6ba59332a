import FakeServer
import FoundationEssentials
import SessionEngine
import Synchronization
import Testing
import Transcripts

@testable import ModelBackends

/// Sessions against a server that does what a test says.
@Suite("Sessions over chat completions")
struct ChatSessionTests {
  private func model(_ server: FakeServer) -> ChatCompletionsLanguageModel {
    ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
  }

  /// An event with a delta.
  private static func delta(_ json: String, finish: String? = nil) -> String {
    #"{"choices":[{"index":0,"delta":\#(json),"finish_reason":\#(finish.map { "\"\($0)\"" } ?? "null")}]}"#
  }

  private static func usage(_ input: Int, cached: Int?, output: Int) -> String {
    let details = cached.map { #","prompt_tokens_details":{"cached_tokens":\#($0)}"# } ?? ""
    return #"{"choices":[],"usage":{"prompt_tokens":\#(input),"completion_tokens":\#(output)\#(details)}}"#
  }

  @Test("M4, R11: a streamed answer is a response with its usage, and the request is what the session said")
  func answer() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([
        Self.delta(#"{"role":"assistant","content":null}"#), Self.delta(#"{"content":"It is "}"#),
        Self.delta(#"{"content":"blue."}"#), Self.delta("{}", finish: "stop"),
        Self.usage(25, cached: 24, output: 6),
      ])
    }
    let ((response, session), ends) = try await Ends.of {
      let session = LanguageModelSession(model: model(server), instructions: "Be terse.")
      return (try await session.respond(to: "Name one colour."), session)
    }
    #expect(response.content == "It is blue.")
    #expect(response.usage.input.totalTokenCount == 25)
    #expect(response.usage.input.cachedTokenCount == 24)
    #expect(response.usage.output.totalTokenCount == 6)
    #expect(ends.map(\.reused) == [.reported(24)])
    #expect(ends.map(\.prefilled) == [.reported(1)])
    #expect(session.transcript.map(\.kind) == [.instructions, .prompt, .response])
    let body = try JSONValue(parsing: try #require(server.requests.first).body.utf8)
    #expect(body["model"] == "m")
    #expect(
      body["messages"]?.text()
        == #"[{"role":"system","content":"Be terse."},{"role":"user","content":"Name one colour."}]"#)
  }

  @Test(
    "M4: a server that does not tell what it reused leaves that unknown, and 0 is 0", arguments: [nil, 0])
  func threeStates(cached: Int?) async throws {
    let server = try FakeServer { _, connection in
      try connection.events([
        Self.delta(#"{"content":"a"}"#, finish: "stop"), Self.usage(25, cached: cached, output: 1),
      ])
    }
    let (_, ends) = try await Ends.of {
      try await LanguageModelSession(model: model(server)).respond(to: "x")
    }
    #expect(ends.map(\.input) == [.reported(25)])
    #expect(ends.map(\.reused) == [cached.map { .reported($0) }])
  }

  @Test("R2, M4: two calls whose arguments come in pieces are both run, and their outputs sent back in order")
  func toolLoop() async throws {
    let rounds = Mutex(0)
    let server = try FakeServer { _, connection in
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      guard round == 1 else {
        return try connection.events([Self.delta(#"{"content":"Both sunny."}"#, finish: "stop")])
      }
      try connection.events([
        Self.delta(
          #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"city\":"}}]}"#
        ),
        Self.delta(#"{"tool_calls":[{"index":0,"function":{"arguments":"\"Paris\"}"}}]}"#),
        Self.delta(
          #"{"tool_calls":[{"index":1,"id":"b","function":{"name":"get_weather","arguments":"{\"city\":\"Rome\"}"}}]}"#
        ),
        Self.delta("{}", finish: "tool_calls"),
      ])
    }
    let session = LanguageModelSession(model: model(server), tools: [GetWeather()])
    let response = try await session.respond(to: "Weather?")
    #expect(response.content == "Both sunny.")
    #expect(
      session.transcript.map(\.kind)
        == [.instructions, .prompt, .toolCalls, .toolOutput, .toolOutput, .response])
    let body = try JSONValue(parsing: try #require(server.requests.last).body.utf8)
    let messages = try #require(body["messages"]?.arrayValue).map { $0.text() }
    #expect(
      messages.suffix(3) == [
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Paris\"}"}},{"id":"b","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Rome\"}"}}]}"#,
        #"{"role":"tool","tool_call_id":"a","content":"Sunny in Paris"}"#,
        #"{"role":"tool","tool_call_id":"b","content":"Sunny in Rome"}"#,
      ])
  }

  @Test("M4: characters and JSON cut between chunks arrive whole")
  func cutChunks() async throws {
    let stream = Array(
      "data: \(Self.delta(#"{"content":"é€😀日本"}"#, finish: "stop"))\n\ndata: [DONE]\n\n".utf8)
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      for byte in stream { try connection.chunk([byte]) }
      try connection.endChunks()
    }
    let response = try await LanguageModelSession(model: model(server)).respond(to: "x")
    #expect(response.content == "é€😀日本")
  }

  @Test("R5: a stream that ends in the middle is an error, and the transcript is as before the request")
  func dropped() async throws {
    for ending in ["drop", "end", "reset"] {
      let server = try FakeServer { _, connection in
        try connection.beginEvents()
        try connection.chunk("data: \(Self.delta(#"{"content":"half an ans"}"#))\n\n")
        switch ending {
        case "end": try connection.endChunks()
        case "reset": connection.reset()
        default: connection.close()
        }
      }
      let session = LanguageModelSession(model: model(server))
      let error = await failure { try await session.respond(to: "x") }
      guard case .dropped? = error as? HTTPError else {
        Issue.record("\(ending): \(String(describing: error))")
        continue
      }
      #expect(session.transcript.isEmpty)
    }
  }

  @Test("R7: a server that stalls is a timeout, and its connection is closed")
  func stalled() async throws {
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      try connection.chunk("data: \(Self.delta(#"{"content":"a"}"#))\n\n")
      connection.waitForClose()
    }
    var model = model(server)
    model.patience.betweenBytes = .milliseconds(50)
    let error = await failure { [model] in try await LanguageModelSession(model: model).respond(to: "x") }
    guard case .timeout? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    await server.waitUntilIdle()
  }

  @Test(
    "R7: events that are none are an error, not silence",
    arguments: ["{\"choices\":[{\"delta\":{\"content\":\"a\"", "hello", "{\"a\":}"])
  func malformed(data: String) async throws {
    let server = try FakeServer { _, connection in try connection.events([data]) }
    let error = await failure { try await LanguageModelSession(model: model(server)).respond(to: "x") }
    #expect(error as? ChatCompletionsLanguageModel.RequestError == .invalidStreamData)
  }

  @Test("R7: an error in the middle of a stream reaches the caller with the server's words")
  func errorEvent() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([
        Self.delta(#"{"content":"a"}"#),
        #"{"error":{"message":"out of memory","type":"server_error","code":500}}"#,
      ])
    }
    let error = await failure { try await LanguageModelSession(model: model(server)).respond(to: "x") }
    let found = error as? ChatCompletionsLanguageModel.APIError
    #expect(found?.message == "\(server.address): out of memory")
    #expect(found?.type == "server_error")
  }

  @Test("R7: a recorded overflow reaches the caller with both numbers")
  func overflow() async throws {
    let sample = try RecordedSample.named("err_ctx_overflow_chat")
    let server = try FakeServer { _, connection in try sample.answer(connection) }
    let error = await failure { try await LanguageModelSession(model: model(server)).respond(to: "x") }
    guard case .contextSizeExceeded(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contextSize == 8192)
    #expect(found.tokenCount == 9031)
  }

  @Test("M4: 429 and then 200 is an answer")
  func retried() async throws {
    let rounds = Mutex(0)
    let server = try FakeServer { _, connection in
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      guard round > 1 else {
        return try connection.answer(429, #"{"error":{"message":"slow down"}}"#, headers: ["Retry-After: 3"])
      }
      try connection.events([Self.delta(#"{"content":"a"}"#, finish: "stop")])
    }
    let clock = HastyClock()
    let response = try await RetryPolicy.$current.withValue(RetryPolicy(clock: clock)) {
      try await LanguageModelSession(model: model(server)).respond(to: "x")
    }
    #expect(response.content == "a")
    #expect(clock.slept == [.seconds(3)])
  }

  @Test("R7: a server that goes on refusing is rateLimited, with the date it names")
  func rateLimited() async throws {
    let server = try FakeServer { _, connection in
      try connection.answer(429, #"{"error":{"message":"slow down"}}"#, headers: ["Retry-After: 3600"])
    }
    let policy = RetryPolicy(clock: HastyClock(), now: { Date(timeIntervalSince1970: 1000) })
    let error = await RetryPolicy.$current.withValue(policy) {
      await failure { try await LanguageModelSession(model: model(server)).respond(to: "x") }
    }
    guard case .rateLimited(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.resetDate == Date(timeIntervalSince1970: 4600))
  }

  @Test("A refusal is an error with the model's explanation")
  func refusal() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([Self.delta(#"{"refusal":"I can't help."}"#, finish: "stop")])
    }
    let error = await failure { try await LanguageModelSession(model: model(server)).respond(to: "x") }
    guard case .refusal(let found)? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await found.explanation.content == "I can't help.")
  }

  @Test("A filtered answer is a guardrail's violation")
  func filtered() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([Self.delta(#"{"content":"a"}"#), Self.delta("{}", finish: "content_filter")])
    }
    let error = await failure { try await LanguageModelSession(model: model(server)).respond(to: "x") }
    guard case .guardrailViolation? = error as? LanguageModelError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A server that does not stream is understood all the same")
  func notStreaming() async throws {
    let sample = try RecordedSample.named("chat")
    let server = try FakeServer { _, connection in try sample.answer(connection) }
    let response = try await LanguageModelSession(model: model(server)).respond(to: "x")
    #expect(response.content == "One colour is blue.")
    #expect(response.usage.input.totalTokenCount == 25)
  }

  @Test(
    "A server that knows no stream_options is asked without them",
    arguments: [
      (400, #"{"error":{"message":"unknown field: stream_options"}}"#),
      (422, #"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"]}]}"#),
    ])
  func streamOptions(status: Int, words: String) async throws {
    let server = try FakeServer { request, connection in
      guard !request.body.contains("stream_options") else { return try connection.answer(status, words) }
      try connection.events([Self.delta(#"{"content":"a"}"#, finish: "stop")])
    }
    let response = try await LanguageModelSession(model: model(server)).respond(to: "x")
    #expect(response.content == "a")
    #expect(server.requests.count == 2)
  }

  @Test("M7: structured output is asked for by its schema, and parsed")
  func structured() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([
        Self.delta(#"{"content":"{\"city\":"}"#),
        Self.delta(#"{"content":" \"Paris\",\"unit\":\"c\"}"}"#, finish: "stop"),
      ])
    }
    let session = LanguageModelSession(model: model(server))
    let response = try await session.respond(to: "x", schema: .city)
    #expect(try response.content.value(String.self, forProperty: "city") == "Paris")
    let body = try JSONValue(parsing: try #require(server.requests.first).body.utf8)
    #expect(body["response_format"]?["json_schema"]?["name"] == "City")
  }

  @Test("M4: the key and the headers go to the server, and the key into no event and no entry")
  func keys() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([Self.delta(#"{"content":"a"}"#, finish: "stop")])
    }
    var model = model(server)
    model.key = try ServerKey("sk-very-secret", source: "test")
    model.additionalHeaders = ["X-Team": "blue"]
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: "x")
    let request = try #require(server.requests.first)
    #expect(request["authorization"] == "Bearer sk-very-secret")
    #expect(request["x-team"] == "blue")
    #expect(request["accept"] == "text/event-stream")
    #expect(!String(describing: session.transcript).contains("secret"))
    #expect(!"\(model)".contains("secret"))
  }

  @Test("R5, U4: cancelling a request closes the server's stream; the transcript is as before")
  func cancelled() async throws {
    let arrived = Gate()
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      try connection.chunk("data: \(Self.delta(#"{"content":"a"}"#))\n\n")
      arrived.open()
      connection.waitForClose()
    }
    let session = LanguageModelSession(model: model(server))
    let task = Task { _ = try await session.respond(to: "x") }
    await arrived.opened()
    task.cancel()
    let error = await failure { try await task.value }
    #expect(error is CancellationError)
    await server.waitUntilIdle()
    #expect(session.transcript.isEmpty)
    #expect(!session.isResponding)
  }

  @Test("A URL that is no server's fails before anything is asked")
  func badURL() async throws {
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: "file:///tmp")!)
    let error = await failure { try await LanguageModelSession(model: model).respond(to: "x") }
    guard case .badAddress? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Reasoning becomes an entry of its own before the answer")
  func reasoning() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([
        Self.delta(#"{"reasoning_content":"Hm."}"#), Self.delta(#"{"content":"4"}"#, finish: "stop"),
      ])
    }
    let session = LanguageModelSession(model: model(server))
    _ = try await session.respond(to: "x")
    #expect(session.transcript.map(\.kind) == [.prompt, .reasoning, .response])
    #expect(session.transcript[1].text == "Hm.")
  }
}
