import FoundationEssentials

extension Transcript.Entry {
  /// The entry in the public JSON form, by the rules for writers of version 1.1: ids everywhere, `options` and `contextOptions` on every
  /// prompt. What was read and not changed is written as it was. (Stemma's addition.)
  public var json: JSONValue {
    var writing: ObjectWriting
    switch self {
    case .instructions(let entry):
      writing = ObjectWriting(role: "instructions", id: entry.id, entry.kept)
      writing.put(entry.segments)
      writing.put(
        "tools", entry.toolDefinitions.isEmpty ? nil : .array(entry.toolDefinitions.map(\.json)))
    case .prompt(let entry):
      writing = ObjectWriting(role: "user", id: entry.id, entry.kept)
      writing.put(entry.segments)
      writing.put("options", entry.options.json, unless: entry.options == GenerationOptions())
      writing.put(
        "contextOptions", entry.contextOptions.json, unless: entry.contextOptions == ContextOptions())
      writing.put(entry.metadata, entry.metadataSpelling)
      writing.put("responseFormat", entry.responseFormat?.json)
    case .toolCalls(let entry):
      writing = ObjectWriting(role: "response", id: entry.id, entry.kept)
      writing.put("toolCalls", .array(entry.calls.map(\.json)), unless: entry.calls.isEmpty)
    case .toolOutput(let entry):
      writing = ObjectWriting(role: "tool", id: entry.id, entry.kept)
      writing.put("toolCallID", .string(entry.callID), unless: entry.callID == entry.id)
      writing.put("toolName", .string(entry.toolName), unless: entry.toolName.isEmpty)
      writing.put(entry.segments)
    case .response(let entry):
      writing = ObjectWriting(role: "response", id: entry.id, entry.kept)
      writing.put(entry.segments)
      writing.put("assets", entry.writtenAssets)
      writing.put(entry.metadata, entry.metadataSpelling)
    case .reasoning(let entry):
      writing = ObjectWriting(role: "reasoning", id: entry.id, entry.kept)
      writing.put("reasoning", entry.inside, unless: entry.isEmpty)
      writing.put(entry.metadata, entry.metadataSpelling)
    case .unknown(let entry):
      return entry.json
    }
    return writing.json
  }
}

extension ObjectWriting {
  fileprivate init(role: String, id: String, _ kept: KeptKeys) {
    self.init(kept)
    expect("role", .string(role))
    put("id", .string(id), unless: id.isEmpty)
  }

  fileprivate init(type: JSONValue, id: String, _ kept: KeptKeys) {
    self.init(kept)
    put("type", type)
    put("id", .string(id), unless: id.isEmpty)
  }

  fileprivate mutating func put(_ segments: [Transcript.Segment]) {
    put("contents", .array(segments.map(\.json)), unless: segments == (kept("contents")?.asSegments ?? []))
  }

  fileprivate mutating func put(_ metadata: [String: GeneratedContent], _ spelling: Spelling<JSONValue>) {
    let members = metadata.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { JSONValue.Member($0.key, $0.value.json) }
    put("metadata", spelling.value ?? (members.isEmpty ? nil : .object(members)))
  }
}

extension Transcript.Response {
  fileprivate var writtenAssets: JSONValue? {
    guard !assetIDs.isEmpty else { return nil }
    let assets = JSONValue.array(assetIDs.map(JSONValue.string))
    return hasAssetsInMetadataOnly.value == true && assets == metadata[Self.assetsKey]?.json ? nil : assets
  }
}

extension Transcript.Reasoning {
  fileprivate var isEmpty: Bool { segments.isEmpty && signature == nil && keptInside.members.isEmpty }

  fileprivate var inside: JSONValue {
    var writing = ObjectWriting(keptInside)
    writing.put(segments)
    let signature = signatureSpelling.value ?? signature?.base64EncodedString()
    writing.put("signature", signature.map(JSONValue.string))
    return writing.json
  }
}

extension Transcript.Segment {
  var json: JSONValue {
    var writing: ObjectWriting
    switch self {
    case .text(let segment):
      writing = ObjectWriting(type: "text", id: segment.id, segment.kept)
      writing.put("text", .string(segment.content))
    case .structure(let segment):
      writing = ObjectWriting(type: "structure", id: segment.id, segment.kept)
      var inside = ObjectWriting(segment.keptInside)
      inside.put("source", .string(segment.schemaName), unless: segment.schemaName.isEmpty)
      inside.put("content", segment.content.json)
      writing.put("structure", inside.json)
    case .attachment(let segment) where !segment.isSpelledOut:
      writing = ObjectWriting(type: "image", id: segment.id, segment.kept)
      writing.put("image", .string(segment.dataURL))
    case .attachment(let segment):
      writing = ObjectWriting(type: "attachment", id: segment.id, segment.kept)
      var inside = ObjectWriting(segment.keptInside)
      inside.expect("type", "image")
      inside.put("data", .string(segment.dataURL))
      inside.put("label", segment.label.map(JSONValue.string))
      writing.put("attachment", inside.json)
    case .unknown(let json):
      return json
    }
    return writing.json
  }
}

extension Transcript.ToolDefinition {
  /// The definition as it stands in an instructions entry. (Stemma's addition.)
  public var json: JSONValue {
    let isFlat = isFlat.value == true
    var inside = ObjectWriting(keptInside)
    if isFlat { inside.expect("type", "function") }
    inside.put("name", .string(name), unless: name.isEmpty)
    inside.put("description", .string(description), unless: description.isEmpty)
    inside.put("parameters", parameters.json, unless: parameters.json == .object([]))
    guard !isFlat else { return inside.json }
    var writing = ObjectWriting(kept)
    writing.expect("type", "function")
    writing.put("function", inside.json)
    return writing.json
  }
}

extension Transcript.ToolCall {
  var json: JSONValue {
    var writing = ObjectWriting(kept)
    writing.put("id", .string(id), unless: id.isEmpty)
    writing.put("name", .string(toolName), unless: toolName.isEmpty)
    writing.put(
      "arguments", hasArgumentsAsValue ? arguments.json : .string(argumentsText),
      unless: !hasArgumentsAsValue && argumentsText.isEmpty)
    writing.put(metadata, metadataSpelling)
    return writing.json
  }
}
