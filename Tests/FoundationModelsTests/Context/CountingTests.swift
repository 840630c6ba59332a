import FoundationModels
import Testing

// 004 §4: counting tokens before they are spent.

private struct Meter {
  let model: SystemLanguageModel

  /// How much of the window a session fills.
  func fill(of session: LanguageModelSession) async throws -> Double? {
    let capacity = model.contextSize
    guard capacity > 0 else { return nil }
    let used = try await model.tokenCount(for: session.transcript)
    return Double(used) / Double(capacity)
  }

  func shouldCompact(
    _ session: LanguageModelSession,
    threshold: Double = 0.75
  ) async throws -> Bool {
    guard let fill = try await fill(of: session) else { return false }
    return fill >= threshold
  }
}

private struct Barometer: Tool {
  let name = "pressure"
  let description = "Read the air pressure."
  @Generable struct Arguments {
    @Guide(description: "The place") var place: String
  }
  func call(arguments: Arguments) async throws -> String { "1013" }
}

@Generable private struct Forecast {
  var text: String
  @Guide(.range(-40...50)) var degrees: Int
}

@Suite("004 §4: counting")
struct CountingTests {
  @Test("M2, R8: The model tells its window, and counts everything that can be in it")
  func overloads() async throws {
    try await watched { _ in
      let model = SystemLanguageModel.default
      #expect(model.contextSize == 4096)
      let instructions = Instructions("You forecast the weather.")
      let tools: [any Tool] = [Barometer()]
      let session = LanguageModelSession(model: model, tools: tools, instructions: instructions)
      #expect(try await model.tokenCount(for: "Will it rain?") > 0)
      #expect(try await model.tokenCount(for: Prompt("Will it rain?")) > 0)
      #expect(try await model.tokenCount(for: instructions) > 0)
      #expect(try await model.tokenCount(for: tools) > 0)
      #expect(try await model.tokenCount(for: Forecast.generationSchema) > 0)
      let empty = try await model.tokenCount(for: session.transcript)
      #expect(try await model.tokenCount(for: Array(session.transcript)) == empty)
      try await session.respond(to: "Will it rain?")
      #expect(try await model.tokenCount(for: session.transcript) > empty)
    }
  }

  @Test("M2: A meter compares with the window, and advises to compact over a threshold")
  func meter() async throws {
    try await watched { _ in
      let model = SystemLanguageModel()
      let meter = Meter(model: model)
      let session = LanguageModelSession(model: model, instructions: "You listen.")
      let before = try await meter.shouldCompact(session)
      let long = String(repeating: "And then it rained again. ", count: 700)
      session.transcript.append(
        .prompt(Transcript.Prompt(segments: [.text(Transcript.TextSegment(content: long))])))
      let after = try await meter.shouldCompact(session)
      #expect(!before && after)
    }
  }

}
