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

  @Test func tellsTheServersOwnTimesAndWhereAnAnswerWasCutOff() {
    var row = InferenceRow(
      id: InferenceID(2), request: RequestID(1), session: SessionID(1), sequence: 2, snapshot: SnapshotID(2),
      inputEntries: 3, position: 3, removed: 0, inserted: 1, input: .measured(400), reused: .measured(0),
      prefilled: .measured(400), output: .measured(50), cause: .appended, finish: "length")
    (row.prefillTime, row.decodeTime) = (.measured(800), .measured(2_500))
    row.remark = CacheRemark(kind: .other, words: "the server reports 9 reused tokens of a request of 5")
    let lines = UsageText([row], theme: .dark, width: 100, glyphs: .unicode, isMono: false).lines
      .map { $0.map(\.text).joined() }
    // 400 tokens in 0.8 s, 50 in 2.5 s.
    #expect(
      lines.contains { $0.hasPrefix("server prefill") && $0.contains("800 ms") && $0.contains("500 tok/s") })
    #expect(
      lines.contains { $0.hasPrefix("server decode") && $0.contains("2.5 s") && $0.contains("20 tok/s") })
    #expect(
      lines.contains {
        $0.hasPrefix("finish") && $0.contains("length") && $0.contains("cut off at its limit")
      })
    #expect(lines.contains("the server reports 9 reused tokens of a request of 5"))
  }
}
