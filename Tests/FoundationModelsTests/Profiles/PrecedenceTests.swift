import FoundationModels
import Testing

// 000 §8: of values the innermost wins and the call before all; hooks add up.

private enum Tone { case playful, exact }

/// The outer profile gives a default to both branches.
private struct LetterProfile: LanguageModelSession.DynamicProfile {
  var tone = Tone.playful
  let log: Log

  var body: some LanguageModelSession.DynamicProfile {
    LetterContent(tone: tone, log: log)
      .temperature(0.5)
      .maximumResponseTokens(300)
      .onResponse { log.add("outer") }
  }
}

private struct LetterContent: LanguageModelSession.DynamicProfile {
  var tone: Tone
  let log: Log

  var body: some LanguageModelSession.DynamicProfile {
    switch tone {
    case .playful:
      Profile {
        Instructions("Write with jokes.")
      }
      .temperature(1.0)
      .onResponse { log.add("inner") }
    case .exact:
      Profile {
        Instructions("Write with facts.")
      }
      .onResponse { response in
        log.add("inner \(response.segments.count)")
      }
    }
  }
}

private struct Dice: Tool {
  let name = "roll"
  let description = "Roll a die."
  @Generable struct Arguments {}
  func call(arguments: Arguments) async throws -> String { "4" }
}

private struct GameProfile: LanguageModelSession.DynamicProfile {
  var body: some DynamicProfile {
    Profile {
      Instructions("You play.")
      Dice()
    }
    .toolCallingMode(.allowed)
    .temperature(0.1)
  }
}

@Suite("000 §8: precedence")
struct PrecedenceTests {
  @Test("P3, U1: The innermost modifier wins; the outer one is a default")
  func innermost() async throws {
    try await watched { watch in
      for tone in [Tone.playful, .exact] {
        try await LanguageModelSession(profile: LetterProfile(tone: tone, log: Log())).respond(to: "Hi")
      }
      #expect(watch.option("temperature", of: 0) == "1.0")
      #expect(watch.option("temperature", of: 1) == "0.5")
      #expect(watch.option("maximumResponseTokens", of: 0) == "300")
      #expect(watch.option("maximumResponseTokens", of: 1) == "300")
    }
  }

  @Test("P3: Options of the call win over every modifier, and leave the others as they are")
  func callSite() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: GameProfile())
      try await session.respond(
        to: "Your turn",
        options: GenerationOptions(toolCallingMode: .disallowed)
      )
      #expect(watch.option("toolCallingMode") == "disallowed")
      #expect(watch.inferences.first?.tools == [])
      #expect(watch.option("temperature") == "0.1")
      #expect(watch.inferences.first?.options.first { $0.name == "toolCallingMode" }?.level == "call")
      try await session.respond(to: "Again", options: GenerationOptions(temperature: 0.7))
      #expect(watch.option("temperature", of: 1) == "0.7")
      #expect(watch.inferences.last?.tools == ["roll"])
    }
  }

  @Test("L4: Hooks of all levels run, from the outside in")
  func hooks() async throws {
    try await watched { _ in
      let log = Log()
      try await LanguageModelSession(profile: LetterProfile(tone: .playful, log: log)).respond(to: "Hi")
      try await LanguageModelSession(profile: LetterProfile(tone: .exact, log: log)).respond(to: "Hi")
      #expect(log.lines == ["outer", "inner", "outer", "inner 1"])
    }
  }
}
