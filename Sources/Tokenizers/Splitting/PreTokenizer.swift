/// One step of cutting text into the pieces that are merged each on its own.
enum PreTokenizer: Sendable, Equatable {
  /// What becomes of the matches of a pattern.
  enum Behavior: Sendable {
    /// Matches and what lies between them are pieces.
    case isolated
    /// Only what lies between the matches is kept.
    case removed
    /// Only the matches are kept.
    case kept
    /// As isolated, with neighbouring matches in one piece.
    case contiguous
    /// A match belongs to the piece before it.
    case mergedWithPrevious
    /// A match belongs to the piece behind it.
    case mergedWithNext
  }

  enum Pattern: Sendable, Equatable {
    case words(WordPattern)
    case literal([UInt8])
    /// A run of white space.
    case whitespace
    /// `\w+|[^\w\s]+`
    case wordsOrSymbols
    /// One punctuation mark, or one ASCII symbol.
    case punctuation
  }

  enum Prefixing: Sendable {
    case always
    case firstPiece
    case never
  }

  case split(Pattern, Behavior)
  /// A space in front of a piece that does not begin with one.
  case prefixSpace
  /// Spaces become the mark, and a piece that does not begin with the mark may be given one.
  case metaspace(mark: [UInt8], Prefixing)

  /// Gives the pieces in order. `isFirst` says whether the piece, or the piece given, begins the whole text.
  func apply(
    to piece: UnsafeBufferPointer<UInt8>, isFirst: Bool,
    _ emit: (UnsafeBufferPointer<UInt8>, _ isFirst: Bool) -> Void
  ) {
    guard let base = piece.baseAddress, !piece.isEmpty else { return }
    switch self {
    case .prefixSpace:
      if base[0] == 0x20 { return emit(piece, isFirst) }
      ([0x20] + Array(piece)).withUnsafeBufferPointer { emit($0, isFirst) }
    case .metaspace(let mark, let prefixing):
      var marked = Normalizer.replace([0x20], by: mark, in: Array(piece))
      if prefixing == .always || (prefixing == .firstPiece && isFirst), !marked.starts(with: mark) {
        marked = mark + marked
      }
      marked.withUnsafeBufferPointer { emit($0, isFirst) }
    case .split(.words(let pattern), .isolated):
      Self.splitIsolated(base, piece.count, pattern) { start, end in
        emit(UnsafeBufferPointer(start: base + start, count: end - start), isFirst && start == 0)
      }
    case .split(let pattern, let behavior):
      let scanner = WordScanner(text: base, end: piece.count)
      for range in Self.ranges(scanner, pattern, behavior) {
        emit(UnsafeBufferPointer(rebasing: piece[range]), isFirst && range.lowerBound == 0)
      }
    }
  }

  /// The way of nearly every vocabulary, without a list of the pieces.
  @inline(__always)
  private static func splitIsolated(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ pattern: WordPattern, _ emit: (Int, Int) -> Void
  ) {
    let scanner = WordScanner(text: base, end: count)
    var position = 0
    var gap = 0
    while position < count {
      if let end = scanner.match(pattern, at: position) {
        if gap < position { emit(gap, position) }
        emit(position, end)
        position = end
        gap = end
      } else {
        position += scanner.scalar(at: position).width
      }
    }
    if gap < count { emit(gap, count) }
  }

  private static func ranges(
    _ scanner: WordScanner, _ pattern: Pattern, _ behavior: Behavior
  ) -> [Range<Int>] {
    var parts: [(range: Range<Int>, isMatch: Bool)] = []
    var position = 0
    var gap = 0
    while position < scanner.end {
      if let end = match(scanner, pattern, at: position) {
        if gap < position { parts.append((gap..<position, false)) }
        parts.append((position..<end, true))
        position = end
        gap = end
      } else {
        position += scanner.scalar(at: position).width
      }
    }
    if gap < scanner.end { parts.append((gap..<scanner.end, false)) }

    switch behavior {
    case .isolated: return parts.map(\.range)
    case .removed: return parts.filter { !$0.isMatch }.map(\.range)
    case .kept: return parts.filter(\.isMatch).map(\.range)
    case .contiguous:
      return join(parts) { previous, next in previous == next }
    case .mergedWithPrevious:
      return join(parts) { previous, next in !previous && next }
    case .mergedWithNext:
      // A match goes to the text behind it; of several, the last one does.
      return join(parts) { previous, next in previous && !next }
    }
  }

  private static func join(
    _ parts: [(range: Range<Int>, isMatch: Bool)], when joined: (Bool, Bool) -> Bool
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var previous: Bool?
    for part in parts {
      if let before = previous, joined(before, part.isMatch), let last = ranges.popLast() {
        ranges.append(last.lowerBound..<part.range.upperBound)
      } else {
        ranges.append(part.range)
      }
      previous = part.isMatch
    }
    return ranges
  }

  /// Where the match at `start` ends; nil if there is none.
  private static func match(_ scanner: WordScanner, _ pattern: Pattern, at start: Int) -> Int? {
    switch pattern {
    case .words(let words):
      return scanner.match(words, at: start)
    case .literal(let bytes):
      guard bytes.count <= scanner.end - start else { return nil }
      for (offset, byte) in bytes.enumerated() where scanner.text[start + offset] != byte { return nil }
      return start + bytes.count
    case .whitespace:
      let end = scanner.skip(UnicodeClasses.space, from: start)
      return end > start ? end : nil
    case .wordsOrSymbols:
      let end = scanner.skip(UnicodeClasses.word, from: start)
      if end > start { return end }
      let symbols = scanner.skipWithout(UnicodeClasses.word | UnicodeClasses.space, from: start)
      return symbols > start ? symbols : nil
    case .punctuation:
      let (flags, width) = scanner.scalar(at: start)
      let isASCIISymbol = width == 1 && flags & UnicodeClasses.symbol != 0
      return flags & UnicodeClasses.punctuation != 0 || isASCIISymbol ? start + width : nil
    }
  }
}
