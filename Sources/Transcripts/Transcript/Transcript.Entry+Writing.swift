extension Transcript.Entry {
  /// The entry in the public JSON form, by the rules for writers of version 1.1: ids everywhere, `options` and `contextOptions` on every
  /// prompt.
  public var json: JSONValue {
    var members: [JSONValue.Member] = []
    switch self {
    case .instructions(let entry):
      members = [.init("role", "instructions"), .init("contents", Self.array(entry.segments))]
      if !entry.toolDefinitions.isEmpty {
        members.append(.init("tools", .array(entry.toolDefinitions.map(\.json))))
      }
      members += entry.unknownKeys
    case .prompt(let entry):
      members = [
        .init("role", "user"), .init("contents", Self.array(entry.segments)),
        .init("options", entry.options.json),
        .init("contextOptions", entry.contextOptions.json),
      ]
      if let metadata = entry.metadata { members.append(.init("metadata", metadata)) }
      if let format = entry.responseFormat { members.append(.init("responseFormat", format.json)) }
      members += entry.unknownKeys
    case .toolCalls(let entry):
      members =
        [.init("role", "response"), .init("toolCalls", .array(entry.calls.map(\.json)))] + entry.unknownKeys
    case .toolOutput(let entry):
      members = [
        .init("role", "tool"), .init("toolCallID", .string(entry.callID)),
        .init("toolName", .string(entry.toolName)),
        .init("contents", Self.array(entry.segments)),
      ]
      members += entry.unknownKeys
    case .response(let entry):
      members = [.init("role", "response"), .init("contents", Self.array(entry.segments))]
      if let assets = entry.assetIDs { members.append(.init("assets", .array(assets.map(JSONValue.string)))) }
      if let metadata = entry.metadata { members.append(.init("metadata", metadata)) }
      members += entry.unknownKeys
    case .reasoning(let entry):
      var body: [JSONValue.Member] = [.init("contents", Self.array(entry.segments))]
      if let signature = entry.signature { body.append(.init("signature", .string(signature))) }
      members = [.init("role", "reasoning"), .init("reasoning", .object(body + entry.unknownBodyKeys))]
      if let metadata = entry.metadata { members.append(.init("metadata", metadata)) }
      members += entry.unknownKeys
    case .unknown(let entry):
      return entry.json
    }
    members.insert(.init("id", .string(id)), at: 1)
    return .object(members)
  }

  private static func array(_ segments: [Transcript.Segment]) -> JSONValue { .array(segments.map(\.json)) }
}

extension Transcript.Segment {
  var json: JSONValue {
    switch self {
    case .text(let segment):
      let members: [JSONValue.Member] = [
        .init("type", "text"), .init("id", .string(segment.id)), .init("text", .string(segment.content)),
      ]
      return .object(members + segment.unknownKeys)
    case .structure(let segment):
      let body: [JSONValue.Member] = [
        .init("source", .string(segment.schemaName)), .init("content", segment.content.json),
      ]
      let members: [JSONValue.Member] = [
        .init("type", "structure"), .init("id", .string(segment.id)),
        .init("structure", .object(body + segment.unknownBodyKeys)),
      ]
      return .object(members + segment.unknownKeys)
    case .attachment(let segment):
      var members: [JSONValue.Member] = [.init("id", .string(segment.id))]
      if segment.isLabelled {
        var body: [JSONValue.Member] = [.init("type", "image"), .init("data", .string(segment.dataURL))]
        if let label = segment.label { body.append(.init("label", .string(label))) }
        members += [
          .init("type", "attachment"), .init("attachment", .object(body + segment.unknownBodyKeys)),
        ]
      } else {
        members += [.init("type", "image"), .init("image", .string(segment.dataURL))]
      }
      return .object(members + segment.unknownKeys)
    case .unknown(let json):
      return json
    }
  }
}

extension Transcript.ToolDefinition {
  public var json: JSONValue {
    let function: [JSONValue.Member] = [
      .init("name", .string(name)), .init("description", .string(description)),
      .init("parameters", parameters.json),
    ]
    return .object(
      [.init("type", "function"), .init("function", .object(function + unknownBodyKeys))] + unknownKeys)
  }
}

extension Transcript.ToolCall {
  var json: JSONValue {
    let value: JSONValue = argumentsAsValue ? (arguments?.json ?? .null) : .string(argumentsText)
    var members: [JSONValue.Member] = [
      .init("id", .string(id)), .init("name", .string(toolName)), .init("arguments", value),
    ]
    if let metadata { members.append(.init("metadata", metadata)) }
    return .object(members + unknownKeys)
  }
}
