import PrefixCache
import Recordings
import SessionEngine
import Testing
import Transcripts

@Suite("Prewarms are recorded, and what comes next is predicted from them")
struct PrewarmTests {
  private func warm(
    _ session: inout ToldSession, _ sent: [Transcript.Entry], prefix: String? = nil, reused: Int = 0,
    evaluated: Int, of input: Int,
    _ finish: PrewarmEnd.Finish = .finished
  ) {
    session.tell(
      .prewarmStarted(
        PrewarmStart(number: 1, model: "scripted", profile: "planner", sent: sent, promptPrefix: prefix)))
    session.tell(
      .prewarmEnded(
        PrewarmEnd(
          number: 1, input: .measured(input), reused: .measured(reused), prefilled: .measured(evaluated),
          finish: finish)))
  }

  private static let instructions = Transcript.Entry.instructions("one two three four")

  @Test("R9, C6: the first inference finds what a prewarm evaluated")
  func first() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [Self.instructions])
    warm(&session, [Self.instructions], evaluated: 4, of: 4)
    session.turn("a b", "c")
    let row = try #require(try recording.inferences().first)
    #expect(row.cause == .appended && row.reused == .predicted(4) && row.prefilled == .predicted(2))
    #expect(row.position == 1 && row.inserted == 1 && row.removed == 0 && row.lostTokens == 0)
    let prewarm = try #require(try recording.prewarms(of: row.session).first)
    #expect(prewarm.inference == 0 && prewarm.row.tokens == 4 && prewarm.end?.finish == .finished)
    #expect(prewarm.end?.held == 4)
    #expect(try recording.sent(by: prewarm) == Array(recording.entryIDs(of: row.snapshot).prefix(1)))
  }

  @Test("R9, C6: one that was cut short gives what it came to, within an entry, and is no loss")
  func cutShort() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [Self.instructions])
    warm(&session, [Self.instructions], evaluated: 3, of: 4, .cancelled)
    session.turn("a b", "c")
    let row = try #require(try recording.inferences().first)
    #expect(row.cause == .appended && row.reused == .predicted(3) && row.lostTokens == 0)
    // No entry is held whole.
    #expect(row.position == 0 && row.inserted == 2 && row.removed == 0)
  }

  @Test("R9, C6: the beginning of a prompt has no end yet: what follows it is new, not edited")
  func openPrompt() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [Self.instructions])
    session.turn("x", "y z")
    let prefix = Transcript.Entry.prompt("please fold")
    warm(&session, session.transcript + [prefix], prefix: "please fold", reused: 7, evaluated: 2, of: 9)
    session.turn("please fold a crane", "done")
    let row = try #require(try recording.inferences().last)
    #expect(row.cause == .appended && row.lostTokens == 0 && row.divergence == nil)
    // Four of instructions, three said, and the two words of the prompt that were known.
    #expect(row.reused == .predicted(9) && row.input == .counted(11))
    let prewarm = try #require(try recording.prewarms(of: row.session).first)
    #expect(prewarm.row.promptPrefix == "please fold" && prewarm.inference == 1)
    #expect(try recording.sent(by: prewarm).count == 4)
  }

  @Test("R9, C6: a prewarm of something else loses what was held, like any other sending")
  func somethingElse() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [Self.instructions])
    session.turn("x", "y z")
    warm(&session, [.instructions("one two other words")], evaluated: 4, of: 4)
    session.turn("again", "done")
    let row = try #require(try recording.inferences().last)
    // Two of eight tokens are left in common; the other five that were there are read again, and a word is new.
    #expect(row.cause.isLoss && row.reused == .predicted(2))
  }

  @Test("R9: what a model does not tell, or failed at, changes nothing that is predicted")
  func untold() throws {
    for finish in [PrewarmEnd.Finish.untold, .failed(RequestFailure("no"))] {
      let (recording, recorder) = try Recording.told()
      var session = ToldSession(recorder, startingWith: [Self.instructions])
      session.tell(
        .prewarmStarted(
          PrewarmStart(number: 1, model: "scripted", profile: "planner", sent: [Self.instructions])))
      session.tell(.prewarmEnded(PrewarmEnd(number: 1, finish: finish)))
      session.turn("a b", "c")
      let row = try #require(try recording.inferences().first)
      #expect(row.cause == .cold && row.reused == .predicted(0))
      #expect(try recording.prewarms(of: row.session).map(\.end?.held) == [nil])
    }
  }
}
