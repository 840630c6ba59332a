import Transcripts

/// What became of the entries of one snapshot in another: same, changed, removed, inserted or moved.
///
/// How this works: the common beginning and end are cut off; in between, entries that stand once on each side are matched, the
/// longest run of matches in order stays in place (patience diff), and equal neighbours of a match join it. What is left on both
/// sides with equal content has moved; what is left in the same gap, kind for kind, has changed. Time n log n.
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
    var matches = (0..<prefix).map { ($0, $0) }
    matches += Self.anchors(a, b, prefix..<a.count - suffix, prefix..<b.count - suffix)
    matches += (0..<suffix).reversed().map { (a.count - 1 - $0, b.count - 1 - $0) }
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

  private static func anchors(
    _ a: [ContextEntry], _ b: [ContextEntry], _ rangeA: Range<Int>, _ rangeB: Range<Int>
  ) -> [(Int, Int)] {
    guard !rangeA.isEmpty, !rangeB.isEmpty else { return [] }
    var placesA: [EntryDigest: Int] = [:]
    for index in rangeA { placesA[a[index].content] = placesA[a[index].content] == nil ? index : -1 }
    var placesB: [EntryDigest: Int] = [:]
    for index in rangeB { placesB[b[index].content] = placesB[b[index].content] == nil ? index : -1 }
    var pairs: [(Int, Int)] = []
    for index in rangeA {
      let content = a[index].content
      if placesA[content] == index, let other = placesB[content], other >= 0 { pairs.append((index, other)) }
    }
    return grown(increasingRun(of: pairs), a, b, rangeA, rangeB)
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

  /// Adds equal neighbours before and after each anchor: entries that stand more than once are matched through them.
  private static func grown(
    _ anchors: [(Int, Int)], _ a: [ContextEntry], _ b: [ContextEntry], _ rangeA: Range<Int>, _ rangeB: Range<Int>
  ) -> [(Int, Int)] {
    var out: [(Int, Int)] = []
    var floor = (rangeA.lowerBound, rangeB.lowerBound)
    for (number, anchor) in anchors.enumerated() {
      guard anchor.0 >= floor.0, anchor.1 >= floor.1 else { continue }
      var start = anchor
      while start.0 > floor.0, start.1 > floor.1, a[start.0 - 1].content == b[start.1 - 1].content {
        start = (start.0 - 1, start.1 - 1)
      }
      let ceiling =
        number + 1 < anchors.count ? anchors[number + 1] : (rangeA.upperBound, rangeB.upperBound)
      var end = (anchor.0 + 1, anchor.1 + 1)
      while end.0 < ceiling.0, end.1 < ceiling.1, a[end.0].content == b[end.1].content {
        end = (end.0 + 1, end.1 + 1)
      }
      for step in 0..<(end.0 - start.0) { out.append((start.0 + step, start.1 + step)) }
      floor = end
    }
    return out
  }

  // MARK: Naming what is left

  private mutating func fill(_ a: [ContextEntry], _ b: [ContextEntry], _ matches: [(Int, Int)]) {
    let moves = Self.moves(a, b, matches)
    var at = (0, 0)
    for match in matches + [(a.count, b.count)] {
      appendGap(a, b, at.0..<match.0, at.1..<match.1, moves)
      if match.0 < a.count { operations.append(.same(a: match.0, b: match.1)) }
      at = (match.0 + 1, match.1 + 1)
    }
  }

  /// From the newer index of each moved entry to its older one.
  private static func moves(_ a: [ContextEntry], _ b: [ContextEntry], _ matches: [(Int, Int)]) -> [Int: Int] {
    var matchedA = Set<Int>()
    var matchedB = Set<Int>()
    for match in matches {
      matchedA.insert(match.0)
      matchedB.insert(match.1)
    }
    guard matchedA.count < a.count, matchedB.count < b.count else { return [:] }
    var left: [EntryDigest: [Int]] = [:]
    for index in a.indices.reversed() where !matchedA.contains(index) { left[a[index].content, default: []].append(index) }
    var moves: [Int: Int] = [:]
    for index in b.indices where !matchedB.contains(index) {
      if let from = left[b[index].content]?.popLast() { moves[index] = from }
    }
    return moves
  }

  private mutating func appendGap(
    _ a: [ContextEntry], _ b: [ContextEntry], _ gapA: Range<Int>, _ gapB: Range<Int>, _ moves: [Int: Int]
  ) {
    let gone = Set(moves.values)
    let left = gapA.filter { !gone.contains($0) }
    let right = gapB.filter { moves[$0] == nil }
    // Fewer in than out is a cut, not an edit: a summary is no new wording of the entry it happens to replace.
    var pairs = 0
    if left.count <= right.count {
      while pairs < left.count, a[left[pairs]].kind == b[right[pairs]].kind { pairs += 1 }
    }
    for index in left.dropFirst(pairs) { operations.append(.removed(a: index)) }
    var paired = 0
    for index in gapB {
      if let from = moves[index] {
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
