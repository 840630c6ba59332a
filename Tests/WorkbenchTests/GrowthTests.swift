import PrefixCache
import Recordings
import Terminal
import Testing
import Transcripts

@testable import Workbench

@Suite struct GrowthTests {
  @Test func theCursorGoesWithTheNewest() throws {
    let session = try RecordedSession.craft()
    let person = Driver(session.recording, isLive: true)
    #expect(person.lines[0].contains("● live"))
    try session.prompt("another")
    try session.answer("yes")
    person.grow()
    #expect(person.snapshot == 13)
    #expect(person.lines[0].contains("request 11 of 11"))
    #expect(person.selected == 29, "the newest entry is chosen")
  }

  @Test func aMovedCursorStaysAndEndFollowsAgain() throws {
    let session = try RecordedSession.craft()
    let person = Driver(session.recording, isLive: true)
    person.press("left")
    #expect(person.lines[0].contains("paused"))
    try session.prompt("another")
    try session.answer("yes")
    person.grow()
    #expect(person.snapshot == 11)
    #expect(person.lines[0].contains("request 9 of 11"))
    person.press("end")
    #expect(person.snapshot == 13 && person.lines[0].contains("live"))
  }

  @Test func spacePauses() throws {
    let session = try RecordedSession.craft()
    let person = Driver(session.recording, isLive: true)
    person.press("space")
    try session.prompt("another")
    try session.answer("yes")
    person.grow()
    #expect(person.snapshot == 12)
    person.press("space")
    #expect(person.snapshot == 13)
  }

  @Test func anEmptyRecordingFillsUp() throws {
    let recording = try Recording.inMemory(tokenizer: "four")
    let person = Driver(recording, isLive: true)
    #expect(person.screen.contains("nothing is recorded here yet"))
    let session = try RecordedSession(on: recording)
    person.grow()
    try session.prompt("hello")
    try session.answer("hi", .cold)
    person.grow()
    #expect(person.snapshot == 0)
    #expect(person.screen.contains("hello"))
  }

  @Test func sessionsOfOneRecordingAreChosenBetween() throws {
    let recording = try Recording.inMemory(tokenizer: "four")
    let first = try RecordedSession(title: "first", on: recording)
    try first.prompt("one")
    try first.answer("first answer", .cold)
    let second = try RecordedSession(title: "second", on: recording)
    try second.prompt("two")
    try second.answer("second answer", .cold)
    let person = Driver(recording)
    #expect(person.screen.contains("second (2/2)") && person.screen.contains("second answer"))
    person.press("s")
    #expect(person.screen.contains("first (1/2)") && person.screen.contains("first answer"))
    person.press(":")
    person.type("session 2")
    person.press("enter")
    #expect(person.screen.contains("second answer"))
  }

  @Test func listsGrowWithTheRecording() throws {
    let session = try RecordedSession.craft()
    let person = Driver(session.recording, isLive: true)
    person.press("w", "?")
    try session.prompt("another")
    try session.answer("yes", .evicted)
    person.grow()
    person.press("q")
    #expect(person.screen.contains("Lost cache: 4 times"))
    person.press("q", "R")
    try session.prompt("one more")
    try session.answer("yes")
    person.grow()
    #expect(person.screen.contains("request 12"))
  }

  @Test func anotherSessionLeavesTheViewsOfTheFirst() throws {
    let session = try RecordedSession.craft()
    let other = try RecordedSession(title: "other", on: session.recording)
    try other.prompt("two")
    try other.answer("second answer", .cold)
    let person = Driver(session.recording)
    person.press("s", "w", ":")
    person.type("session 2")
    person.press("enter")
    #expect(person.state.view.kind == .main)
    #expect(person.screen.contains("second answer"))
  }

  /// A long recording shows its end first and the rest when it has been read; the cursor stays on its snapshot.
  @Test func aLongRecordingIsReadInSlices() throws {
    let recording = try Recording.inMemory(tokenizer: "four")
    let count = TimelineLoader.newest + 500
    try recording.write { writer in
      let session = try writer.insertSession(uuid: "long", title: "long", origin: "test")
      let entry = EntryID(1)
      let request = try writer.insertRequest(session: session, prompt: "p")
      for index in 0..<count {
        let snapshot = try writer.insertSnapshot(
          session: session, parent: index == 0 ? nil : SnapshotID(Int64(index)), cause: "response",
          splice: Splice(position: index, inserted: [.entry(entry)]))
        _ = try writer.insertInference(
          InferenceRow(
            id: InferenceID(0), request: request, session: session, sequence: index + 1, snapshot: snapshot,
            inputEntries: index, position: index, removed: 0, inserted: 1, input: .counted(index),
            cause: index == 3 ? .evicted : .appended, calls: [], lostTokens: index == 3 ? 3 : 0))
      }
    }
    var engine = Engine(size: Size(width: 120, height: 30), options: WorkbenchOptions())
    engine.open(WorkbenchSource(recording: recording, file: "long.stemma"))
    #expect(engine.hasWork)
    #expect(engine.state.timeline.count == TimelineLoader.newest)
    #expect(engine.state.frame().text().contains("loading"))
    engine.handle(.terminal(.key(Key(.left))))
    let here = engine.state.cursorID
    while engine.hasWork { engine.work() }
    #expect(engine.state.timeline.count == count)
    #expect(engine.state.timeline.inferences.count == count)
    #expect(engine.state.cursorID == here && engine.state.cursor == count - 2)
    #expect(engine.state.timeline.lossCount == 1)
    #expect(!engine.state.frame().text().contains("loading"))
  }

  @Test func messagesComeInOrderFromAnyThread() async {
    let channel = Channel<Int>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for value in 0..<100 { channel.send(value) } } }
    }
    #expect(channel.take().count == 400)
    #expect(channel.isEmpty)
    for value in 0..<5 { channel.send(value) }
    #expect(channel.take() == [0, 1, 2, 3, 4])
  }
}
