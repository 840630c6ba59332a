import FoundationEssentials

extension Transcript {
  /// One piece of an entry's content (API §6).
  public enum Segment: Sendable, Identifiable, Equatable {
    case text(TextSegment)
    case structure(StructuredSegment)
    case attachment(AttachmentSegment)
    /// A segment of a type that this version of the format does not know: kept as it was read (T2). The framework has no such case.
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

  /// Text (API §6).
  public struct TextSegment: Sendable, Identifiable, Equatable {
    public var id: String
    public var content: String
    var kept = KeptKeys()

    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  /// Content that follows a schema (API §6).
  public struct StructuredSegment: Sendable, Identifiable, Equatable {
    public var id: String
    /// The name of the type that was generated (the JSON key is `source`).
    public var schemaName: String
    public var content: GeneratedContent
    var kept = KeptKeys()
    /// The same for the inner object, `structure`.
    var keptInside = KeptKeys()

    public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }

    @available(*, deprecated, renamed: "init(id:schemaName:content:)")
    public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
      self.init(id: id, schemaName: source, content: content)
    }

    @available(*, deprecated, renamed: "schemaName")
    public var source: String {
      get { schemaName }
      set { schemaName = newValue }
    }
  }

  /// An image in a prompt (version 1.1), with or without a label (API §6).
  public struct AttachmentSegment: Sendable, Identifiable, Equatable {
    public var id: String
    public var content: Attachment
    /// The name by which a model may refer to it.
    public var label: String?
    /// True for a file that used the `attachment` spelling.
    var wasSpelledOut = Spelling<Bool>()
    var kept = KeptKeys()
    /// The same for the inner object, `attachment`.
    var keptInside = KeptKeys()

    public init(id: String = UUID().uuidString, content: Attachment, label: String? = nil) {
      self.id = id
      self.content = content
      self.label = label
    }

    /// An image as a data URL. (Stemma's addition.)
    public init(id: String = UUID().uuidString, dataURL: String, label: String? = nil) {
      self.init(id: id, content: .image(ImageAttachment(dataURL: dataURL)), label: label)
    }

    /// True for the `attachment` spelling, which has room for a label, false for the bare `image`.
    var isSpelledOut: Bool { label != nil || wasSpelledOut.value == true }

    /// The image as the data URL it was written as. (Stemma's addition.)
    public var dataURL: String {
      switch content {
      case .image(let image): image.dataURL
      }
    }

    /// What the image is, read from its first bytes. (Stemma's addition.)
    public var image: ImageFacts { ImageFacts(dataURL: dataURL) }
  }
}
