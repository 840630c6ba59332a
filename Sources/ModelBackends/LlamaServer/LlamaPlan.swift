import SessionEngine
import Transcripts

/// How a request goes to a llama.cpp server: as messages for its template, and with what around them.
struct LlamaPlan: Sendable {
  enum ToolRoute: Sendable, Hashable {
    /// No tools.
    case none
    /// The server's template shows them, and its parser reads the calls.
    case template
    /// Described in the instructions; a schema makes the answer a call or a text.
    case schema
  }

  var messages: [JSONValue]
  let route: ToolRoute
  /// For the template.
  private let tools: [Transcript.ToolDefinition]
  private let reasoning: ContextOptions.ReasoningLevel?
  /// What the answer must be; nil for free text.
  let schema: JSONValue?

  /// - Throws: `LanguageModelError.unsupportedCapability`, when the template has to show tools and does not;
  ///   `LanguageModelError.unsupportedTranscriptContent`.
  init(
    request: LanguageModelExecutorGenerationRequest, toolUse: LlamaServerLanguageModel.ToolUse,
    properties: LlamaServerProperties
  ) throws {
    let mode = request.generationOptions.toolCallingMode?.kind ?? .allowed
    tools = mode == .disallowed ? [] : request.enabledToolDefinitions
    let byTemplate = toolUse != .schema && properties.supportsTools
    if !tools.isEmpty, toolUse == .template, !byTemplate {
      throw LanguageModelError.unsupportedCapability(
        .init(
          capability: .toolCalling,
          debugDescription:
            "the template of \(properties.model) ignores tools: start the server with a template that knows them"
            + " (--chat-template-file), or let tools go by schema"))
    }
    route = tools.isEmpty ? .none : byTemplate ? .template : .schema
    reasoning = request.contextOptions.reasoningLevel
    messages = try ChatMessages(request.transcript).json
    if let schema = request.schema, request.contextOptions.includeSchemaInPrompt == true {
      ChatRequestBody.tell(schema, in: &messages)
    }
    // A template that knows no tools knows no calls either, also those of earlier.
    if !byTemplate { messages = SchemaTools.plain(messages) }
    if route == .schema {
      let offer = SchemaTools(tools: tools, isRequired: mode == .required, answer: request.schema)
      messages = offer.describing(in: messages)
      schema = offer.schema
    } else {
      schema = request.schema.map { ServerSchema($0).json }
    }
  }

  /// The body of `/apply-template`.
  var templateMembers: [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("messages", .array(messages))]
    if route == .template { members.append(.init("tools", .array(tools.map(ChatRequestBody.tool)))) }
    if let reasoning {
      let effort =
        switch reasoning {
        case .light: "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom(let name): name
        }
      members.append(
        .init("chat_template_kwargs", ["enable_thinking": true, "reasoning_effort": .string(effort)]))
    }
    return members
  }
}
