import SessionEngine
import Testing
import Transcripts

@Suite("How sessions begin")
struct BeginningTests {
  private let said: [Transcript.Entry] = [
    .instructions(
      Transcript.Instructions(
        id: "i", segments: [.text(Transcript.TextSegment(id: "s", content: "Old ways."))], toolDefinitions: []
      )),
    .prompt(Transcript.Prompt(id: "p", segments: [.text(Transcript.TextSegment(id: "t", content: "a"))])),
    .response(Transcript.Response(id: "r", segments: [.text(Transcript.TextSegment(id: "u", content: "b"))])),
  ]

  @Test("R10: a session restored from a transcript keeps its instructions, and has the tools it is given")
  func restored() async throws {
    let model = ProbeLanguageModel([.text("d")])
    let session = LanguageModelSession(
      model: model, tools: [ProbeTool("look")], transcript: Transcript(entries: said))
    _ = try await session.respond(to: "c")
    #expect(
      shape(model.probe.requests[0].transcript) == [
        "instructions: Old ways. [look]", "prompt: a", "response: b", "prompt: c",
      ])
    #expect(session.transcript.map(\.id).prefix(3) == ["i", "p", "r"])
  }

  @Test("R10: a transcript is restored as it is when there are no tools")
  func restoredUnchanged() {
    let session = LanguageModelSession(model: ProbeLanguageModel([]), transcript: Transcript(entries: said))
    #expect(session.transcript == Transcript(entries: said))
  }

  @Test(
    "R10, T4: a profile's session takes a history; its own instructions lead, in place of those brought along"
  )
  func profileWithHistory() async throws {
    let model = ProbeLanguageModel([.text("d")])
    for history in [said, Array(said.dropFirst())] {
      let session = LanguageModelSession(profile: NewWays(model: model), history: history)
      #expect(shape(session.transcript) == ["instructions: New ways.", "prompt: a", "response: b"])
    }
    let view = LanguageModelSession(
      profile: NewWays(model: model), history: Transcript(entries: said).history)
    #expect(shape(view.transcript) == ["instructions: New ways.", "prompt: a", "response: b"])
  }

  @Test("R10, T3: a profile without text and tools has no instructions entry; brought along, it stays")
  func emptyProfile() async throws {
    let model = ProbeLanguageModel([.text("d")])
    #expect(LanguageModelSession(profile: LanguageModelSession.Profile {}.model(model)).transcript.isEmpty)
    let session = LanguageModelSession(profile: LanguageModelSession.Profile {}.model(model), history: said)
    #expect(shape(session.transcript)[0] == "instructions: Old ways.")
  }

  @Test("R10, D1: dynamic instructions with a model make a session")
  func dynamicInstructions() async throws {
    struct Counted: DynamicInstructions {
      @SessionProperty(\.count) var count
      var body: some DynamicInstructions {
        Instructions("count \(count)")
        if count > 0 { ProbeTool("look") }
      }
    }
    let model = ProbeLanguageModel([.text("b")])
    let session = LanguageModelSession(model: model, dynamicInstructions: Counted(), history: said.suffix(2))
    #expect(shape(session.transcript) == ["instructions: count 0", "prompt: a", "response: b"])
    session.properties.count = 1
    _ = try await session.respond(to: "c")
    #expect(shape(model.probe.requests[0].transcript)[0] == "instructions: count 1 [look]")
  }

  @Test("R10: instructions come as a value, a string or a builder, which may throw")
  func instructionForms() throws {
    let model = ProbeLanguageModel([])
    let forms = [
      LanguageModelSession(model: model, instructions: Instructions("a\nb")),
      LanguageModelSession(model: model, instructions: "a\nb"),
      LanguageModelSession(model: model) {
        "a"
        "b"
      },
    ]
    for session in forms { #expect(shape(session.transcript) == ["instructions: a\nb"]) }
    #expect(LanguageModelSession(model: model).transcript.isEmpty)
    #expect(throws: Failure("no words")) {
      _ = try LanguageModelSession(model: model) { () throws -> Instructions in throw Failure("no words") }
    }
  }

  @Test("R10: without a model a session is the system's")
  func systemModel() async throws {
    let binding = ModelBinding()
    let model = ProbeLanguageModel([.text("by the probe")])
    binding.update { $0.system.backend = ModelBinding.Backend(model, contextSize: 4096) }
    let answers = try await ModelBinding.$current.withValue(binding) {
      [
        try await LanguageModelSession().respond(to: "x").content,
        try await LanguageModelSession(instructions: "i").respond(to: "x").content,
        try await LanguageModelSession(profile: LanguageModelSession.Profile {}).respond(to: "x").content,
      ]
    }
    #expect(answers == Array(repeating: "by the probe", count: 3))
  }

  @Test("R10, C5: a session has its own executor, so a restored one begins cold")
  func ownExecutor() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let first = LanguageModelSession(model: model)
    _ = try await first.respond(to: "a")
    let restored = LanguageModelSession(model: model, transcript: first.transcript)
    _ = try await restored.respond(to: "c")
    #expect(Set(model.probe.executors).count == 2)
  }
}

private struct NewWays: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  var body: some DynamicProfile { Profile { Instructions("New ways.") }.model(model) }
}
