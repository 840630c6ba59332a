/// A model's way to say which image it means: by the label the image was given (API §7).
public struct ImageReference: Sendable, Equatable {
  public let attachmentLabel: String

  /// The image with this label; of several the latest. Nil where no entry has one.
  public func resolved(in transcript: some Sequence<Transcript.Entry>) -> Transcript.ImageAttachment? {
    var found: Transcript.ImageAttachment?
    for entry in transcript {
      for case .attachment(let segment) in entry.segments where segment.label == attachmentLabel {
        switch segment.content {
        case .image(let image): found = image
        }
      }
    }
    return found
  }
}

// What the macro would write, by hand: this room has no macros.
extension ImageReference: Generable {
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: ImageReference.self,
      properties: [GenerationSchema.Property(name: "attachmentLabel", type: String.self)])
  }

  public init(_ content: GeneratedContent) throws {
    attachmentLabel = try content.value(forProperty: "attachmentLabel")
  }

  public var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["attachmentLabel": attachmentLabel])
  }

  /// The reference while it is being generated.
  public struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent, Equatable {
    public var id: GenerationID
    public var attachmentLabel: String.PartiallyGenerated?

    public init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      attachmentLabel = try content.value(forProperty: "attachmentLabel")
    }
  }
}
