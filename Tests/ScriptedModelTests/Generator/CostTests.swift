import PrefixCache
import ScriptedModel
import Testing
import Tokenizers
import Transcripts

@Suite struct CostTests {
  private let entries: [Transcript.Entry] = [
    .instructions("Be brief."), .prompt("Fold a crane out of this paper."),
  ]

  /// 4 tokens a chunk, at 40 a second; 10 a second decoded.
  private func generator(_ script: String) throws -> ScriptedGenerator {
    ScriptedGenerator(
      configuration: ScriptedModelConfiguration(
        prefillRate: 40, decodeRate: 10, prefillChunk: 4, script: try Script(json5: script)))
  }

  @Test("M3, C6: Steps come in their order, with the tokens of each, and take the time that the rates say")
  func steps() async throws {
    let clock = VirtualClock()
    let generator = try generator("[{ answer: 'Ok.' }]")
    var seen: [(step: ScriptedGenerator.Step, at: Duration)] = []
    try await ModelClock.$current.withValue(clock) {
      try await generator.respond(to: .init(entries: entries)) { seen.append(($0, clock.now.sinceStart)) }
    }
    let input = ScriptedGenerator.tokenCount(of: entries)
    var expected: [(step: ScriptedGenerator.Step, at: Duration)] = [
      (.context(input: input, reused: 0), .zero)
    ]
    for done in stride(from: 4, to: input, by: 4) {
      expected.append((.prefilled(done), .milliseconds(25 * done)))
    }
    expected.append((.prefilled(input), .milliseconds(25 * input)))
    let ids = BytePairTokenizer.stemma.encode("Ok.")
    for (index, id) in ids.enumerated() {
      let piece = String(decoding: BytePairTokenizer.stemma.bytes(of: id), as: UTF8.self)
      expected.append((.text(piece, tokens: 1), .milliseconds(25 * input + 100 * (index + 1))))
    }
    expected.append(
      (
        .finished(input: input, reused: 0, prefilled: input, output: ids.count, reasoning: 0),
        .milliseconds(25 * input + 100 * ids.count)
      ))
    #expect(seen.map(\.step) == expected.map(\.step))
    #expect(seen.map(\.at) == expected.map(\.at))
  }

  @Test("M3: What is reused costs no time: a request that goes on costs its new tokens")
  func reuse() async throws {
    let clock = VirtualClock()
    let generator = try generator("[{ answer: 'Ok.' }]")
    try await ModelClock.$current.withValue(clock) {
      try await generator.respond(to: .init(entries: entries)) { _ in }
      let before = clock.now.sinceStart
      let longer = entries + [.response("Ok."), .prompt("Now a frog.")]
      try await generator.respond(to: .init(entries: longer)) { _ in }
      let fresh = ScriptedGenerator.tokenCount(of: [.prompt("Now a frog.")])
      let answer = BytePairTokenizer.stemma.count("Ok.")
      #expect(clock.now.sinceStart - before == .milliseconds(25 * fresh + 100 * answer))
    }
  }

  @Test("M3: A pause takes its time where it stands; without rates nothing else takes any")
  func pauses() async throws {
    let clock = VirtualClock()
    let script = try Script(json5: "[{ answer: ['One. ', { pause: 1.5 }, 'Two.', { pause: 2 }] }]")
    let generator = ScriptedGenerator(
      configuration: ScriptedModelConfiguration(prefillRate: nil, decodeRate: nil, script: script))
    var times: [Duration] = []
    var text = ""
    try await ModelClock.$current.withValue(clock) {
      try await generator.respond(to: .init(entries: entries)) { step in
        guard case .text(let piece, _) = step else { return }
        text += piece
        // All of the first text comes before the pause: no token has bytes of both.
        times.append(clock.now.sinceStart)
        if text.utf8.count <= "One.".utf8.count { #expect(clock.now.sinceStart == .zero) }
      }
    }
    #expect(text == "One. Two.")
    #expect(times.last == .seconds(1.5))
    #expect(clock.now.sinceStart == .seconds(3.5))
  }

  @Test("M3: Text comes in whole characters, however their bytes are cut into tokens")
  func characters() async throws {
    let text = "紙 👩‍👩‍👧 é"
    let outcome = try await generator("[{ answer: '\(text)' }]").outcome(.prompt("x"))
    #expect(outcome.text == text)
    let pieces = outcome.steps.compactMap { step -> (String, Int)? in
      guard case .text(let piece, let tokens) = step else { return nil }
      return (piece, tokens)
    }
    #expect(pieces.allSatisfy { !$0.0.contains("\u{FFFD}") && $0.1 == 1 })
    #expect(pieces.count == BytePairTokenizer.stemma.count(text))
    // The characters are cut: there are tokens that bring no text.
    #expect(pieces.contains { $0.0.isEmpty })
  }

  @Test("M3: The answer is cut after the tokens that the options allow, reasoning not counted")
  func limit() async throws {
    let generator = try generator(
      "[{ when: { prompt: 'call' }, answer: { call: 'fold', arguments: { shape: 'a crane' } } },"
        + " { answer: [{ reasoning: 'Let me think about it for a while.' }, 'One two three four five six.'] }]"
    )
    var request = ScriptedGenerator.Request(entries: [.prompt("Count.")], maximumResponseTokens: 3)
    request.reasoningLevel = .deep
    let cut = try await generator.outcome(request)
    let ids = BytePairTokenizer.stemma.encode("One two three four five six.")
    #expect(cut.text == BytePairTokenizer.stemma.decode(Array(ids.prefix(3))))
    #expect(cut.reasoning == "Let me think about it for a while.")
    let thoughts = BytePairTokenizer.stemma.count("Let me think about it for a while.")
    #expect(cut.usage.map { Array($0.suffix(2)) } == [3 + thoughts, thoughts])
    request.maximumResponseTokens = 0
    #expect(try await generator.outcome(request).text.isEmpty)
    // Arguments that are cut off are not JSON any more; whoever reads them has to say so.
    request = ScriptedGenerator.Request(entries: [.prompt("call")], maximumResponseTokens: 4)
    let calls = try await generator.outcome(request).calls
    #expect(calls.allSatisfy { !$0.hasSuffix("}") })
  }

  @Test("M3: Reasoning comes first, where the model has it and the request asks for it")
  func reasoning() async throws {
    let script = "[{ answer: [{ reasoning: 'Hm.' }, 'Yes.'] }]"
    var request = ScriptedGenerator.Request(entries: entries)
    #expect(try await generator(script).outcome(request).reasoning.isEmpty)
    request.reasoningLevel = .light
    let outcome = try await generator(script).outcome(request)
    #expect(outcome.reasoning == "Hm.")
    #expect(outcome.answer.first.map { if case .reasoning = $0 { true } else { false } } == true)
    var configuration = ScriptedModelConfiguration(script: try Script(json5: script))
    configuration.hasReasoning = false
    #expect(try await ScriptedGenerator(configuration: configuration).outcome(request).reasoning.isEmpty)
  }

  @Test("M3: The same request is answered the same, by any generator of the configuration")
  func deterministic() async throws {
    let tool = Transcript.ToolDefinition(
      "pick", "Picks a number.", ["a": "integer", "b": "number", "c": "string"])
    let request = ScriptedGenerator.Request(entries: entries, tools: [tool], toolCallingMode: .required)
    let first = try await ScriptedGenerator(configuration: ScriptedModelConfiguration()).outcome(request)
    let second = try await ScriptedGenerator(configuration: ScriptedModelConfiguration()).outcome(request)
    #expect(first == second)
    // What it says does not depend on the entries' ids; the ids of its calls do, for a history transform may send the same words for
    // another prompt of the same transcript.
    var renamed = request
    renamed.entries = [.instructions("Be brief."), .prompt("Fold a crane out of this paper.", id: "other")]
    let third = try await ScriptedGenerator(configuration: ScriptedModelConfiguration()).outcome(renamed)
    #expect(third.calls == first.calls)
    #expect(third.usage == first.usage)
    #expect(Set(callIDs(third)).isDisjoint(with: callIDs(first)))
  }

  private func callIDs(_ outcome: Outcome) -> [String] {
    outcome.steps.compactMap { if case .toolCall(let id, _, _, _) = $0 { id } else { nil } }
  }
}
