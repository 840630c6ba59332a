/// What becomes of the transcript when a request fails or is cancelled (R5; API §1).
public struct TranscriptErrorHandlingPolicy: Sendable {
  enum Kind: String, Sendable {
    case revert = "revertTranscript"
    case preserve = "preserveTranscript"
  }

  let kind: Kind

  /// The transcript is again what it was just before the request. What a session does when nobody says otherwise.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(kind: .revert)

  /// The transcript stays as it is. An entry that was not finished is kept too, and has `partial: true` in its metadata (a batch of tool
  /// calls in that of its last call).
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(kind: .preserve)
}
