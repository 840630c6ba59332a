import FoundationEssentials
import Transcripts

extension LanguageModelSession {
  /// Describes an answer and what is thought of it, to be attached to a report (R12).
  ///
  /// - Parameters:
  ///   - sentiment: Whether the person liked it.
  ///   - issues: What is wrong with it.
  ///   - desiredOutput: The entry that would have been right.
  /// - Returns: One JSON object: `sentiment`, `issues`, `desiredOutput` (the last two as far as given), and the session's whole
  ///   transcript as `transcript`, in its public envelope. The same session and the same arguments give the same bytes.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredOutput: Transcript.Entry? = nil
  ) -> Data {
    var members: [JSONValue.Member] = []
    if let sentiment { members.append(JSONValue.Member("sentiment", .string("\(sentiment)"))) }
    if !issues.isEmpty {
      members.append(
        JSONValue.Member(
          "issues",
          .array(
            issues.map { issue in
              var issueMembers = [JSONValue.Member("category", .string("\(issue.category)"))]
              if let explanation = issue.explanation {
                issueMembers.append(JSONValue.Member("explanation", .string(explanation)))
              }
              return .object(issueMembers)
            })))
    }
    if let desiredOutput { members.append(JSONValue.Member("desiredOutput", desiredOutput.json)) }
    members.append(JSONValue.Member("transcript", transcript.envelope))
    return Data(JSONValue.object(members).text().utf8)
  }

  /// The same, with the text that would have been the right answer.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    let desired = desiredResponseText.map { text in
      desiredResponse(.text(Transcript.TextSegment(id: configuration.makeID(), content: text)))
    }
    return logFeedbackAttachment(sentiment: sentiment, issues: issues, desiredOutput: desired)
  }

  /// The same, with the structured content that would have been the right answer.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseContent: (any ConvertibleToGeneratedContent)?
  ) -> Data {
    let desired = desiredResponseContent.map { content in
      desiredResponse(
        .structure(
          Transcript.StructuredSegment(
            id: configuration.makeID(), schemaName: String(describing: type(of: content)),
            content: content.generatedContent)))
    }
    return logFeedbackAttachment(sentiment: sentiment, issues: issues, desiredOutput: desired)
  }

  private func desiredResponse(_ segment: Transcript.Segment) -> Transcript.Entry {
    .response(Transcript.Response(id: configuration.makeID(), segments: [segment]))
  }
}
