import Recordings

/// From ids of rows to the numbers that people and programs see: snapshots from 0, requests and inferences from 1.
struct SessionNumbers {
  private let firstSnapshot: SnapshotID?
  private let snapshots: [SnapshotID: Int]
  private let requests: [RequestID: Int]

  init(_ recording: Recording, _ session: SessionRow) throws {
    requests = Dictionary(
      uniqueKeysWithValues: try recording.requests(of: session.id).map { ($0.id, $0.sequence) })
    let first = try recording.snapshots(of: session.id, limit: 1).first
    let last = try recording.latestSnapshots(of: session.id, limit: 1).first
    if let first, let last, last.id.rawValue - first.id.rawValue == Int64(last.sequence - first.sequence) {
      // Ids of a session that was recorded alone run like its numbers.
      firstSnapshot = first.id
      snapshots = [:]
    } else {
      firstSnapshot = nil
      snapshots = Dictionary(
        uniqueKeysWithValues: try recording.snapshots(of: session.id).map { ($0.id, $0.sequence) })
    }
  }

  func snapshot(_ id: SnapshotID) -> Int {
    firstSnapshot.map { Int(id.rawValue - $0.rawValue) } ?? snapshots[id] ?? 0
  }

  func request(_ id: RequestID) -> Int { requests[id] ?? 0 }
}
