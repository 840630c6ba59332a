/// The tables of a recording, and the steps from one version of them to the next.
///
/// Names of models, profiles, tools and causes are few and repeat in every row: they are rows of `name`, the
/// columns hold its ids. Times are milliseconds since 1970. `inserted` and `keyframe` are `PackedSplice`;
/// `tokens` is eight varints in the order of `KindTokens.bands`; `calls` is varints, ids of `name`;
/// `divergence` is `PackedDivergence`; `origins` is `PackedOrigins`. Wide columns stand last, so that the
/// others are read without them.
///
/// Most recordings are one session with perhaps some short ones beside it. Rows of session 1 are not in the
/// indexes by session: they are found by a walk through the table, which is the quicker way when they are
/// most of it, and each snapshot has two pages less to write.
struct Schema {
  /// "Stem", big-endian, at byte 68 of the file.
  static let applicationID: Int32 = 0x5374_656d
  /// What this program writes and reads.
  static let current = Schema(steps: [growth, predictions, serverTimes])

  /// Step n, from 1, makes version n + 1 of version n. A new file is laid by `tables` and all steps. Neither
  /// is ever changed once a version with it is out: a change comes as a new step at the end.
  var steps: [String]
  /// `user_version` of the file.
  var version: Int { steps.count + 1 }

  /// The condition that picks one session's rows, phrased so that SQLite sees whether they are in the index.
  static func filter(_ session: SessionID?, parameter: String) -> String {
    guard let session else { return "" }
    return " AND session = \(parameter)" + (session.rawValue > 1 ? " AND session > 1" : "")
  }

  /// Version 1.
  static let tables = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE session(
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, parent INTEGER, parent_call TEXT, title TEXT NOT NULL,
      origin TEXT NOT NULL, source_format TEXT, window INTEGER, window_origin INTEGER NOT NULL,
      started INTEGER, ended INTEGER);
    CREATE TABLE entry(
      id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, content BLOB NOT NULL, kind INTEGER NOT NULL,
      tokens INTEGER NOT NULL, tool_tokens INTEGER NOT NULL, bytes INTEGER NOT NULL, json TEXT NOT NULL);
    CREATE TABLE snapshot(
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL, sequence INTEGER NOT NULL, at INTEGER,
      cause INTEGER NOT NULL, parent INTEGER, position INTEGER NOT NULL, removed INTEGER NOT NULL,
      count INTEGER NOT NULL, instructions INTEGER, tokens BLOB NOT NULL, source TEXT,
      inserted BLOB NOT NULL, keyframe BLOB);
    CREATE INDEX snapshot_session ON snapshot(session) WHERE session > 1;
    CREATE TABLE request(
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL, sequence INTEGER NOT NULL, started INTEGER,
      ended INTEGER, outcome INTEGER NOT NULL, prompt TEXT NOT NULL);
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
    CREATE INDEX inference_snapshot ON inference(snapshot);
    CREATE TABLE event(
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL, snapshot INTEGER, at INTEGER, kind INTEGER NOT NULL,
      json TEXT NOT NULL);
    CREATE INDEX event_session ON event(session) WHERE session > 1;
    CREATE TABLE token_count(
      tokenizer INTEGER NOT NULL, entry INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY(tokenizer, entry)) WITHOUT ROWID;
    """

  /// Version 2: sessions that are recorded while they run.
  ///
  /// `streaming` has a row for each session that a model is answering at the moment, replaced as the answer
  /// grows, gone when it is complete; `entries` is `PackedEntries`. `profile` has each set of resolved
  /// options once, by its digest, as `ProfileRow.json`. `context` has a row for each inference that tells its
  /// profile; `sent` is the list of entries that the model was sent, a `PackedSplice` whose copies are taken
  /// from the inference's snapshot, and NULL where it is the snapshot's first `input_entries`.
  private static let growth = """
    CREATE TABLE streaming(
      session INTEGER PRIMARY KEY, inference INTEGER NOT NULL, at INTEGER, origins INTEGER NOT NULL,
      input INTEGER, reused INTEGER, prefilled INTEGER NOT NULL, decoded INTEGER NOT NULL,
      entries BLOB NOT NULL);
    CREATE TABLE profile(id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, json TEXT NOT NULL);
    CREATE TABLE context(inference INTEGER PRIMARY KEY, profile INTEGER NOT NULL, sent BLOB)
    """

  /// Version 3: what was predicted of an inference stays beside what its model told.
  ///
  /// `predicted_input` and `predicted_reused` are NULL where nothing was told; `remark` is `CacheRemark.text`.
  private static let predictions = """
    ALTER TABLE inference ADD COLUMN predicted_input INTEGER;
    ALTER TABLE inference ADD COLUMN predicted_reused INTEGER;
    ALTER TABLE inference ADD COLUMN remark TEXT
    """

  /// Version 4: what prefill and decoding took in the model's server, as it measured itself; milliseconds, NULL where it does not tell.
  private static let serverTimes = """
    ALTER TABLE inference ADD COLUMN prefill_time INTEGER;
    ALTER TABLE inference ADD COLUMN decode_time INTEGER
    """
}
