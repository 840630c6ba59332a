import Foundation
import PrefixCache
import Recordings
import Terminal
import Testing
import Transcripts

@testable import Workbench

/// Sessions that were recorded while they ran, read from their rows.
@Suite struct RecordedLiveTests {
  /// A session with a running inference: its row is there from the start, `finished` being nil.
  private final class Running {
    let recording: Recording
    private(set) var session = SessionID(0)
    private var entries: [EntryID] = []
    private var snapshot: SnapshotID?
    private var inference = InferenceID(0)
    private var request = RequestID(0)

    init(
      title: String, on recording: Recording? = nil, parent: SessionID? = nil, call: String? = nil
    ) throws {
      self.recording = try recording ?? Recording.inMemory(tokenizer: "four")
      session = try self.recording.write {
        try $0.insertSession(
          uuid: title, title: title, origin: "live", window: .reported(1000), parent: parent,
          parentCall: call)
      }
    }

    func add(_ json: String, cause: String) throws {
      var scanner = EntryScanner()
      let bytes = Array(json.utf8)
      _ = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try scanner.scan(buffer, at: 0) }
      let tokens = EntryTokens.count(scanner.parts, counter: FourCharacters())
      let record = scanner.record(tokens: tokens.all, toolTokens: tokens.tools)
      let (session, parent, count) = (session, snapshot, entries.count)
      let made = try recording.write { writer in
        let id = try writer.intern(record)
        let snapshot = try writer.insertSnapshot(
          session: session, parent: parent, at: Timestamp(milliseconds: 0), cause: cause,
          splice: .appending([id], toCount: count))
        return (id, snapshot)
      }
      entries.append(made.0)
      snapshot = made.1
    }

    func prompt(_ text: String) throws {
      try add(
        "{\"id\":\"p\(entries.count)\",\"role\":\"user\",\"contents\":[{\"id\":\"s\",\"text\":\"\(text)\",\"type\":\"text\"}],\"options\":{}}",
        cause: "prompt")
      let session = session
      request = try recording.write {
        try $0.insertRequest(session: session, prompt: text, started: Timestamp(milliseconds: 0))
      }
    }

    private func row(_ sequence: Int) throws -> InferenceRow {
      InferenceRow(
        id: inference, request: request, session: session, sequence: sequence, model: "scripted",
        profile: "Coach", snapshot: try #require(snapshot), inputEntries: entries.count, position: 0,
        removed: 0, inserted: entries.count, started: Timestamp(milliseconds: 1000), input: .counted(200),
        reused: .predicted(40), prefilled: .predicted(160), cause: .profileSwitch, lostTokens: 120)
    }

    /// The snapshot that has nothing of the request any more.
    func takeBack() throws {
      let (session, parent, count) = (session, snapshot, entries.count)
      snapshot = try recording.write {
        try $0.insertSnapshot(
          session: session, parent: parent, at: Timestamp(milliseconds: 500), cause: "reverted",
          splice: Splice(position: 0, removed: count))
      }
      entries = []
    }

    func endRequest(_ outcome: RequestRow.Outcome, error: String?) throws {
      let (session, snapshot, request) = (session, snapshot, request)
      try recording.write { writer in
        if let error {
          let event = LiveEvent.requestFailed(request: 1, RequestFailure(error))
          try writer.insertEvent(session: session, snapshot: snapshot, kind: event.kind, json: event.json())
        }
        try writer.updateRequest(request, ended: Timestamp(milliseconds: 600), outcome: outcome)
      }
    }

    func begin() throws {
      let row = try row(1)
      let (profile, first) = (
        ProfileRow(
          name: "Coach", model: "scripted", window: 1000, tools: [],
          options: [.init(name: "temperature", value: "0.5", level: "modifier 2 of 3 on Coach")]),
        entries[0]
      )
      inference = try recording.write { writer in
        let id = try writer.insertInference(row)
        // A transform left only the first entry.
        try writer.setContext(of: id, profile: profile, sent: [.entry(first)])
        return id
      }
    }

    func stream(prefilled: Int, decoded: Int, _ text: String, at: Int64) throws {
      let json =
        "{\"id\":\"r\",\"role\":\"response\",\"assets\":[],\"contents\":[{\"id\":\"s\",\"text\":\"\(text)\",\"type\":\"text\"}]}"
      let row = StreamingRow(
        session: session, inference: inference, input: .reported(210), reused: .reported(10),
        prefilled: prefilled, decoded: decoded,
        entries: text.isEmpty ? [] : [.init(kind: .response, json: Array(json.utf8))],
        at: Timestamp(milliseconds: at))
      try recording.write { try $0.setStreaming(row) }
    }

    func finish(_ text: String) throws {
      var row = try row(1)
      let entries = entries.count
      try add(
        "{\"id\":\"r\",\"role\":\"response\",\"assets\":[],\"contents\":[{\"id\":\"s\",\"text\":\"\(text)\",\"type\":\"text\"}]}",
        cause: "response")
      row.snapshot = try #require(snapshot)
      row.inputEntries = entries
      row.firstToken = Timestamp(milliseconds: 1500)
      row.finished = Timestamp(milliseconds: 2500)
      row.output = .reported(20)
      let session = session
      try recording.write { writer in
        try writer.endStreaming(of: session)
        try writer.updateInference(row)
        try writer.insertEvent(
          session: session, snapshot: row.snapshot, at: Timestamp(milliseconds: 2000), kind: "property",
          json: "{\"name\":\"mode\",\"value\":\"coach\"}")
      }
    }

    func call(_ tool: String, id: String) throws {
      var row = try row(1)
      try add(
        "{\"id\":\"t\",\"role\":\"response\",\"assets\":[],\"toolCalls\":[{\"id\":\"\(id)\",\"name\":\"\(tool)\",\"arguments\":\"{}\"}]}",
        cause: "tool-calls")
      row.snapshot = try #require(snapshot)
      row.calls = [tool]
      row.finished = Timestamp(milliseconds: 2500)
      try recording.write { try $0.updateInference(row) }
    }
  }

  @Test("An inference is shown running from its first row on, with what is expected of the cache")
  func fromTheFirstRow() throws {
    let running = try Running(title: "live")
    try running.prompt("hello")
    let person = Driver(running.recording, width: 120, height: 36, isLive: true)
    try running.begin()
    person.grow()
    #expect(person.rule.contains("profile switch, 120 tokens again · prefilling 0 of 160 tokens"))
    #expect(person.lines[0].contains("profile Coach"))
    // It is not among the recorded ones, whose bars it would double.
    #expect(person.state.timeline.inferences.isEmpty)
    #expect(person.state.streaming?.hitRate == 0.2)
    // Its loss counts at once, and once.
    func lost() -> String? { person.lines.first { $0.hasPrefix(" Lost ") } }
    #expect(lost()?.contains("1 time  ~120 again") == true)
    try running.finish("Good morning.")
    person.grow()
    // Now there is a rate by which the time can be told.
    #expect(lost()?.contains("1 time  ") == true)
  }

  @Test("What the model reports takes the place of what was predicted; rates count from the first token")
  func whatStreams() throws {
    let running = try Running(title: "live")
    try running.prompt("hello")
    let person = Driver(running.recording, width: 120, height: 36, isLive: true)
    try running.begin()
    try running.stream(prefilled: 100, decoded: 0, "", at: 1200)
    person.grow()
    #expect(person.rule.contains("prefilling 100 of 200 tokens"))
    try running.stream(prefilled: 200, decoded: 10, "Good", at: 1500)
    person.grow()
    try running.stream(prefilled: 200, decoded: 60, "Good morning to you", at: 2500)
    person.grow()
    #expect(person.rule.contains("decoding, 60 tokens, 50 tok/s"))
    #expect(person.screen.contains("Good morning to you") && person.state.selectedGrowing == 0)
  }

  @Test("When it is finished, its answer stands where it grew, and its bar among the others")
  func finished() throws {
    let running = try Running(title: "live")
    try running.prompt("hello")
    let person = Driver(running.recording, width: 120, height: 36, isLive: true)
    try running.begin()
    try running.stream(prefilled: 200, decoded: 10, "Good", at: 1500)
    person.grow()
    try running.finish("Good morning.")
    person.grow()
    #expect(person.state.streaming == nil && person.state.timeline.inferences.count == 1)
    #expect(person.state.timeline.lossCount == 1 && person.selected == 1)
    #expect(person.screen.contains("Good morning."))
  }

  @Test("A running inference that was read with the rest is shown once")
  func readWithTheRest() throws {
    let running = try Running(title: "live")
    try running.prompt("hello")
    try running.begin()
    let person = Driver(running.recording, width: 120, height: 36, isLive: true)
    person.grow()
    #expect(person.state.timeline.inferences.isEmpty && person.state.streaming != nil)
    try running.finish("Good morning.")
    person.grow()
    #expect(person.state.timeline.inferences.count == 1)
    // Opened while it is written, it is as running as it is when it is followed.
    let other = try Running(title: "other")
    try other.prompt("hello")
    try other.begin()
    let reader = Driver(other.recording, width: 120, height: 36)
    #expect(reader.state.timeline.inferences.isEmpty && reader.state.streaming?.isCut == false)
  }

  /// A recording on disk, in the middle of an answer, and a reader of it.
  private func interrupted() throws -> (writer: Recording, running: Running, path: String) {
    let path = FileManager.default.temporaryDirectory.path + "/stemma-\(UUID().uuidString).stemma"
    let recording = try Recording.create(at: path, tokenizer: "four")
    let running = try Running(title: "live", on: recording)
    try running.prompt("hello")
    try running.begin()
    try running.stream(prefilled: 200, decoded: 12, "Good mor", at: 2000)
    return (recording, running, path)
  }

  @Test(
    "What a program was writing when it ended is shown as cut off, followed or not", arguments: [true, false])
  func cutOff(isFollowed: Bool) throws {
    let (writer, running, path) = try interrupted()
    defer { unlink(path) }
    let reader = try Recording.open(path)
    let person = Driver(reader, width: 120, height: 36, isLive: isFollowed)
    person.grow()
    #expect(person.state.streaming?.isCut == false && !person.state.endedAbruptly)
    #expect(person.lines[0].contains("● live") == isFollowed)
    #expect(person.screen.contains("Good mor") && person.screen.contains("live  "))
    // As after a kill: the file is as it was, and nobody has it open for writing.
    writer.close()
    person.grow()
    #expect(person.state.endedAbruptly && person.state.streaming?.isCut == true)
    #expect(person.lines[0].contains("✗ ended abruptly") && !person.lines[0].contains("live "))
    #expect(person.rule.contains("ended abruptly, 12 tokens decoded"))
    #expect(person.screen.contains("Good mor") && person.screen.contains("cut  "))
    #expect(person.screen.contains("✗ its program ended in mid-request"))
    person.press("R")
    #expect(person.lines.contains { $0.contains("request 1") && $0.contains("ended abruptly") })
    // Somebody goes on with it.
    person.press("q")
    let again = try Recording.open(path, for: .writing)
    person.grow()
    #expect(!person.state.endedAbruptly)
    try again.write {
      try $0.updateRequest(RequestID(1), ended: Timestamp(milliseconds: 9000), outcome: .cancelled)
    }
    again.close()
    person.grow()
    #expect(!person.state.endedAbruptly)
    #expect(person.lines[0].contains("  ended  ") == isFollowed)
    withExtendedLifetime(running) {}
  }

  @Test("A recording that is being written says how it is followed")
  func beingWritten() throws {
    let (writer, running, path) = try interrupted()
    defer { unlink(path) }
    let person = Driver(try Recording.open(path), width: 120, height: 36, file: "night.stemma")
    #expect(person.foot.contains("“stemma watch night.stemma” goes with it"))
    writer.close()
    withExtendedLifetime(running) {}
  }

  @Test(
    "A request that left nothing behind says so where it stood, and how it is asked again",
    arguments: [
      (RequestRow.Outcome.failed, "✗ request 1 failed: no server"), (.cancelled, "request 1 was cancelled"),
    ])
  func takenBack(_ outcome: RequestRow.Outcome, _ words: String) throws {
    let running = try Running(title: "live")
    try running.prompt("hello")
    let person = Driver(running.recording, width: 120, height: 36, isLive: true)
    person.handle(.loaded(.control(LiveSessionTests.control())))
    try running.takeBack()
    person.grow()
    #expect(person.rule.contains("request 1 was taken back"))
    try running.endRequest(outcome, error: outcome == .failed ? "no server" : nil)
    person.grow()
    #expect(person.screen.contains(words))
    #expect(
      person.rule.contains(outcome == .failed ? "request 1 failed, taken back" : "was cancelled, taken back"))
    #expect(person.screen.contains("the transcript is again as it was before it"))
    #expect(person.screen.contains("i, then ↑, asks it again"))
    person.press("6")
    #expect(person.screen.contains("✗ request 1") == (outcome == .failed))
  }

  @Test("A change elsewhere in the recording asks for no frame")
  func noFrame() throws {
    let running = try Running(title: "live")
    try running.prompt("hello")
    let person = Driver(running.recording, isLive: true)
    try running.recording.setMeta("x", "y")
    person.engine.grow()
    while person.engine.hasWork { person.engine.work() }
    #expect(!person.engine.needsFrame)
    try running.begin()
    person.engine.grow()
    while person.engine.hasWork { person.engine.work() }
    #expect(person.engine.needsFrame)
  }

  @Test("P3, H1: Sent and Options tell what a transform left, each option's level, and what ran")
  func facts() throws {
    let running = try Running(title: "live")
    try running.prompt("one")
    try running.prompt("two")
    try running.begin()
    try running.finish("Good morning.")
    let person = Driver(running.recording, width: 160, height: 40)
    person.press("3")
    #expect(person.screen.contains("1 entry  ~1 tokens"))
    #expect(person.screen.contains("1 of 2 entries left out"))
    #expect(person.screen.contains("not sent") == false)
    person.press("6")
    #expect(person.screen.contains("temperature") && person.screen.contains("modifier 2 of 3 on Coach"))
    #expect(person.screen.contains("✓ mode  is now coach"))
    person.press("5")
    #expect(person.screen.contains("to first token") && person.screen.contains("500 ms"))
    // The second prompt did not reach the model.
    #expect(person.lines.contains { $0.contains("two") && $0.contains("–") })
  }

  @Test("A child session stands below the tool call that began it, and > goes there, < comes back")
  func children() throws {
    let parent = try Running(title: "parent")
    try parent.prompt("ask somebody")
    try parent.begin()
    try parent.call("phoneAFriend", id: "call-7")
    let child = try Running(
      title: "friend", on: parent.recording, parent: parent.session, call: "call-7")
    try child.prompt("what is this?")
    try child.begin()
    try child.finish("A mushroom.")
    let person = Driver(parent.recording, width: 120, height: 36)
    #expect(person.state.sessionRow?.title == "parent")
    person.press("R")
    let rows = person.lines
    let tool = try #require(rows.firstIndex { $0.contains("◆ phoneAFriend") })
    #expect(rows[tool + 1].contains("friend  child session"))
    person.press("q", ">")
    #expect(person.state.sessionRow?.title == "friend" && person.screen.contains("A mushroom."))
    person.press("<")
    #expect(person.state.sessionRow?.title == "parent")
    person.press("<")
    #expect(person.foot.contains("no tool began this session"))
  }
}
