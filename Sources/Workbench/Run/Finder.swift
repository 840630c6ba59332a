import Recordings
import Transcripts

/// Looks for a text in the entries of a session, snapshot by snapshot, in slices.
///
/// How this works: an entry is read once, whatever the number of snapshots that hold it; afterwards only ids are
/// compared. The search goes from an entry of a snapshot to the end of its list, on through the other snapshots, where
/// only entries that the snapshot before had not count, and round the end of the session.
struct Finder {
  private let search: TextSearch
  private let forward: Bool
  private let order: [SnapshotID]
  private var place = 0
  private let firstEntry: Int
  private var hits: [EntryID: Bool] = [:]
  private var before: Set<EntryID> = []
  /// Where in the order the search has gone round the end.
  private let wrap: Int

  /// Snapshots of a slice.
  private static let slice = 32

  enum Step {
    case found(SnapshotID, Int)
    case looking(Int)
    case nothing
  }

  /// - Parameter snapshots: all of the session, in order.
  init(_ search: TextSearch, from start: SnapshotID, entry: Int, forward: Bool, snapshots: [SnapshotID]) {
    self.search = search
    self.forward = forward
    firstEntry = entry
    let index = snapshots.firstIndex(of: start) ?? 0
    wrap = forward ? snapshots.count - index : index + 1
    if forward {
      order = Array(snapshots[index...] + snapshots[..<index])
    } else {
      order = Array((snapshots[(index + 1)...] + snapshots[...index]).reversed())
    }
  }

  mutating func step(_ recording: Recording) throws(RecordingError) -> Step {
    let end = min(order.count, place + Self.slice)
    while place < end {
      let ids = try recording.entryIDs(of: order[place])
      // At the other end, what the snapshot holds is reached for the first time.
      if place == wrap { before = [] }
      if let entry = try look(ids, recording) { return .found(order[place], entry) }
      before = Set(ids)
      place += 1
    }
    guard place < order.count else {
      // Round the end: the entries of the first snapshot that the search began after.
      let ids = try order.first.map { id throws(RecordingError) in try recording.entryIDs(of: id) } ?? []
      let range =
        forward ? 0..<min(max(0, firstEntry), ids.count) : min(max(0, firstEntry + 1), ids.count)..<ids.count
      for index in range where try isHit(ids[index], recording) { return .found(order[0], index) }
      return .nothing
    }
    return .looking(place)
  }

  private mutating func look(_ ids: [EntryID], _ recording: Recording) throws(RecordingError) -> Int? {
    if place == 0 {
      let range =
        forward ? min(max(0, firstEntry), ids.count)..<ids.count : 0..<min(max(0, firstEntry + 1), ids.count)
      let indices = forward ? Array(range) : range.reversed()
      for index in indices where try isHit(ids[index], recording) { return index }
      return nil
    }
    for index in forward ? Array(ids.indices) : ids.indices.reversed() where !before.contains(ids[index]) {
      if try isHit(ids[index], recording) { return index }
    }
    return nil
  }

  private mutating func isHit(_ id: EntryID, _ recording: Recording) throws(RecordingError) -> Bool {
    if let known = hits[id] { return known }
    let hit = search.isIn(ScannedEntry(try recording.entry(id)).searched)
    hits[id] = hit
    return hit
  }
}
