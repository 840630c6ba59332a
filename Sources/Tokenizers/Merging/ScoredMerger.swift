/// Merges the characters of a text by score, highest first and leftmost among equals, as SentencePiece's
/// byte-pair model does: two neighbours merge whenever their text together is a token.
struct ScoredMerger {
  private struct Pair: Comparable {
    var score: Float
    var position: Int32
    var length: Int32

    static func < (left: Pair, right: Pair) -> Bool {
      left.score != right.score ? left.score > right.score : left.position < right.position
    }
  }

  private struct Symbol {
    var start: Int32
    var length: Int32
    var next: Int32
    var previous: Int32
  }

  private let vocabulary: Vocabulary
  private let scores: [Float]

  /// - Parameter scores: one for each id below the vocabulary's `idLimit`.
  init(_ vocabulary: Vocabulary, scores: [Float]) {
    self.vocabulary = vocabulary
    self.scores = scores
  }

  /// Gives the text's tokens in order: the token's id, or -1 where no token stands for a character, with its
  /// bytes.
  func merge(
    _ text: UnsafeBufferPointer<UInt8>, emit: (Int32, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let base = text.baseAddress, !text.isEmpty else { return }
    var symbols: [Symbol] = []
    symbols.reserveCapacity(text.count)
    var heap = Heap<Pair>()
    var start = 0
    while start < text.count {
      let width = UTF8Text.decode(base, at: start, end: text.count).width
      let index = Int32(symbols.count)
      symbols.append(
        Symbol(start: Int32(start), length: Int32(width), next: index + 1, previous: index - 1))
      start += width
    }
    symbols[symbols.count - 1].next = -1

    func offer(_ position: Int32) {
      let left = symbols[Int(position)]
      guard left.next >= 0 else { return }
      let length = left.length + symbols[Int(left.next)].length
      let id = vocabulary.id(of: base + Int(left.start), length: Int(length))
      guard id >= 0 else { return }
      heap.push(Pair(score: scores[Int(id)], position: position, length: length))
    }

    for index in 0..<symbols.count { offer(Int32(index)) }
    while let pair = heap.pop() {
      let left = symbols[Int(pair.position)]
      guard left.length > 0, left.next >= 0 else { continue }
      let right = symbols[Int(left.next)]
      guard left.length + right.length == pair.length else { continue }
      symbols[Int(pair.position)].length = pair.length
      symbols[Int(pair.position)].next = right.next
      symbols[Int(left.next)].length = 0
      if right.next >= 0 { symbols[Int(right.next)].previous = pair.position }
      if left.previous >= 0 { offer(left.previous) }
      offer(pair.position)
    }
    var index: Int32 = 0
    while index >= 0 {
      let symbol = symbols[Int(index)]
      let bytes = UnsafeBufferPointer(start: base + Int(symbol.start), count: Int(symbol.length))
      emit(vocabulary.id(of: bytes), bytes)
      index = symbol.next
    }
  }
}
