import ModelBackends
import PrefixCache
import Recordings
import Replays
import ScriptedModel
import SessionEngine
import SessionRecorder
import Testing
import Tokenizers
import Transcripts

@testable import Scenarios

/// A session in memory, recorded, and its replay.
struct RecordedRun {
  let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  /// Runs a scenario's script to its end.
  init(_ scenario: Scenario) async throws {
    recording = try Recording.inMemory(tokenizer: BytePairTokenizer.stemma.name)
    let recorder = try SessionRecorder(recording: recording)
    _ = await ScenarioRunner.run(scenario, options: .repeatable(observers: [recorder]))
  }

  var session: SessionRow {
    get throws { try #require(try recording.sessions().first { $0.parent == nil }) }
  }

  func replayed(
    in scenario: Scenario, answering: SessionReplay.Answering = .recording(.stop)
  ) async throws -> (run: RecordedRun, outcome: SessionReplay.Outcome, comparison: SessionComparison) {
    let made = try Recording.inMemory(tokenizer: BytePairTokenizer.stemma.name)
    let recorder = try SessionRecorder(recording: made)
    let plan = try ReplayPlan(of: recording.sessions().filter { $0.parent == nil }, in: recording)
    let replay = SessionReplay(
      plan, in: scenario, answering: answering, options: .repeatable(observers: [recorder]))
    let outcome = await replay.run()
    let run = RecordedRun(made)
    return (
      run, outcome,
      try SessionComparison(of: session, in: recording, with: run.session, in: made)
    )
  }

  /// All sessions, each beside its counterpart.
  func replayedWhole(
    in scenario: Scenario, answering: SessionReplay.Answering = .recording(.stop)
  ) async throws -> (run: RecordedRun, outcome: SessionReplay.Outcome, comparison: RecordingComparison) {
    let (run, outcome, _) = try await replayed(in: scenario, answering: answering)
    let roots = try recording.sessions().filter { $0.parent == nil }
    return (run, outcome, try RecordingComparison(of: roots, in: recording, with: run.recording))
  }

  /// What an unbounded prefix cache would prefill, counted token by token from what was sent and answered: the oracle. It knows nothing of
  /// caches but that one holds the last request and its answer.
  func prefilledByHand() throws -> [Int] {
    var maker = ContextTokenizer(.stemma)
    func tokens(_ ids: [EntryID]) throws -> [ContextToken] {
      try recording.entries(ids).flatMap { record in
        maker.block(of: Transcript.Entry(json: try JSONValue(parsing: record.json))).tokens
      }
    }
    var held: [ContextToken] = []
    return try recording.inferences(of: session.id).map { row in
      let sent = try tokens(recording.sent(by: row))
      var common = 0
      while common < sent.count, common < held.count, sent[common] == held[common] { common += 1 }
      // A whole request that is held is fed its last token all the same (C2).
      let reused = min(common, max(0, sent.count - 1))
      let list = try recording.entryIDs(of: row.snapshot)
      let answer = try recording.entries(list.dropFirst(row.inputEntries)).filter(\.kind.isModelOutput)
      held =
        sent
        + (try answer.flatMap {
          maker.block(of: Transcript.Entry(json: try JSONValue(parsing: $0.json))).tokens
        })
      return sent.count - reused
    }
  }
}

func shipped(_ name: String) throws -> Scenario { try #require(ShippedScenario.named(name)).scenario() }
