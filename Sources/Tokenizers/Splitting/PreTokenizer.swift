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
    /// A run of these bytes, again and again.
    case runOf([UInt8])
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
      Self.split(scanner, pattern, behavior) { start, end in
        emit(UnsafeBufferPointer(start: base + start, count: end - start), isFirst && start == 0)
      }
    }
  }

  /// The way of nearly every vocabulary.
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
        position = scanner.nextCandidate(pattern, after: position)
      }
    }
    if gap < count { emit(gap, count) }
  }

  private static func split(
    _ scanner: WordScanner, _ pattern: Pattern, _ behavior: Behavior, _ emit: (Int, Int) -> Void
  ) {
    var open: (start: Int, end: Int, isMatch: Bool)?
    func add(_ start: Int, _ end: Int, isMatch: Bool) {
      switch behavior {
      case .isolated: return emit(start, end)
      case .removed: return isMatch ? () : emit(start, end)
      case .kept: return isMatch ? emit(start, end) : ()
      case .contiguous, .mergedWithPrevious, .mergedWithNext: break
      }
      if let before = open {
        let joins =
          switch behavior {
          case .mergedWithPrevious: !before.isMatch && isMatch
          case .mergedWithNext: before.isMatch && !isMatch
          default: before.isMatch == isMatch
          }
        if joins {
          open = (before.start, end, isMatch)
          return
        }
        emit(before.start, before.end)
      }
      open = (start, end, isMatch)
    }

    var position = 0
    var gap = 0
    while position < scanner.end {
      if let end = match(scanner, pattern, at: position) {
        if gap < position { add(gap, position, isMatch: false) }
        add(position, end, isMatch: true)
        position = end
        gap = end
      } else {
        position += scanner.scalar(at: position).width
      }
    }
    if gap < scanner.end { add(gap, scanner.end, isMatch: false) }
    if let open { emit(open.start, open.end) }
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
    case .runOf(let bytes):
      var position = start
      while let end = match(scanner, .literal(bytes), at: position) { position = end }
      return position > start ? position : nil
    case .whitespace:
      let end = scanner.skip(UnicodeClasses.space, from: start)
      return end > start ? end : nil
    case .wordsOrSymbols:
      let end = scanner.skip(UnicodeClasses.word, from: start)
      if end > start { return end }
      let symbols = scanner.skipWithout(UnicodeClasses.word | UnicodeClasses.space, from: start)
      return symbols > start ? symbols : nil
    case .punctuation:
      let (scalar, width) = UTF8Text.decode(scanner.text, at: start, end: scanner.end)
      let flags = scanner.classes[scalar]
      if width == 1 {
        return flags & (UnicodeClasses.punctuation | UnicodeClasses.symbol) != 0 ? start + 1 : nil
      }
      return isPunctuationInUnicode8(scalar, flags) ? start + width : nil
    }
  }

  /// The `Punctuation` step of `tokenizers` knows the categories of Unicode 8 only; two marks have since left
  /// them.
  private static func isPunctuationInUnicode8(_ scalar: UInt32, _ flags: UnicodeClasses.Flags) -> Bool {
    if scalar == 0x166D || scalar == 0x111C9 { return true }
    guard flags & UnicodeClasses.punctuation != 0, let age = Unicode.Scalar(scalar)?.properties.age else {
      return false
    }
    return age.major <= 8
  }
}
