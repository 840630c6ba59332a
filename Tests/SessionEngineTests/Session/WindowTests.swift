import SessionEngine
import Testing
import Transcripts

/// What is refused before a model is asked, and when it has said too much. The counting probe counts a token a character.
@Suite("Windows and capabilities")
struct WindowTests {
  private func exceeded(
    _ session: LanguageModelSession, _ prompt: String
  ) async -> LanguageModelError.ContextSizeExceeded? {
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: prompt) }
    guard case .contextSizeExceeded(let exceeded)? = error else { return nil }
    return exceeded
  }

  @Test("R8: a request over the window is refused before the inference, with both numbers")
  func over() async throws {
    let base = ProbeLanguageModel([.text("ok")])
    let session = LanguageModelSession(
      model: CountingProbe(base: base, contextSize: 30), tools: [ProbeTool("look")], instructions: "12345")
    // 5 of instructions, 10 of the tool, 16 of the prompt: one too many.
    let error = await exceeded(session, String(repeating: "x", count: 16))
    #expect(error?.contextSize == 30)
    #expect(error?.tokenCount == 31)
    #expect(base.probe.requests.isEmpty)
    #expect(shape(session.transcript) == ["instructions: 12345 [look]"])

    _ = try await session.respond(to: "1234567890")
    #expect(base.probe.requests.count == 1)
  }

  @Test("R8: the window is that of input and output; decoding over it stops the model")
  func decoding() async throws {
    let base = ProbeLanguageModel([
      .text("a", tokens: 6), .text("b", tokens: 4), .text("c", tokens: 1), .stall,
    ])
    let session = LanguageModelSession(model: CountingProbe(base: base, contextSize: 20))
    let error = await exceeded(session, "1234567890")
    #expect(error?.contextSize == 20)
    #expect(error?.tokenCount == 21)

    let exact = LanguageModelSession(
      model: CountingProbe(
        base: ProbeLanguageModel([.text("a", tokens: 6), .text("b", tokens: 4)]), contextSize: 20))
    #expect(try await exact.respond(to: "1234567890").content == "ab")
  }

  @Test("R8: the end of the request says that the window was exceeded, and by how much")
  func announced() async throws {
    let log = EventLog()
    var configuration = SessionConfiguration()
    configuration.observers = [log]
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(
        model: CountingProbe(base: ProbeLanguageModel([.text("a", tokens: 6)]), contextSize: 15))
    }
    _ = await exceeded(session, "1234567890")
    _ = await exceeded(session, String(repeating: "x", count: 16))
    let failures = log.events.compactMap { kind -> RequestFailure? in
      guard case .requestEnded(let end) = kind, case .failed(let failure) = end.outcome else { return nil }
      return failure
    }
    #expect(failures.map(\.kind) == [.contextSizeExceeded, .contextSizeExceeded])
    #expect(failures.map(\.contextSize) == [15, 15])
    // 10 of the prompt and 6 of the answer; 16 of the prompt.
    #expect(failures.map(\.tokenCount) == [16, 16])
  }

  @Test("R8, H1: what is counted is what is sent, after the transforms")
  func transformed() async throws {
    let base = ProbeLanguageModel([.text("ok")])
    let profile = LanguageModelSession.Profile { Instructions("1") }
      .model(CountingProbe(base: base, contextSize: 20))
      .historyTransform { $0.suffix(1) }
    let session = LanguageModelSession(profile: profile)
    for _ in 0..<5 { _ = try await session.respond(to: "1234567890") }
    #expect(base.probe.requests.count == 5)
  }

  @Test("R7, M1: a request that needs what the model does not declare is refused by the session")
  func capabilities() async throws {
    var plain = ProbeLanguageModel([.text("ok")])
    plain.capabilities = LanguageModelCapabilities([])
    func refused(_ session: LanguageModelSession, _ request: () async throws -> Void)
      async -> LanguageModelCapabilities.Capability?
    {
      let error = await #expect(throws: LanguageModelError.self) { try await request() }
      guard case .unsupportedCapability(let refusal)? = error else { return nil }
      return refusal.capability
    }
    let withTool = LanguageModelSession(model: plain, tools: [ProbeTool("look")])
    #expect(await refused(withTool) { _ = try await withTool.respond(to: "x") } == .toolCalling)

    let session = LanguageModelSession(model: plain)
    #expect(
      await refused(session) { _ = try await session.respond(to: "x", schema: Int.generationSchema) }
        == .guidedGeneration)
    #expect(
      await refused(session) {
        _ = try await session.respond(to: "x", contextOptions: ContextOptions(reasoningLevel: .light))
      } == .reasoning)
    #expect(plain.probe.requests.isEmpty)
    #expect(try await session.respond(to: "x").content == "ok")
  }

  @Test("R7: an executor that cannot be made fails the request with its error")
  func brokenExecutor() async throws {
    struct Broken: LanguageModel {
      var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
      var executorConfiguration: Int { 1 }
      struct Executor: LanguageModelExecutor {
        init(configuration: Int) throws { throw Failure("no weights") }
        func respond(
          to request: LanguageModelExecutorGenerationRequest, model: Broken,
          streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {}
      }
    }
    let session = LanguageModelSession(model: Broken())
    session.prewarm()
    await #expect(throws: Failure("no weights")) { try await session.respond(to: "x") }
  }
}
