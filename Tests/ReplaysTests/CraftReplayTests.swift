import ModelBackends
import PrefixCache
import Recordings
import Replays
import ScriptedModel
import SessionEngine
import Testing
import Transcripts

@testable import Scenarios

@Suite("The craft session, replayed")
struct CraftReplayTests {
  @Test("M6: the same profile and the recording's answers depart nowhere, at the same cost")
  func same() async throws {
    let recorded = try await RecordedRun(shipped("craft"))
    let (run, outcome, comparison) = try await recorded.replayed(in: shipped("craft"))
    #expect(outcome.departures.isEmpty && outcome.unknownCalls.isEmpty && outcome.unknownChanges.isEmpty)
    #expect(outcome.unsent == 0 && outcome.failures.isEmpty)
    #expect(comparison.departure == nil && comparison.firstDifference == nil)
    #expect(comparison.steps.count == 23)
    #expect(comparison.steps.allSatisfy { $0.prefilledMore == 0 })
    #expect(comparison.prefilledMore == 0)
    // Predicted, where the recording's were measured.
    #expect(comparison.before.prefilled?.origin == .measured)
    #expect(comparison.after.prefilled?.origin == .predicted)
    let prefilled = try run.recording.inferences(of: run.session.id).map { $0.prefilled?.value }
    #expect(prefilled == (try run.prefilledByHand().map(Optional.some)))
  }

  @Test("M6, C1: conditional instructions last: fewer tokens prefilled, as many as the oracle counts")
  func staticFirst() async throws {
    let recorded = try await RecordedRun(shipped("craft"))
    let (run, outcome, comparison) = try await recorded.replayed(in: shipped("craft-static-first"))
    #expect(outcome.departures.isEmpty && outcome.failures.isEmpty && outcome.unknownCalls.isEmpty)
    #expect(comparison.departure == nil, "all answers are the recorded ones")
    let first = try #require(comparison.firstDifference)
    #expect(first.request == 1 && first.inference == 1 && first.sent?.entry == 0)
    let before = try #require(comparison.before.prefilled?.value)
    let after = try #require(comparison.after.prefilled?.value)
    #expect(after * 2 < before, "\(after) of \(before)")
    let oracle = try run.prefilledByHand()
    let told = try run.recording.inferences(of: run.session.id)
    #expect(told.map { $0.prefilled?.value } == oracle.map(Optional.some))
    #expect(after == oracle.reduce(0, +))
    // Nothing that is held is ever read again.
    #expect(told.allSatisfy { !$0.cause.isLoss }, "\(told.map(\.cause))")
    #expect(told.map(\.profile).last == "Coach")
  }

  @Test(
    "M6: every scenario that comes along departs nowhere from itself, in no session of it",
    arguments: ShippedScenario.all.map(\.name))
  func shippedOnes(name: String) async throws {
    let scenario = try shipped(name)
    let recorded = try await RecordedRun(scenario)
    let (run, outcome, comparison) = try await recorded.replayedWhole(in: scenario)
    #expect(outcome.departures.isEmpty, "\(outcome.departures)")
    #expect(comparison.departure == nil && comparison.firstDifference == nil)
    #expect(comparison.prefilledMore == 0)
    let sessions = try recorded.recording.sessions()
    #expect(comparison.pairs.compactMap(\.before?.number).sorted() == Array(1...sessions.count))
    #expect(try run.recording.sessions().map(\.title) == sessions.map(\.title))
    #expect(comparison.before.requests == comparison.after.requests)
    #expect(comparison.before.failures == comparison.after.failures)
    #expect(comparison.before.warmed?.value == comparison.after.warmed?.value)
  }
}
