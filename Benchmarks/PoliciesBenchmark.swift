import Policies
import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// What `stemma policies` takes for a long session, and whether it takes longer the longer the session is.
enum PoliciesBenchmark {
  static func run(_ place: Workplace) throws -> [Claim] {
    var claims: [Claim] = []
    let path = try LongRecordingBenchmark.recording(place)
    if let child = Stopwatch.run([Workplace.stemma, "policies", path]), child.status == 0 {
      claims.append(.atMost("policies: of 100,000 inferences", child.processorSeconds, 10, "s"))
      claims.append(.atMost("policies: memory", child.mebibytes, 100, "MiB"))
    }
    let (short, long) = (try growing(requests: 2_500), try growing(requests: 10_000))
    // Side by side, round by round: the machine is not as fast at one time as at another.
    var (times, ratios): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      let time = try time(short) / 5_000
      times.append(time)
      ratios.append(try Self.time(long) / 20_000 / time)
    }
    let time = times.sorted()[2]
    claims.append(.figure("policies: an inference of a history of 10,000", "\(Figure.text(time * 1e6)) µs"))
    claims.append(
      .atMost("policies: at a history of 40,000 against 10,000", ratios.sorted()[2], 1.5, "x"))
    return claims
  }

  private static func time(_ recording: Recording) throws -> Double {
    guard let session = try recording.sessions().first else { return 0 }
    return try Stopwatch.seconds(runs: 1) { _ = try PolicyTable(recording, session, window: 1 << 20) }
  }

  /// A session that only grows: a prompt, a call, its output, an answer in each request, which is two inferences.
  private static func growing(requests: Int) throws -> Recording {
    let recording = try Recording.inMemory(tokenizer: "characters/1")
    try recording.write { writer throws in
      let session = try writer.insertSession(uuid: "grows", title: "grows", origin: "benchmark")
      var (count, parent) = (0, SnapshotID?.none)
      for number in 0..<requests {
        let request = try writer.insertRequest(session: session, prompt: "on", outcome: .completed)
        for kind in [EntryKind.prompt, .toolCalls, .toolOutput, .response] {
          var record = StoreBenchmark.record(count)
          record.kind = kind
          let id = try writer.intern(record)
          let snapshot = try writer.insertSnapshot(
            session: session, parent: parent, cause: "edit", splice: .appending([id], toCount: count))
          parent = snapshot
          if kind.isModelOutput {
            _ = try writer.insertInference(
              InferenceRow(
                id: InferenceID(0), request: request, session: session,
                sequence: 2 * number + (kind == .response ? 2 : 1), snapshot: snapshot, inputEntries: count,
                position: max(0, count - 1), removed: 0, inserted: 1, cause: .appended))
          }
          count += 1
        }
      }
    }
    return recording
  }
}
