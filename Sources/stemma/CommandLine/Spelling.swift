/// Guesses what a person meant.
enum Spelling {
  /// The nearest of some words, if it is near enough to be meant.
  static func nearest(to word: String, of words: some Sequence<String>) -> String? {
    let limit = max(1, min(3, word.count / 3))
    let scored = words.map { (word: $0, distance: distance(word, $0)) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    if best.distance <= limit { return best.word }
    // The beginning of exactly one of them.
    let begun = scored.filter { word.count >= 2 && $0.word.hasPrefix(word) }
    return begun.count == 1 ? begun[0].word : nil
  }

  /// Letters to add, drop, change or swap with a neighbour (optimal string alignment).
  static func distance(_ from: String, _ to: String) -> Int {
    let a = Array(from)
    let b = Array(to)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
