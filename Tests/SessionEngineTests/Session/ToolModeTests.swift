import SessionEngine
import Testing
import Transcripts

@Suite("Tool calling modes")
struct ToolModeTests {
  @Test("R4: disallowed sends no tool definitions at all, and leaves those of the transcript")
  func disallowed() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")], instructions: "Be brief.")
    _ = try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .disallowed))
    let request = try #require(model.probe.requests.first)
    #expect(request.enabledToolDefinitions.isEmpty)
    #expect(shape(request.transcript) == ["instructions: Be brief.", "prompt: x"])
    #expect(request.generationOptions.toolCallingMode == .disallowed)
    #expect(shape(session.transcript)[0] == "instructions: Be brief. [look]")

    _ = try await session.respond(to: "y")
    #expect(model.probe.requests[1].enabledToolDefinitions.map(\.name) == ["look"])
    #expect(shape(model.probe.requests[1].transcript)[0] == "instructions: Be brief. [look]")
  }

  @Test("R4: an instructions entry that held nothing but disallowed tools is not sent")
  func disallowedAndNothingElse() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")])
    _ = try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(shape(model.probe.requests[0].transcript) == ["prompt: x"])
  }

  @Test("R4, U5: a call that is made although calls are disallowed is refused")
  func calledAllTheSame() async throws {
    let session = LanguageModelSession(
      model: ProbeLanguageModel([.call("look")]), tools: [ProbeTool("look")])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .disallowed))
    }
    #expect(error?.underlyingError as? UndeclaredToolError == UndeclaredToolError(name: "look", enabled: []))
  }

  @Test("R4: required without tools is refused at once, before any inference")
  func requiredWithoutTools() async throws {
    let model = ProbeLanguageModel([.text("never")])
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .required))
    }
    guard case .unsupportedGenerationGuide(let guide)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(guide.schemaName == nil)
    #expect(model.probe.requests.isEmpty)
    #expect(session.transcript.isEmpty)
  }

  @Test("R3: exit A, a mode that depends on a property")
  func exitByProperty() async throws {
    let model = ProbeLanguageModel([.call("look")], [.call("look")], [.text("done")])
    let session = LanguageModelSession(profile: TwoLooks(model: model))
    #expect(try await session.respond(to: "x").content == "done")
    #expect(
      model.probe.requests.map(\.generationOptions.toolCallingMode?.kind) == [.required, .required, .allowed])
  }

  @Test("R3: exit B, a tool that throws")
  func exitByThrow() async throws {
    let looks = Counter(0)
    let session = LanguageModelSession(
      model: ProbeLanguageModel([.call("look")]),
      tools: [
        ProbeTool("look") { _ in
          if looks.next({ $0 + 1 }) == 3 { throw Failure("enough") }
          return "more"
        }
      ])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .required))
    }
    #expect(error?.underlyingError as? Failure == Failure("enough"))
    #expect(looks.current == 3)
  }

  @Test("R3: without an exit a request stops at the session's cap, and says what to do")
  func cap() async throws {
    var configuration = SessionConfiguration()
    configuration.maximumInferencesPerRequest = 4
    let model = ProbeLanguageModel([.call("look")])
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: model, tools: [ProbeTool("look")])
    }
    let error = await #expect(throws: SessionLimitError.self) {
      try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .required))
    }
    #expect(error == .inferenceLimitReached(limit: 4))
    #expect(
      error?.errorDescription
        == "the request was stopped after 4 inferences, the limit of this session: let a tool throw, or make"
        + " toolCallingMode depend on a session property, so that required tool calls end")
    #expect(model.probe.requests.count == 4)
    // The cap is a request's: the next one has its own.
    await #expect(throws: SessionLimitError.self) { try await session.respond(to: "y") }
    #expect(model.probe.requests.count == 8)
  }
}

private struct TwoLooks: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count

  var body: some DynamicProfile {
    Profile { ProbeTool("look") }
      .model(model)
      .toolCallingMode(count < 2 ? .required : .allowed)
      .onToolCall { count += 1 }
  }
}
