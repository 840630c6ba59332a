import PrefixCache
import Recordings
import SessionEngine
import Testing
import Transcripts

@Suite("What was predicted stays beside what the model told")
struct PredictionTests {
  private func end(_ number: Int, input: Int, reused: Int, remark: CacheRemark? = nil) -> InferenceEnd {
    InferenceEnd(
      inference: number, input: .reported(input), reused: .reported(reused), output: .reported(2),
      finish: "stop", remark: remark)
  }

  @Test("C2, C6: the prediction is kept, and where the server parts from it is told")
  func kept() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("one two three four five six")])
    session.prompt("a")
    session.begin()
    session.change(.response, [.response("b c")])
    session.end(end(1, input: 7, reused: 0))
    session.endRequest()
    session.prompt("d")
    session.begin()
    // While it runs, the numbers are the prediction, and so is what is kept of it.
    let running = try #require(try recording.inferences().last)
    #expect(running.reused == .predicted(9) && running.prediction == .init(input: 10, reused: 9))
    session.change(.response, [.response("e")])
    session.end(end(2, input: 10, reused: 7))
    session.endRequest()
    let rows = try recording.inferences()
    #expect(rows[0].prediction == .init(input: 7, reused: 0))
    #expect(rows[1].prediction == .init(input: 10, reused: 9) && rows[1].reused == .reported(7))
    // Instructions and prompt are seven words; of the answer's two, nothing was there.
    let parting = try #require(rows.partings(window: 4096)[rows[1].id])
    #expect(parting.reason == .retokenisedReply && parting.difference == -2)
    #expect(rows.partings(window: 4096).count == 1)
    #expect(try recording.parting(of: rows[1], window: 4096) == parting)
    #expect(try recording.parting(of: rows[0], window: 4096) == nil)
  }

  @Test("M5: what the server measured of its own time is kept")
  func times() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("one two three")])
    session.prompt("a")
    session.begin()
    session.change(.response, [.response("b")])
    var end = end(1, input: 4, reused: 0)
    (end.prefillTime, end.decodeTime) = (.measured(388), .measured(95))
    session.end(end)
    let row = try #require(try recording.inferences().last)
    #expect(row.prefillTime == .measured(388) && row.decodeTime == .measured(95))
  }

  @Test("M5: what the backend says of its cache is kept, and goes before conclusions")
  func remark() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("one two three")])
    session.prompt("a")
    session.begin()
    let remark = CacheRemark(kind: .checkpoint, words: "went back to a checkpoint, 4 tokens before")
    session.end(end(1, input: 4, reused: 3, remark: remark))
    let row = try #require(try recording.inferences().last)
    #expect(row.remark == remark)
    #expect(try recording.parting(of: row, window: nil)?.words == remark.words)
  }

  @Test("A model that tells nothing leaves the prediction as the number, and nothing to part from")
  func nothingTold() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("one two three")])
    session.turn("a", "b")
    let row = try #require(try recording.inferences().last)
    #expect(row.reused == .predicted(0) && row.prediction == nil)
    #expect(try recording.parting(of: row, window: nil) == nil)
  }
}
