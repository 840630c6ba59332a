import CSQLite
import Foundation
import PrefixCache
import Testing
import Transcripts

@testable import Recordings

@Suite("What a session that is recorded while it runs adds")
struct GrowthTests {
  private let recording: Recording
  private let session: SessionID

  init() throws {
    recording = try Recording.inMemory(tokenizer: "none")
    session = try recording.addSession()
  }

  /// An inference on a snapshot of the entries 1 to `count`.
  private func inference(entries count: Int, sent: [Splice.Piece]? = nil, profile: ProfileRow? = nil) throws
    -> InferenceRow
  {
    try recording.write { writer in
      var ids: [EntryID] = []
      for number in 1...count { ids.append(try writer.intern(record(number))) }
      let snapshot = try writer.insertSnapshot(
        session: session, parent: nil, cause: "prompt", splice: .appending(ids, toCount: 0))
      let request = try writer.insertRequest(session: session, prompt: "")
      var row = InferenceRow(
        id: InferenceID(0), request: request, session: session, sequence: 1, snapshot: snapshot,
        inputEntries: count, position: 1, removed: 1, inserted: 1, cause: .cold)
      row.id = try writer.insertInference(row)
      if let profile { try writer.setContext(of: row.id, profile: profile, sent: sent) }
      return row
    }
  }

  private let tutorial = ProfileRow(
    name: "tutorial", model: "scripted", window: 4096, tools: ["convert", "look up"],
    options: [.init(name: "temperature", value: "0.7", level: "modifier 2 of 3 on Tutorial")])

  @Test("the row of what streams is replaced, and gone at the end")
  func streaming() throws {
    var row = StreamingRow(
      session: session, inference: InferenceID(7), input: .reported(100), reused: .predicted(40),
      prefilled: 60,
      decoded: 3,
      entries: [
        .init(kind: .reasoning, json: Array(#"{"role":"reasoning"}"#.utf8)),
        .init(kind: .response, json: Array("ü".utf8)),
      ], at: Timestamp(milliseconds: 5))
    try recording.write { try $0.setStreaming(row) }
    #expect(try recording.streaming(of: session) == row)
    row.input = nil
    row.decoded = 4
    row.entries = []
    try recording.write { try $0.setStreaming(row) }
    #expect(try recording.streaming(of: session) == row)
    try recording.write { try $0.endStreaming(of: session) }
    #expect(try recording.streaming(of: session) == nil)
  }

  @Test("P3: a profile is stored once and found for each inference that has it")
  func profiles() throws {
    let first = try inference(entries: 1, profile: tutorial)
    let second = try inference(entries: 2, profile: tutorial)
    var other = tutorial
    other.window = nil
    let third = try inference(entries: 3, profile: other)
    #expect(try recording.profile(of: first.id) == tutorial)
    #expect(try recording.profile(of: second.id) == tutorial)
    #expect(try recording.profile(of: third.id) == other)
    let imported = try inference(entries: 4)
    #expect(try recording.profile(of: imported.id) == nil)
    let store = recording.enter()
    defer { recording.leave() }
    #expect(try store.connection.integer("SELECT count(*) FROM profile") == 2)
  }

  @Test("H1: what was sent is the first entries of the snapshot, or what a transform made of them")
  func sent() throws {
    let whole = try inference(entries: 4)
    #expect(try recording.sent(by: whole).map(\.rawValue) == [1, 2, 3, 4])
    #expect(try recording.fates(in: whole) == [.kept, .lost, .new, .new])
    let extra = try recording.write { try $0.intern(record(9)) }
    let cut = try inference(entries: 4, sent: [.entry(extra), .copy(2..<4)], profile: tutorial)
    #expect(try recording.sent(by: cut) == [extra, EntryID(3), EntryID(4)])
    // Kept is the entry that is not of the transcript; 3 was lost, 4 is new.
    #expect(try recording.fates(in: cut) == [.notSent, .notSent, .lost, .new])
    #expect(throws: RecordingError.self) {
      try recording.write { try $0.setContext(of: cut.id, profile: tutorial, sent: [.copy(2..<2)]) }
    }
  }

  @Test(
    "live events come back as they were written",
    arguments: [
      LiveEvent.profile(name: "b", previous: "a"), .profile(name: "a", previous: nil),
      .hook(name: "onPrompt", profile: "a", error: nil),
      .hook(name: "onPrompt", profile: "a", error: "no \"x\""),
      .toolStarted(call: "c", tool: "f"), .toolEnded(call: "c", tool: "f", milliseconds: 12, error: nil),
      .toolEnded(call: "c", tool: "f", milliseconds: nil, error: "e"), .property(name: "mode", value: "ü\n"),
      .requestFailed(request: 3, RequestFailure("full")),
      .prewarm(
        PrewarmRow(
          number: 1, model: "system", profile: "a", tools: ["f", "g"], tokens: 7, promptPrefix: "Fo",
          sent: [.copy(0..<2), .entry(EntryID(9))])),
      .prewarm(PrewarmRow(number: 2, model: "m", profile: "", tokens: 0, sent: [])),
      .prewarmEnded(
        .init(
          number: 1, finish: .finished, input: .measured(7), reused: .predicted(2), prefilled: .reported(5))
      ),
      .prewarmEnded(.init(number: 1, finish: .failed, error: "e")),
      .prewarmEnded(.init(number: 1, finish: .untold)),
      .requestFailed(
        request: 3,
        RequestFailure(
          "full", kind: .contextSizeExceeded, detail: "over", contextSize: 10, tokenCount: 12)),
      .requestFailed(
        request: 3, RequestFailure("no S", kind: .unsupportedGenerationGuide, subject: "S", limit: 4)),
    ])
  func events(_ event: LiveEvent) throws {
    let place = LiveEvent.Place(request: 3, inference: 2)
    try recording.write {
      try $0.insertEvent(session: session, kind: event.kind, json: event.json(at: place))
      try $0.insertEvent(session: session, kind: event.kind, json: event.json())
      try $0.insertEvent(session: session, kind: event.kind, json: "[")
    }
    let rows = try recording.events()
    #expect(rows.map(LiveEvent.init) == [event, event, nil])
    #expect(rows.map(LiveEvent.Place.init) == [place, nil, nil])
  }

  @Test(
    "an old recording's overflow is recognised by its words, and nothing else is",
    arguments: [
      ("12 tokens do not fit into a window of 10: shorten the history", [10, 12]),
      ("12 tokens do not fit the window of 10; shorten the history or take a larger model", [10, 12]),
      ("the request has 12 tokens, the window 10", [10, 12]),
      ("the request's 8 tokens and the answer's 4 do not fit into the window of 10", [10, 12]),
      ("99999999999999999999 tokens do not fit into a window of 10: shorten the history", [10, -1]),
      (
        "the request's 9223372036854775807 tokens and the answer's 9223372036854775807 do not fit into the "
          + "window of 10", [10, -1]
      ),
      ("tool ask: 12 tokens do not fit into a window of 10: shorten the history", []),
      ("the paper and the glue do not fit into the drawer", []), ("", []),
    ] as [(String, [Int])])
  func oldOverflow(_ words: String, _ numbers: [Int]) throws {
    let row = JSONValue.object([.init("request", .number(1)), .init("error", .string(words))]).text()
    _ = try recording.write { try $0.insertEvent(session: session, kind: "request-failed", json: row) }
    var expected = RequestFailure(words)
    if let size = numbers.first {
      expected.kind = .contextSizeExceeded
      expected.contextSize = size
      expected.tokenCount = numbers[1] < 0 ? nil : numbers[1]
    }
    #expect(try recording.events().map(LiveEvent.init) == [.requestFailed(request: 1, expected)])
    let totals = try SessionTotals(of: #require(try recording.sessions().first), in: recording)
    #expect(totals.overflows == (numbers.isEmpty ? 0 : 1))
  }

  @Test(
    "a prewarm whose lists are not its recording's is damage, or nothing of ours",
    arguments: [
      #"{"prewarm":1,"model":"m","profile":"p","tokens":1,"sent":[[0,99]],"inference":0}"#,
      #"{"prewarm":1,"model":"m","profile":"p","tokens":1,"sent":[[2,1]],"inference":0}"#,
      #"{"prewarm":1,"model":"m","profile":"p","tokens":1,"sent":[[-1,0]],"inference":0}"#,
      #"{"prewarm":1,"model":"m","profile":"p","tokens":1,"sent":["a"],"inference":0}"#,
      #"{"prewarm":1,"model":"m","profile":"p","tokens":1,"sent":{},"inference":0}"#,
      #"{"prewarm":1,"inference":0}"#, "[", #"{"prewarm":99999999999999999999}"#,
    ])
  func damagedPrewarm(_ json: String) throws {
    try recording.write {
      try $0.insertEvent(session: session, kind: "prewarm", json: json)
      try $0.insertEvent(session: session, kind: "prewarm-ended", json: json)
    }
    for prewarm in try recording.prewarms(of: session) {
      #expect(throws: RecordingError.self) { try recording.sent(by: prewarm) }
    }
  }

  @Test("a kind of failure that this program does not know is no reason to read the words")
  func laterKind() throws {
    let row = #"{"request":1,"error":"12 tokens do not fit the window of 10","failure":"somethingNew"}"#
    _ = try recording.write { try $0.insertEvent(session: session, kind: "request-failed", json: row) }
    #expect(
      try recording.events().map(LiveEvent.init)
        == [.requestFailed(request: 1, RequestFailure("12 tokens do not fit the window of 10"))])
  }

  @Test("a recording of version 1 is read, and becomes what a new one is when it is written")
  func migration() throws {
    let folder = try TemporaryFolder()
    let path = folder("old.stemma")
    try Self.lay(
      path,
      Schema.tables + """
        PRAGMA application_id = 1400137069; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;
        INSERT INTO meta VALUES('tokenizer', 'none');
        INSERT INTO session VALUES(1, 'u', NULL, NULL, 'old', 'live', NULL, NULL, 0, NULL, NULL);
        """)
    let reader = try Recording.open(path)
    #expect(try reader.sessions().map(\.title) == ["old"])
    #expect(try reader.streaming(of: SessionID(1)) == nil)
    reader.close()
    #expect(try folder.names == ["old.stemma"])
    let writer = try Recording.open(path, for: .writing)
    try writer.write { try $0.setStreaming(StreamingRow(session: SessionID(1), inference: InferenceID(1))) }
    #expect(try writer.streaming(of: SessionID(1))?.inference == InferenceID(1))
    writer.close()
    #expect(try folder.names == ["old.stemma", "old.stemma.v1"])
    let new = folder("new.stemma")
    try Recording.create(at: new, tokenizer: "none").close()
    #expect(try Self.tables(path) == Self.tables(new))
  }

  @Test("a recording of version 2 keeps its inferences, of which no prediction is known")
  func secondMigration() throws {
    let folder = try TemporaryFolder()
    let path = folder("old.stemma")
    try Self.lay(
      path,
      Schema.tables + Schema.current.steps[0] + """
        ; PRAGMA application_id = 1400137069; PRAGMA user_version = 2; PRAGMA journal_mode = WAL;
        INSERT INTO meta VALUES('tokenizer', 'none');
        INSERT INTO name VALUES(1, 'appended');
        INSERT INTO session VALUES(1, 'u', NULL, NULL, 'old', 'live', NULL, NULL, 0, NULL, NULL);
        INSERT INTO inference VALUES(1, 1, 1, 1, NULL, NULL, 1, 4, 1, 0, 3, NULL, NULL, NULL, 18, 40, 30, NULL,
          NULL, NULL, 0, 1, NULL, NULL, NULL, NULL);
        """)
    // Read as it is, and then written: both know the row, and 18 is two reported quantities.
    for access in [Recording.Access.reading, .writing] {
      let opened = try Recording.open(path, for: access)
      let row = try #require(try opened.inferences().first)
      #expect(row.input == .reported(40) && row.reused == .reported(30) && row.cause == .appended)
      #expect(row.prediction == nil && row.remark == nil && row.prefillTime == nil && row.decodeTime == nil)
      opened.close()
    }
    #expect(try folder.names == ["old.stemma", "old.stemma.v2"])
    let new = folder("new.stemma")
    try Recording.create(at: new, tokenizer: "none").close()
    #expect(try Self.tables(path) == Self.tables(new))
  }

  private static func lay(_ path: String, _ sql: String) throws {
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  /// The definitions of a file's tables and indexes.
  private static func tables(_ path: String) throws -> String? {
    let connection = try Connection(name: path, path: path, mode: .readOnly)
    return try connection.text(
      "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master ORDER BY name)")
  }
}
