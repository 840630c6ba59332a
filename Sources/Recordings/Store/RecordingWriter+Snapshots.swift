import PrefixCache
import Transcripts

extension RecordingWriter {
  /// A whole list is stored after this many splices, or after a thirty-second of a longer list's entries: one
  /// that grows entry by entry to a hundred thousand would else be stored whole a thousand times …
  private static func keyframeDistance(_ count: Int) -> Int { max(64, count / 32) }
  /// … or, after at least so many, when their bytes outweigh the list's that many times.
  private static let shortestChain = 8
  private static let chainWeight = 4
  /// How many snapshots are remembered to be built upon.
  private static let tipsKept = 1024

  /// Adds a snapshot of a session's transcript.
  /// - Parameters:
  ///   - parent: the snapshot that `splice` applies to; nil for an empty list.
  ///   - cause: what made it: `imported`, `prompt`, `response`, `edit`.
  ///   - instructions: the leading instructions entry, if there is one.
  ///   - tokens: counted tokens by kind, of the whole snapshot.
  ///   - source: the file it was read from, relative to its folder.
  /// - Throws: `invalid` when there is no such parent, or the splice does not fit it.
  public mutating func insertSnapshot(
    session: SessionID, parent: SnapshotID?, at: Timestamp? = nil, cause: String, splice: Splice,
    instructions: EntryID? = nil, tokens: KindTokens = KindTokens(), source: String? = nil
  ) throws(RecordingError) -> SnapshotID {
    var tip = Store.Tip(count: 0)
    if let parent { tip = try self.tip(of: parent) }
    guard splice.fits(parentCount: tip.count), PackedSplice.canPack(splice.inserted) else {
      throw store.invalid("a splice that does not fit its parent of \(tip.count) entries")
    }
    let inserted = PackedSplice.pack(splice.inserted)
    let standsAlone = splice.removed == tip.count && PackedSplice.copiesNothing(splice.inserted)
    tip.count += splice.insertedCount - splice.removed
    tip.depth = standsAlone ? 0 : tip.depth + 1
    tip.chainBytes = standsAlone ? 0 : tip.chainBytes + inserted.count

    var keyframe: [UInt8]?
    let outweighs = tip.chainBytes > Self.chainWeight * tip.count && tip.depth >= Self.shortestChain
    if let parent, outweighs || tip.depth >= Self.keyframeDistance(tip.count) {
      guard let list = splice.applied(to: try store.list(of: parent)) else {
        throw store.damaged("snapshot \(parent.rawValue) has another length than it says")
      }
      keyframe = PackedSplice.pack(list: list)
      tip.depth = 0
      tip.chainBytes = 0
    }

    let sequence = try nextSnapshot(of: session)
    let causeName: Int64 = try store.nameID(cause)
    let insert = try store.connection.statement(
      """
      INSERT INTO snapshot(session, sequence, at, cause, parent, position, removed, count, instructions,
        tokens, source, inserted, keyframe) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insert.bind(1, session.rawValue)
    insert.bind(2, sequence)
    insert.bind(3, at)
    insert.bind(4, causeName)
    insert.bind(5, parent?.rawValue)
    insert.bind(6, splice.position)
    insert.bind(7, splice.removed)
    insert.bind(8, tip.count)
    insert.bind(9, instructions?.rawValue)
    insert.bind(blob: PackedTokens.pack(tokens), 10)
    insert.bind(11, source)
    insert.bind(blob: inserted, 12)
    insert.bind(blob: keyframe, 13)
    try insert.run()

    let id = SnapshotID(store.connection.lastInsertedID)
    if store.tips.count >= Self.tipsKept { store.tips.removeAll(keepingCapacity: true) }
    store.tips[id] = tip
    store.nextSnapshot[session] = sequence + 1
    return id
  }

  private func tip(of snapshot: SnapshotID) throws(RecordingError) -> Store.Tip {
    if let known = store.tips[snapshot] { return known }
    guard let last = try store.splice(of: snapshot) else {
      throw store.invalid("there is no snapshot \(snapshot.rawValue) to build upon")
    }
    var tip = Store.Tip(count: last.count)
    var splice = last
    while tip.depth < Self.keyframeDistance(last.count), splice.whole == nil, let parent = splice.parent {
      tip.depth += 1
      tip.chainBytes += splice.inserted.count
      guard let next = try store.splice(of: parent) else { break }
      splice = next
    }
    return tip
  }

  private func nextSnapshot(of session: SessionID) throws(RecordingError) -> Int {
    if let known = store.nextSnapshot[session] { return known }
    let select = try store.connection.statement(
      """
      SELECT sequence FROM snapshot WHERE id > 0\(Schema.filter(session, parameter: "?1"))
      ORDER BY id DESC LIMIT 1
      """)
    select.bind(1, session.rawValue)
    defer { select.reset() }
    return try select.step() ? select.int(0) + 1 : 0
  }
}
