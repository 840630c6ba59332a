/// How a snapshot's list of entries comes from its parent's: at `position`, `removed` entries go and
/// `inserted` comes in.
///
/// What comes in may copy runs of the parent's own entries, so that a list that was turned around, or edited
/// at both ends, does not store the rest again.
public struct Splice: Sendable, Hashable {
  /// The first entry that differs: everything before it is the parent's. It is where a prefix cache would be
  /// cut.
  public var position: Int
  /// Entries of the parent from `position` on that are gone.
  public var removed: Int
  public var inserted: [Piece]

  /// A part of what comes in.
  public enum Piece: Sendable, Hashable {
    case entry(EntryID)
    /// Indices in the whole of the parent's list.
    case copy(Range<Int>)

    /// Entries that this piece puts in.
    public var count: Int {
      switch self {
      case .entry: 1
      case .copy(let range): range.count
      }
    }
  }

  public init(position: Int, removed: Int = 0, inserted: [Piece] = []) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }

  /// Entries put at the end of a parent that has `count`.
  public static func appending(_ entries: [EntryID], toCount count: Int) -> Splice {
    Splice(position: count, inserted: entries.map(Piece.entry))
  }

  /// Entries that come in, over all pieces.
  public var insertedCount: Int { inserted.reduce(0) { $0 + $1.count } }

  /// The list that the splice makes of its parent's; nil when it does not fit it.
  public func applied(to parent: [EntryID]) -> [EntryID]? {
    guard fits(parentCount: parent.count) else { return nil }
    var result = parent
    var incoming: [EntryID] = []
    for piece in inserted {
      switch piece {
      case .entry(let id): incoming.append(id)
      case .copy(let range): incoming.append(contentsOf: parent[range])
      }
    }
    result.replaceSubrange(position..<position + removed, with: incoming)
    return result
  }

  /// True when the splice names only entries that a parent of `parentCount` entries has.
  func fits(parentCount: Int) -> Bool {
    guard position >= 0, removed >= 0, position <= parentCount, removed <= parentCount - position else {
      return false
    }
    return inserted.allSatisfy { piece in
      guard case .copy(let range) = piece else { return true }
      return range.lowerBound >= 0 && range.upperBound <= parentCount
    }
  }
}
