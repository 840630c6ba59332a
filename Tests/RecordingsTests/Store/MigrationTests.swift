import CSQLite
import Foundation
import Testing
import Transcripts

@testable import Recordings

@Suite("A recording of an older version")
struct MigrationTests {
  /// The tables as they might have been before entries told the tokens of their tools and requests their
  /// outcome.
  private static let olderTables = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE session(
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, parent INTEGER, parent_call TEXT, title TEXT NOT NULL,
      origin TEXT NOT NULL, source_format TEXT, window INTEGER, window_origin INTEGER NOT NULL,
      started INTEGER, ended INTEGER);
    CREATE TABLE entry(
      id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, content BLOB NOT NULL, kind INTEGER NOT NULL,
      tokens INTEGER NOT NULL, bytes INTEGER NOT NULL, json TEXT NOT NULL);
    CREATE TABLE snapshot(
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL, sequence INTEGER NOT NULL, at INTEGER,
      cause INTEGER NOT NULL, parent INTEGER, position INTEGER NOT NULL, removed INTEGER NOT NULL,
      count INTEGER NOT NULL, instructions INTEGER, tokens BLOB NOT NULL, source TEXT,
      inserted BLOB NOT NULL, keyframe BLOB);
    CREATE INDEX snapshot_session ON snapshot(session) WHERE session > 1;
    CREATE TABLE request(
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL, sequence INTEGER NOT NULL, started INTEGER,
      ended INTEGER, prompt TEXT NOT NULL);
    CREATE INDEX request_session ON request(session) WHERE session > 1;
    CREATE TABLE inference(
      id INTEGER PRIMARY KEY, request INTEGER NOT NULL, session INTEGER NOT NULL, sequence INTEGER NOT NULL,
      model INTEGER, profile INTEGER, snapshot INTEGER NOT NULL, input_entries INTEGER NOT NULL,
      position INTEGER NOT NULL, removed INTEGER NOT NULL, inserted INTEGER NOT NULL,
      started INTEGER, first_token INTEGER, finished INTEGER,
      origins INTEGER NOT NULL, input INTEGER, reused INTEGER, prefilled INTEGER, output INTEGER,
      reasoning INTEGER, lost_tokens INTEGER NOT NULL, cause INTEGER NOT NULL, finish INTEGER, calls BLOB,
      divergence BLOB, error TEXT);
    CREATE INDEX inference_session ON inference(session) WHERE session > 1;
    CREATE TABLE event(
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL, snapshot INTEGER, at INTEGER, kind INTEGER NOT NULL,
      json TEXT NOT NULL);
    CREATE INDEX event_session ON event(session) WHERE session > 1;
    CREATE TABLE token_count(
      tokenizer INTEGER NOT NULL, entry INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY(tokenizer, entry)) WITHOUT ROWID;
    """

  /// What brings them to the tables of today, as versions 2 and 3.
  private static let schema = Schema(steps: [
    "ALTER TABLE entry ADD COLUMN tool_tokens INTEGER NOT NULL DEFAULT 0",
    """
    INSERT INTO name(text) VALUES('completed');
    ALTER TABLE request ADD COLUMN outcome INTEGER NOT NULL DEFAULT 0;
    UPDATE request SET outcome = (SELECT id FROM name WHERE text = 'completed');
    CREATE INDEX inference_snapshot ON inference(snapshot)
    """,
  ])

  private let folder: TemporaryFolder
  private let path: String
  private let original: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    path = folder("old.stemma")
    try Self.run(
      path,
      Self.olderTables + """
        PRAGMA application_id = 1400137069; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;
        INSERT INTO meta VALUES('tokenizer', 'o200k');
        INSERT INTO name VALUES(1, 'prompt');
        INSERT INTO session VALUES(1, 'u', NULL, NULL, 'old', 'live', NULL, NULL, 0, NULL, NULL);
        INSERT INTO entry VALUES(1, zeroblob(16), zeroblob(16), 2, 7, 2, '{}');
        INSERT INTO snapshot
          VALUES(1, 1, 0, NULL, 1, NULL, 0, 0, 1, NULL, x'0000000000000000', NULL, x'0104', NULL);
        INSERT INTO request VALUES(1, 1, 1, NULL, NULL, 'Fold a crane');
        """)
    original = try Self.bytes(path)
  }

  private static func run(_ path: String, _ sql: String) throws {
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    #expect(
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// What is in it, and what the new versions add.
  private func check(_ recording: Recording) throws {
    #expect(recording.tokenizer == "o200k")
    #expect(try recording.sessions().map(\.title) == ["old"])
    #expect(try recording.entryIDs(of: SnapshotID(1)) == [EntryID(1)])
    let zero = EntryDigest(high: 0, low: 0)
    #expect(
      try recording.entry(EntryID(1))
        == EntryRecord(
          kind: .prompt, json: Array("{}".utf8), digest: zero, content: zero, tokens: 7, toolTokens: 0))
    #expect(try recording.requests().map(\.outcome) == [.completed])
  }

  @Test("is read as a copy, of which nothing is left")
  func reading() throws {
    let recording = try Recording.open(path, for: .reading, schema: Self.schema)
    try check(recording)
    #expect(throws: RecordingError.readOnly(path: path)) { try recording.setMeta("a", "b") }
    recording.close()
    #expect(try Self.bytes(path) == original)
    #expect(try folder.names == ["old.stemma"])
  }

  @Test("is replaced by a copy when it is opened for writing, and stays as it was under another name")
  func writing() throws {
    let recording = try Recording.open(path, for: .writing, schema: Self.schema)
    try check(recording)
    _ = try recording.addSession("new")
    recording.close()
    #expect(try folder.names == ["old.stemma", "old.stemma.v1"])
    #expect(try Self.bytes(folder("old.stemma.v1")) == original)
    #expect(try Self.bytes(path)[60..<64] == [0, 0, 0, 3])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(
      try Recording.open(path, for: .reading, schema: Self.schema).sessions().map(\.title) == ["old", "new"])
  }

  @Test("keeps an original that was kept before")
  func keptTwice() throws {
    try Data("kept".utf8).write(to: URL(fileURLWithPath: folder("old.stemma.v1")))
    try Recording.open(path, for: .writing, schema: Self.schema).close()
    #expect(try folder.names == ["old.stemma", "old.stemma.v1", "old.stemma.v1-2"])
    #expect(try Self.bytes(folder("old.stemma.v1-2")) == original)
  }

  @Test("of a version between")
  func between() throws {
    try Self.run(path, Self.schema.steps[0] + "; PRAGMA user_version = 2")
    try check(try Recording.open(path, for: .writing, schema: Self.schema))
    #expect(try folder.names.contains("old.stemma.v2"))
  }

  @Test("is left alone while somebody reads it, and when a step fails")
  func untouched() throws {
    let reader = try Recording.open(path, for: .reading, schema: Schema(steps: []))
    #expect(throws: RecordingError.busy(path: path)) {
      try Recording.open(path, for: .writing, schema: Self.schema)
    }
    #expect(try reader.sessions().count == 1)
    reader.close()
    #expect(throws: RecordingError.damaged(path: path, detail: "no such table: missing")) {
      try Recording.open(path, for: .writing, schema: Schema(steps: ["UPDATE missing SET a = 1"]))
    }
    #expect(throws: RecordingError.damaged(path: path, detail: "no such table: missing")) {
      try Recording.open(path, for: .reading, schema: Schema(steps: ["UPDATE missing SET a = 1"]))
    }
    #expect(try Self.bytes(path) == original)
    #expect(try folder.names == ["old.stemma"])
  }

  @Test("the steps of this program make what it lays")
  func current() throws {
    #expect(Schema.current.version == Schema.current.steps.count + 1)
    let path = folder("new.stemma")
    try Recording.create(at: path, tokenizer: "none").close()
    #expect(try Self.bytes(path)[60..<64] == [0, 0, 0, UInt8(Schema.current.version)])
    #expect(try Self.bytes(path)[68..<72].elementsEqual("Stem".utf8))
  }
}
