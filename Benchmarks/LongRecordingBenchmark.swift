import PrefixCache
import Recordings
import Transcripts

/// A recording of 100,000 snapshots of 1,000 entries: how fast any of them is found, and what the file weighs.
enum LongRecordingBenchmark {
  static let snapshots = 100_000
  static let entries = 1_000

  static func run(_ place: Workplace) throws -> [Claim] {
    let path = try recording(place)
    let recording = try Recording.open(path)
    let counts = try recording.counts()
    precondition(counts.snapshots == snapshots)
    var random: UInt64 = 7
    var times: [Double] = []
    let steps = 400
    for _ in 0..<steps {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let id = SnapshotID(Int64(random >> 33) % Int64(snapshots) + 1)
      let seconds = try Stopwatch.seconds(runs: 1) {
        let list = try recording.entryIDs(of: id)
        _ = try recording.summaries(list)
      }
      times.append(seconds * 1e3)
    }
    recording.close()
    times.sort()
    let pretty = Double(prettyBytes) * Double(snapshots)
    return [
      .atMost("recording of 100,000: any snapshot, 99 of 100", times[steps * 99 / 100], 5, "ms"),
      .figure(
        "recording of 100,000: any snapshot, median", "\(Figure.text(times[steps / 2])) ms",
        "worst of \(steps): \(Figure.text(times[steps - 1])) ms"),
      .atLeast(
        "recording of 100,000: smaller than its pretty JSON", pretty / Double(Workplace.size(of: path)), 50,
        "x"),
    ]
  }

  /// What one snapshot takes as pretty JSON: its entries' texts, indented.
  private static var prettyBytes: Int {
    let style = JSONStyle.foundationPretty
    let one = (try? style.formatted(StoreBenchmark.record(123_456).json))?.count ?? 0
    return one * entries
  }

  /// Makes the recording once a run: a session that grows to a thousand entries and then slides, one inference a snapshot.
  static func recording(_ place: Workplace) throws -> String {
    let path = "\(place.path)/long.stemma"
    guard Workplace.size(of: path) == 0 else { return path }
    let recording = try Recording.create(at: path, tokenizer: "characters/1")
    try recording.write { writer throws in
      let session = try writer.insertSession(uuid: "long", title: "long", origin: "benchmark")
      var parent: SnapshotID?
      var count = 0
      var tokens = KindTokens()
      let request = try writer.insertRequest(session: session, prompt: "a long session", outcome: .completed)
      for number in 0..<snapshots {
        let slides = count == entries
        let id = try writer.intern(StoreBenchmark.record(number))
        // Now and then the session is cut back, as a condensed history is; else the oldest entry but one gives way.
        let splice: Splice
        if slides, number % 500 == 0 {
          splice = Splice(position: 1, removed: count - 1, inserted: [.entry(id)])
          count = 2
          tokens.response = 50
        } else if slides {
          splice = Splice(position: 1, removed: count - 1, inserted: [.copy(2..<count), .entry(id)])
        } else {
          splice = .appending([id], toCount: count)
          count += 1
          tokens.response += 25
        }
        let snapshot = try writer.insertSnapshot(
          session: session, parent: parent, cause: "response", splice: splice, tokens: tokens)
        parent = snapshot
        var row = InferenceRow(
          id: InferenceID(0), request: request, session: session, sequence: number + 1, snapshot: snapshot,
          inputEntries: count - 1, position: slides ? 1 : count - 1, removed: slides ? count - 2 : 0,
          inserted: slides ? count - 2 : 0, cause: slides ? .entryDropped : number == 0 ? .cold : .appended)
        row.input = .counted(Int(tokens.response))
        row.reused = .predicted(slides ? 25 : max(0, Int(tokens.response) - 25))
        row.prefilled = .predicted(slides ? Int(tokens.response) - 25 : 25)
        row.output = .counted(25)
        row.lostTokens = slides ? Int(tokens.response) - 25 : 0
        _ = try writer.insertInference(row)
      }
    }
    recording.close()
    return path
  }
}
