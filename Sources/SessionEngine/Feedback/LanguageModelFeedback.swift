/// What a person thinks of an answer (R12; API §12). See `LanguageModelSession.logFeedbackAttachment`.
public struct LanguageModelFeedback {
  /// Liked it or not.
  public enum Sentiment: Sendable, CaseIterable {
    case positive
    case negative
    case neutral
  }

  /// One thing that is wrong with an answer.
  public struct Issue: Sendable {
    let category: Category
    let explanation: String?

    /// - Parameter explanation: In the person's words.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }

    /// What kind of thing.
    public enum Category: Sendable, CaseIterable {
      case unhelpful
      case tooVerbose
      case didNotFollowInstructions
      case incorrect
      case stereotypeOrBias
      case suggestiveOrSexual
      case vulgarOrOffensive
      case triggeredGuardrailUnexpectedly
    }
  }
}
