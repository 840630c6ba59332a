import ScriptedModel
import SessionEngine
import Testing
import Transcripts

/// Sessions with the embedded model, which has real tokens and a real prefix cache.
@Suite("Sessions with the scripted model")
struct ScriptedSessionTests {
  private static let script = """
    { rules: [
      { when: { prompt: 'ping' }, answer: ['pong'] },
      { when: { prompt: 'colour' }, answers: [[{ call: 'look' }], ['It is blue.']] },
      { when: { prompt: 'story' }, answer: ['Once upon a time there was a session that never ended.'] },
      { when: { prompt: 'forbidden' }, answer: [{ fail: 'guardrailViolation' }] },
    ] }
    """

  private func model(
    name: String = "scripted", contextSize: Int = 4096, takesTime: Bool = false
  ) throws -> ScriptedLanguageModel {
    try ScriptedLanguageModel(
      script: Self.script, name: name, contextSize: contextSize, takesTime: takesTime)
  }

  /// Input and reused tokens of every inference so far.
  private func inferences(_ log: EventLog) -> [(input: Int, reused: Int)] {
    log.events.compactMap { event in
      guard case .inferenceEnded(let end) = event, let input = end.input, let reused = end.reused else {
        return nil
      }
      return (input.value, reused.value)
    }
  }

  private func session(_ log: EventLog, _ make: () throws -> LanguageModelSession) rethrows
    -> LanguageModelSession
  {
    try SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) { try make() }
  }

  @Test("M3, R2: a session answers by the script, with a tool round")
  func toolRound() async throws {
    let session = LanguageModelSession(
      model: try model(), tools: [ProbeTool("look") { _ in "blue" }], instructions: "Be brief.")
    #expect(try await session.respond(to: "Which colour?").content == "It is blue.")
    #expect(
      shape(session.transcript) == [
        "instructions: Be brief. [look]", "prompt: Which colour?", "calls: look", "output look: blue",
        "response: It is blue.",
      ])
  }

  @Test(
    "C4, R11, M3: a request and its answer are reused by the next request"
  )
  func reuse() async throws {
    let log = EventLog()
    let session = try session(log) { LanguageModelSession(model: try model(), instructions: "Be brief.") }
    let first = try await session.respond(to: "ping")
    #expect(first.content == "pong")
    #expect(first.usage.input.cachedTokenCount == 0)
    let held = first.usage.input.totalTokenCount + first.usage.output.totalTokenCount
    let second = try await session.respond(to: "ping")
    #expect(second.usage.input.cachedTokenCount > first.usage.input.totalTokenCount)
    #expect(second.usage.input.cachedTokenCount <= held)
    let told = inferences(log)
    #expect(told.map(\.reused) == [0, second.usage.input.cachedTokenCount])
    #expect(told[1].input == second.usage.input.totalTokenCount)
  }

  @Test("C5, R10: sessions share no cache, and a restored one begins cold")
  func cold() async throws {
    let model = try model()
    let first = LanguageModelSession(model: model, instructions: "Be brief.")
    _ = try await first.respond(to: "ping")
    let restored = LanguageModelSession(model: model, transcript: first.transcript)
    #expect(try await restored.respond(to: "ping").usage.input.cachedTokenCount == 0)
    #expect(try await restored.respond(to: "ping").usage.input.cachedTokenCount > 0)
  }

  @Test("C5, M1: each model of a session has its own cache, which is there when it comes back")
  func twoModels() async throws {
    let session = LanguageModelSession(
      profile: TwoModels(first: try model(name: "one"), second: try model(name: "two")))
    var cached: [Bool] = []
    for count in [0, 1, 0, 1] {
      session.properties.count = count
      cached.append(try await session.respond(to: "ping").usage.input.cachedTokenCount > 0)
    }
    #expect(cached == [false, false, true, true])
  }

  @Test("R8: the scripted model's window is kept, by the same numbers that it tells of its input")
  func window() async throws {
    let large = LanguageModelSession(model: try model(), instructions: "Be brief.")
    let usage = try await large.respond(to: "ping").usage
    let input = usage.input.totalTokenCount
    let small = LanguageModelSession(model: try model(contextSize: input - 1), instructions: "Be brief.")
    let error = await #expect(throws: LanguageModelError.self) { try await small.respond(to: "ping") }
    guard case .contextSizeExceeded(let exceeded)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(exceeded.contextSize == input - 1)
    #expect(exceeded.tokenCount == input)

    // The request fits, the answer does not.
    let tight = LanguageModelSession(model: try model(contextSize: input), instructions: "Be brief.")
    let other = await #expect(throws: LanguageModelError.self) { try await tight.respond(to: "ping") }
    guard case .contextSizeExceeded(let second)? = other else {
      Issue.record("another error: \(String(describing: other))")
      return
    }
    #expect(second.contextSize == input)
    #expect(second.tokenCount > input)
    #expect(shape(tight.transcript) == ["instructions: Be brief."])
  }

  @Test("R7: a failure of the script is the framework's error")
  func failure() async throws {
    let session = LanguageModelSession(model: try model())
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "forbidden") }
    guard case .guardrailViolation? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test("R9: what a prewarm has prefilled, the request reuses")
  func prewarm() async throws {
    let clock = SteppedClock()
    let instructions = String(repeating: "Be brief and kind and clear. ", count: 60)
    let log = EventLog()
    let session = try session(log) {
      LanguageModelSession(model: try model(takesTime: true), instructions: instructions)
    }
    await ModelClock.$current.withValue(clock) {
      session.prewarm()
      // The first piece of 128 tokens is on its way, and is there when the second one is.
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(108))
      await clock.sleepers(1)
    }
    let response = try await ModelClock.$current.withValue(ScaledClock(speed: 1_000_000)) { () async throws in
      try await session.respond(to: "ping")
    }
    #expect(response.content == "pong")
    #expect(response.usage.input.cachedTokenCount == 128)
    // Told before the request that cut it short: a piece of 128 tokens, of the instructions' tokens.
    let input = ScriptedGenerator.tokenCount(of: Array(session.transcript.prefix(1)))
    let lines = log.lines.filter { $0.hasPrefix("prewarm") || $0.hasPrefix("request") }
    #expect(
      lines == [
        "prewarm 1 of Profile sent 1", "prewarm 1 cancelled [\(input), 0, 128]", "request 1",
        "request 1 completed",
      ])
  }

  @Test("R9: in a time that takes none a prewarm comes to its end, and is told with what was held before")
  func prewarmTold() async throws {
    let log = EventLog()
    let session = try session(log) {
      LanguageModelSession(model: try model(takesTime: true), instructions: "Be brief.")
    }
    try await ModelClock.$current.withValue(VirtualClock()) {
      session.prewarm()
      await session.prewarmed()
      _ = try await session.respond(to: "ping")
      session.prewarm(promptPrefix: Prompt("pi"))
      await session.prewarmed()
      _ = try await session.respond(to: "ping")
    }
    let all = session.transcript.entries
    let first = ScriptedGenerator.tokenCount(of: Array(all.prefix(1)))
    let held = ScriptedGenerator.tokenCount(of: Array(all.prefix(3)))
    let prefix = Transcript.Entry.prompt(
      .init(id: "p", segments: [.text(.init(id: "s", content: "pi"))]))
    let second = ScriptedGenerator.tokenCount(of: Array(all.prefix(3)) + [prefix])
    let lines = log.lines.filter { $0.hasPrefix("prewarm") || $0.hasPrefix("request") }
    #expect(
      lines == [
        "prewarm 1 of Profile sent 1", "prewarm 1 finished [\(first), 0, \(first)]", "request 1",
        "request 1 completed", "prewarm 2 of Profile sent 4",
        "prewarm 2 finished [\(second), \(held), \(second - held)]", "request 2", "request 2 completed",
      ])
    let starts = log.events.compactMap { kind in
      if case .prewarmStarted(let start) = kind { start } else { nil }
    }
    #expect(starts.map(\.promptPrefix) == [nil, "pi"])
    #expect(starts.map(\.model) == ["scripted", "scripted"])
  }

  @Test("R8, R9: a prewarm that does not fit into the window says so, and nothing is evaluated")
  func prewarmTooLong() async throws {
    let log = EventLog()
    let session = try session(log) {
      LanguageModelSession(
        model: try model(contextSize: 16), instructions: String(repeating: "Be brief. ", count: 20))
    }
    await ModelClock.$current.withValue(VirtualClock()) {
      session.prewarm()
      await session.prewarmed()
    }
    let ends = log.events.compactMap { kind in if case .prewarmEnded(let end) = kind { end } else { nil } }
    #expect(ends.count == 1 && ends[0].prefilled == nil)
    guard case .failed(let failure)? = ends.first?.finish else { return #expect(Bool(false)) }
    #expect(failure.kind == .contextSizeExceeded && failure.contextSize == 16)
  }

  @Test("R5, R9: cancelled in prefill and in decode, the model stops")
  func cancelled() async throws {
    for inDecode in [false, true] {
      let clock = SteppedClock()
      let log = EventLog()
      // A second for each token of the one, no time for the other.
      let configuration = ScriptedModelConfiguration(
        prefillRate: inDecode ? nil : 1, decodeRate: inDecode ? 1 : nil,
        script: try Script(json5: Self.script))
      let session = session(log) {
        LanguageModelSession(
          model: ScriptedLanguageModel(configuration: configuration), instructions: "Be brief.")
      }
      let request = ModelClock.$current.withValue(clock) {
        Task { try await session.respond(to: "a story").content }
      }
      await clock.sleepers(1)
      if inDecode {
        clock.advance(by: .seconds(1))
        await clock.sleepers(1)
      }
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
      #expect(shape(session.transcript) == ["instructions: Be brief."])
      #expect(log.lines.contains("inference 1 cancelled"))
    }
  }
}

private struct TwoModels: LanguageModelSession.DynamicProfile {
  let first: ScriptedLanguageModel
  let second: ScriptedLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    Profile { Instructions("Be brief.") }.model(count == 0 ? first : second)
  }
}
