import FoundationModels
import Testing

// 001 §6: required is a loop, and these are its exits.

private struct FinalAnswer: Error, Equatable {
  let text: String
}

private struct FinalAnswerTool: Tool {
  let name = "finalAnswer"
  let description = """
    Call this with the whole answer when you have it.
    """

  @Generable
  struct Arguments: Sendable {
    @Guide(description: "The answer in plain prose.")
    var answer: String
  }

  func call(arguments: Arguments) async throws -> String {
    throw FinalAnswer(text: arguments.answer)
  }
}

private struct ArchiveTool: Tool {
  let name = "searchArchive"
  let description = "Search the archive."
  @Generable struct Arguments: Sendable { var words: String }
  func call(arguments: Arguments) async throws -> String { "Found: a letter." }
}

extension SessionPropertyValues {
  @SessionPropertyEntry
  fileprivate var archiveCalls: Int = 0
}

/// Exit A: the mode depends on a counter that a hook moves.
private struct OnceProfile: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.archiveCalls)
  var calls

  var body: some DynamicProfile {
    Profile {
      Instructions("Search once.")
      ArchiveTool()
    }
    .toolCallingMode(calls < 1 ? .required : .allowed)
    .onToolCall {
      calls += 1
    }
  }
}

/// Both exits, and the counter as a fuse.
private struct BoundedProfile: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.archiveCalls)
  var calls

  private let fuse = 3

  var body: some DynamicProfile {
    Profile {
      Instructions {
        """
        Every action is a tool call. \
        With the whole answer, call finalAnswer.
        """
      }
      ArchiveTool()
      FinalAnswerTool()
    }
    .toolCallingMode(calls < fuse ? .required : .disallowed)
    .onToolCall {
      calls += 1
    }
    .transcriptErrorHandlingPolicy(.preserveTranscript)
  }
}

private let finishing: [Rule] = [
  .prompt(
    "", .call("searchArchive", #"{"words": "letter"}"#),
    .call("finalAnswer", #"{"answer": "It is a letter."}"#))
]

private let search = Rule.Answer.call("searchArchive", #"{"words": "letter"}"#)

@Suite("001 §6: the exits of required")
struct RequiredExitTests {
  @Test("R3, P6: Exit A: the mode changes, and the model may answer")
  func exitA() async throws {
    try await watched([.prompt("", search, .say("There is a letter."))]) { watch in
      let session = LanguageModelSession(profile: OnceProfile())
      let response = try await session.respond(to: "What is there?")
      #expect(response.content == "There is a letter.")
      #expect(session.properties.archiveCalls == 1)
      #expect(
        watch.inferences.indices.map { watch.option("toolCallingMode", of: $0) } == ["required", "allowed"])
      #expect(session.transcript.count == 5)
    }
  }

  @Test("R3, R5: Exit B: a tool throws the answer, and by default the turn is gone from the transcript")
  func exitB() async throws {
    try await watched(finishing) { _ in
      let session = LanguageModelSession(
        tools: [ArchiveTool(), FinalAnswerTool()], instructions: "Act.")
      var answer: String?
      do {
        try await session.respond(
          to: "What is there?", options: GenerationOptions(toolCallingMode: .required))
      } catch let error as LanguageModelSession.ToolCallError {
        #expect(error.tool.name == "finalAnswer")
        if let final = error.underlyingError as? FinalAnswer { answer = final.text }
      }
      #expect(answer == "It is a letter.")
      #expect(outline(session.transcript) == ["instructions"])
    }
  }

  @Test("R3, R5: With the transcript preserved, its repair is the program's, once nothing responds")
  func preserve() async throws {
    try await watched(finishing) { _ in
      let session = LanguageModelSession(
        tools: [ArchiveTool(), FinalAnswerTool()], instructions: "Act.")
      session.transcriptErrorHandlingPolicy = .preserveTranscript
      await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(
          to: "What is there?", options: GenerationOptions(toolCallingMode: .required))
      }
      #expect(!session.isResponding)
      #expect(outline(session.transcript).contains("output searchArchive: Found: a letter."))
      #expect(outline(session.transcript).last == "calls: finalAnswer")
      if case .toolCalls = session.transcript.last {
        session.transcript.removeLast()
      }
      #expect(outline(session.transcript).last == "output searchArchive: Found: a letter.")
    }
  }

  @Test("R3: A model that never finishes meets the fuse, and must answer")
  func fuse() async throws {
    try await watched([.prompt("", search, search, search, .say("A letter, I think."))]) { watch in
      let session = LanguageModelSession(profile: BoundedProfile())
      let response = try await session.respond(to: "What is there?")
      #expect(response.content == "A letter, I think.")
      #expect(session.properties.archiveCalls == 3)
      #expect(watch.inferences.map(\.tools.count) == [2, 2, 2, 0])
    }
  }

  @Test("R3: A model that finishes leaves through the tool, before the fuse")
  func both() async throws {
    try await watched(finishing) { _ in
      let session = LanguageModelSession(profile: BoundedProfile())
      let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(to: "What is there?")
      }
      #expect(error?.underlyingError as? FinalAnswer == FinalAnswer(text: "It is a letter."))
      #expect(session.properties.archiveCalls == 2)
      #expect(session.transcript.count > 1)
    }
  }

  @Test("R3: Without an exit a session's own limit ends the loop, where one is set")
  func limit() async throws {
    try await watched([.always(search)], limit: 4) { watch in
      let session = LanguageModelSession(tools: [ArchiveTool()], instructions: "Act.")
      await #expect(throws: SessionLimitError.inferenceLimitReached(limit: 4)) {
        try await session.respond(
          to: "What is there?", options: GenerationOptions(toolCallingMode: .required))
      }
      #expect(watch.inferences.count == 4)
    }
  }
}
