import FoundationEssentials

/// Something other than text in a prompt or in instructions: an image (API §7).
///
/// The initialisers that take `CGImage`, `CIImage` and `CVPixelBuffer` are bound to another platform and left out.
public struct Attachment<Content> {
  private let content: Transcript.Attachment
  private var name: String?

  /// The attachment under a name by which the model can refer to it (`ImageReference`).
  public func label(_ label: String) -> Attachment<Content> {
    var copy = self
    copy.name = label
    return copy
  }
}

extension Attachment: Sendable where Content: Sendable {}

extension Attachment: PromptRepresentable, InstructionsRepresentable {
  public var promptRepresentation: Prompt { return Prompt(attachment: content, label: name) }

  public var instructionsRepresentation: Instructions {
    return Instructions(attachment: content, label: name)
  }
}

extension Attachment where Content == ImageAttachmentContent {
  /// The image that a file holds. It is read now; one that can't be read stays an address.
  public init(imageURL: URL) { self.init(Transcript.ImageAttachment(imageURL: imageURL)) }

  /// An image that is in memory. (Stemma's addition.)
  public init(_ image: Transcript.ImageAttachment) { content = .image(image) }
}

/// Says of an `Attachment` that it is an image (API §7).
public struct ImageAttachmentContent: Sendable, Equatable {}
