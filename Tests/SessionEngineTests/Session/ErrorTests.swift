import FoundationEssentials
import SessionEngine
import Testing
import Transcripts

@Suite("Errors")
struct ErrorTests {
  @Test("R7: the nine cases of LanguageModelError carry their payloads, and each has one clear line")
  func nineCases() {
    let date = Date(timeIntervalSince1970: 0)
    let errors: [(LanguageModelError, String)] = [
      (
        .contextSizeExceeded(.init(contextSize: 10, tokenCount: 12, debugDescription: "d")),
        "12 tokens do not fit into a window of 10: shorten the history"
      ),
      (
        .contextSizeExceeded(
          .init(contextSize: 10, tokenCount: 10, debugDescription: "the answer filled the window")),
        "the answer filled the window: shorten the history"
      ),
      (
        .contextSizeExceeded(.init(contextSize: 0, tokenCount: 0, debugDescription: "http://x: too long")),
        "http://x: too long: shorten the history"
      ),
      (.rateLimited(.init(resetDate: date, debugDescription: "slow down")), "too many requests: slow down"),
      (.guardrailViolation(.init(debugDescription: "d")), "found unsafe: d"),
      (.refusal(.init(explanation: "no", debugDescription: "d")), "the model declined to answer: d"),
      (
        .unsupportedCapability(.init(capability: .vision, debugDescription: "d")),
        "the model has no vision: d"
      ),
      (
        .unsupportedTranscriptContent(.init(unsupportedContent: [], debugDescription: "d")),
        "the model cannot read the transcript: d"
      ),
      (.unsupportedGenerationGuide(.init(schemaName: "S", debugDescription: "d")), "cannot be followed: d"),
      (
        .unsupportedLanguageOrLocale(.init(languageCode: "tlh", debugDescription: "d")),
        "the model does not speak tlh: d"
      ),
      (.timeout(.init(debugDescription: "d")), "the model took too long: d"),
    ]
    for (error, words) in errors {
      #expect(error.errorDescription == words)
      #expect(!error.debugDescription.isEmpty)
    }
  }

  @Test("R7: a refusal explains itself, at once or as a stream")
  func refusal() async throws {
    let refusal = LanguageModelError.Refusal(explanation: "I'd rather not.", debugDescription: "d")
    #expect(try await refusal.explanation.content == "I'd rather not.")
    #expect(try await refusal.explanationStream.collect().content == "I'd rather not.")
    var texts: [String] = []
    for try await snapshot in refusal.explanationStream { texts.append(snapshot.content) }
    #expect(texts == ["I'd rather not."])
  }

  @Test("R7, M6: what is kept of an error makes the same typed error again, and says which it was")
  func kept() throws {
    let errors: [(any Error, RequestFailure.Kind)] = [
      (
        LanguageModelError.contextSizeExceeded(
          .init(contextSize: 10, tokenCount: 12, debugDescription: "two too many")),
        .contextSizeExceeded
      ),
      (LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: "slow")), .rateLimited),
      (LanguageModelError.guardrailViolation(.init(debugDescription: "d")), .guardrailViolation),
      (LanguageModelError.refusal(.init(explanation: "no", debugDescription: "d")), .refusal),
      (
        LanguageModelError.unsupportedCapability(.init(capability: .vision, debugDescription: "d")),
        .unsupportedCapability
      ),
      (
        LanguageModelError.unsupportedTranscriptContent(.init(unsupportedContent: [], debugDescription: "d")),
        .unsupportedTranscriptContent
      ),
      (
        LanguageModelError.unsupportedGenerationGuide(.init(schemaName: "S", debugDescription: "d")),
        .unsupportedGenerationGuide
      ),
      (
        LanguageModelError.unsupportedLanguageOrLocale(.init(languageCode: "tlh", debugDescription: "d")),
        .unsupportedLanguageOrLocale
      ),
      (LanguageModelError.timeout(.init(debugDescription: "60 s")), .timeout),
      (LanguageModelSession.Error.concurrentRequests, .concurrentRequests),
      (LanguageModelSession.Error.transcriptMutationWhileResponding, .transcriptMutationWhileResponding),
      (SessionLimitError.inferenceLimitReached(limit: 16), .inferenceLimitReached),
      (
        SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "not here")), .assetsUnavailable
      ),
      (
        PrivateCloudComputeLanguageModel.Error.networkFailure(.init(debugDescription: "no line")),
        .networkFailure
      ),
      (
        PrivateCloudComputeLanguageModel.Error.quotaLimitReached(.init(debugDescription: "used up")),
        .quotaLimitReached
      ),
      (
        PrivateCloudComputeLanguageModel.Error.serviceUnavailable(.init(debugDescription: "down")),
        .serviceUnavailable
      ),
    ]
    for (error, kind) in errors {
      let kept = RequestFailure(error)
      #expect(kept.kind == kind)
      let again = try #require(kept.error, "\(kind)")
      #expect(type(of: again) == type(of: error))
      // Its words, its kind and all its numbers.
      #expect(RequestFailure(again) == kept)
      #expect(String(reflecting: again) == String(reflecting: error))
    }
    let tool = LanguageModelSession.ToolCallError(tool: ProbeTool("look"), underlyingError: errors[0].0)
    // Another session's window is not this one's.
    #expect(RequestFailure(tool).kind == .toolCallError)
    #expect(RequestFailure(tool).subject == "look")
    #expect(RequestFailure(tool).error == nil)
    #expect(RequestFailure(CancellationError()) == RequestFailure("cancelled"))
    // What a server does not tell is not known, which 0 is not.
    let silent = LanguageModelError.contextSizeExceeded(
      .init(contextSize: 0, tokenCount: 0, debugDescription: "too long"))
    #expect(RequestFailure(silent).contextSize == nil && RequestFailure(silent).tokenCount == nil)
  }

  @Test("R7: the session's own errors are told apart, and say what to do")
  func sessionErrors() {
    #expect(LanguageModelSession.Error.concurrentRequests != .transcriptMutationWhileResponding)
    #expect(
      LanguageModelSession.Error.concurrentRequests.errorDescription
        == "the session is answering another request: wait until isResponding is false")
    let error = LanguageModelSession.ToolCallError(
      tool: ProbeTool("look"), underlyingError: LanguageModelError.timeout(.init(debugDescription: "60 s")))
    #expect(error.errorDescription == "tool look: the model took too long: 60 s")
  }

  @Test("R7, R5: a model's error reaches the caller as it was thrown")
  func passedOn() async throws {
    let model = ProbeLanguageModel([
      .fail(LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: "later")))
    ])
    let error = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: model).respond(to: "x")
    }
    guard case .rateLimited(let payload)? = error else {
      Issue.record("another error")
      return
    }
    #expect(payload.debugDescription == "later")
  }
}
