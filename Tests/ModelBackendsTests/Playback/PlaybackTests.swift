import ModelBackends
import ScriptedModel
import SessionEngine
import Testing
import Transcripts

@Suite("Playing a recording")
struct PlaybackTests {
  // MARK: What is played

  private static func prompt(_ text: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: "p-\(text)", segments: [.text(.init(id: "s-\(text)", content: text))]))
  }

  private static func response(_ text: String) -> Transcript.Entry {
    .response(
      Transcript.Response(
        id: "r-\(text)", assetIDs: [], segments: [.text(.init(id: "t-\(text)", content: text))]))
  }

  private static func calls(_ tool: String, _ arguments: String, id: String) -> Transcript.Entry {
    .toolCalls(
      Transcript.ToolCalls(
        id: "c-\(id)", [Transcript.ToolCall(id: id, toolName: tool, argumentsText: arguments)]))
  }

  private static func output(_ tool: String, _ text: String, id: String) -> Transcript.Entry {
    .toolOutput(
      Transcript.ToolOutput(
        id: id, toolName: tool, segments: [.text(.init(id: "o-\(id)", content: text))]))
  }

  /// Two prompts: the first needs a tool, the second is thought about.
  private static let script: PlaybackScript = {
    let ask = [prompt("Which paper?")]
    let looked = ask + [calls("look", #"{"shelf":2}"#, id: "call-7"), output("look", "washi", id: "call-7")]
    let answered = looked + [response("Washi, from shelf 2.")]
    return PlaybackScript(inferences: [
      .init(request: 1, number: 1, sent: ask, answer: [calls("look", #"{"shelf":2}"#, id: "call-7")]),
      .init(request: 1, number: 2, sent: looked, answer: [response("Washi, from shelf 2.")]),
      .init(
        request: 2, number: 3, sent: answered + [prompt("And glue?")],
        answer: [
          .reasoning(
            Transcript.Reasoning(id: "think", segments: [.text(.init(id: "x", content: "Paste will do."))])),
          response("Paste."),
        ]),
    ])
  }()

  private static func model(
    _ tape: PlaybackTape, _ departing: DepartureAction = .stop, script: Script? = nil
  ) -> PlaybackLanguageModel {
    PlaybackLanguageModel(
      configuration: ScriptedModelConfiguration(prefillRate: nil, decodeRate: nil, script: script),
      tape: tape,
      departing: departing)
  }

  // MARK: On the path

  @Test("M6: the recorded calls, reasoning and texts come again, calls with their ids")
  func follows() async throws {
    let tape = PlaybackTape(Self.script)
    let session = LanguageModelSession(
      model: Self.model(tape), tools: [Look()], instructions: "Another profile.")
    #expect(try await session.respond(to: "Which paper?").content == "Washi, from shelf 2.")
    #expect(try await session.respond(to: "And glue?").content == "Paste.")
    #expect(tape.departures.isEmpty)
    let kinds = session.transcript.map(\.kind)
    #expect(
      kinds == [
        .instructions, .prompt, .toolCalls, .toolOutput, .response, .prompt, .reasoning, .response,
      ])
    guard case .toolCalls(let calls) = Array(session.transcript)[2] else { return #expect(Bool(false)) }
    #expect(calls.map(\.id) == ["call-7"] && calls.map(\.argumentsText) == [#"{"shelf":2}"#])
  }

  @Test("M6, C1: what a request costs is predicted: the second one finds the first and its answer")
  func predicts() async throws {
    let log = EventLog()
    var configuration = SessionConfiguration()
    configuration.observers = [log]
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: Self.model(PlaybackTape(Self.script)), tools: [Look()])
    }
    _ = try await session.respond(to: "Which paper?")
    let ends = log.ends
    #expect(ends.count == 2)
    let first = try #require(ends.first)
    #expect(first.input?.origin == .predicted && first.reused == .predicted(0))
    let all = session.transcript.entries
    // Instructions with the tool, the prompt, the call: held when the output comes.
    let held = ScriptedGenerator.tokenCount(of: Array(all.prefix(3)))
    let sent = ScriptedGenerator.tokenCount(of: Array(all.prefix(4)))
    #expect(ends[1].input == .predicted(sent) && ends[1].reused == .predicted(held))
    #expect(ends[1].prefilled == .predicted(sent - held))
  }

  @Test("M6: of equal questions each answer is given once, in order")
  func equalQuestions() async throws {
    let script = PlaybackScript(
      inferences: ["one", "two"].enumerated().map { index, text in
        .init(
          request: index + 1, number: index + 1, sent: [Self.prompt("More.")], answer: [Self.response(text)])
      })
    let tape = PlaybackTape(script)
    let session = LanguageModelSession(model: Self.model(tape))
    #expect(try await session.respond(to: "More.").content == "one")
    #expect(try await session.respond(to: "More.").content == "two")
    await #expect(throws: PlaybackDeparture.self) { try await session.respond(to: "More.") }
    #expect(tape.departures.map(\.difference) == ["it is asked once more"])
  }

  @Test("M6: a recorded failure and a recorded cancellation come again")
  func ends() async throws {
    let script = PlaybackScript(inferences: [
      .init(
        request: 1, number: 1, sent: [Self.prompt("a")], answer: [],
        end: .failed(RequestFailure("out of paper"))),
      .init(request: 2, number: 2, sent: [Self.prompt("b")], answer: [], end: .cancelled),
    ])
    let session = LanguageModelSession(model: Self.model(PlaybackTape(script)))
    await #expect(throws: RecordedFailure(description: "out of paper")) { try await session.respond(to: "a") }
    await #expect(throws: CancellationError.self) { try await session.respond(to: "b") }
  }

  private static func overflow(of size: Int, model window: Int? = nil) -> PlaybackScript {
    let failure = RequestFailure(
      "x", kind: .contextSizeExceeded, detail: "over by one", contextSize: size, tokenCount: size + 1)
    return PlaybackScript(inferences: [
      .init(
        request: 1, number: 1, sent: [prompt("a")], answer: [response("A long")], end: .failed(failure),
        window: window)
    ])
  }

  @Test("R7, M6: a recorded overflow is the same typed error again, with the same numbers")
  func overflowsAgain() async throws {
    // As large as here, and larger than here.
    for (window, model) in [(4096, nil), (9000, nil), (10, 4096)] {
      // The last one is a script's, which says what it likes: the model's window was as large as here.
      let tape = PlaybackTape(Self.overflow(of: window, model: model))
      let session = LanguageModelSession(model: Self.model(tape))
      let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "a") }
      guard case .contextSizeExceeded(let found)? = error else { return #expect(Bool(false)) }
      #expect(found.contextSize == window && found.tokenCount == window + 1)
      #expect(found.debugDescription == "over by one")
      #expect(tape.departures.isEmpty)
    }
  }

  @Test("M6: an answer that a smaller window cut off is none in a larger one")
  func largerWindow() async throws {
    let tape = PlaybackTape(Self.overflow(of: 2048))
    let session = LanguageModelSession(model: Self.model(tape))
    await #expect(throws: PlaybackDeparture.self) { try await session.respond(to: "a") }
    #expect(
      tape.departures.map(\.difference) == [
        "the recorded answer ended with the window of 2048, and this one is 4096"
      ])
    let script = try Script(json5: "{ rules: [{ answer: ['A long one.'] }] }")
    let on = LanguageModelSession(
      model: Self.model(PlaybackTape(Self.overflow(of: 2048)), .scripted, script: script))
    #expect(try await on.respond(to: "a").content == "A long one.")
  }

  // MARK: Off the path

  @Test("M6: another prompt leaves the path: the request fails with what differs, and the next one goes on")
  func stops() async throws {
    let tape = PlaybackTape(Self.script)
    let session = LanguageModelSession(model: Self.model(tape), tools: [Look()])
    let departure = PlaybackDeparture(
      request: 1, inference: 1, difference: "the prompt is “Which scissors?”")
    await #expect(throws: departure) { try await session.respond(to: "Which scissors?") }
    #expect(tape.departures == [departure])
    #expect(departure.description.contains("inference 1 (request 1)"))
    #expect(try await session.respond(to: "Which paper?").content == "Washi, from shelf 2.")
  }

  @Test("M6: another tool output, and a call of what is not offered, are departures")
  func tools() async throws {
    let tape = PlaybackTape(Self.script)
    let session = LanguageModelSession(model: Self.model(tape), tools: [Look(text: "kraft")])
    await #expect(throws: PlaybackDeparture.self) { try await session.respond(to: "Which paper?") }
    #expect(tape.departures.map(\.difference) == ["look returned “kraft”"])
    #expect(tape.departures.map(\.inference) == [2])
    let bare = PlaybackTape(Self.script)
    await #expect(throws: PlaybackDeparture.self) {
      try await LanguageModelSession(model: Self.model(bare)).respond(to: "Which paper?")
    }
    #expect(bare.departures.map(\.difference) == ["the recorded answer calls look, which is not offered"])
  }

  @Test("M6: where it is to go on, the model's script or another model answers, and only there")
  func goesOn() async throws {
    let script = try Script(json5: "{ rules: [{ when: { prompt: 'scissors' }, answer: ['Blunt ones.'] }] }")
    let tape = PlaybackTape(Self.script)
    let session = LanguageModelSession(
      model: Self.model(tape, .scripted, script: script), tools: [Look()])
    #expect(try await session.respond(to: "Which scissors?").content == "Blunt ones.")
    #expect(try await session.respond(to: "Which paper?").content == "Washi, from shelf 2.")
    #expect(tape.departures.count == 1)

    let other = try ScriptedLanguageModel(
      script: "{ rules: [{ answer: ['From elsewhere.'] }] }", name: "other", takesTime: false)
    let second = LanguageModelSession(
      model: Self.model(PlaybackTape(Self.script), .backend(other)), tools: [Look()])
    #expect(try await second.respond(to: "Which scissors?").content == "From elsewhere.")
    #expect(try await second.respond(to: "Which paper?").content == "Washi, from shelf 2.")
  }

  @Test("R8, M6: a request that does not fit is refused, though its answer is known")
  func window() async throws {
    var configuration = ScriptedModelConfiguration(prefillRate: nil, decodeRate: nil)
    configuration.contextSize = 16
    let model = PlaybackLanguageModel(configuration: configuration, tape: PlaybackTape(Self.script))
    await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: model, tools: [Look()]).respond(to: "Which paper?")
    }
  }
}

/// A tool whose output a test chooses.
struct Look: Tool {
  var name = "look"
  var description = "Looks at a shelf."
  var text = "washi"

  @Generable struct Arguments { var shelf: Int }
  func call(arguments: Arguments) async throws -> String { text }
}

/// Keeps how inferences ended.
private final class EventLog: SessionObserver {
  private let kept = Locked<[InferenceEnd]>([])
  var ends: [InferenceEnd] { kept.withLock { $0 } }

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    if case .inferenceEnded(let end) = event.kind { kept.withLock { $0.append(end) } }
  }
}
