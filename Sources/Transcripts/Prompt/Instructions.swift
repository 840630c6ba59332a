/// What an app tells a model about its task: text, and images between it (API §7).
public struct Instructions: Sendable {
  let pieces: [ContextPiece]

  init(text: String) { pieces = [.text(text)] }

  init(attachment: Transcript.Attachment, label: String?) {
    pieces = [.attachment(attachment, label: label)]
  }

  /// One after the other.
  init(joining parts: [Instructions]) { pieces = parts.flatMap(\.pieces) }

  public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }

  /// One after the other.
  @usableFromInline
  init<each Part>(_ components: repeat each Part) where repeat each Part: InstructionsRepresentable {
    var parts: [Instructions] = []
    for component in repeat each components { parts.append(component.instructionsRepresentation) }
    self.init(joining: parts)
  }

  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }

  /// What a model is given: text, joined by newlines, and images where they stand. (Stemma's addition.)
  ///
  /// The ids of the segments are empty: whoever makes an entry of them gives them theirs.
  public var segments: [Transcript.Segment] { ContextPiece.segments(pieces) }
}

extension Instructions: InstructionsRepresentable {
  public var instructionsRepresentation: Instructions { return self }
}

/// What can stand in instructions: texts, values that a model could generate, images, other instructions (API §7).
public protocol InstructionsRepresentable {
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}
