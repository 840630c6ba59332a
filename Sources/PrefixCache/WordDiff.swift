/// What became of a text, word by word.
///
/// Words are runs of letters and digits; every other character stands alone. The runs of each side, joined, are its text again.
public struct WordDiff: Sendable {
  public enum Operation: String, Sendable, Hashable {
    case same, removed, inserted
  }

  public struct Run: Sendable, Hashable {
    public var operation: Operation
    public var text: String

    public init(_ operation: Operation, _ text: String) {
      self.operation = operation
      self.text = text
    }
  }

  public private(set) var runs: [Run] = []

  /// More differing words than this are shown as one replacement: nobody reads a finer one.
  private static let limit = 800

  public init(_ before: String, _ after: String) {
    let a = Self.words(before)
    let b = Self.words(after)
    var prefix = 0
    while prefix < a.count, prefix < b.count, Self.same(a[prefix], b[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < min(a.count, b.count) - prefix, Self.same(a[a.count - 1 - suffix], b[b.count - 1 - suffix])
    {
      suffix += 1
    }
    append(.same, a[..<prefix])
    let middleA = Array(a[prefix..<a.count - suffix])
    let middleB = Array(b[prefix..<b.count - suffix])
    if let script = Self.shortestScript(middleA, middleB, limit: Self.limit) {
      for step in script {
        switch step {
        case .same(let index): append(.same, middleA[index...index])
        case .removed(let index): append(.removed, middleA[index...index])
        case .inserted(let index): append(.inserted, middleB[index...index])
        }
      }
    } else {
      append(.removed, middleA[...])
      append(.inserted, middleB[...])
    }
    append(.same, a[(a.count - suffix)...])
  }

  /// The runs as a person reads them: where only blanks and punctuation stand between two changes, the whole stretch is one
  /// replacement. Two texts that share little but their spaces would be confetti otherwise.
  public var readableRuns: [Run] {
    var out: [Run] = []
    var (removed, inserted) = ("", "")
    func close() {
      if !removed.isEmpty { out.append(Run(.removed, removed)) }
      if !inserted.isEmpty { out.append(Run(.inserted, inserted)) }
      (removed, inserted) = ("", "")
    }
    for (index, run) in runs.enumerated() {
      switch run.operation {
      case .removed: removed += run.text
      case .inserted: inserted += run.text
      case .same:
        let isBetweenChanges = index > 0 && index < runs.count - 1
        let isBlank = !run.text.contains { $0.isLetter || $0.isNumber || $0.isNewline }
        if isBetweenChanges, isBlank, !(removed.isEmpty && inserted.isEmpty) {
          removed += run.text
          inserted += run.text
        } else {
          close()
          out.append(run)
        }
      }
    }
    close()
    return out
  }

  private mutating func append(_ operation: Operation, _ words: ArraySlice<Substring>) {
    guard !words.isEmpty else { return }
    let text = words.joined()
    if let last = runs.last, last.operation == operation {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(operation, text))
    }
  }

  /// Strings are equal when their letters are, composed or not; here every byte counts.
  private static func same(_ a: Substring, _ b: Substring) -> Bool { a.utf8.elementsEqual(b.utf8) }

  static func words(_ text: String) -> [Substring] {
    var out: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      var end = text.index(after: start)
      if text[start].isLetter || text[start].isNumber {
        while end < text.endIndex, text[end].isLetter || text[end].isNumber { end = text.index(after: end) }
      }
      out.append(text[start..<end])
      start = end
    }
    return out
  }

  private enum Step {
    case same(Int)
    case removed(Int)
    case inserted(Int)
  }

  /// Myers' greedy algorithm; nil when more than `limit` words differ.
  private static func shortestScript(_ a: [Substring], _ b: [Substring], limit: Int) -> [Step]? {
    if a.isEmpty || b.isEmpty {
      return a.indices.map(Step.removed) + b.indices.map(Step.inserted)
    }
    let most = min(a.count + b.count, limit)
    var frontier = [Int](repeating: 0, count: 2 * most + 3)
    var history: [[Int]] = []
    let middle = most + 1
    for distance in 0...most {
      history.append(frontier)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let down =
          diagonal == -distance
          || (diagonal != distance && frontier[middle + diagonal - 1] < frontier[middle + diagonal + 1])
        var x = down ? frontier[middle + diagonal + 1] : frontier[middle + diagonal - 1] + 1
        var y = x - diagonal
        while x < a.count, y < b.count, same(a[x], b[y]) { (x, y) = (x + 1, y + 1) }
        frontier[middle + diagonal] = x
        if x >= a.count, y >= b.count { return walkBack(history, distance, middle, a.count, b.count) }
      }
    }
    return nil
  }

  private static func walkBack(_ history: [[Int]], _ distance: Int, _ middle: Int, _ endA: Int, _ endB: Int)
    -> [Step]
  {
    var steps: [Step] = []
    var (x, y) = (endA, endB)
    for round in stride(from: distance, through: 0, by: -1) {
      let frontier = history[round]
      let diagonal = x - y
      let down =
        diagonal == -round
        || (diagonal != round && frontier[middle + diagonal - 1] < frontier[middle + diagonal + 1])
      let fromDiagonal = down ? diagonal + 1 : diagonal - 1
      let fromX = round == 0 ? 0 : frontier[middle + fromDiagonal]
      let fromY = round == 0 ? 0 : fromX - fromDiagonal
      while x > fromX, y > fromY,
        round == 0 || x > (down ? fromX : fromX + 1) || y > (down ? fromY + 1 : fromY)
      {
        (x, y) = (x - 1, y - 1)
        steps.append(.same(x))
      }
      if round > 0 {
        steps.append(down ? .inserted(fromY) : .removed(fromX))
        (x, y) = (fromX, fromY)
      }
    }
    return steps.reversed()
  }
}
