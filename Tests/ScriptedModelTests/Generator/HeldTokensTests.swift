import PrefixCache
import ScriptedModel
import Testing
import Tokenizers
import Transcripts

@Suite struct HeldTokensTests {
  private let entries: [Transcript.Entry] = [
    .instructions("Be brief."), .prompt("Fold a crane out of this paper."),
  ]

  private func tokens(_ entries: [Transcript.Entry]) -> [ContextToken] {
    var maker = ContextTokenizer(.stemma)
    return maker.context(of: entries).tokens
  }

  private func generator(
    _ script: String = "[{ answer: 'Fold it in half.' }]",
    _ change: (inout ScriptedModelConfiguration) -> Void = { _ in }
  ) throws -> ScriptedGenerator {
    var configuration = ScriptedModelConfiguration(
      prefillRate: 10, decodeRate: 10, prefillChunk: 4, script: try Script(json5: script))
    change(&configuration)
    return ScriptedGenerator(configuration: configuration)
  }

  @Test(
    "C4: After an answer the cache holds the prompt and the answer as the next request has them, and no more")
  func answer() async throws {
    let generator = try generator()
    _ = try await generator.outcome(.init(entries: entries))
    #expect(generator.held == tokens(entries + [.response("Fold it in half.")]))
  }

  @Test("C4: Reasoning and calls are held as the entries that are made of them")
  func calls() async throws {
    let script = """
      [{ answer: [{ reasoning: 'Two tools fit.' },
        { calls: [{ tool: 'fold', arguments: { shape: 'crane', steps: 12 } }, { tool: 'cut', arguments: {} }] }] }]
      """
    let generator = try generator(script)
    let outcome = try await generator.outcome(.init(entries: entries, reasoningLevel: .deep))
    #expect(outcome.calls == [#"fold {"shape": "crane", "steps": 12}"#, "cut {}"])
    let made: [Transcript.Entry] = [
      .reasoning("Two tools fit."),
      .toolCalls(("a", "fold", #"{"shape": "crane", "steps": 12}"#), ("b", "cut", "{}")),
    ]
    #expect(generator.held == tokens(entries + made))
    // So the next inference of the request prefills the outputs alone.
    let outputs: [Transcript.Entry] = [.toolOutput("fold", "Done."), .toolOutput("cut", "Done.")]
    let next = try await generator.outcome(.init(entries: entries + made + outputs))
    #expect(next.usage?[2] == ScriptedGenerator.tokenCount(of: outputs))
  }

  @Test("C4: A structured answer is held as the segment that is made of it")
  func structure() async throws {
    let schema = GenerationSchema(
      json: [
        "type": "object", "properties": ["title": ["type": "string"], "steps": ["type": "integer"]],
        "required": ["title", "steps"],
      ])
    let generator = try generator("[{ answer: { structured: { title: 'A “crane”', steps: 12 } } }]")
    let outcome = try await generator.outcome(.init(entries: entries, schema: schema))
    #expect(outcome.text == #"{"title":"A “crane”","steps":12}"#)
    let content = try GeneratedContent(json: outcome.text)
    let segment = Transcript.StructuredSegment(id: "s", schemaName: "Card", content: content)
    let made = Transcript.Entry.response(.init(id: "R", assetIDs: [], segments: [.structure(segment)]))
    #expect(generator.held == tokens(entries + [made]))
  }

  @Test(
    "C4: Cancelled while prefilling, the cache holds what was fed, and the next request goes on from there")
  func cancelledPrefill() async throws {
    let clock = SteppedClock()
    let generator = try generator()
    let task = ModelClock.$current.withValue(clock) {
      Task { [entries] in try await generator.respond(to: .init(entries: entries)) { _ in } }
    }
    await clock.sleepers(1)
    // Two chunks of four.
    for _ in 0..<2 {
      clock.advance(by: .milliseconds(400))
      await clock.sleepers(1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(generator.held == Array(tokens(entries).prefix(8)))
    #expect(try await generator.outcome(.init(entries: entries)).usage?[1] == 8)
  }

  @Test("C4: Cancelled while decoding, the cache holds the prompt and the tokens that came")
  func cancelledDecode() async throws {
    let clock = SteppedClock()
    let generator = try generator()
    let input = tokens(entries).count
    let task = ModelClock.$current.withValue(clock) {
      Task { [entries] in try await generator.respond(to: .init(entries: entries)) { _ in } }
    }
    await clock.sleepers(1)
    // Each chunk of the prompt takes its time, and then each of two tokens.
    for done in stride(from: 0, to: input, by: 4) {
      clock.advance(by: .milliseconds(100 * min(4, input - done)))
      await clock.sleepers(1)
    }
    #expect(generator.held == tokens(entries))
    for _ in 0..<2 {
      clock.advance(by: .milliseconds(100))
      await clock.sleepers(1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let answered = tokens(entries + [.response("Fold it in half.")])
    #expect(generator.held == Array(answered.prefix(input + 2)))
    // Asked again, all of that is there but the token that is always fed.
    #expect(try await generator.outcome(.init(entries: entries)).usage?[1] == input - 1)
  }

  @Test("C4: What the receiver throws ends the answer, and the token it threw at is held")
  func receiver() async throws {
    struct Enough: Error {}
    let generator = try generator()
    await #expect(throws: Enough.self) {
      try await ModelClock.$current.withValue(VirtualClock()) {
        try await generator.respond(to: .init(entries: entries)) { step in
          if case .text = step { throw Enough() }
        }
      }
    }
    #expect(
      generator.held
        == Array(tokens(entries + [.response("Fold it in half.")]).prefix(tokens(entries).count + 1)))
  }

  @Test("C4: A scripted failure after some text leaves the text held")
  func failure() async throws {
    let generator = try generator("[{ answer: ['Well', { fail: 'guardrailViolation' }] }]")
    let outcome = try await generator.outcome(.init(entries: entries))
    #expect(outcome.text == "Well")
    #expect(outcome.failure == .guardrailViolation(message: "prompt or answer were found unsafe"))
    #expect(generator.held == tokens(entries + [.response("Well")]))
  }

  @Test("R9: A prewarmed prefix is reused by the request that follows")
  func prewarm() async throws {
    let generator = try generator()
    try await ModelClock.$current.withValue(VirtualClock()) {
      try await generator.prewarm(entries: [.instructions("Be brief."), .prompt("Fold a crane")])
    }
    let begun = tokens([.instructions("Be brief."), .prompt("Fold a crane")])
    #expect(generator.held == begun)
    let outcome = try await generator.outcome(.init(entries: entries))
    #expect(outcome.usage?[1] == begun.count)
  }

  @Test("R9: A request takes the cache over from a prewarm that still runs, and both end well")
  func takeover() async throws {
    let clock = SteppedClock()
    let generator = try generator()
    let warming = ModelClock.$current.withValue(clock) {
      Task {
        try await generator.prewarm(entries: [.instructions("Something else altogether, and long enough.")])
      }
    }
    await clock.sleepers(1)
    let outcome = try await generator.outcome(.init(entries: entries))
    #expect(outcome.failure == nil)
    let held = generator.held
    while !held.isEmpty {
      clock.advance(by: .seconds(100))
      if case .success = await warming.result { break }
    }
    #expect(generator.held == held)
  }

  @Test(
    "C5: Requests at the same time are each answered whole, and the cache holds one of them and no mixture")
  func together() async throws {
    let generator = try generator(
      "[{ when: { prompt: { matches: 'number (.+)' } }, answer: 'You said ${1}, I think.' }]")
    let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<60 {
        group.addTask {
          if number % 7 == 0 { try await generator.prewarm(entries: [.prompt("warm \(number)")]) }
          let outcome = try await generator.outcome(
            .init(entries: [.instructions("Be brief."), .prompt("number \(number)")]))
          return (number, outcome.text)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<60 { #expect(texts[number] == "You said \(number), I think.") }
    let held = generator.held
    let possible = (0..<60).map { number in
      tokens([
        .instructions("Be brief."), .prompt("number \(number)"), .response("You said \(number), I think."),
      ])
    }
    #expect(possible.contains(held) || (0..<60).contains { tokens([.prompt("warm \($0)")]) == held })
  }

  @Test("C5: Each generator has its own cache; a restored session begins cold (R10)")
  func own() async throws {
    let (first, second) = (try generator(), try generator())
    _ = try await first.outcome(.init(entries: entries))
    #expect(try await second.outcome(.init(entries: entries)).usage?[1] == 0)
    #expect(try await first.outcome(.init(entries: entries)).usage?[1] == tokens(entries).count - 1)
  }

  @Test("C3: A model with a recurrent cache reuses what goes on, and nothing of what was changed")
  func recurrent() async throws {
    let generator = try generator { $0.cacheKind = .recurrent() }
    _ = try await generator.outcome(.init(entries: entries))
    let onward = entries + [.response("Fold it in half."), .prompt("And then?")]
    let next = try await generator.outcome(.init(entries: onward))
    #expect(next.usage?[1] == tokens(entries + [.response("Fold it in half.")]).count)
    #expect(try await generator.outcome(.init(entries: entries)).usage?[1] == 0)
  }

  @Test("C2: A model without a cache prefills everything, every time")
  func off() async throws {
    let generator = try generator { $0.cacheEnabled = false }
    for _ in 0..<2 {
      let usage = try await generator.outcome(.init(entries: entries)).usage
      #expect(usage?[1] == 0)
      #expect(usage?[2] == tokens(entries).count)
    }
  }
}
