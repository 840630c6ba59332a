import Transcripts

extension LanguageModelExecutorGenerationChannel {
  /// What happened to a response entry.
  public struct Response: Sendable {
    /// The entry it belongs to; nil for the last of its kind, or a new one.
    public var entryID: String?
    /// What happened.
    public var action: Action

    /// Made by the functions below; the session reads it.
    public struct Action: Sendable {
      enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceText(TextSegmentReplacement)
        case addAttachment(Transcript.AttachmentSegment)
        case removeAttachment(id: String)
        case metadata(Metadata)
        case usage(Usage)
      }

      let kind: Kind

      /// Text added at the end. `tokenCount`: tokens that the model decoded for it.
      public static func appendText(_ text: String, segmentID: String? = nil, tokenCount: Int) -> Action {
        Action(
          kind: .appendText(TextFragment(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// Text in place of all that a segment holds.
      public static func replaceTextSegment(_ text: String, segmentID: String? = nil, tokenCount: Int)
        -> Action
      {
        Action(
          kind: .replaceText(
            TextSegmentReplacement(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// An image, after what is there.
      public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Action {
        Action(kind: .addAttachment(segment))
      }

      /// The image with this id goes.
      public static func removeAttachmentSegment(id: String) -> Action {
        Action(kind: .removeAttachment(id: id))
      }

      /// Metadata of a response, in place of what it had.
      public static func updateMetadata(_ values: [String: any ConvertibleToGeneratedContent]) -> Action {
        Action(kind: .metadata(Metadata(values)))
      }

      /// Tokens of the inference so far, in place of what was told before.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .usage(Usage(input: input, output: output, metadata: metadata)))
      }
    }
  }
}
