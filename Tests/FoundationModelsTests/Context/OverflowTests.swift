import FoundationModels
import Testing

// 004 §6: when the window is full.

private func condensed(from original: LanguageModelSession) -> LanguageModelSession {
  let all = original.transcript
  let kept = [all.first, all.last].compactMap { $0 }
  let transcript = Transcript(entries: kept)
  let session = LanguageModelSession(transcript: transcript)
  session.prewarm()
  return session
}

extension Error {
  /// For people. The order matters: availability first, then generation, then reading.
  fileprivate var words: String {
    if self is SystemLanguageModel.Error {
      return "The model is not there."
    }
    if let modelError = self as? LanguageModelError {
      switch modelError {
      case .timeout:
        return "This takes too long."
      case .guardrailViolation, .refusal:
        return "Not this."
      case .contextSizeExceeded:
        return "Too much was said."
      case .unsupportedLanguageOrLocale:
        return "Another language, please."
      default:
        break
      }
    }
    if self is GeneratedContent.ParsingError {
      return "That was not understood."
    }
    return "Something went wrong."
  }
}

/// Counts beforehand, and tries once more with a shorter transcript.
private actor ManagedChat {
  private(set) var session: LanguageModelSession
  private let model: SystemLanguageModel
  private let compactAt: Double
  private(set) var rebuilt = 0

  init(
    model: SystemLanguageModel = .default,
    instructions: String,
    compactAt: Double = 0.75
  ) {
    self.model = model
    self.compactAt = compactAt
    self.session = LanguageModelSession(model: model) { instructions }
  }

  func ask(_ prompt: String) async throws -> String {
    if try await fill() >= compactAt { rebuild() }
    do {
      return try await session.respond(to: prompt).content
    } catch LanguageModelError.contextSizeExceeded {
      rebuild()
      return try await session.respond(to: prompt).content
    }
  }

  private func fill() async throws -> Double {
    Double(try await model.tokenCount(for: session.transcript)) / Double(max(1, model.contextSize))
  }

  private func rebuild() {
    rebuilt += 1
    session = condensed(from: session)
  }
}

private let long = String(repeating: "And then it rained again. ", count: 300)

@Suite("004 §6: overflow")
struct OverflowTests {
  @Test("R7, R8, R5: A request over the window fails with both numbers, and leaves the transcript as it was")
  func error() async throws {
    try await watched { _ in
      let session = LanguageModelSession(model: SystemLanguageModel(), instructions: "You listen.")
      let prompt = String(repeating: long, count: 4)
      do {
        _ = try await session.respond(to: prompt)
        Issue.record("nothing was thrown")
      } catch LanguageModelError.contextSizeExceeded(let context) {
        #expect(context.contextSize == 4096)
        #expect(context.tokenCount > 4096)
      } catch {
        Issue.record("\(error)")
      }
      #expect(outline(session.transcript) == ["instructions"])
    }
  }

  @Test("R10, R9: A new session begins with the first and the last entry, warmed up")
  func rebuilding() async throws {
    try await watched { watch in
      let session = LanguageModelSession(model: SystemLanguageModel(), instructions: "You listen.")
      for prompt in ["a", "b"] { try await session.respond(to: prompt) }
      let new = condensed(from: session)
      #expect(outline(new.transcript).count == 2)
      #expect(new.transcript.last == session.transcript.last)
      try await new.respond(to: "c")
      #expect(watch.sent.last?.count == 3)
      #expect(watch.inferences.last?.sent.instructionBlocks == ["You listen."])
    }
  }

  @Test("R8, R10: A wrapper condenses before the window is full, and tries once more after it was")
  func managed() async throws {
    try await watched { _ in
      let chat = ManagedChat(instructions: "You listen.", compactAt: 0.6)
      for _ in 1...4 { _ = try await chat.ask(long) }
      #expect(await chat.rebuilt >= 1)
      let fill = try await SystemLanguageModel.default.tokenCount(for: await chat.session.transcript)
      #expect(fill < 4096)
    }
  }

  @Test("R7: Errors are told apart by type, and the cases without their payloads")
  func words() async throws {
    let full = LanguageModelError.contextSizeExceeded(
      LanguageModelError.ContextSizeExceeded(
        contextSize: 4096, tokenCount: 5000, debugDescription: "full"))
    #expect(full.words == "Too much was said.")
    #expect(
      LanguageModelError.timeout(LanguageModelError.Timeout(debugDescription: "late")).words
        == "This takes too long.")
    #expect(
      GeneratedContent.ParsingError(rawContent: "{", debugDescription: "cut").words
        == "That was not understood.")
    #expect(LanguageModelSession.Error.concurrentRequests.words == "Something went wrong.")
    try await watched(system: .unavailable(.modelNotReady)) { _ in
      do {
        try await LanguageModelSession(model: SystemLanguageModel()).respond(to: "Hi")
        Issue.record("nothing was thrown")
      } catch {
        #expect(error.words == "The model is not there.")
      }
    }
  }

  @Test("R6: The transcript can be assigned while nothing responds")
  func assigning() async throws {
    try await watched { _ in
      let session = LanguageModelSession(model: SystemLanguageModel(), instructions: "You listen.")
      try await session.respond(to: "a")
      guard !session.isResponding else { return }
      session.transcript.history = []
      #expect(outline(session.transcript) == ["instructions"])
    }
  }
}
