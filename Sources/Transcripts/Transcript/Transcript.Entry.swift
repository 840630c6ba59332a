extension Transcript {
  /// One entry of a transcript.
  public enum Entry: Sendable, Identifiable, Equatable {
    case instructions(Instructions)
    case prompt(Prompt)
    case toolCalls(ToolCalls)
    case toolOutput(ToolOutput)
    case response(Response)
    case reasoning(Reasoning)
    /// An entry whose role is none of the framework's: kept as it was read, never dropped.
    case unknown(UnknownEntry)

    public var id: String {
      switch self {
      case .instructions(let entry): entry.id
      case .prompt(let entry): entry.id
      case .toolCalls(let entry): entry.id
      case .toolOutput(let entry): entry.id
      case .response(let entry): entry.id
      case .reasoning(let entry): entry.id
      case .unknown(let entry): entry.id
      }
    }

    public var kind: EntryKind {
      switch self {
      case .instructions: .instructions
      case .prompt: .prompt
      case .toolCalls: .toolCalls
      case .toolOutput: .toolOutput
      case .response: .response
      case .reasoning: .reasoning
      case .unknown: .unknown
      }
    }

    /// The entry's segments; none for tool calls and unknown entries.
    public var segments: [Segment] {
      switch self {
      case .instructions(let entry): entry.segments
      case .prompt(let entry): entry.segments
      case .toolOutput(let entry): entry.segments
      case .response(let entry): entry.segments
      case .reasoning(let entry): entry.segments
      case .toolCalls, .unknown: []
      }
    }

    /// The texts of the entry's text segments, joined by newlines.
    public var text: String {
      segments.compactMap { segment in
        guard case .text(let text) = segment else { return nil }
        return text.content
      }.joined(separator: "\n")
    }
  }

  /// What the app tells the model about itself, and the tools the session was given.
  public struct Instructions: Sendable, Identifiable, Equatable {
    public var id: String
    public var segments: [Segment]
    public var toolDefinitions: [ToolDefinition]
    /// Keys that this version of the format does not know, written back as they came.
    public var unknownKeys: [JSONValue.Member] = []

    public init(id: String, segments: [Segment], toolDefinitions: [ToolDefinition]) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  /// A tool as a model is told of it.
  public struct ToolDefinition: Sendable, Equatable {
    public var name: String
    public var description: String
    public var parameters: GenerationSchema
    public var unknownKeys: [JSONValue.Member] = []
    /// The same for the inner object, `function`.
    public var unknownBodyKeys: [JSONValue.Member] = []

    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }
  }

  /// What a person or the app asks.
  public struct Prompt: Sendable, Identifiable, Equatable {
    public var id: String
    public var segments: [Segment]
    public var options: GenerationOptions
    /// Empty for an entry of version 1, which has none; always written, since version 1.1 demands it.
    public var contextOptions: ContextOptions
    public var metadata: JSONValue?
    public var responseFormat: ResponseFormat?
    public var unknownKeys: [JSONValue.Member] = []

    public init(
      id: String, segments: [Segment], options: GenerationOptions = GenerationOptions(),
      responseFormat: ResponseFormat? = nil, contextOptions: ContextOptions = ContextOptions()
    ) {
      self.id = id
      self.segments = segments
      self.options = options
      self.responseFormat = responseFormat
      self.contextOptions = contextOptions
    }
  }

  /// The schema that guided generation follows for one prompt.
  public struct ResponseFormat: Sendable, Equatable {
    /// The whole value as it was read: `{"type":"jsonSchema","jsonSchema":{…}}`.
    public var json: JSONValue

    public init(json: JSONValue) { self.json = json }

    public init(schema: GenerationSchema) {
      json = ["type": "jsonSchema", "jsonSchema": ["name": .string(schema.name), "schema": schema.json]]
    }

    public var schema: GenerationSchema? {
      (json["jsonSchema"]?["schema"] ?? json["schema"]).map(GenerationSchema.init(json:))
    }

    public var name: String {
      json["jsonSchema"]?["name"]?.stringValue ?? json["name"]?.stringValue ?? schema?.name ?? ""
    }
  }

  /// A model's answer.
  public struct Response: Sendable, Identifiable, Equatable {
    public var id: String
    /// Names of the model assets that answered; nil when the entry does not tell them.
    public var assetIDs: [String]?
    public var segments: [Segment]
    public var metadata: JSONValue?
    public var unknownKeys: [JSONValue.Member] = []

    public init(id: String, assetIDs: [String]? = nil, segments: [Segment]) {
      self.id = id
      self.assetIDs = assetIDs
      self.segments = segments
    }
  }

  /// What a model thought before it answered (version 1.1).
  public struct Reasoning: Sendable, Identifiable, Equatable {
    public var id: String
    public var segments: [Segment]
    /// Opaque bytes in base64 by which a provider recognises its own reasoning.
    public var signature: String?
    public var metadata: JSONValue?
    public var unknownKeys: [JSONValue.Member] = []
    /// The same for the inner object, `reasoning`.
    public var unknownBodyKeys: [JSONValue.Member] = []

    public init(id: String, segments: [Segment], signature: String? = nil) {
      self.id = id
      self.segments = segments
      self.signature = signature
    }
  }

  /// A batch of calls that a model made in one step.
  public struct ToolCalls: Sendable, Identifiable, Equatable {
    public var id: String
    public var calls: [ToolCall]
    public var unknownKeys: [JSONValue.Member] = []

    public init(id: String, _ calls: some Sequence<ToolCall>) {
      self.id = id
      self.calls = Array(calls)
    }
  }

  /// One call of a tool.
  public struct ToolCall: Sendable, Identifiable, Equatable {
    public var id: String
    public var toolName: String
    /// The arguments exactly as the model wrote them, normally JSON.
    public var argumentsText: String
    public var metadata: JSONValue?
    public var unknownKeys: [JSONValue.Member] = []
    /// Arguments that stood in the file as a value, not as text.
    var argumentsAsValue = false

    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.id = id
      self.toolName = toolName
      argumentsText = arguments.jsonString
    }

    init(id: String, toolName: String, argumentsText: String) {
      self.id = id
      self.toolName = toolName
      self.argumentsText = argumentsText
    }

    /// The arguments as a value; nil when the model's text is not JSON.
    public var arguments: GeneratedContent? { try? GeneratedContent(json: argumentsText) }

    /// Arguments that stood there as text are compared as text, the others as values.
    public static func == (left: ToolCall, right: ToolCall) -> Bool {
      left.id == right.id && left.toolName == right.toolName && left.metadata == right.metadata
        && left.unknownKeys == right.unknownKeys && left.argumentsAsValue == right.argumentsAsValue
        && (left.argumentsText == right.argumentsText
          || left.argumentsAsValue && left.arguments == right.arguments)
    }
  }

  /// What a tool answered to one call. Its id is the call's id.
  public struct ToolOutput: Sendable, Identifiable, Equatable {
    public var id: String
    public var callID: String
    public var toolName: String
    public var segments: [Segment]
    public var unknownKeys: [JSONValue.Member] = []

    public init(id: String, toolName: String, segments: [Segment]) {
      self.id = id
      callID = id
      self.toolName = toolName
      self.segments = segments
    }
  }

  /// An entry that this version of the format does not know.
  public struct UnknownEntry: Sendable, Identifiable, Equatable {
    public var json: JSONValue

    public init(json: JSONValue) { self.json = json }

    public var id: String { json["id"]?.stringValue ?? "" }
  }
}
