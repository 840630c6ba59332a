/// Merges the symbols of one piece of text by rank, lowest first and leftmost among equals: byte-pair
/// encoding.
///
/// A short piece is searched anew for its best pair after each merge, which for a word is faster than any
/// bookkeeping. A long one (no vocabulary forbids a megabyte without a space) keeps its symbols in a linked
/// list and its pairs in a heap: n log n. The memory is kept from piece to piece.
final class RankedMerger {
  private static let shortLength = 48

  private struct Pair {
    var rank: UInt32
    var position: Int32
    var id: Int32

    static func < (left: Pair, right: Pair) -> Bool {
      left.rank != right.rank ? left.rank < right.rank : left.position < right.position
    }
  }

  private let table: MergeTable
  /// The symbols to merge, then the tokens they became. -1 is a symbol that no token stands for.
  private(set) var symbols: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private var capacity: Int
  private let merges: UnsafeMutablePointer<MergeTable.Merge>
  private var next: [Int32] = []
  private var previous: [Int32] = []
  private var heap = Heap<Pair>(precedes: <)

  init(_ table: MergeTable) {
    self.table = table
    capacity = 1024
    symbols = .allocate(capacity: capacity)
    merges = .allocate(capacity: Self.shortLength)
  }

  deinit {
    symbols.deallocate()
    merges.deallocate()
  }

  /// Forgets the last piece.
  func begin() { count = 0 }

  @inline(__always)
  func append(_ symbol: Int32) {
    if count == capacity { reserve(capacity * 2) }
    symbols[count] = symbol
    count += 1
  }

  private func reserve(_ wanted: Int) {
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: wanted)
    larger.update(from: symbols, count: count)
    symbols.deallocate()
    symbols = larger
    capacity = wanted
  }

  /// Merges what was appended until no pair is left that merges.
  func merge() {
    if count <= 1 { return }
    if count <= Self.shortLength { mergeShort() } else { mergeLong() }
  }

  private func mergeShort() {
    for position in 0..<count - 1 {
      merges[position] = table[symbols[position], symbols[position + 1]]
    }
    while count > 1 {
      var best = 0
      var bestRank = merges[0].rank
      for position in 1..<max(1, count - 1) where merges[position].rank < bestRank {
        best = position
        bestRank = merges[position].rank
      }
      guard bestRank != .max else { return }
      symbols[best] = merges[best].id
      count -= 1
      for position in best + 1..<max(best + 1, count) {
        symbols[position] = symbols[position + 1]
        merges[position - 1] = merges[position]
      }
      if best > 0 { merges[best - 1] = table[symbols[best - 1], symbols[best]] }
      if best < count - 1 { merges[best] = table[symbols[best], symbols[best + 1]] }
    }
  }

  private func mergeLong() {
    next = (0..<Int32(count)).map { $0 + 1 }
    next[count - 1] = -1
    previous = (0..<Int32(count)).map { $0 - 1 }
    heap.removeAll()
    for position in 0..<count - 1 { offer(Int32(position)) }
    let gone = Int32.min
    while let pair = heap.pop() {
      let position = Int(pair.position)
      guard symbols[position] != gone, next[position] >= 0 else { continue }
      let right = Int(next[position])
      // Either side may have merged since the pair was offered; then it makes another token or none.
      guard table[symbols[position], symbols[right]].id == pair.id else { continue }
      symbols[position] = pair.id
      symbols[right] = gone
      next[position] = next[right]
      if next[right] >= 0 { previous[Int(next[right])] = pair.position }
      if previous[position] >= 0 { offer(previous[position]) }
      offer(pair.position)
    }
    var kept = 0
    for position in 0..<count where symbols[position] != gone {
      symbols[kept] = symbols[position]
      kept += 1
    }
    count = kept
  }

  private func offer(_ position: Int32) {
    let right = next[Int(position)]
    guard right >= 0 else { return }
    let merge = table[symbols[Int(position)], symbols[Int(right)]]
    guard merge.rank != .max else { return }
    heap.push(Pair(rank: merge.rank, position: position, id: merge.id))
  }
}
