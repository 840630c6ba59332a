/// What a prompt or instructions are built of: lines of text, and images between them.
enum ContextPiece: Sendable {
  case text(String)
  case attachment(Transcript.Attachment, label: String?)

  /// Neighbouring texts become one segment, joined by newlines (U2); an image stands alone. Ids are left empty.
  static func segments(_ pieces: [ContextPiece]) -> [Transcript.Segment] {
    var segments: [Transcript.Segment] = []
    var lines: [String] = []
    func finish() {
      guard !lines.isEmpty else { return }
      segments.append(.text(Transcript.TextSegment(id: "", content: lines.joined(separator: "\n"))))
      lines = []
    }
    for piece in pieces {
      switch piece {
      case .text(let text): lines.append(text)
      case .attachment(let attachment, let label):
        finish()
        segments.append(
          .attachment(Transcript.AttachmentSegment(id: "", content: attachment, label: label)))
      }
    }
    finish()
    return segments
  }
}
