import PrefixCache
import Recordings
import SessionEngine
import SessionRecorder
import Testing
import Transcripts

@Suite("What a session did")
struct StoryTests {
  @Test("T1, R1: snapshots, requests and inferences are rows as soon as they happen")
  func rows() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder, startingWith: [.instructions("Be kind always")])
    #expect(try recording.snapshots().map(\.cause) == ["instructions"])
    session.prompt("fold a crane")
    #expect(try recording.requests().map(\.outcome) == [.open])
    session.begin()
    let open = try #require(try recording.inferences().first)
    #expect(open.finished == nil)
    #expect(open.input == .counted(6))
    #expect(open.reused == .predicted(0))
    session.change(.response, [.response("first fold it")])
    session.end(
      InferenceEnd(
        inference: 1, input: .reported(9), reused: .reported(0), prefilled: .measured(9),
        output: .reported(4), reasoning: .reported(0), firstToken: 1006, calls: [], finish: "stop"))
    session.endRequest()

    let snapshots = try recording.snapshots()
    #expect(snapshots.map(\.cause) == ["instructions", "prompt", "response"])
    #expect(snapshots.map(\.count) == [1, 2, 3])
    #expect(snapshots.map(\.position) == [0, 1, 2])
    #expect(snapshots.map(\.tokens.total) == [3, 6, 9])
    let request = try #require(try recording.requests().first)
    #expect(request.prompt == "fold a crane")
    #expect(request.outcome == .completed)
    let row = try #require(try recording.inferences().first)
    #expect(row.snapshot == snapshots[2].id)
    #expect(row.inputEntries == 2)
    #expect(row.model == "scripted")
    #expect(row.profile == "planner")
    #expect(row.input == .reported(9))
    #expect(row.prefilled == .measured(9))
    #expect(row.output == .reported(4))
    #expect(row.cause == .cold)
    #expect(row.finish == "stop")
    // started, prompt, request, inference, response, end: each a millisecond after 1,000.
    #expect(row.started == Timestamp(milliseconds: 1004))
    #expect(row.firstToken == Timestamp(milliseconds: 1006))
    #expect(row.finished == Timestamp(milliseconds: 1006))
    #expect(try recording.sessions().first?.window == .reported(4096))
    #expect(try recording.sessions().first?.origin == "live")
  }

  @Test("R5: a cancelled and a failed request are told as such, and what was taken back is a snapshot")
  func failures() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder)
    session.prompt("fold")
    session.begin()
    session.end(InferenceEnd(inference: 1, finish: "error", error: "the window is full"))
    session.change(.reverted, at: 0, removing: 1, [])
    let failure = RequestFailure(
      "the window is full", kind: .contextSizeExceeded, detail: "over", contextSize: 10, tokenCount: 12)
    session.endRequest(.failed(failure))
    session.prompt("fold again")
    session.begin()
    session.change(.partial, [.response("half an")])
    session.end(InferenceEnd(inference: 2, finish: "cancelled"))
    session.endRequest(.cancelled)

    #expect(try recording.requests().map(\.outcome) == [.failed, .cancelled])
    #expect(try recording.snapshots().map(\.cause) == ["prompt", "reverted", "prompt", "partial"])
    #expect(try recording.snapshots().map(\.count) == [1, 0, 1, 2])
    let inferences = try recording.inferences()
    #expect(inferences.map(\.finish) == ["error", "cancelled"])
    #expect(inferences[0].error == "the window is full")
    // The prompt that was sent stands in the snapshot that the failed inference points at, not in the one
    // after.
    #expect(try recording.texts(inferences[0].snapshot) == ["fold"])
    #expect(try recording.texts(inferences[1].snapshot) == ["fold again", "half an"])
    let failed = try recording.events(kind: "request-failed").compactMap(LiveEvent.init)
    #expect(failed == [.requestFailed(request: 1, failure)])
    let row = try #require(try recording.sessions().first)
    // By its kind: the words are nobody's.
    let totals = try SessionTotals(of: row, in: recording)
    #expect(totals.overflows == 1 && totals.failures == 1)
  }

  @Test("O2: a session that a tool made is linked to the tool's call")
  func child() throws {
    let (recording, recorder) = try Recording.told()
    var parent = ToldSession(recorder, "parent")
    parent.prompt("ask a friend")
    var child = ToldSession(recorder, "child", parent: .init(session: "parent", toolCall: "call-1"))
    child.turn("what now", "that")
    child.tell(.ended)
    parent.endRequest()
    let sessions = try recording.sessions()
    #expect(sessions.map(\.title) == ["parent", "child"])
    #expect(sessions[1].parent == sessions[0].id)
    #expect(sessions[1].parentCall == "call-1")
    #expect(sessions[1].ended != nil)
    #expect(try recording.snapshots(of: sessions[0].id).map(\.count) == [1])
    #expect(try recording.snapshots(of: sessions[1].id).map(\.count) == [1, 2])
  }

  @Test(
    "L2, S1, R2: hooks, tools, personas and properties are events of the snapshot they came after, in order")
  func events() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder)
    session.tell(.profileActivated(ProfileActivation(identity: "0", name: "planner")))
    session.prompt("fold")
    session.tell(.hook(HookRun(name: "onPrompt", profile: "planner")))
    let call = Transcript.ToolCall(
      id: "call-1", toolName: "convert", arguments: try GeneratedContent(json: "{}"))
    session.tell(.toolStarted(call))
    session.now += 41
    session.tell(.toolEnded(ToolEnd(call: call, output: nil, error: "no such unit")))
    session.tell(.property(PropertyChange(name: "mode", value: "tutorial")))
    session.tell(
      .profileActivated(ProfileActivation(identity: "1", name: "tutorial", previous: "planner")))
    let rows = try recording.events()
    #expect(
      rows.compactMap(LiveEvent.init) == [
        .profile(name: "planner", previous: nil),
        .hook(name: "onPrompt", profile: "planner", error: nil),
        .toolStarted(call: "call-1", tool: "convert"),
        .toolEnded(call: "call-1", tool: "convert", milliseconds: 42, error: "no such unit"),
        .property(name: "mode", value: "tutorial"),
        .profile(name: "tutorial", previous: "planner"),
      ])
    let snapshot = try #require(try recording.snapshots().first?.id)
    #expect(rows.map(\.snapshot) == [nil] + Array(repeating: snapshot, count: 5))
  }

  @Test("P3: an inference tells its resolved options and the level that set each; equal ones are stored once")
  func options() throws {
    let (recording, recorder) = try Recording.told()
    var session = ToldSession(recorder)
    session.options = [
      ResolvedOption(name: "temperature", value: "0.7", level: "modifier 2 of 3 on Tutorial")
    ]
    session.turn("one", "1")
    session.turn("two", "2")
    session.options = [ResolvedOption(name: "temperature", value: "0.1", level: "call")]
    session.turn("three", "3")
    let rows = try recording.inferences()
    let first = try #require(try recording.profile(of: rows[0].id))
    #expect(first.name == "planner")
    #expect(first.window == 4096)
    #expect(
      first.options == [.init(name: "temperature", value: "0.7", level: "modifier 2 of 3 on Tutorial")])
    #expect(try recording.profile(of: rows[1].id) == first)
    #expect(try recording.profile(of: rows[2].id)?.options.map(\.level) == ["call"])
  }
}
