import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// Recording snapshots one transaction each, finding them again, and what the file weighs.
enum StoreBenchmark {
  static func run(_ place: Workplace) throws -> [Claim] {
    var claims: [Claim] = []
    var perSnapshot: [Int: Double] = [:]
    for count in [100, 1_000, 10_000] {
      let recording = try Recording.create(at: "\(place.path)/record-\(count).stemma", tokenizer: "none")
      let session = try recording.write { writer throws in
        try writer.insertSession(uuid: "\(count)", title: "benchmark", origin: "benchmark")
      }
      var parent = try recording.write { writer throws in
        let ids = try (0..<count).map { try writer.intern(record($0)) }
        return try writer.insertSnapshot(
          session: session, parent: nil, cause: "prompt",
          splice: Splice(position: 0, inserted: ids.map { .entry($0) }))
      }
      var next = count
      let rounds = 2_000
      let seconds = try Stopwatch.seconds(runs: 1) {
        for _ in 0..<rounds {
          parent = try recording.write { writer throws in
            let id = try writer.intern(record(next))
            return try writer.insertSnapshot(
              session: session, parent: parent, cause: "response", splice: .appending([id], toCount: next))
          }
          next += 1
        }
      }
      perSnapshot[count] = seconds / Double(rounds) * 1e6
      recording.close()
    }
    let small = perSnapshot[100] ?? 1
    claims.append(.atMost("record: a snapshot at 1,000 entries", perSnapshot[1_000] ?? 0, 100, "µs"))
    claims.append(
      .atMost("record: at 10,000 entries against 100", (perSnapshot[10_000] ?? 0) / small, 2, "x"))
    return claims
  }

  /// An entry of some hundred bytes, different for each number.
  static func record(_ number: Int) -> EntryRecord {
    let text =
      "Entry \(number) of a long session: the saddle sits \(number % 97) mm too high and the chain wants oil."
    let json = Array(
      #"{"contents":[{"id":"\#(number)","text":"\#(text)","type":"text"}],"id":"\#(number)","role":"response"}"#
        .utf8)
    let digest = EntryDigest(of: json)
    return EntryRecord(kind: .response, json: json, digest: digest, content: digest, tokens: 25)
  }
}
