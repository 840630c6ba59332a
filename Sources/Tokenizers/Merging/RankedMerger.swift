/// Merges the symbols of one piece of text by rank, lowest first and leftmost among equals: byte-pair
/// encoding.
///
/// A short piece is searched anew for its best pair after each merge, which for a word is faster than any
/// bookkeeping. A long one (no vocabulary forbids a megabyte without a space) keeps its symbols in a linked
/// list and its pairs in a heap: n log n.
final class RankedMerger {
  private static let shortLength = 48

  private struct Pair: Comparable {
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

  /// Appends the token of each byte; -1 for a byte of no token.
  func append(bytes: UnsafeBufferPointer<UInt8>, tokens: UnsafePointer<Int32>) {
    while capacity - count < bytes.count { reserve(capacity * 2) }
    let free = symbols + count
    for index in 0..<bytes.count { free[index] = tokens[Int(bytes[index])] }
    count += bytes.count
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
    let table = table
    let symbols = symbols
    let merges = merges
    var count = count
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
      guard bestRank != .max else { break }
      symbols[best] = merges[best].id
      count -= 1
      for position in best + 1..<max(best + 1, count) {
        symbols[position] = symbols[position + 1]
        merges[position - 1] = merges[position]
      }
      if best > 0 { merges[best - 1] = table[symbols[best - 1], symbols[best]] }
      if best < count - 1 { merges[best] = table[symbols[best], symbols[best + 1]] }
    }
    self.count = count
  }

  private func mergeLong() {
    let table = table
    let symbols = symbols
    let count = count
    let gone = Int32.min
    var next = (0..<Int32(count)).map { $0 + 1 }
    next[count - 1] = -1
    var previous = (0..<Int32(count)).map { $0 - 1 }
    var heap = Heap<Pair>()
    heap.reserveCapacity(count)

    func offer(_ position: Int, _ right: Int) {
      let merge = table[symbols[position], symbols[right]]
      guard merge.rank != .max else { return }
      heap.push(Pair(rank: merge.rank, position: Int32(position), id: merge.id))
    }

    for position in 0..<count - 1 { offer(position, position + 1) }
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
      if previous[position] >= 0 { offer(Int(previous[position]), position) }
      if next[position] >= 0 { offer(position, Int(next[position])) }
    }
    var kept = 0
    for position in 0..<count where symbols[position] != gone {
      symbols[kept] = symbols[position]
      kept += 1
    }
    self.count = kept
  }
}
