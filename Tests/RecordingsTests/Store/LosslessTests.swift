import Testing

@testable import Recordings

@Suite("Every snapshot's entries come back")
struct LosslessTests {
  /// One step of a made-up history: what sessions do, and what their programmers do to them.
  private func edited(
    _ list: [EntryID], _ fresh: inout Int64, _ generator: inout SeededGenerator
  ) -> [EntryID] {
    var list = list
    func some() -> [EntryID] {
      (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        // One in four is an entry that may be there already.
        if Int.random(in: 0..<4, using: &generator) == 0 {
          return EntryID(Int64.random(in: 1...max(1, fresh), using: &generator))
        }
        fresh += 1
        return EntryID(fresh)
      }
    }
    let at = Int.random(in: 0...list.count, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5: list += some()
    case 5: list.insert(contentsOf: some(), at: at)
    case 6: list.removeSubrange(at..<min(list.count, at + 5))
    case 7: list = Array(list[at...] + list[..<at])
    case 8: list = some() + list.dropFirst(2) + some()
    default: list.reverse()
    }
    return list
  }

  @Test("500 histories of random edits, with branches, read in any order")
  func histories() throws {
    for seed in 0..<500 {
      var generator = SeededGenerator(state: UInt64(seed))
      let recording = try Recording.inMemory(tokenizer: "none")
      let session = try recording.addSession()
      var written: [(id: SnapshotID, entries: [EntryID])] = []
      var fresh: Int64 = 0
      let steps = Int.random(in: 1...(seed % 50 == 0 ? 400 : 30), using: &generator)
      try recording.write { writer in
        for _ in 0..<steps {
          // One in eight goes on from an earlier snapshot.
          let branches = Int.random(in: 0..<8, using: &generator) == 0
          let parent = branches ? written.randomElement(using: &generator) : written.last
          let entries = edited(parent?.entries ?? [], &fresh, &generator)
          let id = try writer.insertSnapshot(
            session: session, parent: parent?.id, cause: "edit",
            splice: .between(parent?.entries ?? [], entries))
          written.append((id, entries))
        }
      }
      for snapshot in written.shuffled(using: &generator) {
        let read = try recording.entryIDs(of: snapshot.id)
        guard read == snapshot.entries else {
          Issue.record("seed \(seed), snapshot \(snapshot.id.rawValue): \(read) is not \(snapshot.entries)")
          return
        }
      }
      let rows = try recording.snapshots()
      #expect(rows.map(\.count) == written.map(\.entries.count), "seed \(seed)")
    }
  }

  @Test("a list stands whole at most 64 splices away, and after 8 when splices outweigh it")
  func keyframes() throws {
    let recording = try Recording.inMemory(tokenizer: "none")
    let session = try recording.addSession()
    func distances(_ next: (Int, [EntryID]) -> [EntryID]) throws -> [Int] {
      var parent: SnapshotID?
      var list: [EntryID] = []
      var ids: [SnapshotID] = []
      for step in 0..<200 {
        list = next(step, list)
        let id = try recording.addSnapshot(session, parent: parent, list)
        parent = id
        ids.append(id)
      }
      let store = recording.enter()
      defer { recording.leave() }
      return try ids.enumerated().filter { try store.splice(of: $0.element)?.keyframe != nil }.map(\.offset)
    }
    // Appending: the first snapshot stands alone, then each 64th.
    #expect(try distances { step, list in list + [EntryID(Int64(step + 1))] } == [64, 128, 192])
    // 20 of 21 entries replaced each time, 20 bytes or more: 4 × 21 bytes are outweighed, but only the eighth
    // may stand.
    let replacing = try distances { step, _ in
      [EntryID(1)] + (0..<20).map { EntryID(Int64(2 + step % 2 * 20 + $0)) }
    }
    #expect(replacing == Array(stride(from: 8, to: 200, by: 8)))
  }
}
