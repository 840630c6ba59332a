import Transcripts

@testable import Recordings

/// A generator with a fixed seed (SplitMix64), so that a failing case comes again.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// An entry whose digests are made of its number: distinct numbers are distinct entries.
func record(_ number: Int, _ json: String? = nil, kind: EntryKind = .prompt) -> EntryRecord {
  EntryRecord(
    kind: kind, json: [UInt8]((json ?? #"{"number":\#(number)}"#).utf8),
    digest: EntryDigest(high: 7, low: UInt64(number)), content: EntryDigest(high: 8, low: UInt64(number)),
    tokens: Int32(number % 100), toolTokens: 0)
}

extension Recording {
  /// A session to hang snapshots on.
  func addSession(_ title: String = "craft") throws -> SessionID {
    try write { writer in
      try writer.insertSession(uuid: "u-\(title)", title: title, origin: "live")
    }
  }

  /// A snapshot of the entries, as a splice of the parent's.
  func addSnapshot(_ session: SessionID, parent: SnapshotID?, _ entries: [EntryID]) throws -> SnapshotID {
    let before = try parent.map { try entryIDs(of: $0) } ?? []
    return try write { writer in
      try writer.insertSnapshot(
        session: session, parent: parent, cause: "edit", splice: .between(before, entries))
    }
  }
}
