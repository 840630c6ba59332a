import SessionEngine
import Transcripts

/// The body of a request for a chat completion, streamed.
struct ChatRequestBody {
  private(set) var members: [JSONValue.Member]

  /// - Parameters:
  ///   - namesCompletionTokens: The limit of the answer is spelled `max_completion_tokens`, as OpenAI's newer models want it.
  ///   - room: Tokens that the window leaves for the answer; nil where the server minds its window itself.
  ///   - extras: What only one server knows; it goes last.
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent`.
  init(
    model: String, request: LanguageModelExecutorGenerationRequest,
    reasoningHistory: ChatCompletionsLanguageModel.ReasoningHistory = .omitted,
    namesCompletionTokens: Bool = false, room: Int? = nil, extras: [JSONValue.Member] = []
  ) throws {
    var messages = try ChatMessages(request.transcript, reasoningHistory: reasoningHistory).json
    if let schema = request.schema, request.contextOptions.includeSchemaInPrompt == true {
      Self.tell(schema, in: &messages)
    }
    members = [.init("model", .string(model)), .init("messages", .array(messages))]
    addTools(of: request)
    if let schema = request.schema { addSchema(schema) }
    let limit = [request.generationOptions.maximumResponseTokens, room].compactMap(\.self).min()
    addOptions(of: request, limit: limit, namesCompletionTokens: namesCompletionTokens)
    members += [.init("stream", true), .init("stream_options", ["include_usage": true])]
    members += extras
  }

  var json: JSONValue { .object(members) }

  /// For servers that know no options of a stream.
  func withoutStreamOptions() -> ChatRequestBody {
    var body = self
    body.members.removeAll { $0.key == "stream_options" }
    return body
  }

  /// Without a tool there is neither an empty list nor a choice: servers refuse both.
  private mutating func addTools(of request: LanguageModelExecutorGenerationRequest) {
    let mode = request.generationOptions.toolCallingMode?.kind ?? .allowed
    guard !request.enabledToolDefinitions.isEmpty, mode != .disallowed else { return }
    members.append(.init("tools", .array(request.enabledToolDefinitions.map(Self.tool))))
    members.append(.init("tool_choice", mode == .required ? "required" : "auto"))
  }

  static func tool(_ definition: Transcript.ToolDefinition) -> JSONValue {
    [
      "type": "function",
      "function": [
        "name": .string(definition.name), "description": .string(definition.description),
        "parameters": ServerSchema(definition.parameters).json,
      ],
    ]
  }

  private mutating func addSchema(_ schema: GenerationSchema) {
    let plain = ServerSchema(schema)
    members.append(
      .init(
        "response_format",
        [
          "type": "json_schema",
          "json_schema": [
            "name": .string(ServerSchema.name(schema.name)), "strict": .bool(plain.isStrict),
            "schema": plain.json,
          ],
        ]))
  }

  private mutating func addOptions(
    of request: LanguageModelExecutorGenerationRequest, limit: Int?, namesCompletionTokens: Bool
  ) {
    let options = request.generationOptions
    var temperature = options.temperature
    var sampling: [JSONValue.Member] = []
    func seeded(_ seed: UInt64?) -> [JSONValue.Member] {
      seed.map { [.init("seed", .number(String($0)))] } ?? []
    }
    switch options.samplingMode?.kind {
    case .greedy: temperature = 0
    case .randomTopK(let k, let seed): sampling = [.init("top_k", .number(k))] + seeded(seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      sampling = [.init("top_p", .number(threshold))] + seeded(seed)
    case nil: break
    }
    if let temperature { members.append(.init("temperature", .number(temperature))) }
    members += sampling
    if let limit {
      members.append(.init(namesCompletionTokens ? "max_completion_tokens" : "max_tokens", .number(limit)))
    }
    if let level = request.contextOptions.reasoningLevel {
      let effort =
        switch level {
        case .light: "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom(let name): name
        }
      members.append(.init("reasoning_effort", .string(effort)))
    }
  }

  /// Puts the schema behind the last prompt's text.
  static func tell(_ schema: GenerationSchema, in messages: inout [JSONValue]) {
    let words = "Answer with JSON that follows this schema:\n\(ServerSchema(schema).json.text())"
    guard let last = messages.lastIndex(where: { $0["role"] == "user" }) else { return }
    switch messages[last]["content"] {
    case .string(let text)?: messages[last] = ["role": "user", "content": .string("\(text)\n\n\(words)")]
    case .array(let parts)?:
      messages[last] = [
        "role": "user", "content": .array(parts + [["type": "text", "text": .string(words)]]),
      ]
    default: break
    }
  }
}
