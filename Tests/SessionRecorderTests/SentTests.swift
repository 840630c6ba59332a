import PrefixCache
import Recordings
import SessionEngine
import SessionRecorder
import Testing
import Transcripts

/// A generator with a fixed seed (SplitMix64), so that a failing case comes again.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

@Suite("What was sent, whatever a transform makes of the transcript")
struct SentTests {
  /// Some of the entries, in another order perhaps, some said otherwise under the same id.
  private static func transformed(
    _ entries: [Transcript.Entry], _ random: inout SeededGenerator
  ) -> [Transcript.Entry] {
    var sent = entries.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    if Int.random(in: 0..<3, using: &random) == 0 { sent.shuffle(using: &random) }
    return sent.map { entry in
      guard case .prompt(var prompt) = entry, Int.random(in: 0..<4, using: &random) == 0 else { return entry }
      prompt.segments = [.plain("withheld \(Int.random(in: 0..<3, using: &random))")]
      return .prompt(prompt)
    }
  }

  @Test("H1: in 400 random sessions each inference tells its entries, text for text", arguments: 0..<4)
  func random(_ part: Int) throws {
    for seed in part * 100..<(part + 1) * 100 {
      var random = SeededGenerator(state: UInt64(seed))
      let (recording, recorder) = try Recording.told()
      var session = ToldSession(recorder, startingWith: [.instructions("Be kind")])
      var expected: [[String]] = []
      for turn in 0..<Int.random(in: 1...5, using: &random) {
        session.prompt("prompt \(turn)")
        let sent = Self.transformed(session.transcript, &random)
        session.transform = { _ in sent }
        expected.append(sent.map(\.text))
        session.begin()
        session.change(.response, [.response("answer \(turn)")])
        session.end()
        session.endRequest()
        if Int.random(in: 0..<4, using: &random) == 0 {
          session.change(.history, at: 1, removing: Int.random(in: 0...2, using: &random), [])
        }
      }
      let rows = try recording.inferences()
      let told = try rows.map { try recording.texts(recording.sent(by: $0)) }
      #expect(told == expected, "seed \(seed)")
      for (row, texts) in zip(rows, told) {
        // One token a word, so the sum is what a person would count.
        #expect(
          row.input == .counted(texts.reduce(0) { $0 + $1.split(separator: " ").count }), "seed \(seed)")
        #expect(row.position + row.inserted == texts.count, "seed \(seed)")
        let fates = try recording.fates(in: row)
        #expect(fates.count == (try recording.entryIDs(of: row.snapshot).count), "seed \(seed)")
      }
    }
  }
}
