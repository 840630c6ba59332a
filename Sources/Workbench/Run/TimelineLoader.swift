import Recordings

/// Reads the rows of a session from the beginning, in slices that leave time for keys and frames between them.
struct TimelineLoader {
  /// Rows of a slice: some milliseconds.
  static let slice = 1500
  /// A session of no more snapshots is read at once; of a longer one, this many of the newest come first.
  static let newest = 2000

  private let session: SessionID
  private let total: Int
  private var timeline = Timeline()
  private var stage = Stage.snapshots
  private var done = 0

  private enum Stage {
    case snapshots, requests, inferences, warnings, finished
  }

  init(session: SessionID, total: Int) {
    self.session = session
    self.total = total
  }

  var progress: (done: Int, total: Int) { (min(done, max(0, total - 1)), total) }

  /// Reads one slice; returns the timeline once all is read.
  mutating func step(_ recording: Recording) throws(RecordingError) -> Timeline? {
    switch stage {
    case .snapshots:
      let rows = try recording.snapshots(of: session, after: timeline.snapshotIDs.last, limit: Self.slice)
      timeline.append(rows)
      advance(rows.count, to: .requests)
    case .requests:
      let rows = try recording.requests(of: session, after: timeline.requestIDs.last, limit: Self.slice)
      timeline.append(rows)
      advance(rows.count, to: .inferences)
    case .inferences:
      let rows = try recording.inferences(of: session, after: timeline.inferenceIDs.last, limit: Self.slice)
      // One that is not finished is left to whoever shows it running.
      timeline.upsert(rows.last?.isRunning == true ? rows.dropLast() : rows[...])
      advance(rows.count, to: .warnings)
    case .warnings:
      for row in try recording.events(of: session, limit: 100_000, kind: "warning") {
        timeline.addWarning(at: row.snapshot)
      }
      for row in try recording.events(of: session, limit: 100_000, kind: "prewarm-ended") {
        timeline.addPrewarm(row)
      }
      stage = .finished
    case .finished: break
    }
    return stage == .finished ? timeline : nil
  }

  private mutating func advance(_ rows: Int, to next: Stage) {
    done += rows
    if rows < Self.slice { stage = next }
  }

  /// The newest rows of a session, enough for a first frame.
  static func newest(of session: SessionID, _ recording: Recording) throws(RecordingError) -> Timeline {
    var timeline = Timeline()
    timeline.append(try recording.latestSnapshots(of: session, limit: newest))
    let inferences = try recording.latestInferences(of: session, limit: newest)
    if let first = inferences.map(\.request).min() {
      timeline.append(try recording.requests(of: session, after: RequestID(first.rawValue - 1)))
    }
    timeline.upsert(inferences.last?.isRunning == true ? inferences.dropLast() : inferences[...])
    return timeline
  }
}
