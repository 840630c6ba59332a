import PrefixCache
import ScriptedModel
import SessionEngine
import Testing
import Transcripts

@Suite("What a session's model reuses")
struct ScriptedReuseTests {
  private let script = """
    { rules: [
      { when: { prompt: 'fold' },
        answers: [
          [{ reasoning: 'Two tools fit.' }, 'Let me see. ',
           { calls: [{ tool: 'fold', arguments: { shape: 'crane', steps: 12 } }, { tool: 'cut', arguments: {} }] }],
          [{ reasoning: 'Now I know.' }, { call: 'fold', arguments: { shape: '紙' } }],
          'Folded “twice”.',
        ] },
      { when: { prompt: 'card' }, answer: { structured: { title: 'A “crane”', steps: [1, 2.5], note: null } } },
      { answer: ['Yes, ', 'of course.'] },
    ] }
    """

  /// Input, reused and output tokens of every inference.
  private func inferences(_ log: EventLog) -> [[Int]] {
    log.events.compactMap { event in
      guard case .inferenceEnded(let end) = event else { return nil }
      return [end.input, end.reused, end.output].map { $0?.value ?? -1 }
    }
  }

  @Test(
    "C4, C6, R2: every inference reuses the one before whole, its answer included, in text, calls, reasoning and structures"
  )
  func whole() async throws {
    let log = EventLog()
    let model = try ScriptedLanguageModel(script: script, takesTime: false)
    let tools: [any Tool] = [ProbeTool("fold"), ProbeTool("cut") { _ in "cut\n\"it\"" }]
    try await SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      let session = LanguageModelSession(model: model, tools: tools, instructions: "Be brief.")
      let deep = ContextOptions(reasoningLevel: .deep)
      try await session.respond(to: "Hello?")
      try await session.respond(to: "Please fold a crane.", contextOptions: deep)
      let schema = GenerationSchema(
        json: [
          "type": "object", "title": "Card", "additionalProperties": false,
          "properties": [
            "title": ["type": "string"], "steps": ["type": "array", "items": ["type": "number"]],
            "note": ["type": "null"],
          ], "required": ["title", "steps", "note"], "x-order": ["title", "steps", "note"],
        ])
      try await session.respond(to: "A card of it.", schema: schema)
      try await session.respond(to: "Thanks.")
      #expect(session.transcript.map(\.kind).suffix(4) == [.prompt, .response, .prompt, .response])
    }
    let found = inferences(log)
    #expect(found.count == 6)
    #expect(found.first?[1] == 0)
    for (before, after) in zip(found, found.dropFirst()) {
      #expect(after[1] == before[0] + before[2])
      #expect(after[0] > after[1])
    }
  }

  @Test(
    "C5, R10: a session restored from a transcript begins cold, and so does one beside another of the same model"
  )
  func cold() async throws {
    let log = EventLog()
    let model = try ScriptedLanguageModel(script: script, takesTime: false)
    try await SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      let session = LanguageModelSession(model: model, instructions: "Be brief.")
      try await session.respond(to: "Hello?")
      let restored = LanguageModelSession(model: model, transcript: session.transcript)
      try await restored.respond(to: "Hello again?")
      let beside = LanguageModelSession(model: model, instructions: "Be brief.")
      try await beside.respond(to: "Hello?")
    }
    #expect(inferences(log).map { $0[1] } == [0, 0, 0])
  }

  @Test(
    "C3: a model with a recurrent cache loses everything when the history is cut, and nothing while it grows")
  func recurrent() async throws {
    let log = EventLog()
    var configuration = ScriptedModelConfiguration(
      cacheKind: .recurrent(), prefillRate: nil, decodeRate: nil, script: try Script(json5: script))
    configuration.name = "recurrent"
    try await SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      let session = LanguageModelSession(
        model: ScriptedLanguageModel(configuration: configuration), instructions: "Be brief.")
      try await session.respond(to: "Hello?")
      try await session.respond(to: "Still there?")
      session.transcript.history = session.transcript.history.prefix(2)
      try await session.respond(to: "And now?")
    }
    let found = inferences(log)
    #expect(found[1][1] == found[0][0] + found[0][2])
    #expect(found[2][1] == 0)
  }
}
