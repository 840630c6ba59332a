import PrefixCache
import Testing
import Transcripts

@Suite("Diff of two snapshots")
struct SnapshotDiffTests {
  /// The operations in one line: `=0:0 ~1:1 -2 +2 >3:4` for same, changed, removed, inserted, moved.
  private func line(_ a: String, _ b: String) -> String {
    SnapshotDiff(from: a.map(ContextEntry.init), to: b.map(ContextEntry.init)).operations.map {
      switch $0 {
      case .same(let a, let b): "=\(a):\(b)"
      case .changed(let a, let b): "~\(a):\(b)"
      case .removed(let a): "-\(a)"
      case .inserted(let b): "+\(b)"
      case .moved(let a, let b): ">\(a):\(b)"
      }
    }.joined(separator: " ")
  }

  @Test("Hand-made cases: upper case is a prompt, lower case a response")
  func cases() {
    let cases = [
      ("", "", ""), ("", "A", "+0"), ("A", "", "-0"), ("Ab", "Ab", "=0:0 =1:1"),
      ("Ab", "AbC", "=0:0 =1:1 +2"),
      ("AbC", "Ab", "=0:0 =1:1 -2"), ("AbC", "AC", "=0:0 -1 =2:1"), ("AC", "AbC", "=0:0 +1 =1:2"),
      // One for one of the same kind is a change, of another kind a removal and an insertion.
      ("AbC", "AxC", "=0:0 ~1:1 =2:2"), ("AbC", "AXC", "=0:0 -1 +1 =2:2"), ("A", "B", "~0:0"),
      ("A", "b", "-0 +0"),
      // Fewer in than out is a cut; more in than out a change and insertions.
      ("AbCdE", "AXE", "=0:0 -1 -2 -3 +1 =4:2"), ("AbE", "AxYzE", "=0:0 ~1:1 +2 +3 =2:4"),
      // Moves, forwards, backwards and two at once.
      ("ABCDE", "ACDBE", "=0:0 =2:1 =3:2 >1:3 =4:4"), ("ABCDE", "ADBCE", "=0:0 >3:1 =1:2 =2:3 =4:4"),
      ("ABCDEF", "ADEFBC", "=0:0 =3:1 =4:2 =5:3 >1:4 >2:5"),
      // Entries that stand more than once.
      ("AAA", "AA", "=0:0 =1:1 -2"), ("AAA", "AAAA", "=0:0 =1:1 =2:2 +3"),
      ("AbAbAb", "AbAb", "=0:0 =1:1 =2:2 =3:3 -4 -5"),
      ("AXXCX", "AYXXDX", "=0:0 +1 =1:2 =2:3 ~3:4 =4:5"), ("XbXb", "XbYXb", "=0:0 =1:1 +2 =2:3 =3:4"),
    ]
    for (a, b, expected) in cases { #expect(line(a, b) == expected, "\(a) → \(b)") }
  }

  @Test("The splice is the smallest one piece that makes the newer snapshot")
  func splice() {
    let diff = SnapshotDiff(from: "ABCDE".map(ContextEntry.init), to: "ABxE".map(ContextEntry.init))
    #expect(diff.commonPrefix == 2 && diff.splice == (2, 2, 1))
    let same = SnapshotDiff(from: "AA".map(ContextEntry.init), to: "AAA".map(ContextEntry.init))
    #expect(same.splice == (2, 0, 1) && same.commonPrefix == 2)
    #expect(SnapshotDiff(from: [], to: []).splice == (0, 0, 0))
  }

  @Test("The tail is what comes after everything that came over")
  func tail() {
    func tail(_ a: String, _ b: String) -> Int {
      SnapshotDiff(from: a.map(ContextEntry.init), to: b.map(ContextEntry.init)).tailStart
    }
    #expect(tail("AbC", "AbCdE") == 3 && tail("AbC", "AxCdE") == 3 && tail("AbCdE", "AZEfG") == 3)
    #expect(tail("", "Ab") == 0 && tail("Ab", "A") == 1 && tail("ABC", "ACBd") == 3)
    let diff = SnapshotDiff(from: "A".map(ContextEntry.init), to: "B".map(ContextEntry.init))
    #expect(!diff.keepsSomething)
    #expect(SnapshotDiff(from: "AB".map(ContextEntry.init), to: "CA".map(ContextEntry.init)).keepsSomething)
  }

  @Test(
    "Whatever the snapshots, the operations lead from one to the other",
    arguments: 1...300 as ClosedRange<UInt64>)
  func property(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let alphabet = Array(random.below(2) == 0 ? "AbC" : "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789")
    var a: [Character] = (0..<random.below(24)).map { _ in random.pick(alphabet) }
    if random.below(2) == 0 { a = Array(Set(a)).sorted() }
    var b = a
    for _ in 0..<random.below(6) {
      let place = random.below(max(1, b.count))
      switch random.below(4) {
      case 0: b.insert(random.pick(alphabet), at: place)
      case 1 where !b.isEmpty: b.remove(at: place)
      case 2 where !b.isEmpty: b[place] = random.pick(alphabet)
      case 3 where b.count > 3:
        b.insert(contentsOf: [b.remove(at: 1), b.remove(at: 0)], at: random.below(b.count - 1))
      default: break
      }
    }
    let (from, to) = (a.map(ContextEntry.init), b.map(ContextEntry.init))
    let diff = SnapshotDiff(from: from, to: to)
    let name: Comment = "seed \(seed): \(String(a)) → \(String(b)): \(diff.operations)"

    // Applying the operations to the older snapshot gives the newer one; each entry of both is told once.
    var made: [ContextEntry?] = Array(repeating: nil, count: to.count)
    var left = Array(from.indices)
    var lastB = -1
    var lastSame = (-1, -1)
    for operation in diff.operations {
      var (taken, put): (Int?, Int?) = (nil, nil)
      switch operation {
      case .same(let a, let b):
        (taken, put, made[b]) = (a, b, from[a])
        try #require(a > lastSame.0 && b > lastSame.1, name)
        lastSame = (a, b)
      case .moved(let a, let b): (taken, put, made[b]) = (a, b, from[a])
      case .changed(let a, let b):
        (taken, put, made[b]) = (a, b, to[b])
        try #require(from[a].content != to[b].content && from[a].kind == to[b].kind, name)
      case .removed(let a): taken = a
      case .inserted(let b): (put, made[b]) = (b, to[b])
      }
      if let taken {
        try #require(left.contains(taken), name)
        left.removeAll { $0 == taken }
      }
      if let put {
        try #require(put == lastB + 1, name)
        lastB = put
      }
    }
    try #require(left.isEmpty && made.compactMap { $0?.content } == to.map(\.content), name)

    // The splice says the same.
    let splice = diff.splice
    var spliced = from
    let inserted = to[splice.position..<splice.position + splice.inserted]
    spliced.replaceSubrange(splice.position..<splice.position + splice.removed, with: inserted)
    try #require(spliced.map(\.content) == to.map(\.content), name)
    try #require(
      diff.commonPrefix == zip(a, b).prefix { $0 == $1 }.count && splice.position == diff.commonPrefix, name)

    // Nothing is called removed and inserted that is the same entry.
    let removed = diff.operations.compactMap { if case .removed(let a) = $0 { from[a].content } else { nil } }
    let added = diff.operations.compactMap { if case .inserted(let b) = $0 { to[b].content } else { nil } }
    try #require(Set(removed).isDisjoint(with: added), name)
  }
}
