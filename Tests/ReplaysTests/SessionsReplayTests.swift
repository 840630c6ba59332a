import ModelBackends
import Recordings
import Replays
import ScriptedModel
import SessionEngine
import SessionRecorder
import Testing
import Transcripts

@testable import Scenarios

@Suite("Recordings of several sessions, replayed")
struct SessionsReplayTests {
  @Test("O2, M6: the session that a tool began is done again, below the same call")
  func child() async throws {
    let scenario = try shipped("O2")
    let recorded = try await RecordedRun(scenario)
    let (run, _, comparison) = try await recorded.replayedWhole(in: scenario)
    #expect(comparison.pairs.map(\.title) == ["O2", "forester"])
    #expect(comparison.pairs.map(\.parent) == [nil, 0])
    let child = comparison.pairs[1]
    #expect(child.before?.session.parentCall != nil)
    #expect(child.before?.session.parentCall == child.after?.session.parentCall)
    #expect(child.comparison.steps.count == 1)
    // What both sessions took, and nothing of it twice but in the time.
    let rows = try run.recording.inferences()
    #expect(comparison.after.inferences == 3 && rows.count == 3)
    #expect(comparison.after.prefilled?.value == rows.compactMap { $0.prefilled?.value }.reduce(0, +))
    #expect(comparison.after.milliseconds == comparison.pairs[0].comparison.after.milliseconds)
  }

  @Test("O2, M6: a tool that asks nobody any more leaves its session to the recording alone")
  func childGone() async throws {
    let recorded = try await RecordedRun(shipped("O2"))
    let alone = try Scenario(
      json5: """
        {
          name: 'alone', like: 'O2',
          tools: { askForester: { description: 'Asks a forester who knows mushrooms.',
            parameters: { question: { type: 'string', description: 'All that was seen, in one question' } }, answer: 'No.' } },
        }
        """, file: "alone.json5")
    let (_, outcome, comparison) = try await recorded.replayedWhole(in: alone)
    // The output is the recorded one all the same.
    #expect(outcome.departures.isEmpty && outcome.unknownCalls.isEmpty)
    #expect(comparison.pairs.count == 2 && comparison.pairs[1].after == nil)
    #expect(comparison.departure?.pair == 1)
    #expect(comparison.before.inferences == 3 && comparison.after.inferences == 2)
  }

  @Test(
    "R10, O8, M6: a restored session begins with what it was restored from, and its prewarm is done again")
  func restored() async throws {
    let scenario = try shipped("O8")
    let recorded = try await RecordedRun(scenario)
    let (run, outcome, comparison) = try await recorded.replayedWhole(in: scenario)
    #expect(comparison.pairs.map(\.parent) == [nil, nil])
    #expect(comparison.pairs.map { $0.before?.number } == [1, 2])
    // The pasted logbook does not fit, then as now.
    #expect(outcome.failures.count == 1)
    #expect(comparison.before.overflows == 1 && comparison.after.overflows == 1)
    let second = try run.recording.sessions()[1]
    #expect(try run.recording.prewarms(of: second.id).count == 1)
    #expect(comparison.after.warmed != nil)
  }

  @Test(
    "R8, M6: where a request fits that was refused for its length, the recording has no answer, and says why")
  func fitsNow() async throws {
    let recorded = try await RecordedRun(shipped("O8"))
    let wide = try Scenario(
      json5: "{ name: 'wide', like: 'O8', model: { window: 4096 } }", file: "wide.json5")
    let (_, outcome, comparison) = try await recorded.replayedWhole(in: wide)
    let differences = outcome.departures.map(\.difference)
    #expect(
      differences.count == 1 && differences[0].hasPrefix("the recorded request failed before it was sent: "))
    #expect(outcome.departures.map(\.request) == [3])
    #expect(comparison.before.overflows == 1 && comparison.after.overflows == 0)
    // The prompt is the whole one, not what a list shows of it.
    let plan = try ReplayPlan(of: recorded.recording.sessions(), in: recorded.recording)
    let words = try #require(plan.sessions.first?.requests.last?.prompt.segments.first)
    guard case .text(let text) = words else { return #expect(Bool(false)) }
    #expect(text.content.hasSuffix("Please be thorough."))
  }

  private static func twins(_ answers: (String, String)) throws -> [Scenario] {
    try [answers.0, answers.1].map { answer in
      try Scenario(
        json5: """
          {
            name: 'twin', model: { script: [{ when: { prompt: 'Who' }, answer: ['\(answer)'] }] },
            profiles: [{ name: 'One', instructions: 'Talk.' }], steps: ['Who are you?'],
          }
          """, file: "twin.json5")
    }
  }

  @Test("M6: equal prompts of two sessions are answered each with its own session's answer")
  func twins() async throws {
    let scenarios = try Self.twins(("the first", "the second"))
    // Two runs in one recording, as an app makes them.
    let recorded = try await RecordedRun(scenarios[0])
    let recorder = try SessionRecorder(recording: recorded.recording)
    _ = await ScenarioRunner.run(scenarios[1], options: .repeatable(observers: [recorder]))
    let (_, outcome, comparison) = try await recorded.replayedWhole(in: scenarios[0])
    #expect(outcome.departures.isEmpty && comparison.departure == nil)
    #expect(comparison.pairs.map { $0.comparison.steps.map(\.words) } == [["the first"], ["the second"]])
  }

  @Test("M6: a session that stops at a departure does not keep the next one from being replayed")
  func stopsAlone() async throws {
    let recorded = try await RecordedRun(shipped("O2"))
    let recorder = try SessionRecorder(recording: recorded.recording)
    let twin = try Self.twins(("me", "me"))[0]
    _ = await ScenarioRunner.run(twin, options: .repeatable(observers: [recorder]))
    // A profile without the tool that the first session calls.
    let (_, outcome, comparison) = try await recorded.replayedWhole(in: twin)
    #expect(outcome.departures.count == 1 && outcome.unsent == 0)
    #expect(comparison.pairs.last?.comparison.departure == nil)
    #expect(comparison.pairs.last?.comparison.steps.map(\.words) == ["me"])
  }

  @Test("M6: a cancelled replay sends nothing more, and what there is can be compared")
  func cancelled() async throws {
    let scenario = try shipped("craft")
    let recorded = try await RecordedRun(scenario)
    let made = try Recording.inMemory(tokenizer: recorded.recording.tokenizer)
    let recorder = try SessionRecorder(recording: made)
    let roots = try recorded.recording.sessions()
    let replay = SessionReplay(
      try ReplayPlan(of: roots, in: recorded.recording), in: scenario, answering: .recording(.stop),
      options: .repeatable(observers: [recorder]))
    let seen = Locked<[SessionReplay.Progress]>([])
    let outcome = await replay.run { [weak replay] progress in
      seen.withLock { $0.append(progress) }
      if progress.done == 2 { replay?.cancel() }
    }
    let total = try recorded.recording.requests().count
    #expect(seen.withLock { $0.map(\.done) } == [0, 1, 2])
    #expect(seen.withLock { $0.map(\.total) } == [total, total, total])
    #expect(outcome.isCancelled && outcome.unsent == total - 2)
    let comparison = try RecordingComparison(of: roots, in: recorded.recording, with: made)
    #expect(comparison.after.requests == 2 && comparison.before.requests == total)
  }
}
