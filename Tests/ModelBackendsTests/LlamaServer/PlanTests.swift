import FakeServer
import FoundationEssentials
import SessionEngine
import Synchronization
import Testing
import Transcripts

@testable import ModelBackends

@Suite("Requests to llama.cpp's server")
struct PlanTests {
  private func properties(_ sample: String) throws -> LlamaServerProperties {
    try #require(LlamaServerProperties(json: JSONValue(parsing: RecordedSample.named(sample).body.utf8)))
  }

  private func plan(
    _ entries: [Transcript.Entry], tools: [Transcript.ToolDefinition] = [], schema: GenerationSchema? = nil,
    mode: GenerationOptions.ToolCallingMode? = nil, use: LlamaServerLanguageModel.ToolUse = .automatic,
    sample: String = "props"
  ) throws -> LlamaPlan {
    try LlamaPlan(
      request: .made(
        entries, tools: tools, schema: schema, options: GenerationOptions(toolCallingMode: mode)),
      toolUse: use, properties: properties(sample))
  }

  @Test(
    "M5: tools go by the template that knows them, else by a schema, and not at all where none is enabled")
  func routes() throws {
    #expect(try plan([.prompt("p")]).route == .none)
    #expect(try plan([.prompt("p")], tools: [.weather]).route == .schema)
    #expect(try plan([.prompt("p")], tools: [.weather], sample: "toolsrv_props").route == .template)
    #expect(
      try plan([.prompt("p")], tools: [.weather], use: .schema, sample: "toolsrv_props").route == .schema)
    #expect(try plan([.prompt("p")], tools: [.weather], mode: .disallowed).route == .none)
    #expect(throws: LanguageModelError.self) { try plan([.prompt("p")], tools: [.weather], use: .template) }
  }

  @Test("M5: calls and outputs are plain messages for a template that knows no tools")
  func plainHistory() throws {
    let entries: [Transcript.Entry] = [
      .prompt("Weather?"), .calls(("a", "get_weather", #"{"city":"Paris"}"#)), .output("a", "Sunny"),
      .response("Sunny."),
    ]
    #expect(
      try plan(entries).messages.map { $0.text() } == [
        #"{"role":"user","content":"Weather?"}"#,
        #"{"role":"assistant","content":"{\"tool\":\"get_weather\",\"arguments\":{\"city\":\"Paris\"}}"}"#,
        #"{"role":"user","content":"get_weather answered: Sunny"}"#,
        #"{"role":"assistant","content":"Sunny."}"#,
      ])
    #expect(try plan(entries, sample: "toolsrv_props").messages[2]["role"] == "tool")
  }

  @Test("M7: the schema of an answer is a call or a text, or the shape that was asked for")
  func schemas() throws {
    let free = try plan([.prompt("p")], tools: [.weather])
    let call =
      #"{"type":"object","properties":{"tool":{"const":"get_weather"},"arguments":{"title":"City","type":"object","properties":{"city":{"type":"string"},"unit":{"type":"string"}},"required":["city","unit"],"additionalProperties":false}},"required":["tool","arguments"],"additionalProperties":false}"#
    let answer =
      #"{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}"#
    #expect(free.schema?.text() == #"{"anyOf":[\#(call),\#(answer)]}"#)
    #expect(free.messages.first?["role"] == "system")
    #expect(
      free.messages.first?["content"]?.stringValue?.contains("Tool get_weather: Get the weather") == true)
    let required = try plan([.instructions("Be terse."), .prompt("p")], tools: [.weather], mode: .required)
    #expect(required.schema?.text() == #"{"anyOf":[\#(call)]}"#)
    #expect(required.messages.first?["content"]?.stringValue?.hasPrefix("Be terse.\n\n") == true)
    let shaped = try plan([.prompt("p")], schema: .city)
    #expect(shaped.schema?["title"] == "City")
  }

  @Test("M7: what schemas refer to stands at the root, under names that do not meet")
  func references() throws {
    func tool(_ name: String) -> Transcript.ToolDefinition {
      .init(
        name: name, description: "",
        parameters: .json(
          ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"self":{"$ref":"#"}},"$defs":{"A":{"type":"array","items":{"$ref":"#/$defs/A"}}}}"##
        ))
    }
    let schema = SchemaTools(tools: [tool("f"), tool("g")], isRequired: true, answer: nil).schema
    #expect(
      schema["$defs"]?.objectValue?.map(\.key) == ["tool0.A", "tool0", "tool1.A", "tool1"])
    #expect(
      schema["$defs"]?["tool1.A"]?.text() == ##"{"type":"array","items":{"$ref":"#/$defs/tool1.A"}}"##)
    #expect(
      schema["$defs"]?["tool1"]?.text()
        == ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/tool1.A"},"self":{"$ref":"#/$defs/tool1"}}}"##
    )
    #expect(
      schema["anyOf"]?.arrayValue?[1]["properties"]?["arguments"]?.text() == ##"{"$ref":"#/$defs/tool1"}"##)
  }

  @Test(
    "An answer by schema is a call or a text; one that was cut off is a text",
    arguments: [
      (#"{"tool":"f","arguments":{"a": 1}}"#, SchemaTools.Outcome.call(name: "f", arguments: #"{"a":1}"#)),
      (#"{"answer":"Hi"}"#, .answer("Hi")), (#"{"answer":{"a":1}}"#, .answer(#"{"a":1}"#)),
      (#"{"tool":"f","argu"#, .answer(#"{"tool":"f","argu"#)),
      (#"{"answer":"Hi the\nre\"#, .answer("Hi the\nre")),
      ("Hi", .answer("Hi")), ("[]", .answer("[]")),
    ])
  func outcomes(text: String, expected: SchemaTools.Outcome) {
    #expect(SchemaTools.outcome(text) == expected)
  }

  @Test("M5: known replies are marks in the rendered prompt, and their tokens between its pieces")
  func replies() throws {
    var memory = ReplyMemory()
    memory.remember("Yes", [7, 8])
    memory.remember("No", [9])
    let marked = memory.marking(
      try plan([
        .prompt("Yes"), .response("Yes"), .prompt("b"), .response("Maybe"), .prompt("c"), .response("No"),
      ]))
    #expect(marked.replies.map(\.tokens) == [[7, 8], [9]])
    let texts = marked.plan.messages.compactMap { $0["content"]?.stringValue }
    #expect(texts[0] == "Yes")
    #expect(texts[3] == "Maybe")
    let (first, second) = (marked.replies[0].mark, marked.replies[1].mark)
    #expect(texts[1] == first && texts[5] == second)
    #expect(
      marked.split("u Yes a \(first) e u b a Maybe e u c a \(second) e")
        == [.text("u Yes a "), .reply([7, 8]), .text(" e u b a Maybe e u c a "), .reply([9]), .text(" e")])
    // A template that drops, doubles or turns round what it is given.
    #expect(marked.split("a \(first) e") == nil)
    #expect(marked.split("a \(first) \(first) \(second) e") == nil)
    #expect(marked.split("a \(second) e \(first)") == nil)
  }

  @Test("A transcript that holds our marks is rendered with other marks")
  func marks() throws {
    var memory = ReplyMemory()
    memory.remember("Yes", [7])
    let marked = memory.marking(try plan([.prompt("stemma-reply-0-end"), .response("Yes")]))
    #expect(marked.replies[0].mark == "stemma-reply-x-0-end")
  }

  @Test("M5: tools by template go through the server's parser, in the session's slot")
  func byTemplate() async throws {
    let server = try FakeServer { request, connection in
      switch request.path {
      case "/props": try RecordedSample.named("toolsrv_props").answer(connection)
      case "/apply-template": try RecordedSample.named("toolsrv_apply_template").answer(connection)
      case "/tokenize": try connection.answer(200, #"{"tokens":[1,2,3]}"#)
      case "/v1/chat/completions":
        let isFirst = !request.body.contains("tool_call_id")
        try RecordedSample.named(isFirst ? "toolcall_required_stream" : "chat_stream_usage").answer(
          connection)
      default: try connection.answer(404, "{}")
      }
    }
    let session = LanguageModelSession(
      model: LlamaServerLanguageModel(url: URL(string: server.address)!), tools: [AnyWeather()])
    let response = try await session.respond(to: "Weather in Paris?")
    #expect(response.content == "One colour is blue.")
    #expect(
      session.transcript.map(\.kind)
        == [.instructions, .prompt, .toolCalls, .toolOutput, .toolOutput, .response])
    let body = try JSONValue(
      parsing: try #require(server.requests.first { $0.path == "/v1/chat/completions" }).body.utf8)
    #expect(body["id_slot"] == .number(0))
    #expect(body["cache_prompt"] == true)
    // What the window of 4,096 leaves behind the three tokens of the prompt.
    #expect(body["max_tokens"] == .number(4093))
    #expect(body["tools"]?.arrayValue?.count == 1)
  }

  private struct AnyWeather: Tool {
    let name = "get_weather"
    let description = "Get weather"
    let parameters = GenerationSchema.city

    @concurrent func call(arguments: GeneratedContent) async throws -> String { "Sunny" }
  }

  @Test("R7: an error in the middle of a completion reaches the caller")
  func errorEvent() async throws {
    let server = try FakeServer { request, connection in
      switch request.path {
      case "/props": try RecordedSample.named("props").answer(connection)
      case "/apply-template": try RecordedSample.named("apply_template").answer(connection)
      case "/tokenize": try connection.answer(200, #"{"tokens":[1,2,3]}"#)
      default:
        try connection.beginEvents()
        try connection.chunk("data: {\"content\":\"a\",\"tokens\":[9],\"stop\":false}\n\n")
        try connection.chunk("error: {\"code\":500,\"message\":\"boom\",\"type\":\"server_error\"}\n\n")
        try connection.endChunks()
      }
    }
    let session = LanguageModelSession(model: LlamaServerLanguageModel(url: URL(string: server.address)!))
    let error = await failure { try await session.respond(to: "x") }
    #expect((error as? ChatCompletionsLanguageModel.APIError)?.message == "\(server.address): boom")
    #expect(session.transcript.isEmpty)
  }

  @Test(
    "M4: an answer whose thoughts the template opened already is taken apart all the same",
    arguments: [
      ("<|im_start|>assistant\\n<think>\\n", [.prompt, .reasoning, .response], ["Hm. ", "Four"]),
      ("<|im_start|>assistant\\n", [.prompt, .response], ["Hm. </think>Four"]),
      ("What is <think> for?<|im_start|>assistant\\n", [.prompt, .response], ["Hm. </think>Four"]),
    ] as [(String, [EntryKind], [String])])
  func openedThoughts(end: String, kinds: [EntryKind], texts: [String]) async throws {
    let server = try FakeServer { request, connection in
      switch request.path {
      case "/props": try RecordedSample.named("props").answer(connection)
      case "/apply-template": try connection.answer(200, #"{"prompt":"\#(end)"}"#)
      case "/tokenize": try connection.answer(200, #"{"tokens":[1,2,3]}"#)
      default:
        try connection.events([
          #"{"content":"Hm. </th","tokens":[9],"stop":false}"#,
          #"{"content":"ink>","tokens":[8],"stop":false}"#,
          #"{"content":"Four","tokens":[7],"stop":true,"stop_type":"eos","tokens_evaluated":3,"tokens_predicted":3}"#,
        ])
      }
    }
    let session = LanguageModelSession(model: LlamaServerLanguageModel(url: URL(string: server.address)!))
    let usage = try await session.respond(to: "x").usage
    // The tokens of the thoughts and of the tag that ends them.
    #expect(usage.output.reasoningTokenCount == (kinds.contains(.reasoning) ? 2 : 0))
    #expect(session.transcript.map(\.kind) == kinds)
    #expect(session.transcript.dropFirst().map(\.text) == texts)
  }
}
