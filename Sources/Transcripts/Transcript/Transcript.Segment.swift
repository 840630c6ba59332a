extension Transcript {
  /// One piece of an entry's content.
  public enum Segment: Sendable, Identifiable, Equatable {
    case text(TextSegment)
    case structure(StructuredSegment)
    case attachment(AttachmentSegment)
    /// A segment of a type that this version of the format does not know: kept as it was read.
    case unknown(JSONValue)

    public var id: String {
      switch self {
      case .text(let segment): segment.id
      case .structure(let segment): segment.id
      case .attachment(let segment): segment.id
      case .unknown(let json): json["id"]?.stringValue ?? ""
      }
    }
  }

  public struct TextSegment: Sendable, Identifiable, Equatable {
    public var id: String
    public var content: String
    public var unknownKeys: [JSONValue.Member] = []

    public init(id: String, content: String) {
      self.id = id
      self.content = content
    }
  }

  /// Content that follows a schema.
  public struct StructuredSegment: Sendable, Identifiable, Equatable {
    public var id: String
    /// The name of the type that was generated (the JSON key is `source`).
    public var schemaName: String
    public var content: GeneratedContent
    public var unknownKeys: [JSONValue.Member] = []
    /// The same for the inner object, `structure`.
    public var unknownBodyKeys: [JSONValue.Member] = []

    public init(id: String, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }
  }

  /// An image in a prompt (version 1.1), with or without a label.
  public struct AttachmentSegment: Sendable, Identifiable, Equatable {
    public var id: String
    public var label: String?
    /// The image as the data URL it was written as.
    public var dataURL: String
    /// True for the `attachment` spelling of a segment, false for the bare `image`.
    public var isLabelled: Bool
    public var unknownKeys: [JSONValue.Member] = []
    /// The same for the inner object, `attachment`.
    public var unknownBodyKeys: [JSONValue.Member] = []

    public init(id: String, dataURL: String, label: String? = nil) {
      self.id = id
      self.dataURL = dataURL
      self.label = label
      isLabelled = label != nil
    }

    /// What the image is, read from its first bytes.
    public var image: ImageFacts { ImageFacts(dataURL: dataURL) }
  }
}
