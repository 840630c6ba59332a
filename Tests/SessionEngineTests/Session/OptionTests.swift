import SessionEngine
import Testing
import Transcripts

@Suite("Options of an inference")
struct OptionTests {
  @Test(
    "P3, U1: the call wins over the innermost modifier, which wins over the outer ones; each option tells who set it"
  )
  func precedence() async throws {
    let log = EventLog()
    let model = ProbeLanguageModel([.text("ok")])
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(profile: Opinionated(model: model))
    }
    _ = try await session.respond(
      to: "x", options: GenerationOptions(maximumResponseTokens: 5),
      contextOptions: ContextOptions(includeSchemaInPrompt: false))
    let request = try #require(model.probe.requests.first)
    #expect(request.generationOptions.temperature == 0.2)
    #expect(request.generationOptions.maximumResponseTokens == 5)
    #expect(request.generationOptions.samplingMode == .greedy)
    #expect(request.contextOptions.reasoningLevel == .moderate)

    let starts = log.events.compactMap { if case .inferenceStarted(let start) = $0 { start } else { nil } }
    #expect(
      starts[0].options.map { "\($0.name) = \($0.value), \($0.level)" } == [
        "temperature = 0.2, modifier 7 of 7 on Opinionated",
        "samplingMode = greedy, modifier 1 of 7 on Opinionated",
        "maximumResponseTokens = 5, call",
        "reasoningLevel = moderate, modifier 4 of 7 on Opinionated",
        "includeSchemaInPrompt = false, call",
        "model = probe, modifier 6 of 7 on Opinionated",
        "transcriptErrorHandlingPolicy = preserveTranscript, modifier 5 of 7 on Opinionated",
      ])
    // The prompt's entry has what the call said, and no more.
    guard case .prompt(let prompt)? = session.transcript.dropFirst().first else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.options == GenerationOptions(maximumResponseTokens: 5))
  }

  @Test("P3: without an opinion an option stays open, and the model is the session's")
  func noOpinion() async throws {
    let log = EventLog()
    let model = ProbeLanguageModel([.text("ok")])
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(model: model)
    }
    _ = try await session.respond(to: "x")
    #expect(model.probe.requests[0].generationOptions == GenerationOptions())
    let starts = log.events.compactMap { if case .inferenceStarted(let start) = $0 { start } else { nil } }
    #expect(starts[0].options == [ResolvedOption(name: "model", value: "probe", level: "session")])
    #expect(starts[0].model == "probe")
  }
}

private struct Opinionated: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  var body: some DynamicProfile {
    Profile { Instructions("i") }
      .temperature(0.2)
      .model(model)
      .transcriptErrorHandlingPolicy(.preserveTranscript)
      .reasoningLevel(.moderate)
      .maximumResponseTokens(100)
      .temperature(0.9)
      .samplingMode(.greedy)
  }
}
