/// Numbers for pairs of colours. ncurses knows colours only as numbered pairs, of which a terminal may have as few as
/// 64, so numbers are given out as they are needed and taken back from pairs that are no longer shown.
struct ColorPairs {
  struct Pair: Hashable {
    /// In the terminal's own numbers; -1 is its default.
    var foreground: Int32
    var background: Int32
    static let plain = Pair(foreground: -1, background: -1)
  }

  /// A number, and whether the terminal must be told what it means.
  struct Number: Equatable {
    var value: Int32
    var isNew: Bool
  }

  /// Pair 0 is fixed, so there are numbers from 1 up to this, exclusive.
  let capacity: Int32
  private var numbers: [Pair: Int32] = [:]
  private var unused: [Int32] = []
  private var next: Int32 = 1

  init(capacity: Int) { self.capacity = Int32(clamping: capacity) }

  /// The number of a pair, nil when all are in use.
  mutating func number(for pair: Pair) -> Number? {
    if pair == .plain || capacity < 2 { return Number(value: 0, isNew: false) }
    if let value = numbers[pair] { return Number(value: value, isNew: false) }
    let value: Int32
    if next < capacity {
      value = next
      next += 1
    } else if let freed = unused.popLast() {
      value = freed
    } else {
      return nil
    }
    numbers[pair] = value
    return Number(value: value, isNew: true)
  }

  /// Takes back the numbers of all pairs but these.
  mutating func keep(_ shown: Set<Pair>) {
    for (pair, value) in numbers where !shown.contains(pair) {
      numbers[pair] = nil
      unused.append(value)
    }
  }

  /// The next best when all numbers are in use by what is shown: a pair with the same background, since areas of
  /// colour are what is seen first; else one with the same foreground; else the terminal's own.
  func nearest(to pair: Pair) -> Int32 {
    let sameBackground = numbers.filter { $0.key.background == pair.background }.min { $0.value < $1.value }
    let sameForeground = numbers.filter { $0.key.foreground == pair.foreground }.min { $0.value < $1.value }
    return sameBackground?.value ?? sameForeground?.value ?? 0
  }
}
