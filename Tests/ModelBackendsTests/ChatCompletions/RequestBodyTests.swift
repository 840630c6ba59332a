import FoundationEssentials
import SessionEngine
import Testing
import Transcripts

@testable import ModelBackends

@Suite("Requests for chat completions")
struct RequestBodyTests {
  private func messages(
    _ entries: [Transcript.Entry],
    reasoning: ChatCompletionsLanguageModel.ReasoningHistory = .omitted
  ) throws -> [String] {
    try ChatMessages(Transcript(entries: entries), reasoningHistory: reasoning).json.map { $0.text() }
  }

  private func body(
    _ entries: [Transcript.Entry] = [.prompt("Hi")], tools: [Transcript.ToolDefinition] = [],
    schema: GenerationSchema? = nil, options: GenerationOptions = GenerationOptions(),
    context: ContextOptions = ContextOptions(), namesCompletionTokens: Bool = false
  ) throws -> JSONValue {
    try ChatRequestBody(
      model: "m",
      request: .made(entries, tools: tools, schema: schema, options: options, context: context),
      namesCompletionTokens: namesCompletionTokens
    ).json
  }

  @Test("M4: a transcript becomes messages: what one inference said is one message")
  func conversation() throws {
    let entries: [Transcript.Entry] = [
      .instructions("Be terse."), .prompt("Weather?"), .reasoning("Hm"), .response("Let me look."),
      .calls(("a", "get_weather", #"{"city": "Paris"}"#), ("b", "get_weather", #"{"city":"Rome"}"#)),
      .output("a", "Sunny"), .output("b", "Rain"), .response("Sunny; rain."), .prompt("Thanks"),
    ]
    #expect(
      try messages(entries) == [
        #"{"role":"system","content":"Be terse."}"#,
        #"{"role":"user","content":"Weather?"}"#,
        #"{"role":"assistant","content":"Let me look.","tool_calls":[{"id":"a","type":"function","function":{"name":"get_weather","arguments":"{\"city\": \"Paris\"}"}},{"id":"b","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Rome\"}"}}]}"#,
        #"{"role":"tool","tool_call_id":"a","content":"Sunny"}"#,
        #"{"role":"tool","tool_call_id":"b","content":"Rain"}"#,
        #"{"role":"assistant","content":"Sunny; rain."}"#,
        #"{"role":"user","content":"Thanks"}"#,
      ])
  }

  @Test("Calls without a text have the content null; empty instructions are no message")
  func edges() throws {
    #expect(
      try messages([.instructions(""), .prompt("p"), .calls(("a", "f", "{}"))]) == [
        #"{"role":"user","content":"p"}"#,
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
      ])
    #expect(try messages([]) == [])
  }

  @Test("Reasoning is sent back as far as the model's setting says")
  func reasoning() throws {
    let entries: [Transcript.Entry] = [
      .prompt("1"), .reasoning("old"), .response("a"), .prompt("2"), .reasoning("new", signature: "sig"),
      .calls(("a", "f", "{}")), .output("a", "o"),
    ]
    func reasoned(_ history: ChatCompletionsLanguageModel.ReasoningHistory) throws -> [String] {
      try ChatMessages(Transcript(entries: entries), reasoningHistory: history).json
        .compactMap { $0["reasoning_content"]?.stringValue }
    }
    #expect(try reasoned(.omitted) == [])
    #expect(try reasoned(.currentRequest) == ["new"])
    #expect(try reasoned(.all) == ["old", "new"])
    let last = try ChatMessages(Transcript(entries: entries), reasoningHistory: .currentRequest).json[3]
    #expect(
      last["thinking_blocks"]?.text() == #"[{"type":"thinking","thinking":"new","signature":"sig"}]"#)
  }

  @Test("T2: images go as parts of a prompt; what nobody knows is refused")
  func parts() throws {
    let image = Transcript.Segment.attachment(.init(id: "x", dataURL: "data:image/png;base64,AAAA"))
    let prompt = Transcript.Entry.prompt(.init(id: "p", segments: [.text("See"), image]))
    #expect(
      try messages([prompt]) == [
        #"{"role":"user","content":[{"type":"text","text":"See"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}"#
      ])
    let unknown = Transcript.Entry.unknown(.init(json: ["role": "oracle"]))
    #expect(throws: LanguageModelError.self) { try messages([unknown]) }
    let segment = Transcript.Entry.prompt(.init(id: "p", segments: [.unknown(["type": "smell"])]))
    #expect(throws: LanguageModelError.self) { try messages([segment]) }
  }

  @Test("R4: without an enabled tool there is neither a list of tools nor a choice")
  func noTools() throws {
    let required = GenerationOptions(toolCallingMode: .required)
    for body in [
      try body(), try body(options: required),
      try body(tools: [.weather], options: GenerationOptions(toolCallingMode: .disallowed)),
    ] {
      #expect(body["tools"] == nil)
      #expect(body["tool_choice"] == nil)
    }
  }

  @Test("M4: tools go with a choice, and their schemas in the order of generation")
  func tools() throws {
    let body = try body(tools: [.weather], options: GenerationOptions(toolCallingMode: .required))
    #expect(
      body["tools"]?.text()
        == #"[{"type":"function","function":{"name":"get_weather","description":"Get the weather","parameters":{"title":"City","type":"object","properties":{"city":{"type":"string"},"unit":{"type":"string"}},"required":["city","unit"],"additionalProperties":false}}}]"#
    )
    #expect(body["tool_choice"] == "required")
    #expect(try self.body(tools: [.weather])["tool_choice"] == "auto")
  }

  @Test("M7: a schema becomes a response format; it is strict where every property is required")
  func schema() throws {
    let format = try body(schema: .city)["response_format"]
    #expect(format?["type"] == "json_schema")
    #expect(format?["json_schema"]?["name"] == "City")
    #expect(format?["json_schema"]?["strict"] == true)
    #expect(format?["json_schema"]?["schema"]?["x-order"] == nil)
    let loose = GenerationSchema.json(
      ##"{"title":"A<B>","type":"object","properties":{"a":{"type":"string"},"b":{"$ref":"#/$defs/C"}},"required":["a"],"additionalProperties":false,"$defs":{"C":{"type":"object","properties":{"x-order":{"enum":["x-order"]}},"x-order":["x-order"]}}}"##
    )
    let other = try body(schema: loose)["response_format"]?["json_schema"]
    #expect(other?["name"] == "A_B_")
    #expect(other?["strict"] == false)
    // References stay, and a property may be called what it likes.
    #expect(
      other?["schema"]?["$defs"]?.text()
        == #"{"C":{"type":"object","properties":{"x-order":{"enum":["x-order"]}}}}"#)
  }

  @Test("The schema is in the prompt only when the context's options say so")
  func schemaInPrompt() throws {
    let entries: [Transcript.Entry] = [.prompt("a"), .response("b"), .prompt("c")]
    let told = try body(entries, schema: .city, context: ContextOptions(includeSchemaInPrompt: true))
    let texts = told["messages"]?.arrayValue?.compactMap { $0["content"]?.stringValue } ?? []
    #expect(texts[0] == "a")
    #expect(texts[2].hasPrefix("c\n\nAnswer with JSON that follows this schema:\n{"))
    let silent = try body(entries, schema: .city)
    #expect(silent["messages"]?.arrayValue?.last?["content"] == "c")
  }

  @Test("Options are spelled as servers know them")
  func options() throws {
    var body = try body(options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 12))
    #expect(body["temperature"] == .number(0))
    #expect(body["max_tokens"] == .number(12))
    body = try self.body(
      options: GenerationOptions(samplingMode: .random(top: 40, seed: 7), temperature: 0.5),
      context: ContextOptions(reasoningLevel: .moderate))
    #expect(body["top_k"] == .number(40))
    #expect(body["seed"] == .number(7))
    #expect(body["temperature"] == .number("0.5"))
    #expect(body["reasoning_effort"] == "medium")
    body = try self.body(
      options: GenerationOptions(
        samplingMode: .random(probabilityThreshold: 0.9, seed: .max), maximumResponseTokens: 3),
      context: ContextOptions(reasoningLevel: .custom("minimal")), namesCompletionTokens: true)
    #expect(body["top_p"] == .number("0.9"))
    #expect(body["seed"] == .number("18446744073709551615"))
    #expect(body["max_completion_tokens"] == .number(3))
    #expect(body["max_tokens"] == nil)
    #expect(body["reasoning_effort"] == "minimal")
    body = try self.body()
    for key in ["temperature", "top_k", "top_p", "seed", "max_tokens", "reasoning_effort", "response_format"]
    {
      #expect(body[key] == nil)
    }
    #expect(body["stream"] == true)
    #expect(body["stream_options"]?["include_usage"] == true)
  }

  @Test(
    "M4: the path follows whatever address is given",
    arguments: [
      ("http://x:1", "http://x:1/v1/chat/completions", "http://x:1/v1/models", "http://x:1"),
      ("http://x/v1/", "http://x/v1/chat/completions", "http://x/v1/models", "http://x"),
      ("http://x/api/v4", "http://x/api/v4/chat/completions", "http://x/api/v4/models", "http://x/api"),
      (
        "https://x/v1beta/openai", "https://x/v1beta/openai/chat/completions",
        "https://x/v1beta/openai/models",
        "https://x/v1beta/openai"
      ),
      ("http://x/vllm", "http://x/vllm/v1/chat/completions", "http://x/vllm/v1/models", "http://x/vllm"),
      ("http://x/v1/chat/completions", "http://x/v1/chat/completions", "http://x/v1/models", "http://x"),
      (
        "https://x/openai/chat/completions?api-version=1", "https://x/openai/chat/completions?api-version=1",
        "https://x/openai/models?api-version=1", "https://x/openai"
      ),
    ])
  func addresses(given: String, completions: String, models: String, root: String) throws {
    let address = ChatCompletionsAddress(try ServerAddress(given))
    #expect(address.completions.text == completions)
    #expect(address.models.text == models)
    #expect(address.root.text == root)
  }
}
