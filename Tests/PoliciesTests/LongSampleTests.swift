import Policies
import PrefixCache
import Recordings
import ScriptedModel
import SessionEngine
import Testing
import Tokenizers
import Transcripts

/// Each row of the table against the engine, which holds the conversation again under the policy. The engine's transforms and
/// hooks are written here from the rules, not taken from the policies.
@Suite("Policies on the long sample, against the engine")
struct LongSampleTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    + "/sample-transcripts/long-session.json"
  private static let window = 4096

  private func sample() throws -> Recording {
    try Source.open(Self.path, options: ImportOptions(counter: BytePairTokenizer.stemma))
  }

  private func dialogue() throws -> Dialogue {
    let recording = try sample()
    let last = try #require(try recording.latestSnapshots(limit: 1).last)
    return try Dialogue(
      recording.entries(recording.entryIDs(of: last.id)).map {
        Transcript.Entry(json: try JSONValue(parsing: $0.json))
      })
  }

  /// The scripted session as it is, which all rows are computed from.
  private static let plain = Task {
    let tests = LongSampleTests()
    let dialogue = try tests.dialogue()
    return try await Rerun(dialogue, tests.manner(dialogue))
  }

  private func manner(
    _ dialogue: Dialogue, transform: Manner.Change? = nil, rewrite: Manner.Change? = nil
  ) -> Manner {
    let persona = Persona(blocks: dialogue.blocks, tools: dialogue.tools.map(dialogue.tool))
    return Manner(persona: { _ in persona }, transform: transform, rewrite: rewrite)
  }

  /// The row of the sample, the row of a scripted session of it, and what the engine measures under the policy.
  private func check(
    _ policy: any Policy, transform: Manner.Change? = nil, rewrite: Manner.Change? = nil,
    cache: CacheKind = .attention
  ) async throws {
    let dialogue = try dialogue()
    let measured = try await Sums(
      Rerun(dialogue, manner(dialogue, transform: transform, rewrite: rewrite), cache: cache).inferences)
    let plain = try await Self.plain.value
    // The conversation is the whole one: 37 answers.
    #expect(measured.inferences == 37)
    let scripted = try plain.table([policy], window: Self.window).costs[0]
    #expect(Sums(scripted) == measured)
    let sample = try sample()
    let imported = try PolicyTable(sample, sample.sessions()[0], policies: [policy], window: Self.window)
    #expect(Sums(imported.costs[0]) == measured)
    #expect(scripted.overflows == 0 && imported.costs[0].overflows == 0)
  }

  @Test("as recorded")
  func asRecorded() async throws { try await check(AsRecorded()) }

  /// The same conversation with prewarms between its requests, as it was held and under the policy.
  @Test(
    "R9: a row counts what prewarms hold, and what they evaluate, as the engine does",
    arguments: ["as recorded", "append-only", "window", "suffix", "dropped", "recurrent"])
  func prewarms(_ name: String) async throws {
    let dialogue = try dialogue()
    let suffix: Manner.Change = { Array($0.suffix(8)) }
    let dropped: Manner.Change = { entries in
      let last = entries.lastIndex { $0.kind == .response || $0.kind == .toolCalls } ?? 0
      return entries.enumerated().filter { index, entry in
        index >= last || (entry.kind != .toolCalls && entry.kind != .toolOutput)
      }.map(\.element)
    }
    let (policy, manner, cache): (any Policy, Manner, CacheKind) =
      switch name {
      case "append-only": (AppendOnly(), manner(dialogue), .attention)
      case "window": (RollingWindow(entries: 8), manner(dialogue, rewrite: suffix), .attention)
      case "suffix": (TransformSuffix(entries: 8), manner(dialogue, transform: suffix), .attention)
      case "dropped": (DroppingCompletedToolCalls(), manner(dialogue, transform: dropped), .attention)
      case "recurrent": (HybridCache(), manner(dialogue), .recurrent())
      default: (AsRecorded(), manner(dialogue), .attention)
      }
    let plain = try await Rerun(dialogue, self.manner(dialogue), prewarming: .often)
    let row = try plain.table([policy], window: Self.window).costs[0]
    let rerun = try await Rerun(dialogue, manner, cache: cache, prewarming: .often)
    let (measured, warmed) = (try Sums(rerun.inferences), try rerun.warmed)
    #expect(Sums(row) == measured)
    #expect(row.warmed == warmed)
    #expect(row.warmed > 0)
    // What was warmed is not prefilled any more.
    let cold = try await Rerun(dialogue, self.manner(dialogue))
    if name == "as recorded" {
      let (now, before) = (try Sums(rerun.inferences), try Sums(cold.inferences))
      #expect(now.prefilled < before.prefilled)
    }
  }

  @Test("append-only")
  func appendOnly() async throws { try await check(AppendOnly()) }

  @Test("H3: a rolling window that rewrites the history", arguments: [8, 20])
  func rollingWindow(_ count: Int) async throws {
    try await check(RollingWindow(entries: count), rewrite: { Array($0.suffix(count)) })
  }

  @Test("H1, H4: a window as a transform cuts the instructions off, too", arguments: [8, 20])
  func transformSuffix(_ count: Int) async throws {
    try await check(TransformSuffix(entries: count), transform: { Array($0.suffix(count)) })
  }

  @Test("H3: completed tool calls dropped")
  func completedCalls() async throws {
    try await check(
      DroppingCompletedToolCalls(),
      transform: { entries in
        let last = entries.lastIndex { $0.kind == .response || $0.kind == .toolCalls } ?? 0
        return entries.enumerated().filter { index, entry in
          index >= last || (entry.kind != .toolCalls && entry.kind != .toolOutput)
        }.map(\.element)
      })
  }

  @Test("H4: oldest turns go at 75% of the window, down to 50%")
  func consolidation() async throws {
    let dialogue = try dialogue()
    let leading = Transcript.Entry.instructions(
      .init(
        id: "", segments: dialogue.blocks.map { .text(.init(id: "", content: $0)) },
        toolDefinitions: dialogue.tools))
    let fixed = ScriptedGenerator.tokenCount(of: [leading])
    let window = Self.window
    try await check(
      Consolidation(),
      rewrite: { history in
        func size(_ entries: ArraySlice<Transcript.Entry>) -> Int {
          fixed + ScriptedGenerator.tokenCount(of: Array(entries))
        }
        var kept = history[...]
        guard history.last?.kind == .prompt, size(kept) * 4 > window * 3 else { return history }
        while size(kept) * 2 > window,
          let next = kept.dropFirst().firstIndex(where: { $0.kind == .prompt })
        {
          kept = kept[next...]
        }
        return Array(kept)
      })
    // It is not the same as doing nothing.
    let recording = try sample()
    let table = try PolicyTable(
      recording, recording.sessions()[0], policies: [AppendOnly(), Consolidation()], window: window)
    #expect(table.costs[1].peak < table.costs[0].peak)
  }

  @Test("One persona throughout: nothing to put in order, nothing to switch")
  func onePersona() async throws {
    try await check(StaticFirstInstructions())
    try await check(NoProfileSwitch())
  }

  @Test("C3: a recurrent cache, which an append-only session never turns back")
  func hybrid() async throws { try await check(HybridCache(), cache: .recurrent()) }
}
