import ModelBackends
import PrefixCache
import Recordings
import Replays
import ScriptedModel
import SessionEngine
import Testing
import Transcripts

@testable import Scenarios

@Suite("What a replay does again")
struct ReplayRulesTests {
  private static func scenario(
    _ members: String, answer: String = "It has ${arguments.shelf} sheets.", tools: String = "['look']"
  ) throws -> Scenario {
    try Scenario(
      json5: """
        {
          name: 'shelf',
          model: { window: 4096, prefill: 1000, decode: 100, script: [
            { when: { prompt: 'paper' }, answers: [[{ call: 'look', arguments: { shelf: 2 } }], ['As you see.']] },
            { when: { prompt: 'glue' }, answer: ['In the drawer.'] },
          ] },
          state: { mood: ['calm', 'busy'], looks: 0 },
          tools: { look: { description: 'Looks.', parameters: { shelf: 'integer' }, set: { looks: { add: 1 } },
            answer: '\(answer)' } },
          profiles: [
            { name: 'Busy', when: { mood: 'busy' }, instructions: 'Be brief.', tools: \(tools) },
            { name: 'Calm', instructions: 'Take your time.', tools: \(tools) },
          ],
          \(members)
        }
        """, file: "shelf.json5")
  }

  private static let steps = "steps: ['Which paper?', { set: { mood: 'busy' } }, 'And glue?']"

  @Test("M6: what the app changed between two prompts is changed again")
  func changes() async throws {
    let recorded = try await RecordedRun(Self.scenario(Self.steps))
    let (run, outcome, _) = try await recorded.replayed(in: Self.scenario("steps: []"))
    #expect(outcome.departures.isEmpty && outcome.unknownChanges.isEmpty)
    #expect(try run.recording.inferences().map(\.profile) == ["Calm", "Calm", "Busy"])
  }

  @Test("M6: a recorded output answers the same call again, and the tool still changes the state")
  func outputs() async throws {
    let recorded = try await RecordedRun(Self.scenario(Self.steps))
    let (run, outcome, comparison) = try await recorded.replayed(
      in: Self.scenario("steps: []", answer: "None at all."))
    #expect(outcome.unknownCalls.isEmpty && comparison.departure == nil)
    let properties = try run.recording.events(of: run.session.id, kind: "property").compactMap(LiveEvent.init)
    #expect(properties.contains(.property(name: "looks", value: "1")))
    let last = try #require(try run.recording.snapshots(of: run.session.id).last)
    let texts = try run.recording.entries(run.recording.entryIDs(of: last.id)).map {
      String(decoding: $0.json, as: UTF8.self)
    }
    #expect(texts.contains { $0.contains("It has 2 sheets.") })
    #expect(!texts.contains { $0.contains("None at all.") })
  }

  @Test("M6: a call that the recording does not know is the scenario's tool's, and named")
  func unknownCall() async throws {
    let recorded = try await RecordedRun(Self.scenario(Self.steps))
    let other = try Scenario(
      json5: """
        {
          name: 'other',
          model: { script: [{ when: { prompt: 'paper' }, answers: [[{ call: 'look', arguments: { shelf: 5 } }], ['Five.']] }] },
          tools: { look: { description: 'Looks.', parameters: { shelf: 'integer' }, answer: 'Shelf ${arguments.shelf}.' } },
          profiles: [{ name: 'One', instructions: 'Look.', tools: ['look'] }],
        }
        """, file: "other.json5")
    let (_, outcome, comparison) = try await recorded.replayed(in: other, answering: .scripted)
    #expect(outcome.unknownCalls == [#"look({"shelf":5})"#])
    #expect(outcome.unknownChanges.count == 1, "there is no mood")
    #expect(comparison.departure?.request == 1 && comparison.departure?.inference == 1)
  }

  @Test("M6: a profile without the tool leaves the path; stopped, what is left is not sent")
  func stops() async throws {
    let recorded = try await RecordedRun(Self.scenario(Self.steps))
    let bare = try Self.scenario("steps: []", tools: "[]")
    let (_, outcome, comparison) = try await recorded.replayed(in: bare)
    #expect(outcome.departures.map(\.difference) == ["the recorded answer calls look, which is not offered"])
    #expect(outcome.unsent == 1 && outcome.failures.count == 1)
    #expect(comparison.departure?.request == 1)
    let (_, scripted, _) = try await recorded.replayed(in: bare, answering: .recording(.scripted))
    #expect(scripted.unsent == 0 && scripted.departures.count == 1)
  }

  @Test("M6: a cancelled request is cancelled again, where it was")
  func cancelled() async throws {
    let scenario = try Self.scenario("steps: [{ prompt: 'And glue?', cancelAfter: 2 }, 'Which paper?']")
    let recorded = try await RecordedRun(scenario)
    let (run, outcome, _) = try await recorded.replayed(in: scenario)
    #expect(outcome.departures.isEmpty && outcome.unsent == 0)
    #expect(try run.recording.requests().map(\.outcome) == [.cancelled, .completed])
  }

  @Test("R9, M6: a prewarm is done again where it was done, and what follows finds it")
  func prewarms() async throws {
    let steps =
      "steps: [{ prewarm: true }, 'Which paper?', { prewarm: true }, { set: { mood: 'busy' } }, { prewarm: 'And' }, 'And glue?']"
    let recorded = try await RecordedRun(Self.scenario(steps))
    let (run, outcome, comparison) = try await recorded.replayed(in: Self.scenario(steps))
    #expect(outcome.departures.isEmpty && outcome.unknownChanges.isEmpty)
    #expect(comparison.departure == nil && comparison.steps.allSatisfy { $0.prefilledMore == 0 })
    func told(_ run: RecordedRun) throws -> [[Int?]] {
      try run.recording.prewarms(of: run.session.id).map {
        [$0.inference, $0.row.tokens, $0.row.sent.count, $0.end?.input?.value, $0.end?.held]
      }
    }
    #expect(try told(run) == told(recorded))
    #expect(try told(run).map { $0[0] } == [0, 2, 2])
    #expect(try run.recording.prewarms(of: run.session.id).map(\.row.profile) == ["Calm", "Calm", "Busy"])
    let rows = try run.recording.inferences(of: run.session.id)
    // The instructions were there when the first prompt came.
    #expect(rows.first?.cause == .appended)
    #expect(rows.first?.reused?.value == (try run.recording.prewarms(of: run.session.id)[0].end?.held))
  }

  private static func talk(window: Int, _ script: String) throws -> Scenario {
    try Scenario(
      json5: """
        {
          name: 'talk', model: { window: \(window), script: [\(script)] },
          profiles: [{ name: 'One', instructions: 'Talk.' }], steps: ['Tell me.', 'And then?'],
        }
        """, file: "talk.json5")
  }

  @Test(
    "R7, M6: a request that failed fails with the same typed error again: an overflow, a limit, a refusal")
  func failures() async throws {
    let long = String(repeating: "and on it went ", count: 40)
    let fails = try Self.talk(
      window: 120,
      """
      { when: { prompt: 'Tell' }, answer: ['\(long)'] },
      { when: { prompt: 'then' }, answer: [{ fail: { kind: 'refusal', message: 'Not that.' } }] }
      """)
    let recorded = try await RecordedRun(fails)
    let (run, outcome, comparison) = try await recorded.replayed(in: fails)
    #expect(outcome.departures.isEmpty, "\(outcome.departures)")
    func failures(_ run: RecordedRun) throws -> [LiveEvent] {
      try run.recording.events(kind: "request-failed").compactMap(LiveEvent.init)
    }
    let told = try failures(recorded)
    #expect(try failures(run) == told)
    let kinds = told.map { event -> RequestFailure.Kind? in
      if case .requestFailed(_, let failure) = event { failure.kind } else { nil }
    }
    #expect(kinds == [.contextSizeExceeded, .refusal])
    for totals in [comparison.before, comparison.after] {
      #expect(totals.failures == 2 && totals.overflows == 1)
    }
  }

  @Test("M6: a larger window leaves the path where the recorded one was too small, and goes on if it is to")
  func largerWindow() async throws {
    let long = String(repeating: "and on it went ", count: 40)
    let script = "{ when: { prompt: 'Tell' }, answer: ['\(long)'] }, { answer: ['Then it was over.'] }"
    let recorded = try await RecordedRun(Self.talk(window: 120, script))
    let wide = try Self.talk(window: 4096, script)
    let (_, stopped, _) = try await recorded.replayed(in: wide)
    #expect(
      stopped.departures.map(\.difference) == [
        "the recorded answer ended with the window of 120, and this one is 4096"
      ])
    #expect(stopped.unsent == 1)
    let (run, gone, comparison) = try await recorded.replayed(in: wide, answering: .recording(.scripted))
    #expect(gone.failures.isEmpty)
    #expect(try run.recording.requests().map(\.outcome) == [.completed, .completed])
    #expect(comparison.before.overflows == 1 && comparison.after.overflows == 0)
  }

  @Test("A scenario that is like another has what it does not say from there, and instructions can come last")
  func likeness() throws {
    let craft = try shipped("craft")
    let other = try Scenario(
      json5: "{ name: 'mine', like: 'craft', steps: ['Hello'] }", file: "mine.json5")
    #expect(other.name == "mine" && other.steps.count == 1)
    #expect(other.personas == craft.personas && other.models == craft.models && other.tools == craft.tools)
    #expect(throws: ScenarioError.self) { try Scenario(json5: "{ like: 'nothing' }", file: "x.json5") }
    let added = HistoryOperation.instruct(ScenarioTemplate(text: "Be brief.")).apply(
      to: [], fill: { $0.text(value: { _ in .text("") }) }, makeID: { "id" })
    #expect(added.map(\.kind) == [.instructions])
  }
}
