/// Tokens that are found in the text as they are spelled, before it is cut and merged: `<|im_start|>` and
/// the like.
///
/// At each place the longest one is taken, from left to right.
struct AddedTokens: Sendable {
  struct Token: Sendable, Equatable {
    var id: Int32
    var text: [UInt8]
    /// White space before the token belongs to it.
    var takesSpaceBefore = false
    /// White space behind the token belongs to it.
    var takesSpaceBehind = false
  }

  private var vocabulary: Vocabulary
  private var tokens: [Int32: Token] = [:]
  /// The lengths of the tokens, longest first.
  private var lengths: [Int] = []
  /// Whether a token begins with this byte.
  private var firsts = [Bool](repeating: false, count: 256)
  /// Whether a token begins with these two bytes, or is the first of them alone.
  private var pairs: [Bool]

  init(_ list: [Token]) {
    vocabulary = Vocabulary(expecting: list.count)
    pairs = list.isEmpty ? [] : [Bool](repeating: false, count: 1 << 16)
    for (index, token) in list.enumerated() where !token.text.isEmpty {
      vocabulary.insert(token.text, id: index, findable: true)
      tokens[Int32(index)] = token
      let first = Int(token.text[0])
      firsts[first] = true
      if token.text.count > 1 {
        pairs[first << 8 | Int(token.text[1])] = true
      } else {
        for second in 0..<256 { pairs[first << 8 | second] = true }
      }
    }
    lengths = Set(tokens.values.map(\.text.count)).sorted(by: >)
  }

  var isEmpty: Bool { tokens.isEmpty }

  /// Cuts the text at its added tokens. Both closures are called in the order of the text; a range is not
  /// empty.
  func split(
    _ text: UnsafeBufferPointer<UInt8>, token emitToken: (Int32) -> Void, text emitText: (Range<Int>) -> Void
  ) {
    guard !isEmpty, let base = text.baseAddress else {
      if !text.isEmpty { emitText(0..<text.count) }
      return
    }
    var open = 0
    var position = 0
    let count = text.count
    firsts.withUnsafeBufferPointer { firsts in
      while position < count {
        guard firsts[Int(base[position])], let token = match(base, at: position, end: count) else {
          position += 1
          continue
        }
        let scanner = WordScanner(text: base, end: count)
        var start = position
        if token.takesSpaceBefore { start = spaceStart(scanner, before: position, since: open) }
        if start > open { emitText(open..<start) }
        emitToken(token.id)
        position += token.text.count
        if token.takesSpaceBehind { position = scanner.skip(UnicodeClasses.space, from: position) }
        open = position
      }
    }
    if open < count { emitText(open..<count) }
  }

  private func match(_ base: UnsafePointer<UInt8>, at position: Int, end: Int) -> Token? {
    if position + 1 < end, !pairs[Int(base[position]) << 8 | Int(base[position + 1])] { return nil }
    for length in lengths where length <= end - position {
      let index = vocabulary.id(of: base + position, length: length)
      if index >= 0 { return tokens[index] }
    }
    return nil
  }

  private func spaceStart(_ scanner: WordScanner, before position: Int, since open: Int) -> Int {
    var start = position
    while start > open {
      var previous = start - 1
      while previous > open, scanner.text[previous] & 0xC0 == 0x80 { previous -= 1 }
      guard scanner.scalar(at: previous).flags & UnicodeClasses.space != 0 else { break }
      start = previous
    }
    return start
  }
}
