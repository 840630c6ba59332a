import PrefixCache
import Recordings
import Terminal
import Testing
import Transcripts

@testable import Workbench

/// The Usage tab beside a server that reused another number of tokens than was predicted.
@Suite struct UsagePredictionTests {
  private func lines(_ reused: Int) throws -> [String] {
    var row = InferenceRow(
      id: InferenceID(2), request: RequestID(1), session: SessionID(1), sequence: 2, snapshot: SnapshotID(2),
      inputEntries: 3, position: 3, removed: 0, inserted: 1, input: .reported(400), reused: .reported(reused),
      cause: .appended)
    row.prediction = InferenceRow.Prediction(input: 400, reused: 380)
    let parting = row.parting(after: nil, window: nil)
    return UsageText(
      [row], parting.map { [row.id: $0] } ?? [:], theme: .dark, width: 100, glyphs: .unicode, isMono: false
    ).lines.map { $0.map(\.text).joined() }
  }

  @Test func tellsWhatWasPredictedAndWhyLessCame() throws {
    let lines = try lines(0)
    #expect(
      lines.contains {
        $0.hasPrefix("predicted reuse") && $0.contains("~380") && $0.contains("380 tokens fewer reused")
      })
    #expect(
      lines.contains { $0.hasPrefix("likely reason: ") && $0.contains("another session took the slot") })
  }

  @Test func saysNothingWhereItWasAsPredicted() throws {
    #expect(try !lines(380).contains { $0.contains("predicted") })
  }
}
