import PrefixCache
import Testing

@Suite("Diff of two texts, word by word")
struct WordDiffTests {
  /// The runs in one line: `=`, `-` and `+` before each text.
  private func line(_ before: String, _ after: String) -> String {
    WordDiff(before, after).runs.map {
      switch $0.operation {
      case .same: "=\($0.text)"
      case .removed: "-\($0.text)"
      case .inserted: "+\($0.text)"
      }
    }.joined(separator: "|")
  }

  @Test("Hand-made cases")
  func cases() {
    let cases = [
      ("", "", ""), ("", "a b", "+a b"), ("a b", "", "-a b"), ("a b", "a b", "=a b"),
      ("one two three", "one 2 three", "=one |-two|+2|= three"),
      ("one two", "one two three", "=one two|+ three"),
      ("two three", "one two three", "+one |=two three"), ("a b c d", "a d", "=a |-b c |=d"),
      ("It is 10:41 now.", "It is 10:42 now.", "=It is 10:|-41|+42|= now."),
      ("naïve", "naive", "-naïve|+naive"),
      ("a  b", "a b", "=a |- |=b"), ("x", "y", "-x|+y"), ("日本語", "日本", "-日本語|+日本"),
      ("a\nb", "a\r\nb", "=a|-\n|+\r\n|=b"),
      // What looks the same is told all the same.
      ("a b", "a\u{A0}b", "=a|- |+\u{A0}|=b"), ("e\u{301}", "\u{E9}", "-e\u{301}|+\u{E9}"),
    ]
    for (before, after, expected) in cases {
      #expect(
        Array(line(before, after).utf8) == Array(expected.utf8),
        "\(before) → \(after): \(line(before, after))")
    }
  }

  @Test("As read, changes with only blanks between them are one replacement; words and line ends part them")
  func readable() {
    func line(_ before: String, _ after: String) -> String {
      WordDiff(before, after).readableRuns.map {
        switch $0.operation {
        case .same: "=\($0.text)"
        case .removed: "-\($0.text)"
        case .inserted: "+\($0.text)"
        }
      }.joined(separator: "|")
    }
    let cases = [
      ("You are a warm host.", "I fold small cranes.", "-You are a warm host|+I fold small cranes|=."),
      ("one two three", "one 2 three", "=one |-two|+2|= three"),
      ("a x c y e", "a 1 c 2 e", "=a |-x|+1|= c |-y|+2|= e"),
      ("a x\ny b", "a 1\n2 b", "=a |-x|+1|=\n|-y|+2|= b"),
      ("a b", "a, b", "=a|+,|= b"), ("x b", " y b", "-x|+ y|= b"),
    ]
    for (before, after, expected) in cases {
      #expect(line(before, after) == expected, "\(before) → \(after)")
    }
  }

  @Test("Texts with nothing in common are one replacement, however long")
  func unlike() {
    let before = (0..<3000).map { "a\($0)" }.joined(separator: ",")
    let after = (0..<3000).map { "b\($0)" }.joined(separator: ";")
    #expect(WordDiff(before, after).runs == [.init(.removed, before), .init(.inserted, after)])
    let framed = WordDiff("x " + before + " y", "x " + after + " y")
    #expect(framed.runs.first == .init(.same, "x ") && framed.runs.last == .init(.same, " y"))
    #expect(framed.runs.count == 4)
  }

  @Test(
    "Joined, the runs of each side are its text, and no shorter way leads from one to the other",
    arguments: 1...400 as ClosedRange<UInt64>)
  func property(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let words = random.below(2) == 0 ? ["a", "b", " "] : ["one", "two", " ", ",", "é", "😀", "\n", "2"]
    var before: [String] = (0..<random.below(12)).map { _ in random.pick(words) }
    var after = before
    for _ in 0..<random.below(5) {
      let place = random.below(max(1, after.count))
      switch random.below(3) {
      case 0: after.insert(random.pick(words), at: place)
      case 1 where !after.isEmpty: after.remove(at: place)
      default: if !after.isEmpty { after[place] = random.pick(words) }
      }
    }
    if random.below(4) == 0 { swap(&before, &after) }
    let (left, right) = (before.joined(), after.joined())
    let diff = WordDiff(left, right)
    func joined(without operation: WordDiff.Operation) -> String {
      diff.runs.filter { $0.operation != operation }.map(\.text).joined()
    }
    let name: Comment = "seed \(seed): \(left.debugDescription) → \(right.debugDescription): \(diff.runs)"
    try #require(Array(joined(without: .inserted).utf8) == Array(left.utf8), name)
    try #require(Array(joined(without: .removed).utf8) == Array(right.utf8), name)
    try #require(zip(diff.runs, diff.runs.dropFirst()).allSatisfy { $0.operation != $1.operation }, name)
    try #require(diff.runs.allSatisfy { !$0.text.isEmpty }, name)

    // The longest common subsequence by brute force, over words as the diff cuts them.
    let (a, b) = (Self.words(left), Self.words(right))
    var lengths = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i][j] = a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    let kept = diff.runs.filter { $0.operation == .same }.map { Self.words($0.text).count }.reduce(0, +)
    try #require(kept == lengths[0][0], name)
  }

  /// Words as the documentation says: runs of letters and digits, everything else alone.
  private static func words(_ text: String) -> [String] {
    var out: [String] = []
    var isOpen = false
    for character in text {
      let isWord = character.isLetter || character.isNumber
      if isWord, isOpen { out[out.count - 1].append(character) } else { out.append(String(character)) }
      isOpen = isWord
    }
    return out
  }
}
