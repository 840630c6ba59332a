import FoundationEssentials

// Reads the public JSON form, leniently: what is missing becomes empty, what is unknown or of a wrong type is kept.

extension Transcript.Entry {
  /// Reads one entry of the public JSON form. (Stemma's addition.)
  public init(json: JSONValue) {
    var reading = ObjectReading(json)
    let id = reading.need("id", \.stringValue) ?? ""
    switch json["role"]?.stringValue {
    case "instructions", "system":
      reading.expect("role", "instructions")
      var entry = Transcript.Instructions(
        id: id, segments: reading.takeSegments(),
        toolDefinitions: reading.take("tools", \.someObjects)?.map(Transcript.ToolDefinition.init(json:))
          ?? []
      )
      entry.kept = reading.kept
      self = .instructions(entry)
    case "user":
      reading.expect("role", "user")
      var entry = Transcript.Prompt(
        id: id, segments: reading.takeSegments(),
        options: reading.take("options", \.anObject).map(GenerationOptions.init(json:))
          ?? GenerationOptions(),
        responseFormat: reading.take("responseFormat", \.anObject).map(
          Transcript.ResponseFormat.init(json:)),
        contextOptions: reading.take("contextOptions", \.anObject).map(ContextOptions.init(json:))
          ?? ContextOptions())
      (entry.metadata, entry.metadataSpelling) = reading.takeMetadata()
      entry.kept = reading.kept
      self = .prompt(entry)
    case "response", "assistant":
      reading.expect("role", "response")
      if json["toolCalls"]?.arrayValue != nil {
        let calls = reading.take("toolCalls", \.objects) ?? []
        var entry = Transcript.ToolCalls(id: id, calls.map(Transcript.ToolCall.init(json:)))
        entry.kept = reading.kept
        self = .toolCalls(entry)
      } else {
        self = .response(Transcript.Response(id: id, &reading))
      }
    case "tool":
      reading.expect("role", "tool")
      var entry = Transcript.ToolOutput(
        id: id, toolName: reading.need("toolName", \.stringValue) ?? "", segments: reading.takeSegments())
      entry.callID = reading.need("toolCallID", \.stringValue) ?? id
      entry.kept = reading.kept
      self = .toolOutput(entry)
    case "reasoning":
      reading.expect("role", "reasoning")
      self = .reasoning(Transcript.Reasoning(id: id, &reading))
    default:
      self = .unknown(Transcript.UnknownEntry(json: json))
    }
  }
}

extension ObjectReading {
  fileprivate mutating func takeSegments() -> [Transcript.Segment] {
    if let segments = need("contents", \.arrayValue) { return segments.map(Transcript.Segment.init(json:)) }
    return kept["contents"]?.asSegments ?? []
  }

  fileprivate mutating func takeMetadata() -> ([String: GeneratedContent], Spelling<JSONValue>) {
    guard let json = take("metadata", \.anObject) else { return ([:], Spelling()) }
    let members = (json.objectValue ?? []).map { ($0.key, GeneratedContent(json: $0.value)) }
    return (Dictionary(members) { _, last in last }, Spelling(value: json))
  }
}

extension JSONValue {
  /// Hand-made files write a text in place of the segments.
  var asSegments: [Transcript.Segment] {
    stringValue.map { [.text(Transcript.TextSegment(id: "", content: $0))] } ?? []
  }

  /// The value itself, if it is an object.
  fileprivate var anObject: JSONValue? { objectValue == nil ? nil : self }

  /// The elements of an array of nothing but objects.
  fileprivate var objects: [JSONValue]? {
    guard let elements = arrayValue, elements.allSatisfy({ $0.objectValue != nil }) else { return nil }
    return elements
  }

  /// The same where there are any: an empty array is kept, for it is not written.
  fileprivate var someObjects: [JSONValue]? { objects.flatMap { $0.isEmpty ? nil : $0 } }

  /// The texts of an array of nothing but texts.
  fileprivate var texts: [String]? {
    guard let elements = arrayValue else { return nil }
    let texts = elements.compactMap(\.stringValue)
    return texts.count == elements.count ? texts : nil
  }
}

extension Transcript.Response {
  fileprivate init(id: String, _ reading: inout ObjectReading) {
    self.init(id: id, metadata: [:], segments: reading.takeSegments())
    (metadata, metadataSpelling) = reading.takeMetadata()
    // An empty list says no more than none, but it was there: it stays among the kept keys.
    if let assets = reading.take("assets", { json in json.texts.flatMap { $0.isEmpty ? nil : $0 } }) {
      assetIDs = assets
    } else if reading.kept["assets"] == nil, let assets = metadata[Self.assetsKey]?.json.texts {
      assetIDs = assets
      hasAssetsInMetadataOnly.value = true
    }
    kept = reading.kept
  }
}

extension Transcript.Reasoning {
  fileprivate init(id: String, _ reading: inout ObjectReading) {
    var inside = ObjectReading(reading.need("reasoning", \.anObject))
    self.init(id: id, segments: inside.takeSegments())
    (metadata, metadataSpelling) = reading.takeMetadata()
    if let text = inside.take("signature", { Self.bytes($0) == nil ? nil : $0.stringValue }) {
      signature = Self.bytes(.string(text))
      signatureSpelling.value = text
    }
    kept = reading.kept
    keptInside = inside.kept
  }

  private static func bytes(_ json: JSONValue) -> Data? {
    json.stringValue.flatMap { Data(base64Encoded: $0) }
  }
}

extension Transcript.Segment {
  init(json: JSONValue) {
    var reading = ObjectReading(json)
    _ = reading.take("type", \.stringValue)
    let id = reading.need("id", \.stringValue) ?? ""
    switch json["type"]?.stringValue {
    case "text":
      guard let text = reading.take("text", \.stringValue) else { break }
      var segment = Transcript.TextSegment(id: id, content: text)
      segment.kept = reading.kept
      self = .text(segment)
      return
    case "structure":
      guard let body = reading.take("structure", \.anObject) else { break }
      var inside = ObjectReading(body)
      guard let content = inside.take("content", { $0 }) else { break }
      var segment = Transcript.StructuredSegment(
        id: id, schemaName: inside.need("source", \.stringValue) ?? "",
        content: GeneratedContent(json: content))
      segment.kept = reading.kept
      segment.keptInside = inside.kept
      self = .structure(segment)
      return
    case "image":
      guard let url = reading.take("image", \.stringValue) else { break }
      var segment = Transcript.AttachmentSegment(id: id, dataURL: url)
      segment.kept = reading.kept
      self = .attachment(segment)
      return
    case "attachment":
      guard let body = reading.take("attachment", \.anObject), body["type"] ?? "image" == "image" else {
        break
      }
      var inside = ObjectReading(body)
      guard let url = inside.take("data", \.stringValue) else { break }
      inside.expect("type", "image")
      var segment = Transcript.AttachmentSegment(
        id: id, dataURL: url, label: inside.take("label", \.stringValue))
      segment.wasSpelledOut.value = true
      segment.kept = reading.kept
      segment.keptInside = inside.kept
      self = .attachment(segment)
      return
    default: break
    }
    self = .unknown(json)
  }
}

extension Transcript.ToolDefinition {
  init(json: JSONValue) {
    var outside = ObjectReading(json)
    outside.expect("type", "function")
    // Hand-made files leave out the inner object.
    let function = outside.take("function", \.anObject)
    var inside = function.map(ObjectReading.init) ?? outside
    self.init(
      name: inside.need("name", \.stringValue) ?? "",
      description: inside.need("description", \.stringValue) ?? "",
      parameters: GenerationSchema(json: inside.need("parameters", { $0 }) ?? .object([])))
    isFlat.value = function == nil
    keptInside = inside.kept
    if function != nil { kept = outside.kept }
  }
}

extension Transcript.ToolCall {
  init(json: JSONValue) {
    var reading = ObjectReading(json)
    let id = reading.need("id", \.stringValue) ?? ""
    let name = reading.need("name", \.stringValue) ?? ""
    let arguments = reading.need("arguments") { $0 }
    if let arguments, arguments.stringValue == nil {
      self.init(id: id, toolName: name, argumentsValue: arguments)
    } else {
      self.init(id: id, toolName: name, argumentsText: arguments?.stringValue ?? "")
    }
    (metadata, metadataSpelling) = reading.takeMetadata()
    kept = reading.kept
  }
}
