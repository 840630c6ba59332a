import FakeServer
import FoundationEssentials
import PrefixCache
import SessionEngine
import Synchronization
import Testing
import Transcripts

@testable import ModelBackends

/// The same answer in every dress that HTTP allows, and answers that are wrong.
@Suite("Manners of servers")
struct ServerMannersTests {
  private static let event =
    #"data: {"choices":[{"index":0,"delta":{"content":"fine"},"finish_reason":"stop"}]}"#

  private func answer(
    _ send: @escaping @Sendable (Connection) throws -> Void
  ) async throws -> String {
    let server = try FakeServer { _, connection in try send(connection) }
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
    return try await LanguageModelSession(model: model).respond(to: "x").content
  }

  @Test("M4: a server of HTTP/1.0, whose answer ends with the connection, streams all the same")
  func oldServer() async throws {
    let found = try await answer { connection in
      try connection.send("HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\(Self.event)\n\n")
      try connection.send("data: [DONE]\n\n")
      connection.close()
    }
    #expect(found == "fine")
  }

  @Test("M4: provisional answers before the answer are passed over")
  func provisional() async throws {
    let found = try await answer { connection in
      try connection.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
      try connection.events([String(Self.event.dropFirst(6))])
    }
    #expect(found == "fine")
  }

  @Test(
    "M4: events in every dress are an answer",
    arguments: [
      "\u{FEFF}\(event)\n\ndata: [DONE]\n\n", "\(event)\r\n\r\ndata: [DONE]\r\n\r\n",
      ": hello\n\n: keep-alive\n\n\(event)\n\n: x\ndata:[DONE]\n\n", "\(event)\n\n",
      "event: message\nid: 1\nretry: 5\n\(event)\n\ndata: [DONE]\n\n",
      event.replacing("data: ", with: "data:") + "\n\n", "\(event)\n\ndata: [DONE]",
    ])
  func dresses(stream: String) async throws {
    let found = try await answer { connection in
      try connection.beginEvents()
      try connection.chunk(stream)
      try connection.endChunks()
    }
    #expect(found == "fine")
  }

  @Test("M4: an answer that comes compressed, though nobody asked for that, is read")
  func compressed() async throws {
    // gzip of: data: {"choices":[{"index":0,"delta":{"content":"zip"},"finish_reason":"stop"}]}, a blank line, data: [DONE], a blank line.
    let packed =
      "H4sIAAAAAAACAx3MMQqAMAxG4b2nkH92cM6sqx6gFCk2YkBSsRlE8e4W1+/BS9EiNQ+WLcvCBeQfiCa+QF2LxLtFUM1ZjdVAuOXA22IVlbLNJ8eStXKxXD28zqX/6PtpHIJzH/nY7BtgAAAA"
    let bytes = Array(try #require(Data(base64Encoded: packed)))
    let server = try FakeServer { _, connection in
      try connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n"
      )
      try connection.send(bytes)
    }
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
    #expect(try await LanguageModelSession(model: model).respond(to: "x").content == "zip")
    // Compression would hold events back until there is enough to compress.
    #expect(server.requests.first?["accept-encoding"] == "identity")
  }

  @Test(
    "R7: a page for people is no answer, whatever its status, and an error page of any length keeps its status"
  )
  func pages() async throws {
    let page = await failure {
      try await answer { try $0.answer(200, "<html>Log in</html>", type: "text/html; charset=utf-8") }
    }
    #expect(page.flatMap(BackendWords.of)?.contains("the answer is not JSON") == true, "\(page as Any)")
    let long = await failure {
      try await answer {
        try $0.answer(500, "<html>" + String(repeating: "x", count: 3 << 20), type: "text/html")
      }
    }
    #expect(long.flatMap(BackendWords.of)?.contains("status 500") == true, "\(long as Any)")
  }

  @Test("Headers without end are an error of one line")
  func hugeHeaders() async throws {
    let error = await failure {
      try await answer { connection in
        try connection.send("HTTP/1.1 200 OK\r\n")
        while true { try connection.send("X-More: \(String(repeating: "x", count: 8_000))\r\n") }
      }
    }
    guard let error = error as? HTTPError, let words = error.errorDescription else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.utf8.count < 300 && !words.contains("\n"))
  }

  @Test("M4: an answer that its server cut off is told so, with usage and without", arguments: [true, false])
  func cutOff(tellsUsage: Bool) async throws {
    let server = try FakeServer { _, connection in
      var events = [#"{"choices":[{"index":0,"delta":{"content":"half an"},"finish_reason":"length"}]}"#]
      if tellsUsage { events.append(#"{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}"#) }
      try connection.events(events)
    }
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
    let (text, ends) = try await Ends.of {
      try await LanguageModelSession(model: model).respond(to: "x").content
    }
    #expect(text == "half an")
    #expect(ends.map(\.finish) == ["length"])
    #expect(ends.map(\.input) == [tellsUsage ? .reported(5) : nil])
  }

  @Test("M4: a server that lies about what it reused is not believed, and its lie is remarked")
  func lie() async throws {
    let server = try FakeServer { _, connection in
      try connection.events([
        #"{"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}"#,
        #"{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":9}}}"#,
      ])
    }
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
    let (_, ends) = try await Ends.of { try await LanguageModelSession(model: model).respond(to: "x") }
    #expect(ends.map(\.reused) == [nil])
    #expect(ends.first?.remark?.kind == .other)
    #expect(ends.first?.remark?.words == "the server reports 9 reused tokens of a request of 5")
  }

  private final class Calls: Sendable {
    let arguments = Mutex<[String]>([])
  }

  private struct Recall: Tool {
    let name = "recall"
    let description = "Recalls."
    let parameters = GenerationSchema.city
    let calls: Calls

    @concurrent func call(arguments: GeneratedContent) async throws -> String {
      calls.arguments.withLock { $0.append(arguments.jsonString) }
      return "nothing"
    }
  }

  /// A server that calls once and then answers.
  private func caller(_ name: String, _ arguments: String) throws -> FakeServer {
    try FakeServer { request, connection in
      if request.body.contains("tool_call_id") {
        return try connection.events([String(Self.event.dropFirst(6))])
      }
      try connection.events([
        #"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":\#(name),"arguments":\#(arguments)}}]},"finish_reason":"tool_calls"}]}"#
      ])
    }
  }

  @Test(
    "R7: a call whose arguments are no JSON, or whose tool is not there, is a tool-call error and runs nothing",
    arguments: [
      (#""recall""#, #""{\"city\":""#), (#""recall""#, #""Paris, please""#), (#""recall""#, #""{}{}""#),
      (#""re\u0000call""#, #""{}""#), (#""r\u00e9call \ud83d\ude00""#, #""{}""#), (#""""#, #""{}""#),
    ])
  func badCalls(name: String, arguments: String) async throws {
    let server = try caller(name, arguments)
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
    let calls = Calls()
    let session = LanguageModelSession(model: model, tools: [Recall(calls: calls)])
    let error = await failure { try await session.respond(to: "x") }
    #expect(error is LanguageModelSession.ToolCallError, "\(String(describing: error))")
    #expect(calls.arguments.withLock { $0 } == [])
    #expect(server.requests.count == 1)
    #expect(session.transcript.allSatisfy { if case .instructions = $0 { true } else { false } })
  }

  @Test(
    "M4: a call without arguments, as servers spell it, is a call",
    arguments: ["\"\"", "\"{}\"", "{}", "null"])
  func callWithoutArguments(arguments: String) async throws {
    let server = try caller(#""recall""#, arguments)
    let model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
    let calls = Calls()
    let session = LanguageModelSession(model: model, tools: [Recall(calls: calls)])
    #expect(try await session.respond(to: "x").content == "fine")
    #expect(calls.arguments.withLock { $0 } == ["{}"])
  }

  @Test("M4: the key is in no error, wherever a server repeats it")
  func repeatedKey() async throws {
    let padding = String(repeating: "x", count: 595)
    for answer in [
      { try $0.answer(401, #"{"error":{"message":"bad key sk-very-secret"}}"#) },
      { try $0.answer(400, #"{"error":{"message":"\#(padding)sk-very-secret","type":"sk-very-secret"}}"#) },
      { try $0.answer(500, "oh sk-very-secret", type: "text/plain") },
      { try $0.answer(302, "", headers: ["Location: http://x.example/?k=sk-very-secret"]) },
      { try $0.events([#"{"error":{"message":"\#(padding)sk-very-secret"}}"#]) },
      { try $0.events(["sk-very-secret is not JSON"]) },
      { try $0.answer(200, #"{"error":"sk-very-secret"}"#) },
      { try $0.answer(429, #"{"error":{"message":"sk-very-secret"}}"#, headers: ["Retry-After: 999"]) },
    ] as [@Sendable (Connection) throws -> Void] {
      let server = try FakeServer { _, connection in try answer(connection) }
      var model = ChatCompletionsLanguageModel(name: "m", url: URL(string: server.address)!)
      model.key = try ServerKey("sk-very-secret", source: "test")
      let (error, ends) = await Ends.of { [model] in
        await failure { try await LanguageModelSession(model: model).respond(to: "x") }
      }
      var shown = "\(error as Any) \(BackendWords.of(error!) ?? "") \(ends)"
      dump(error, to: &shown)
      #expect(error != nil)
      #expect(!shown.contains("sk-ve"), "\(shown)")
    }
  }
}
