import Policies
import PrefixCache
import Recordings
import ScriptedModel
import SessionEngine
import Testing
import Transcripts

/// A scripted session of two personas with a note that comes and goes, whose history is rewritten: here every policy differs from
/// what was recorded.
@Suite("Policies on a scripted session of two personas, against the engine")
struct PersonaTests {
  private static let window = 700

  private static func definition(_ name: String) -> Transcript.ToolDefinition {
    Transcript.ToolDefinition(
      name: name, description: "Finds a \(name) and says where it is.",
      parameters: GeneratedContent.generationSchema)
  }

  private static func plain(_ text: String) -> [Transcript.Segment] { [.text(.init(id: "", content: text))] }

  /// Eight prompts; every second is answered with a tool's help.
  private func dialogue() throws -> Dialogue {
    var entries: [Transcript.Entry] = [
      .instructions(
        .init(id: "", segments: [], toolDefinitions: [Self.definition("map"), Self.definition("tide")]))
    ]
    for number in 1...8 {
      entries.append(.prompt(.init(segments: Self.plain("Where do we go on day \(number) of the walk?"))))
      if number % 2 == 0 {
        let tool = number > 4 ? "tide" : "map"
        let call = Transcript.ToolCall(
          id: "c\(number)", toolName: tool, argumentsText: "{\"day\": \(number)}")
        entries.append(.toolCalls(.init([call])))
        entries.append(
          .toolOutput(
            .init(id: "c\(number)", toolName: tool, segments: Self.plain("Sheet \(number) of the coast path"))
          ))
      }
      entries.append(
        .response(.init(segments: Self.plain("On day \(number) the path follows the cliff to the ferry."))))
    }
    return try Dialogue(entries)
  }

  private static let shared = "Keep to paths that are open."
  private static let note = "The ferry does not sail today."

  /// Walker for the first four prompts, then Sailor, whose note comes with the sixth prompt alone and stands before what is shared.
  private func recorded(_ dialogue: Dialogue) -> @Sendable (Int) -> Persona {
    { prompt in
      if prompt < 4 {
        return Persona(
          name: "Walker", blocks: ["You know every stile.", Self.shared],
          tools: [dialogue.tool(dialogue.tools[0])])
      }
      return Persona(
        name: "Sailor", blocks: (prompt == 5 ? [Self.note] : []) + ["You know every buoy.", Self.shared],
        tools: dialogue.tools.reversed().map(dialogue.tool))
    }
  }

  private func check(
    _ policy: any Policy, _ manner: (Manner) -> Manner, cache: CacheKind = .attention,
    differs: Bool = true
  ) async throws {
    let dialogue = try dialogue()
    let persona = recorded(dialogue)
    // As it was recorded, the third entry from the end and older ones go.
    let recorded = Manner(
      persona: { persona($0) }, transform: nil, rewrite: { Array($0.suffix(7)) })
    let session = try await Rerun(dialogue, recorded)
    let row = try session.table([policy], window: Self.window).costs[0]
    let measured = try await Sums(Rerun(dialogue, manner(recorded), cache: cache).inferences)
    #expect(Sums(row) == measured)
    #expect(row.overflows == 0)
    let asItWas = try Sums(session.inferences)
    #expect((Sums(row) != asItWas) == differs)
  }

  @Test("as recorded: the recorded rewriting, switches and all")
  func asRecorded() async throws { try await check(AsRecorded(), { $0 }, differs: false) }

  @Test("append-only: the history that the session would have had")
  func appendOnly() async throws {
    try await check(AppendOnly()) { manner in
      var manner = manner
      manner.rewrite = nil
      return manner
    }
  }

  @Test("H1, H3: the windows replace what the session did to its history", arguments: [4, 9])
  func windows(_ count: Int) async throws {
    try await check(RollingWindow(entries: count)) { manner in
      var manner = manner
      manner.rewrite = { Array($0.suffix(count)) }
      return manner
    }
    try await check(TransformSuffix(entries: count)) { manner in
      var manner = manner
      manner.rewrite = nil
      manner.transform = { Array($0.suffix(count)) }
      return manner
    }
  }

  @Test("H3: completed tool calls dropped from the whole history")
  func completedCalls() async throws {
    try await check(DroppingCompletedToolCalls()) { manner in
      var manner = manner
      manner.rewrite = { history in
        let last = history.lastIndex { $0.kind == .response || $0.kind == .toolCalls } ?? 0
        return history[..<last].filter { $0.kind != .toolCalls && $0.kind != .toolOutput } + history[last...]
      }
      return manner
    }
  }

  @Test("P7: what every step has stands first, then what the persona always has, then the note")
  func staticFirst() async throws {
    let dialogue = try dialogue()
    let persona = recorded(dialogue)
    try await check(StaticFirstInstructions()) { manner in
      var manner = manner
      manner.persona = { prompt in
        var here = persona(prompt)
        let own = prompt < 4 ? "You know every stile." : "You know every buoy."
        here.blocks = [Self.shared, own] + (prompt == 5 ? [Self.note] : [])
        // The map is in every step; the tide only in the Sailor's.
        here.tools = (prompt < 4 ? [dialogue.tools[0]] : dialogue.tools).map(dialogue.tool)
        return here
      }
      return manner
    }
  }

  @Test("C5: one profile with all that both had never switches")
  func noSwitch() async throws {
    let dialogue = try dialogue()
    try await check(NoProfileSwitch()) { manner in
      var manner = manner
      let one = Persona(
        blocks: ["You know every stile.", Self.shared, "You know every buoy.", Self.note],
        tools: dialogue.tools.map(dialogue.tool))
      manner.persona = { _ in one }
      return manner
    }
  }

  @Test("C3: a recurrent cache refuses each time that the history is cut")
  func hybrid() async throws { try await check(HybridCache(), { $0 }, cache: .recurrent()) }

  @Test("C5: the scripted model's rates are found again in the times of a recording")
  func rates() async throws {
    let dialogue = try dialogue()
    let persona = recorded(dialogue)
    let session = try await Rerun(dialogue, Manner(persona: { persona($0) }))
    let table = try session.table(Policies.all())
    // 1,200 tokens a second prefilled, 60 decoded; times are whole milliseconds, and a call's name comes at once.
    #expect(abs(table.rates.prefill.rate / 1200 - 1) < 0.15)
    #expect(abs(table.rates.decode.rate / 60 - 1) < 0.05)
    #expect(try #require(table.rates.prefillError) < 0.25)
    let rows = try session.inferences
    let taken = rows.reduce(0) {
      $0 + Double(($1.finished?.milliseconds ?? 0) - ($1.started?.milliseconds ?? 0))
    }
    #expect(abs(table.costs[0].milliseconds / taken - 1) < 0.02)
    #expect(table.recorded?.prefilled == table.costs[0].prefilled)
    #expect(table.recorded.map { Double($0.milliseconds) } == taken)
  }

  @Test("R8: a context that does not fit is counted and not sent; an answer that does not fit is cut off")
  func overflows() async throws {
    let dialogue = try dialogue()
    let persona = recorded(dialogue)
    let manner = Manner(persona: { persona($0) })
    let session = try await Rerun(dialogue, manner)
    let rows = try session.inferences
    let last = try #require(rows.last)
    let (input, output) = (try #require(last.input).value, try #require(last.output).value)
    // The last context is the largest: one token too few for it, and too few for its whole answer.
    for window in [input - 1, input + output - 1] {
      let cost = try session.table([AsRecorded()], window: window).costs[0]
      #expect(cost.overflows == 1)
      let stopped = try await Sums(Rerun(dialogue, manner, window: window).inferences)
      #expect(stopped.inferences == rows.count - (window < input ? 1 : 0))
      #expect(cost.inferences == stopped.inferences && cost.input == stopped.input)
      #expect(cost.reused == stopped.reused && cost.output == stopped.output)
      #expect(cost.peak == input)
    }
  }
}
