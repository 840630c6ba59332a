import Transcripts

/// What became of the entries of one snapshot in another: same, changed, removed, inserted or moved.
///
/// How this works: the common beginning and end are cut off; in between, entries that stand once on each side are matched, the
/// longest run of matches in order stays in place (patience diff), and the stretches between them are treated likewise. What is left
/// on both sides with equal content has moved; what is left in the same gap, kind for kind, has changed.
public struct SnapshotDiff: Sendable {
  public enum Operation: Sendable, Hashable {
    case same(a: Int, b: Int)
    case changed(a: Int, b: Int)
    case removed(a: Int)
    case inserted(b: Int)
    /// Stands elsewhere now; listed where it stands in the newer snapshot.
    case moved(a: Int, b: Int)
  }

  /// In the order of the newer snapshot; removed entries stand where they stood.
  public private(set) var operations: [Operation] = []
  /// Entries that both snapshots begin with.
  public let commonPrefix: Int
  /// The one splice that makes the newer snapshot: at `position`, `removed` entries out and `inserted` in.
  public let splice: (position: Int, removed: Int, inserted: Int)

  public init(from a: [ContextEntry], to b: [ContextEntry]) {
    var prefix = 0
    while prefix < a.count, prefix < b.count, a[prefix].content == b[prefix].content { prefix += 1 }
    var suffix = 0
    while suffix < a.count - prefix, suffix < b.count - prefix,
      a[a.count - 1 - suffix].content == b[b.count - 1 - suffix].content
    {
      suffix += 1
    }
    commonPrefix = prefix
    splice = (prefix, a.count - prefix - suffix, b.count - prefix - suffix)
    var matches: [(Int, Int)] = []
    Self.match(a, b, a.indices, b.indices, into: &matches)
    fill(a, b, matches)
  }

  /// Index in the newer snapshot after the last entry that came over from the older one.
  public var tailStart: Int {
    var end = 0
    for operation in operations {
      switch operation {
      case .same(_, let b), .changed(_, let b), .moved(_, let b): end = max(end, b + 1)
      case .removed, .inserted: break
      }
    }
    return end
  }

  /// True when at least one entry came over as it was.
  public var keepsSomething: Bool {
    operations.contains {
      switch $0 {
      case .same, .moved: true
      case .changed, .removed, .inserted: false
      }
    }
  }

  // MARK: Matching

  /// Adds the matches of two ranges, in order.
  private static func match(
    _ a: [ContextEntry], _ b: [ContextEntry], _ rangeA: Range<Int>, _ rangeB: Range<Int>,
    into matches: inout [(Int, Int)]
  ) {
    if rangeA.isEmpty || rangeB.isEmpty { return }
    var (startA, endA) = (rangeA.lowerBound, rangeA.upperBound)
    var (startB, endB) = (rangeB.lowerBound, rangeB.upperBound)
    while startA < endA, startB < endB, a[startA].content == b[startB].content {
      matches.append((startA, startB))
      (startA, startB) = (startA + 1, startB + 1)
    }
    while startA < endA, startB < endB, a[endA - 1].content == b[endB - 1].content {
      (endA, endB) = (endA - 1, endB - 1)
    }
    if startA < endA, startB < endB {
      let anchors = increasingRun(of: uniquePairs(a, b, startA..<endA, startB..<endB))
      if anchors.isEmpty {
        matches += longestCommonRun(a, b, startA..<endA, startB..<endB)
      } else {
        var at = (startA, startB)
        for anchor in anchors {
          match(a, b, at.0..<anchor.0, at.1..<anchor.1, into: &matches)
          matches.append(anchor)
          at = (anchor.0 + 1, anchor.1 + 1)
        }
        match(a, b, at.0..<endA, at.1..<endB, into: &matches)
      }
    }
    matches += zip(endA..<rangeA.upperBound, endB..<rangeB.upperBound)
  }

  /// The entries that stand once on each side.
  private static func uniquePairs(
    _ a: [ContextEntry], _ b: [ContextEntry], _ rangeA: Range<Int>, _ rangeB: Range<Int>
  ) -> [(Int, Int)] {
    var places: [EntryDigest: Places] = [:]
    places.reserveCapacity(rangeA.count)
    for index in rangeA { places[a[index].content, default: Places()].inA.note(index) }
    for index in rangeB {
      guard let slot = places.index(forKey: b[index].content) else { continue }
      places.values[slot].inB.note(index)
    }
    return rangeA.compactMap { index in
      guard let found = places[a[index].content], case .once(index) = found.inA,
        case .once(let other) = found.inB
      else { return nil }
      return (index, other)
    }
  }

  /// Where a content stands on both sides.
  private struct Places {
    enum Place {
      case nowhere
      case once(Int)
      case often

      mutating func note(_ index: Int) {
        if case .nowhere = self { self = .once(index) } else { self = .often }
      }
    }

    var inA = Place.nowhere
    var inB = Place.nowhere
  }

  /// More comparisons than this are not worth a finer match of entries that stand several times.
  private static let limit = 250_000

  /// The longest common subsequence, for the rare stretch in which nothing stands just once.
  private static func longestCommonRun(
    _ a: [ContextEntry], _ b: [ContextEntry], _ rangeA: Range<Int>, _ rangeB: Range<Int>
  ) -> [(Int, Int)] {
    let (rows, columns) = (rangeA.count, rangeB.count)
    guard rows * columns <= limit else { return [] }
    // lengths[i][j] is the length for what begins at i and j.
    var lengths = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
    func same(_ row: Int, _ column: Int) -> Bool {
      a[rangeA.lowerBound + row].content == b[rangeB.lowerBound + column].content
    }
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        let here = row * (columns + 1) + column
        lengths[here] =
          same(row, column)
          ? lengths[here + columns + 2] + 1 : max(lengths[here + 1], lengths[here + columns + 1])
      }
    }
    var run: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      let here = row * (columns + 1) + column
      if same(row, column) {
        run.append((rangeA.lowerBound + row, rangeB.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[here + columns + 1] >= lengths[here + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return run
  }

  /// The longest subsequence of `pairs` (ordered by their first members) whose second members grow.
  private static func increasingRun(of pairs: [(Int, Int)]) -> [(Int, Int)] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var run: [(Int, Int)] = []
    var at = tails.last ?? -1
    while at >= 0 {
      run.append(pairs[at])
      at = previous[at]
    }
    return run.reversed()
  }

  // MARK: Naming what is left

  private mutating func fill(_ a: [ContextEntry], _ b: [ContextEntry], _ matches: [(Int, Int)]) {
    let moves = Moves(a, b, matches)
    operations.reserveCapacity(b.count + 16)
    var at = (0, 0)
    for match in matches {
      appendGap(a, b, at.0..<match.0, at.1..<match.1, moves)
      operations.append(.same(a: match.0, b: match.1))
      at = (match.0 + 1, match.1 + 1)
    }
    appendGap(a, b, at.0..<a.count, at.1..<b.count, moves)
  }

  /// Entries of equal content that no match holds: those stand elsewhere now.
  private struct Moves {
    /// By the newer index, the older one of an entry that moved.
    private(set) var from: [Int: Int] = [:]
    /// The older indices of entries that moved.
    private(set) var gone = Set<Int>()

    init(_ a: [ContextEntry], _ b: [ContextEntry], _ matches: [(Int, Int)]) {
      guard matches.count < a.count, matches.count < b.count else { return }
      var isMatchedA = [Bool](repeating: false, count: a.count)
      var isMatchedB = [Bool](repeating: false, count: b.count)
      for match in matches {
        isMatchedA[match.0] = true
        isMatchedB[match.1] = true
      }
      var left: [EntryDigest: [Int]] = [:]
      for index in a.indices.reversed() where !isMatchedA[index] {
        left[a[index].content, default: []].append(index)
      }
      for index in b.indices where !isMatchedB[index] {
        guard let older = left[b[index].content]?.popLast() else { continue }
        from[index] = older
        gone.insert(older)
      }
    }
  }

  private mutating func appendGap(
    _ a: [ContextEntry], _ b: [ContextEntry], _ gapA: Range<Int>, _ gapB: Range<Int>, _ moves: Moves
  ) {
    if gapA.isEmpty, gapB.isEmpty { return }
    let left = gapA.filter { !moves.gone.contains($0) }
    let right = gapB.filter { moves.from[$0] == nil }
    // Fewer in than out is a cut, not an edit: a summary is no new wording of the entry it happens to replace.
    var pairs = 0
    if left.count <= right.count {
      while pairs < left.count, a[left[pairs]].kind == b[right[pairs]].kind { pairs += 1 }
    }
    for index in left.dropFirst(pairs) { operations.append(.removed(a: index)) }
    var paired = 0
    for index in gapB {
      if let from = moves.from[index] {
        operations.append(.moved(a: from, b: index))
      } else if paired < pairs {
        operations.append(.changed(a: left[paired], b: index))
        paired += 1
      } else {
        operations.append(.inserted(b: index))
      }
    }
  }
}
