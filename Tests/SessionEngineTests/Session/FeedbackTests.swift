import FoundationEssentials
import SessionEngine
import Testing
import Transcripts

@Suite("Feedback")
struct FeedbackTests {
  private func session() async throws -> LanguageModelSession {
    let session = SessionConfiguration.$current.withValue(fixedConfiguration()) {
      LanguageModelSession(model: ProbeLanguageModel([.text("No.")]), instructions: "Be brief.")
    }
    _ = try await session.respond(to: "Well?")
    return session
  }

  @Test(
    "R12: the attachment is one JSON object with sentiment, issues, desired output and the transcript's envelope"
  )
  func whole() async throws {
    let session = try await session()
    let data = session.logFeedbackAttachment(
      sentiment: .negative,
      issues: [
        LanguageModelFeedback.Issue(category: .tooVerbose, explanation: "\"No\" is enough"),
        LanguageModelFeedback.Issue(category: .incorrect),
      ], desiredResponseText: "Yes.")
    let json = try JSONValue(parsing: data)
    #expect(json["sentiment"] == "negative")
    #expect(
      json["issues"] == [
        ["category": "tooVerbose", "explanation": "\"No\" is enough"], ["category": "incorrect"],
      ])
    #expect(json["desiredOutput"]?["role"] == "response")
    #expect(json["desiredOutput"]?["contents"]?.arrayValue?.first?["text"] == "Yes.")
    #expect(json["transcript"] == session.transcript.envelope)
    #expect(json["transcript"]?["type"] == "FoundationModels.Transcript")
  }

  @Test("R12: what is not given is not there")
  func least() async throws {
    let session = try await session()
    let json = try JSONValue(parsing: session.logFeedbackAttachment(sentiment: nil))
    #expect(json.objectValue?.map(\.key) == ["transcript"])
  }

  @Test("R12: the desired output may be an entry, a text or content")
  func desired() async throws {
    let session = try await session()
    let entry = Transcript.Entry.response(Transcript.Response(id: "e", segments: []))
    let asEntry = try JSONValue(
      parsing: session.logFeedbackAttachment(sentiment: .positive, desiredOutput: entry))
    #expect(asEntry["desiredOutput"]?["id"] == "e")
    let asContent = try JSONValue(
      parsing: session.logFeedbackAttachment(
        sentiment: .neutral, desiredResponseContent: GeneratedContent(properties: ["a": 1])))
    let segment = asContent["desiredOutput"]?["contents"]?.arrayValue?.first
    #expect(segment?["structure"]?["content"] == ["a": 1])
  }
}
