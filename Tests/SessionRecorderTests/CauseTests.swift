import PrefixCache
import Recordings
import SessionEngine
import SessionRecorder
import Testing
import Transcripts

@Suite("Why a live session's cache was lost")
struct CauseTests {
  private func row(_ number: Int, _ tell: (inout ToldSession) -> Void) throws -> InferenceRow {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("You are a planner")])
    tell(&session)
    return try #require(try recording.inferences().first { $0.sequence == number })
  }

  @Test("C4, C6: a transcript that goes on keeps its prefix, the answer included")
  func appended() throws {
    let row = try row(2) { session in
      session.turn("fold a crane", "first fold it")
      session.turn("and then", "turn it")
    }
    #expect(row.cause == .appended)
    // 4 words of instructions, 3 of the prompt, 3 of the answer are held; 2 are new.
    #expect(row.input == .counted(12))
    #expect(row.reused == .predicted(10))
    #expect(row.position == 3)
    #expect(row.inserted == 1)
    #expect(row.lostTokens == 0)
  }

  @Test("C5, C6: another persona's instructions are a profile switch, told with the place and the cost")
  func profileSwitch() throws {
    let row = try row(2) { session in
      session.turn("fold a crane", "first fold it")
      session.profile = "tutorial"
      session.change(.instructions, at: 0, removing: 1, [.instructions("You are a tutor")])
      session.turn("and then", "turn it")
    }
    #expect(row.cause == .profileSwitch)
    #expect(row.profile == "tutorial")
    #expect(row.divergence?.entry == 0)
    #expect(row.divergence?.token == 3)
    #expect(row.divergence?.before == "You are a planner")
    #expect(row.divergence?.after == "You are a tutor")
    // You are a: three are kept. tutor, the prompt and the answer, 1 + 3 + 3, are prefilled again; "and then"
    // is new.
    #expect(row.reused == .predicted(3))
    #expect(row.lostTokens == 7)
  }

  @Test("C6: the same persona's edited instructions are an edit")
  func edited() throws {
    let row = try row(2) { session in
      session.turn("fold a crane", "first fold it")
      session.change(.instructions, at: 0, removing: 1, [.instructions("You are a tutor")])
      session.turn("and then", "turn it")
    }
    #expect(row.cause == .instructionsEdited)
  }

  @Test("R4, C6: tools that go because the mode forbids them are a mode flip, and the transcript keeps them")
  func modeFlip() throws {
    let (recording, recorder) = try Recording.told()
    let tool = Transcript.ToolDefinition(
      name: "convert", description: "Converts.", parameters: GenerationSchema(json: ["type": "object"]))
    let bare = Transcript.Instructions(id: "I", segments: [.plain("Be kind")], toolDefinitions: [])
    var full = bare
    full.toolDefinitions = [tool]
    var session = ToldSession(recorder, startingWith: [.instructions(full)])
    session.options = [ResolvedOption(name: "toolCallingMode", value: "allowed", level: "default")]
    session.turn("fold a crane", "first fold it")
    session.options = [ResolvedOption(name: "toolCallingMode", value: "disallowed", level: "call")]
    session.transform = { [bare] in [.instructions(bare)] + $0.dropFirst() }
    session.turn("and then", "turn it")
    let row = try #require(try recording.inferences().last)
    #expect(row.cause == .modeFlip)
    #expect(try recording.snapshots().allSatisfy { $0.instructions == EntryID(1) })
    let sent = try recording.sent(by: row)
    #expect(sent.count == 4)
    #expect(sent[0] != EntryID(1))
    #expect(try recording.texts(sent) == ["Be kind", "fold a crane", "first fold it", "and then"])
  }

  @Test("H1, C6: a window that slides is the transform's loss, and what was held back is told")
  func transform() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("Be kind")])
    session.transform = { $0.prefix(1) + $0.dropFirst().suffix(3) }
    session.turn("one", "a")
    session.turn("two", "b")
    session.turn("three", "c")
    let rows = try recording.inferences()
    #expect(rows.map(\.cause) == [.cold, .appended, .transform])
    // Of instructions, one, a, two, b, three the window leaves instructions, two, b, three.
    #expect(try recording.texts(recording.sent(by: rows[2])) == ["Be kind", "two", "b", "three"])
    #expect(rows[2].position == 1)
    #expect(rows[2].inputEntries == 6)
    #expect(
      try recording.fates(in: rows[2]) == [.kept, .notSent, .notSent, .lost, .lost, .lost, .new])
    // Not written back (H1).
    #expect(try recording.texts(rows[2].snapshot) == ["Be kind", "one", "a", "two", "b", "three", "c"])
  }

  @Test("H2, C6: history that was rewritten is told by what happened to it")
  func rewritten() throws {
    let row = try row(2) { session in
      session.turn("fold a crane", "first fold it")
      session.change(.history, at: 1, removing: 2, [])
      session.turn("and then", "turn it")
    }
    #expect(row.cause == .entryDropped)
  }

  @Test("C5, C6: another model begins from nothing; switching back finds what is left")
  func models() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("Be kind")])
    session.turn("one", "a")
    session.model = "cloud"
    session.turn("two", "b")
    session.model = "scripted"
    session.turn("three", "c")
    let rows = try recording.inferences()
    #expect(rows.map(\.cause) == [.cold, .modelSwitch, .appended])
    // Be kind, one, a: the other model held them.
    #expect(rows[1].lostTokens == 4)
    #expect(rows[1].reused == .predicted(0))
    #expect(rows[2].reused == .predicted(4))
    #expect(rows[2].position == 3)
    #expect(rows[2].inserted == 3)
  }

  @Test("R10, C6: a restored session starts with a cold cache, and that is a loss")
  func restored() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(
      recorder, startingWith: [.instructions("Be kind"), .prompt("one"), .response("a")])
    session.turn("two", "b")
    session.turn("three", "c")
    #expect(try recording.snapshots().first?.cause == "restored")
    #expect(try recording.snapshots().first?.count == 3)
    let rows = try recording.inferences()
    #expect(rows.map(\.cause) == [.restored, .appended])
    #expect(rows[0].lostTokens == 4)
  }

  @Test("C2, C6: a cache that will not be cut refused; one that had only to go on was evicted")
  func refusedAndEvicted() throws {
    func end(_ number: Int, reused: Int) -> InferenceEnd {
      InferenceEnd(
        inference: number, input: .reported(20), reused: .reported(reused), prefilled: .reported(20 - reused),
        finish: "stop")
    }
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("one two three four five six seven")])
    session.turn("a", "b")
    session.prompt("c")
    session.begin()
    session.change(.response, [.response("d")])
    session.end(end(2, reused: 0))
    session.endRequest()
    // The last answer goes: nine words in front of it could be kept.
    session.change(.history, at: 4, removing: 1, [])
    session.prompt("e")
    session.begin()
    session.end(end(3, reused: 0))
    let rows = try recording.inferences()
    #expect(rows.map(\.cause) == [.cold, .evicted, .refused])
    // Of 20 reported, the last prompt is the one token that nothing can have held.
    #expect(rows[2].lostTokens == 19)
  }

  @Test("C6: counts that differ a little from the model's are no eviction")
  func nearMiss() throws {
    let row = try row(2) { session in
      session.turn("fold a crane", "first fold it")
      session.prompt("and then")
      session.begin()
      session.end(
        InferenceEnd(inference: 2, input: .reported(13), reused: .reported(8), finish: "stop"))
    }
    #expect(row.cause == .appended)
    #expect(row.prefilled == .reported(5))
  }

  @Test("R9, C6: a cache that was warmed up beforehand is neither cold nor a restored session's")
  func warmed() throws {
    for history in [[], [Transcript.Entry.prompt("one"), .response("a")]] {
      let (recording, recorder) = try Recording.told()
      var session = ToldSession(recorder, startingWith: [.instructions("Be kind")] + history)
      session.prompt("two")
      session.begin()
      #expect(try recording.inferences().map(\.cause) == [history.isEmpty ? .cold : .restored])
      session.end(
        InferenceEnd(inference: 1, input: .reported(8), reused: .reported(4), finish: "stop"))
      #expect(try recording.inferences().map(\.cause) == [.appended])
      #expect(try recording.inferences().map(\.lostTokens) == [0])
    }
  }
}
