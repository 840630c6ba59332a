import FoundationEssentials

extension Transcript {
  /// What a person or the app asks (API §6).
  public struct Prompt: Sendable, Identifiable, Equatable {
    public var id: String
    public var segments: [Segment]
    public var options: GenerationOptions
    /// Empty for an entry of version 1, which has none; always written, since version 1.1 demands it.
    public var contextOptions: ContextOptions
    /// What the app wants to remember with the prompt; no model sees it.
    public var metadata: [String: GeneratedContent] { didSet { metadataSpelling.value = nil } }
    /// The schema that the answer must follow; nil for free text.
    public var responseFormat: ResponseFormat?
    var metadataSpelling = Spelling<JSONValue>()
    var kept = KeptKeys()

    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment], options: GenerationOptions = GenerationOptions(),
      responseFormat: ResponseFormat? = nil,
      contextOptions: ContextOptions = ContextOptions()
    ) {
      self.id = id
      self.segments = segments
      self.options = options
      self.responseFormat = responseFormat
      self.contextOptions = contextOptions
      self.metadata = metadata.mapValues(\.generatedContent)
    }

    public init(
      id: String = UUID().uuidString, segments: [Segment], options: GenerationOptions = GenerationOptions(),
      responseFormat: ResponseFormat? = nil
    ) {
      self.init(
        id: id, metadata: [:], segments: segments, options: options, responseFormat: responseFormat,
        contextOptions: ContextOptions())
    }
  }

  /// The schema that guided generation follows for one prompt (API §6).
  public struct ResponseFormat: Sendable, Equatable {
    public let kind: Kind
    private let spelling: Spelling<JSONValue>

    public enum Kind: Sendable, Equatable {
      case schema(GenerationSchema)
    }

    /// The format of a type that can be generated.
    public init<Content: Generable>(type: Content.Type) { self.init(schema: Content.generationSchema) }

    public init(schema: GenerationSchema) {
      kind = .schema(schema)
      spelling = Spelling()
    }

    /// A format as a file states it: `{"type":"jsonSchema","jsonSchema":{…}}`. (Stemma's addition.)
    public init(json: JSONValue) {
      kind = .schema(
        GenerationSchema(json: json["jsonSchema"]?["schema"] ?? json["schema"] ?? .object([])))
      spelling = Spelling(value: json)
    }

    /// The whole value as it was read, or as the format's writers spell it. (Stemma's addition.)
    public var json: JSONValue {
      if let read = spelling.value { return read }
      let schema = stated
      var body: [JSONValue.Member] = [.init("name", .string(schema.name))]
      if let description = schema.json["description"] { body.append(.init("description", description)) }
      body.append(.init("schema", schema.json))
      return ["type": "jsonSchema", "jsonSchema": .object(body)]
    }

    /// The schema; nil for a format of a file that states none. (Stemma's addition.)
    public var schema: GenerationSchema? {
      stated.json == .object([]) ? nil : stated
    }

    private var stated: GenerationSchema {
      switch kind {
      case .schema(let schema): schema
      }
    }

    /// The name a file gives it, and else its schema's.
    public var name: String {
      let read = spelling.value
      return read?["jsonSchema"]?["name"]?.stringValue ?? read?["name"]?.stringValue ?? schema?.name ?? ""
    }

    public static func == (left: ResponseFormat, right: ResponseFormat) -> Bool { left.json == right.json }
  }
}
