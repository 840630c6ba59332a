extension Transcript.Entry {
  /// Reads one entry of the public JSON form, leniently: what is missing becomes empty, what is unknown is kept.
  public init(json: JSONValue) {
    let role = json["role"]?.stringValue
    let id = json["id"]?.stringValue ?? ""
    switch role {
    case "instructions", "system":
      var entry = Transcript.Instructions(
        id: id, segments: Self.segments(json["contents"]),
        toolDefinitions: (json["tools"]?.arrayValue ?? []).map(Transcript.ToolDefinition.init(json:)))
      entry.unknownKeys = Self.rest(of: json, without: ["id", "role", "contents", "tools"])
      self = .instructions(entry)
    case "user":
      var entry = Transcript.Prompt(
        id: id, segments: Self.segments(json["contents"]),
        options: GenerationOptions(json: json["options"] ?? .object([])),
        responseFormat: json["responseFormat"].map(Transcript.ResponseFormat.init(json:)),
        contextOptions: ContextOptions(json: json["contextOptions"] ?? .object([])))
      entry.metadata = json["metadata"]
      entry.unknownKeys = Self.rest(
        of: json,
        without: ["id", "role", "contents", "options", "contextOptions", "metadata", "responseFormat"])
      self = .prompt(entry)
    case "response" where json["toolCalls"]?.arrayValue != nil,
      "assistant" where json["toolCalls"]?.arrayValue != nil:
      var entry = Transcript.ToolCalls(
        id: id, (json["toolCalls"]?.arrayValue ?? []).map(Transcript.ToolCall.init(json:)))
      entry.unknownKeys = Self.rest(of: json, without: ["id", "role", "toolCalls"])
      self = .toolCalls(entry)
    case "response", "assistant":
      var entry = Transcript.Response(id: id, segments: Self.segments(json["contents"]))
      entry.assetIDs = json["assets"]?.arrayValue?.compactMap(\.stringValue)
      entry.metadata = json["metadata"]
      entry.unknownKeys = Self.rest(of: json, without: ["id", "role", "contents", "assets", "metadata"])
      self = .response(entry)
    case "tool":
      var entry = Transcript.ToolOutput(
        id: id, toolName: json["toolName"]?.stringValue ?? "", segments: Self.segments(json["contents"]))
      entry.callID = json["toolCallID"]?.stringValue ?? id
      entry.unknownKeys = Self.rest(of: json, without: ["id", "role", "contents", "toolName", "toolCallID"])
      self = .toolOutput(entry)
    case "reasoning":
      var entry = Transcript.Reasoning(
        id: id, segments: Self.segments(json["reasoning"]?["contents"]),
        signature: json["reasoning"]?["signature"]?.stringValue)
      entry.metadata = json["metadata"]
      entry.unknownKeys = Self.rest(of: json, without: ["id", "role", "reasoning", "metadata"])
      entry.unknownBodyKeys = Self.rest(of: json["reasoning"], without: ["contents", "signature"])
      self = .reasoning(entry)
    default:
      self = .unknown(Transcript.UnknownEntry(json: json))
    }
  }

  private static func segments(_ contents: JSONValue?) -> [Transcript.Segment] {
    if let text = contents?.stringValue { return [.text(Transcript.TextSegment(id: "", content: text))] }
    return (contents?.arrayValue ?? []).map(Transcript.Segment.init(json:))
  }

  static func rest(of json: JSONValue?, without known: Set<String>) -> [JSONValue.Member] {
    (json?.objectValue ?? []).filter { !known.contains($0.key) }
  }
}

extension Transcript.Segment {
  init(json: JSONValue) {
    let id = json["id"]?.stringValue ?? ""
    switch json["type"]?.stringValue {
    case "text" where json["text"]?.stringValue != nil:
      var segment = Transcript.TextSegment(id: id, content: json["text"]?.stringValue ?? "")
      segment.unknownKeys = Transcript.Entry.rest(of: json, without: ["id", "type", "text"])
      self = .text(segment)
    case "structure" where json["structure"]?["content"] != nil:
      var segment = Transcript.StructuredSegment(
        id: id, schemaName: json["structure"]?["source"]?.stringValue ?? "",
        content: GeneratedContent(json: json["structure"]?["content"] ?? .null))
      segment.unknownKeys = Transcript.Entry.rest(of: json, without: ["id", "type", "structure"])
      segment.unknownBodyKeys = Transcript.Entry.rest(of: json["structure"], without: ["source", "content"])
      self = .structure(segment)
    case "image" where json["image"]?.stringValue != nil:
      var segment = Transcript.AttachmentSegment(id: id, dataURL: json["image"]?.stringValue ?? "")
      segment.unknownKeys = Transcript.Entry.rest(of: json, without: ["id", "type", "image"])
      self = .attachment(segment)
    case "attachment"
    where json["attachment"]?["data"]?.stringValue != nil && json["attachment"]?["type"] ?? "image" == "image":
      var segment = Transcript.AttachmentSegment(
        id: id, dataURL: json["attachment"]?["data"]?.stringValue ?? "",
        label: json["attachment"]?["label"]?.stringValue)
      segment.isLabelled = true
      segment.unknownKeys = Transcript.Entry.rest(of: json, without: ["id", "type", "attachment"])
      segment.unknownBodyKeys = Transcript.Entry.rest(
        of: json["attachment"], without: ["type", "label", "data"])
      self = .attachment(segment)
    default:
      self = .unknown(json)
    }
  }
}

extension Transcript.ToolDefinition {
  init(json: JSONValue) {
    // Hand-made files leave out the inner object.
    let function = json["function"] ?? json
    self.init(
      name: function["name"]?.stringValue ?? "", description: function["description"]?.stringValue ?? "",
      parameters: GenerationSchema(json: function["parameters"] ?? .object([])))
    unknownBodyKeys = Transcript.Entry.rest(of: function, without: ["name", "description", "parameters"])
    if json["function"] == nil {
      unknownBodyKeys.removeAll { $0.key == "type" }
    } else {
      unknownKeys = Transcript.Entry.rest(of: json, without: ["function", "type"])
    }
  }
}

extension Transcript.ToolCall {
  init(json: JSONValue) {
    let arguments = json["arguments"]
    self.init(
      id: json["id"]?.stringValue ?? "", toolName: json["name"]?.stringValue ?? "",
      argumentsText: arguments?.stringValue ?? arguments.map { GeneratedContent(json: $0).jsonString } ?? "")
    argumentsAsValue = arguments != nil && arguments?.stringValue == nil
    metadata = json["metadata"]
    unknownKeys = Transcript.Entry.rest(of: json, without: ["id", "name", "arguments", "metadata"])
  }
}
