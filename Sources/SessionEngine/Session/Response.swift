import Transcripts

extension LanguageModelSession {
  /// An answer (R1; API §1).
  public struct Response<Content> where Content: Generable {
    /// What was asked for, made from the text of the last inference only: what a model said before it called tools is in the transcript.
    public let content: Content
    /// The same before it became `Content`: a string, or the JSON that follows the schema.
    public let rawContent: GeneratedContent
    /// What the request added to the transcript after its prompt.
    public let transcriptEntries: ArraySlice<Transcript.Entry>
    /// Tokens of all the request's inferences.
    public let usage: Usage

    init(outcome: RequestOutcome, content: Content) {
      self.content = content
      rawContent = outcome.content
      transcriptEntries = outcome.entries
      usage = outcome.usage
    }

    init(outcome: RequestOutcome) throws {
      self.init(outcome: outcome, content: try Content(outcome.content))
    }
  }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension LanguageModelSession.Response where Content == String {
  /// Plain text that took no inference.
  init(text: String) { self.init(outcome: RequestOutcome(text: text), content: text) }
}
