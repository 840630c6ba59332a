extension Splice {
  /// Runs shorter than this are stored entry by entry: a copy takes about as many bytes as three entries.
  private static let shortestCopy = 4
  /// How many places in the old list are tried for one entry of the new one. Entries seldom repeat; the limit
  /// keeps a list of a thousand equal entries linear.
  private static let placesTried = 8

  /// The splice that makes `new` of `old`: their common beginning and end stay, and what is between copies
  /// the runs that `old` has anywhere. Takes time in proportion to the two lengths.
  public static func between(_ old: [EntryID], _ new: [EntryID]) -> Splice {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    let middle = new[prefix..<new.count - suffix]
    return Splice(
      position: prefix, removed: old.count - suffix - prefix, inserted: pieces(of: middle, from: old))
  }

  private static func pieces(of middle: ArraySlice<EntryID>, from old: [EntryID]) -> [Piece] {
    guard middle.count >= shortestCopy, old.count >= shortestCopy else { return middle.map(Piece.entry) }
    // The places of an id in the old list, in its order: the first by id, each next one by the place before
    // it.
    var firstPlace = [EntryID: Int](minimumCapacity: old.count)
    var nextPlace = [Int](repeating: -1, count: old.count)
    for (index, id) in old.enumerated().reversed() {
      if let later = firstPlace.updateValue(index, forKey: id) { nextPlace[index] = later }
    }

    var pieces: [Piece] = []
    var at = middle.startIndex
    while at < middle.endIndex {
      var longest = 0..<0
      var start = firstPlace[middle[at]] ?? -1
      var tried = 0
      while start >= 0, tried < placesTried {
        var length = 0
        while at + length < middle.endIndex, start + length < old.count,
          old[start + length] == middle[at + length]
        {
          length += 1
        }
        if length > longest.count { longest = start..<start + length }
        start = nextPlace[start]
        tried += 1
      }
      if longest.count >= shortestCopy {
        pieces.append(.copy(longest))
        at += longest.count
      } else {
        pieces.append(.entry(middle[at]))
        at += 1
      }
    }
    return pieces
  }
}
