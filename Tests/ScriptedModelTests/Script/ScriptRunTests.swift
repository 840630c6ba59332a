import ScriptedModel
import Testing
import Transcripts

@Suite struct ScriptRunTests {
  private func text(_ script: String, _ entries: Transcript.Entry...) async throws -> String {
    try await ScriptedGenerator(script: script).outcome(.init(entries: entries)).text
  }

  @Test("M3: The first rule whose conditions hold answers; case does not matter unless it is said to")
  func order() async throws {
    let script = """
      [{ when: { prompt: { contains: 'CRANE', caseSensitive: true } }, answer: 'loud' },
       { when: { prompt: 'crane', instructions: 'short' }, answer: 'short crane' },
       { when: { prompt: { equals: 'a crane' } }, answer: 'exactly a crane' },
       { when: { prompt: { matches: '^fold (\\\\w+)' } }, answer: 'folding ${1} (${0})' },
       { answer: 'anything' }]
      """
    #expect(try await text(script, .prompt("A CRANE")) == "loud")
    #expect(try await text(script, .instructions("Keep it SHORT."), .prompt("My Crane")) == "short crane")
    #expect(try await text(script, .prompt(" A Crane\n")) == "exactly a crane")
    #expect(try await text(script, .prompt("Fold frogs now")) == "folding frogs (Fold frogs)")
    #expect(try await text(script, .prompt("hello")) == "anything")
  }

  @Test("M3: Only the last prompt counts, and only the instructions in front")
  func last() async throws {
    let script = "[{ when: { prompt: 'crane' }, answer: 'crane' }, { answer: 'no crane' }]"
    #expect(try await text(script, .prompt("a crane"), .response("crane"), .prompt("a frog")) == "no crane")
  }

  @Test(
    "M3: Rounds are counted from the entries since the last prompt; after the last answer the model goes on by itself"
  )
  func rounds() async throws {
    let script = """
      [{ when: { prompt: 'title' }, answers: [{ call: 'titleMaker', arguments: { project: '${prompt}' } }, 'It is “${toolOutput}”.'] }]
      """
    let generator = try ScriptedGenerator(script: script)
    let asked: [Transcript.Entry] = [.prompt("old"), .toolCalls(("x", "f", "{}")), .prompt("A title")]
    #expect(
      try await generator.outcome(.init(entries: asked)).calls == [#"titleMaker {"project": "A title"}"#])
    let answered = asked + [.toolCalls(("c", "titleMaker", "{}")), .toolOutput("titleMaker", "Crane")]
    #expect(try await generator.outcome(.init(entries: answered)).text == "It is “Crane”.")
    let further = answered + [.toolCalls(("d", "titleMaker", "{}")), .toolOutput("titleMaker", "Frog")]
    #expect(try await generator.outcome(.init(entries: further)).text == "titleMaker says: Frog.")
    // A replay gives the same.
    #expect(try await generator.outcome(.init(entries: answered)).text == "It is “Crane”.")
  }

  @Test("M3: A rule may begin at a later round, answer every round, or wait for an output")
  func laterRounds() async throws {
    let script = """
      [{ when: { toolOutput: 'stop' }, answer: [] , },
       { when: { toolOutput: 'red', round: 'any' }, answer: 'red!' },
       { when: { round: 1 }, answers: ['second', 'third'] },
       { when: { prompt: 'loop', round: 'any' }, answer: { call: 'f', arguments: {} } }]
      """
    let call = Transcript.Entry.toolCalls(("c", "f", "{}"))
    let generator = try ScriptedGenerator(script: script)
    func outcome(_ entries: Transcript.Entry...) async throws -> Outcome {
      try await generator.outcome(.init(entries: entries))
    }
    let output = Transcript.Entry.toolOutput("f", "blue")
    #expect(try await outcome(.prompt("a"), call, output).text == "second")
    #expect(try await outcome(.prompt("a"), call, output, call, output).text == "third")
    #expect(try await outcome(.prompt("a"), call, output, call, .toolOutput("f", "Red")).text == "red!")
    #expect(try await outcome(.prompt("loop")).calls == ["f {}"])
    #expect(try await outcome(.prompt("loop"), call, output, call, output, call, output).calls == ["f {}"])
  }

  @Test("M3: A rule can ask for a tool that may be called")
  func tool() async throws {
    let script = "[{ when: { tool: 'fold' }, answer: 'can fold' }, { answer: 'cannot' }]"
    let generator = try ScriptedGenerator(script: script)
    let fold = Transcript.ToolDefinition("fold", "Folds.")
    #expect(try await generator.outcome(.init(entries: [.prompt("x")], tools: [fold])).text == "can fold")
    #expect(try await generator.outcome(.init(entries: [.prompt("x")])).text == "cannot")
    let mute = ScriptedGenerator.Request(entries: [.prompt("x")], tools: [fold], toolCallingMode: .disallowed)
    #expect(try await generator.outcome(mute).text == "cannot")
  }

  @Test("M3: Values of the tool output and of captures go into texts and arguments, as what the schema wants")
  func values() async throws {
    let script = """
      [{ when: { prompt: { matches: '(?<count>\\\\d+) (\\\\w+)' } },
         answers: [{ call: 'fold', arguments: { steps: '${count}', shape: 'a ${2}', strict: 'true', plain: '${count}' } },
           [{ structured: { first: '${toolOutput.steps.0}', all: '${toolOutput.steps}', text: '${toolOutput.title}!' } }]] }]
      """
    let generator = try ScriptedGenerator(script: script)
    let fold = Transcript.ToolDefinition(
      "fold", "Folds.", ["steps": "integer", "shape": "string", "strict": "string", "plain": "string"])
    let prompt = Transcript.Entry.prompt("Fold 12 frogs")
    #expect(
      try await generator.outcome(.init(entries: [prompt], tools: [fold])).calls
        == [#"fold {"steps": 12, "shape": "a frogs", "strict": "true", "plain": "12"}"#])
    let output = Transcript.Entry.toolOutput("fold", #"{"title":"Frog","steps":[{"n":1},"cut"]}"#)
    let answered = [prompt, .toolCalls(("c", "fold", "{}")), output]
    #expect(
      try await generator.outcome(.init(entries: answered)).text
        == #"{"first":{"n":1},"all":[{"n":1},"cut"],"text":"Frog!"}"#)
  }

  @Test("M3: What a script wants and is not there is an error, never an empty text")
  func missing() async throws {
    let script =
      "[{ when: { prompt: { matches: 'x' } }, answer: '${7}' }, { when: { prompt: 'y' }, answer: '${toolOutput.a}' }, { answer: { structured: 'fill' } }]"
    let generator = try ScriptedGenerator(script: script)
    #expect(
      try await generator.outcome(.prompt("x")).failure == .script(message: "the pattern has no capture “7”"))
    #expect(
      try await generator.outcome(.prompt("y")).failure
        == .script(message: "“${toolOutput.a}” without a tool output"))
    #expect(
      try await generator.outcome(.prompt("z")).failure
        == .script(message: "“structured: 'fill'” in a request that asks for no structure"))
  }

  @Test(
    "M3: Each failure that a script asks for is raised, after what comes before it",
    arguments: [
      (
        "'rateLimited'",
        ScriptedFailure.rateLimited(retryAfter: nil, message: "too many requests; wait before the next one")
      ),
      ("{ kind: 'refusal', message: 'No.' }", .refusal(explanation: "No.")),
      (
        "{ kind: 'contextSizeExceeded', contextSize: 10, tokenCount: 12 }",
        .contextSizeExceeded(contextSize: 10, tokenCount: 12)
      ),
      ("'timeout'", .timeout(message: "the model did not answer in time")),
      (
        "{ kind: 'unsupportedLanguageOrLocale', language: 'tlh', message: 'No Klingon' }",
        .unsupportedLanguageOrLocale(language: "tlh", message: "No Klingon")
      ),
      (
        "'unsupportedGenerationGuide'",
        .unsupportedGenerationGuide(schemaName: nil, message: "the schema cannot be followed")
      ),
    ])
  func failures(spelled: String, expected: ScriptedFailure) async throws {
    let outcome = try await ScriptedGenerator(script: "[{ answer: ['Hm', { fail: \(spelled) }, 'never'] }]")
      .outcome(.prompt("x"))
    #expect(outcome.text == "Hm")
    #expect(outcome.failure == expected)
  }

  @Test("M3: A script may call what nobody declared, and fill what somebody did")
  func calls() async throws {
    let script = "[{ answer: { calls: [{ tool: 'ghost' }, { tool: 'fold' }] } }]"
    let fold = Transcript.ToolDefinition("fold", "Folds.", ["shape": "string"])
    let outcome = try await ScriptedGenerator(script: script).outcome(
      .init(entries: [.prompt("Fold “a crane”")], tools: [fold]))
    #expect(outcome.calls == ["ghost {}", #"fold {"shape": "a crane"}"#])
    // Two calls, two ids.
    let ids = Set(outcome.steps.compactMap { if case .toolCall(let id, _, _, _) = $0 { id } else { nil } })
    #expect(ids.count == 2)
  }
}
