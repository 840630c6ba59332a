import PrefixCache
import Testing
import Transcripts

@testable import Recordings

@Suite("Rows come back as they were written")
struct RowsTests {
  private let recording: Recording
  private let session: SessionID
  private let snapshot: SnapshotID
  private let request: RequestID

  init() throws {
    recording = try Recording.inMemory(tokenizer: "characters/4")
    (session, snapshot, request) = try recording.write { writer in
      let session = try writer.insertSession(
        uuid: "u", title: "craft", origin: "a.json", sourceFormat: "foundation-models/1.1",
        window: .reported(4_096),
        started: Timestamp(milliseconds: 5), parent: SessionID(9), parentCall: "call-1")
      let snapshot = try writer.insertSnapshot(
        session: session, parent: nil, cause: "imported", splice: Splice(position: 0))
      return (session, snapshot, try writer.insertRequest(session: session, prompt: "Fold a crane"))
    }
  }

  @Test("a session, and its end when it comes")
  func sessions() throws {
    try recording.write { writer in try writer.endSession(session, at: Timestamp(milliseconds: 99)) }
    #expect(
      try recording.sessions() == [
        SessionRow(
          id: SessionID(1), uuid: "u", parent: SessionID(9), parentCall: "call-1", title: "craft",
          origin: "a.json",
          sourceFormat: "foundation-models/1.1", window: .reported(4_096),
          started: Timestamp(milliseconds: 5),
          ended: Timestamp(milliseconds: 99))
      ])
    #expect(try recording.sessions(after: session) == [])
  }

  @Test("a snapshot with its splice, tokens by kind and source")
  func snapshots() throws {
    var tokens = KindTokens()
    tokens.instructions = 1
    tokens.tools = 300
    tokens.prompt = 70_000
    tokens.response = Int32.max
    tokens.reasoning = 5
    tokens.toolCalls = 6
    tokens.toolOutput = 7
    tokens.unknown = 8
    let written = try recording.write { writer in
      let entries = [
        try writer.intern(record(1)), try writer.intern(record(2)), try writer.intern(record(3)),
      ]
      return try writer.insertSnapshot(
        session: session, parent: snapshot, at: Timestamp(milliseconds: 1_700_000_000_000), cause: "prompt",
        splice: .appending(entries, toCount: 0), instructions: entries[0], tokens: tokens, source: "003.json")
    }
    let expected = SnapshotRow(
      id: SnapshotID(2), session: session, sequence: 1, at: Timestamp(milliseconds: 1_700_000_000_000),
      cause: "prompt", parent: snapshot, position: 0, removed: 0, inserted: 3, count: 3,
      instructions: EntryID(1),
      tokens: tokens, source: "003.json")
    #expect(written == SnapshotID(2))
    #expect(try recording.snapshots(after: snapshot) == [expected])
    #expect(try recording.snapshot(written) == expected)
    #expect(try recording.snapshot(SnapshotID(77)) == nil)
  }

  @Test("a request, and its outcome when it is known")
  func requests() throws {
    try recording.write { writer in
      try writer.updateRequest(request, ended: Timestamp(milliseconds: 8), outcome: .completed)
      _ = try writer.insertRequest(
        session: session, prompt: "", started: Timestamp(milliseconds: 9), outcome: .cancelled)
    }
    #expect(
      try recording.requests() == [
        RequestRow(
          id: RequestID(1), session: session, sequence: 1, prompt: "Fold a crane",
          ended: Timestamp(milliseconds: 8),
          outcome: .completed),
        RequestRow(
          id: RequestID(2), session: session, sequence: 2, prompt: "", started: Timestamp(milliseconds: 9),
          outcome: .cancelled),
      ])
  }

  private var full: InferenceRow {
    InferenceRow(
      id: InferenceID(1), request: request, session: session, sequence: 1, model: "scripted",
      profile: "tutorial",
      snapshot: snapshot, inputEntries: 4, position: 1, removed: 2, inserted: 3,
      started: Timestamp(milliseconds: -1), firstToken: Timestamp(milliseconds: 0),
      finished: Timestamp(milliseconds: 1), input: .measured(3_681), reused: .reported(0),
      prefilled: .counted(3_681),
      output: .predicted(38), reasoning: .reported(-1), cause: .profileSwitch,
      divergence: Divergence(
        token: 9, entry: 0, part: "text", byte: 11, before: "warm…", after: "", detail: "U+00A0 for U+0020"),
      calls: ["convert", "title", "convert"], finish: "stop", error: "no reply", lostTokens: 3_240)
  }

  @Test("an inference with every column, each quantity with its own origin")
  func fullInference() throws {
    let id = try recording.write { writer in try writer.insertInference(full) }
    #expect(id == InferenceID(1))
    #expect(try recording.inferences() == [full])
    #expect(try recording.inferences(ofSnapshot: snapshot) == [full])
    #expect(try recording.inferences(ofSnapshot: SnapshotID(2)) == [])
  }

  @Test("an inference with what was predicted of it and what the backend said of its cache")
  func predictedInference() throws {
    var row = full
    row.prediction = InferenceRow.Prediction(input: 3_700, reused: 12)
    row.remark = CacheRemark(kind: .refusal, words: "the model’s memory cannot go back")
    (row.prefillTime, row.decodeTime) = (.measured(0), .measured(1_234))
    _ = try recording.write { writer in try writer.insertInference(row) }
    #expect(try recording.inferences() == [row])
    row.remark = nil
    row.divergence = nil
    try recording.write { writer in try writer.updateInference(row) }
    #expect(try recording.inferences() == [row])
    #expect(try recording.inferences()[0].prediction == InferenceRow.Prediction(input: 3_700, reused: 12))
  }

  @Test("an inference of which little is known")
  func sparseInference() throws {
    let sparse = InferenceRow(
      id: InferenceID(1), request: request, session: session, sequence: 1, snapshot: snapshot,
      inputEntries: 0,
      position: 0, removed: 0, inserted: 0, cause: .unknown)
    _ = try recording.write { writer in try writer.insertInference(sparse) }
    #expect(try recording.inferences(of: session) == [sparse])
  }

  @Test("an inference that is updated when it has finished")
  func updatedInference() throws {
    var row = full
    row.finished = nil
    row.output = nil
    row.divergence?.detail = nil
    try recording.write { writer in _ = try writer.insertInference(row) }
    row.finished = Timestamp(milliseconds: 77)
    row.output = .reported(12)
    try recording.write { writer in try writer.updateInference(row) }
    #expect(try recording.inferences() == [row])
  }

  @Test("events by kind, after the one already known")
  func events() throws {
    try recording.write { writer in
      try writer.insertEvent(session: session, kind: "warning", json: #"{"entry":3}"#)
      try writer.insertEvent(
        session: session, snapshot: snapshot, at: Timestamp(milliseconds: 4), kind: "note", json: "{}")
      try writer.insertEvent(session: session, kind: "warning", json: "[]")
    }
    let rows = [
      EventRow(id: 1, session: session, kind: "warning", json: #"{"entry":3}"#),
      EventRow(
        id: 2, session: session, snapshot: snapshot, at: Timestamp(milliseconds: 4), kind: "note", json: "{}"),
      EventRow(id: 3, session: session, kind: "warning", json: "[]"),
    ]
    #expect(try recording.events() == rows)
    #expect(try recording.events(of: session, limit: 2) == [rows[0], rows[1]])
    #expect(try recording.events(kind: "warning") == [rows[0], rows[2]])
    #expect(try recording.events(of: session, after: 1, kind: "warning") == [rows[2]])
    #expect(try recording.events(of: SessionID(2)) == [])
    #expect(try recording.events(kind: "never") == [])
  }

  @Test("the events from one snapshot to another are those of a walk through all")
  func eventsBetween() throws {
    var random = SeededGenerator(state: 11)
    let sessions = [session, try recording.addSession("second"), try recording.addSession("third")]
    var last: [SessionID: SnapshotID] = [:]
    try recording.write { writer in
      for number in 0..<300 {
        let session = sessions[Int.random(in: 0..<3, using: &random)]
        if Int.random(in: 0..<3, using: &random) == 0 {
          last[session] = try writer.insertSnapshot(
            session: session, parent: nil, cause: "edit", splice: Splice(position: 0))
        } else {
          try writer.insertEvent(session: session, snapshot: last[session], kind: "note", json: "\(number)")
        }
      }
    }
    for session in sessions {
      let all = try recording.events(of: session)
      #expect(!all.isEmpty)
      let ids = try recording.snapshots().map(\.id)
      for _ in 0..<60 {
        let (a, b) = (
          ids.randomElement(using: &random) ?? ids[0], ids.randomElement(using: &random) ?? ids[0]
        )
        let (first, through) = (min(a, b), max(a, b))
        #expect(
          try recording.events(of: session, from: first, through: through)
            == all.filter { $0.snapshot.map { first <= $0 && $0 <= through } ?? false })
        #expect(
          try recording.events(of: session, from: nil, through: through)
            == all.filter { $0.snapshot.map { $0 <= through } ?? true })
      }
    }
  }

  @Test("the inference before one, and the request that had begun by a moment")
  func before() throws {
    let other = try recording.addSession("other")
    let begun = try recording.latestRequest(of: session)
    let (first, second) = try recording.write { writer in
      (
        try writer.insertRequest(session: session, prompt: "one", started: Timestamp(milliseconds: 100)),
        try writer.insertRequest(session: other, prompt: "two", started: Timestamp(milliseconds: 200))
      )
    }
    #expect(try recording.latestRequest(of: session)?.id == first && begun?.id != first)
    #expect(try recording.request(of: session, begunBy: Timestamp(milliseconds: 300))?.id == first)
    #expect(try recording.request(of: other, begunBy: Timestamp(milliseconds: 200))?.id == second)
    #expect(try recording.request(of: other, begunBy: Timestamp(milliseconds: 199)) == nil)
    var rows: [InferenceRow] = []
    for (number, owner) in [session, other, session, other].enumerated() {
      var row = full
      (row.session, row.sequence) = (owner, number + 1)
      row.id = try recording.write { writer in try writer.insertInference(row) }
      rows.append(row)
    }
    #expect(try recording.inference(before: rows[2])?.id == rows[0].id)
    #expect(try recording.inference(before: rows[3])?.id == rows[1].id)
    #expect(try recording.inference(before: rows[0]) == nil)
    #expect(try recording.inference(before: rows[1]) == nil)
  }

  @Test("one session's rows among others', all of them or the newest")
  func filters() throws {
    let other = try recording.addSession("other")
    try recording.write { writer in
      for number in 0..<6 {
        _ = try writer.insertSnapshot(
          session: number % 2 == 0 ? other : session, parent: nil, cause: "edit", splice: Splice(position: 0))
      }
    }
    #expect(try recording.snapshots(of: session).map(\.id.rawValue) == [1, 3, 5, 7])
    #expect(try recording.snapshots(of: session).map(\.sequence) == [0, 1, 2, 3])
    #expect(try recording.snapshots(of: other).map(\.sequence) == [0, 1, 2])
    #expect(try recording.snapshots(of: session, after: SnapshotID(3)).map(\.id.rawValue) == [5, 7])
    #expect(try recording.snapshots(after: SnapshotID(2), limit: 3).map(\.id.rawValue) == [3, 4, 5])
    #expect(try recording.latestSnapshots(limit: 2).map(\.id.rawValue) == [6, 7])
    #expect(try recording.latestSnapshots(of: other, limit: 2).map(\.id.rawValue) == [4, 6])
    let counts = try recording.counts()
    #expect(counts == (sessions: 2, snapshots: 7, requests: 1, inferences: 0, entries: 0))
  }

  @Test("entries, their summaries and another tokenizer's counts")
  func entries() throws {
    let ids = try recording.write { writer in
      [
        try writer.intern(record(1, kind: .instructions)),
        try writer.intern(record(2, "", kind: .toolOutput)),
        try writer.intern(record(3, "é\u{0}👩‍👩‍👧", kind: .unknown)),
      ]
    }
    #expect(ids.map(\.rawValue) == [1, 2, 3])
    #expect(
      try recording.entries([ids[2], ids[0]]) == [
        record(3, "é\u{0}👩‍👩‍👧", kind: .unknown), record(1, kind: .instructions),
      ])
    #expect(try recording.entry(ids[1]) == record(2, "", kind: .toolOutput))
    let summary = EntrySummary(
      id: ids[1], kind: .toolOutput, tokens: 2, content: EntryDigest(high: 8, low: 2))
    #expect(try recording.summaries([ids[1], ids[1]]) == [summary, summary])
    try recording.write { writer in
      try writer.setTokenCount(5, of: ids[0], tokenizer: "o200k")
      try writer.setTokenCount(6, of: ids[0], tokenizer: "o200k")
      try writer.setTokenCount(9, of: ids[2], tokenizer: "other")
    }
    #expect(try recording.tokenCounts(tokenizer: "o200k") == [ids[0]: 6])
    #expect(try recording.tokenCounts(tokenizer: "none") == [:])
  }

  @Test("meta values, and the tokenizer among them")
  func meta() throws {
    #expect(recording.tokenizer == "characters/4")
    #expect(try recording.meta("cost") == nil)
    try recording.setMeta("cost", "a")
    try recording.setMeta("cost", "b")
    #expect(try recording.meta("cost") == "b")
  }

  @Test("nothing of a transaction that throws, and ids given out again after it")
  func rollback() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try recording.write { writer in
        _ = try writer.intern(record(1))
        _ = try writer.insertSnapshot(
          session: session, parent: snapshot, cause: "never seen", splice: Splice(position: 0))
        #expect(try recording.snapshots().count == 2)
        throw Stop()
      }
    }
    #expect(try recording.snapshots().count == 1)
    #expect(try recording.entryIDs(of: snapshot) == [])
    let entry = try recording.write { writer in try writer.intern(record(2)) }
    #expect(entry == EntryID(1))
    #expect(try recording.summaries([entry])[0].tokens == 2)
    let next = try recording.addSnapshot(session, parent: snapshot, [entry])
    #expect(try recording.snapshots(after: snapshot).map(\.cause) == ["edit"])
    #expect(try recording.entryIDs(of: next) == [entry])
  }

  @Test("what was asked for and is not there, in one line")
  func missing() throws {
    let path = "recording in memory"
    #expect(throws: RecordingError.invalid(path: path, detail: "there is no entry 5")) {
      try recording.entry(EntryID(5))
    }
    #expect(throws: RecordingError.invalid(path: path, detail: "there is no snapshot 5")) {
      try recording.entryIDs(of: SnapshotID(5))
    }
    #expect(throws: RecordingError.invalid(path: path, detail: "there is no snapshot 5 to build upon")) {
      try recording.write { writer in
        _ = try writer.insertSnapshot(
          session: session, parent: SnapshotID(5), cause: "edit", splice: Splice(position: 0))
      }
    }
    let misfits: [Splice] = [
      Splice(position: 1), Splice(position: -1), Splice(position: 0, removed: 1),
      Splice(position: 0, removed: -1), Splice(position: 0, removed: Int.max),
      Splice(position: 0, inserted: [.copy(0..<1)]), Splice(position: 0, inserted: [.entry(EntryID(0))]),
      Splice(position: 0, inserted: [.entry(EntryID(Int64.max))]),
      Splice(position: 0, inserted: [.copy(0..<0)]),
    ]
    for splice in misfits {
      #expect(
        throws: RecordingError.invalid(
          path: path, detail: "a splice that does not fit its parent of 0 entries")
      ) {
        try recording.write { writer in
          _ = try writer.insertSnapshot(session: session, parent: snapshot, cause: "edit", splice: splice)
        }
      }
    }
  }

  @Test("a recording that was closed says so")
  func closed() throws {
    recording.close()
    #expect(throws: RecordingError.closed(path: "recording in memory")) { try recording.snapshots() }
    #expect(throws: RecordingError.closed(path: "recording in memory")) {
      try recording.write { _ in }
    }
    recording.close()
  }
}
