import Glibc
import PrefixCache
import Recordings
import Transcripts

// A program that records until it is told to stop, or killed: durability and following are
// tested with it.
//
//   RecordingStress PATH free [LIMIT]   one snapshot after the other; no file above LIMIT bytes
//   RecordingStress PATH step           a snapshot for each line of input
//
// It makes the recording, or goes on with one that is there, and prints the id of each snapshot once it is
// acknowledged. Snapshot k (from 1) holds the entries {"number":n} for n in `(k / 50) * 25 + 1 ... k`: it
// appends one to the snapshot before it, and each fiftieth drops the oldest 25. One inference and one event
// are written with each.

/// Unbuffered: what was said before a kill was said.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

func entry(_ number: Int) -> EntryRecord {
  let digest = EntryDigest(high: 1, low: UInt64(number))
  return EntryRecord(
    kind: .prompt, json: Array(#"{"number":\#(number)}"#.utf8), digest: digest, content: digest, tokens: 1)
}

func first(_ snapshot: Int) -> Int { snapshot / 50 * 25 + 1 }

func snapshot(_ number: Int, in recording: Recording) throws -> SnapshotID {
  try recording.write { writer in
    let dropped = number > 1 ? first(number) - first(number - 1) : 0
    let count = number - first(max(1, number - 1))
    let entry = try writer.intern(entry(number))
    let splice =
      dropped == 0
      ? Splice.appending([entry], toCount: count)
      : Splice(position: 0, removed: count, inserted: [.copy(dropped..<count), .entry(entry)])
    let id = try writer.insertSnapshot(
      session: SessionID(1), parent: number == 1 ? nil : SnapshotID(Int64(number - 1)), cause: "response",
      splice: splice)
    _ = try writer.insertInference(
      InferenceRow(
        id: InferenceID(0), request: RequestID(1), session: SessionID(1), sequence: number, snapshot: id,
        inputEntries: count, position: count, removed: 0, inserted: 1, cause: .appended))
    try writer.insertEvent(session: SessionID(1), snapshot: id, kind: "stress", json: "\(number)")
    return id
  }
}

func run(_ path: String, steps: Bool) throws {
  let recording: Recording
  if Recording.isRecording(path) {
    recording = try Recording.open(path, for: .writing)
  } else {
    recording = try Recording.create(at: path, tokenizer: "none")
    try recording.write { writer in
      _ = try writer.insertSession(uuid: "stress", title: "stress", origin: "live")
      _ = try writer.insertRequest(session: SessionID(1), prompt: "go")
    }
  }
  say("ready")
  var number = try recording.counts().snapshots + 1
  while !steps || readLine() != nil {
    say("\(try snapshot(number, in: recording).rawValue)")
    number += 1
  }
  recording.close()
}

let arguments = CommandLine.arguments
if arguments.count > 3, let limit = UInt(arguments[3]) {
  signal(SIGXFSZ, SIG_IGN)
  var most = rlimit(rlim_cur: limit, rlim_max: limit)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &most)
}
do {
  try run(arguments[1], steps: arguments[2] == "step")
} catch {
  say("error: \(error)")
  exit(2)
}
