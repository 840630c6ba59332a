/// What a model is asked: text, and images between it (API §7).
public struct Prompt: Sendable {
  let pieces: [ContextPiece]

  init(text: String) { pieces = [.text(text)] }

  init(attachment: Transcript.Attachment, label: String?) {
    pieces = [.attachment(attachment, label: label)]
  }

  /// One after the other.
  init(joining parts: [Prompt]) { pieces = parts.flatMap(\.pieces) }

  public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }

  /// One after the other.
  @usableFromInline
  init<each Part>(_ components: repeat each Part) where repeat each Part: PromptRepresentable {
    var parts: [Prompt] = []
    for component in repeat each components { parts.append(component.promptRepresentation) }
    self.init(joining: parts)
  }

  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }

  /// What a model is given: text, joined by newlines, and images where they stand. (Stemma's addition.)
  ///
  /// The ids of the segments are empty: whoever makes an entry of them gives them theirs.
  public var segments: [Transcript.Segment] { ContextPiece.segments(pieces) }
}

extension Prompt: PromptRepresentable {
  public var promptRepresentation: Prompt { return self }
}

/// What can stand in prompts: texts, values that a model could generate, images, other prompts (API §7).
public protocol PromptRepresentable {
  @PromptBuilder var promptRepresentation: Prompt { get }
}
