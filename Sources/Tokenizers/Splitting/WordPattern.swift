/// The regular expressions that byte-pair vocabularies cut text with before merging, as hand-written
/// scanners.
///
/// Three families cover nearly every published vocabulary; the members of a family differ in the knobs
/// below. A scanner gives what its regular expression would match *at* a place; `PreTokenizer` walks the
/// text with it.
struct WordPattern: Sendable, Equatable {
  enum Family: Sendable {
    /// ` ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`, contractions first.
    case gpt2
    /// `[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
    /// contractions first.
    case cl100k
    /// As `cl100k`, but a word breaks where lower case is followed by upper case, and contractions end a
    /// word.
    case o200k
    /// `[ASCII punctuation][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|…`
    case deepseek3
    /// `\p{N}{1,3}` and nothing else.
    case digits
    /// `[0-9][0-9][0-9]` and nothing else.
    case threeDigits
    /// `[一-龥぀-ゟ゠-ヿ]+` and nothing else.
    case ideographs
    /// `[\p{P}\$\+<=>\^~\|]+` and nothing else: what llama.cpp does for a vocabulary of unknown splitting.
    case punctuation
  }

  enum Contractions: Sendable {
    case none
    case lowerCase
    case anyCase
  }

  var family: Family
  var contractions = Contractions.lowerCase
  /// How many digits go into one piece.
  var digits = Int.max
  /// Combining marks count as letters.
  var marksAreLetters = false
  /// `[\r\n/]*` behind symbols instead of `[\r\n]*`.
  var slashEndsSymbols = false
  /// Case is told for a-z and A-Z only, and marks are no letters: llama.cpp's reading of the o200k pattern.
  var asciiCaseOnly = false
  /// `ſ` folds to `s` in a contraction, as a case-insensitive regular expression has it.
  var foldsLongS = false
}

/// One piece of text being scanned. Positions are byte offsets; the text is sound UTF-8.
struct WordScanner {
  let text: UnsafePointer<UInt8>
  let end: Int
  let classes = UnicodeClasses.shared

  private typealias Classes = UnicodeClasses

  /// Where the match of the pattern at `start` ends; nil if it matches nothing there.
  @inline(__always)
  func match(_ pattern: WordPattern, at start: Int) -> Int? {
    switch pattern.family {
    case .gpt2: gpt2(pattern, at: start)
    case .cl100k: cl100k(pattern, at: start)
    case .o200k: o200k(pattern, at: start)
    case .deepseek3: deepseek3(at: start)
    case .digits: run(of: Classes.number, from: start, atMost: pattern.digits)
    case .threeDigits: threeDigits(at: start)
    case .ideographs: ideographs(at: start)
    case .punctuation: punctuation(at: start)
    }
  }

  /// The next place behind `position`, where the pattern has no match, that may have one.
  @inline(__always)
  func nextCandidate(_ pattern: WordPattern, after position: Int) -> Int {
    let next = position + scalar(at: position).width
    return pattern.family == .digits ? skipWithout(Classes.number, from: next) : next
  }

  @inline(__always)
  func scalar(at position: Int) -> (flags: UnicodeClasses.Flags, width: Int) {
    let (scalar, width) = UTF8Text.decode(text, at: position, end: end)
    return (classes[scalar], width)
  }

  /// The end of the run of scalars that have one of `wanted`.
  @inline(__always)
  func skip(_ wanted: UnicodeClasses.Flags, from start: Int) -> Int {
    var position = start
    while position < end {
      let (flags, width) = scalar(at: position)
      if flags & wanted == 0 { break }
      position += width
    }
    return position
  }

  /// The end of the run of scalars that have none of `unwanted`.
  @inline(__always)
  func skipWithout(_ unwanted: UnicodeClasses.Flags, from start: Int) -> Int {
    var position = start
    while position < end {
      let (flags, width) = scalar(at: position)
      if flags & unwanted != 0 { break }
      position += width
    }
    return position
  }

  private func run(of wanted: UnicodeClasses.Flags, from start: Int, atMost limit: Int) -> Int? {
    var position = start
    var length = 0
    while position < end, length < limit {
      let (flags, width) = scalar(at: position)
      if flags & wanted == 0 { break }
      position += width
      length += 1
    }
    return length == 0 ? nil : position
  }

  // MARK: The families

  private func gpt2(_ pattern: WordPattern, at start: Int) -> Int? {
    if text[start] == 0x27, let end = contraction(pattern, at: start) { return end }
    let body = text[start] == 0x20 ? start + 1 : start
    if body < end {
      let (flags, width) = scalar(at: body)
      if flags & Classes.letter != 0 { return skip(Classes.letter, from: body + width) }
      if flags & Classes.number != 0 { return skip(Classes.number, from: body + width) }
      let others = Classes.space | Classes.letter | Classes.number
      if flags & Classes.space == 0 { return skipWithout(others, from: body + width) }
    }
    return whitespace(at: start)
  }

  private func cl100k(_ pattern: WordPattern, at start: Int) -> Int? {
    if text[start] == 0x27, let end = contraction(pattern, at: start) { return end }
    let letters = pattern.marksAreLetters ? Classes.letter | Classes.mark : Classes.letter
    let (flags, width) = scalar(at: start)
    if flags & letters != 0 { return skip(letters, from: start + width) }
    if flags & (Classes.newline | Classes.number) == 0, start + width < end {
      let (next, nextWidth) = scalar(at: start + width)
      if next & letters != 0 { return skip(letters, from: start + width + nextWidth) }
    }
    if flags & Classes.number != 0 { return run(of: Classes.number, from: start, atMost: pattern.digits) }
    return symbols(pattern, without: Classes.space | letters | Classes.number, at: start)
      ?? newlines(at: start) ?? whitespace(at: start)
  }

  private func o200k(_ pattern: WordPattern, at start: Int) -> Int? {
    let (flags, width) = scalar(at: start)
    if let end = casedWord(pattern, at: start, flags, width) {
      if pattern.contractions != .none, end < self.end, text[end] == 0x27 {
        return contraction(pattern, at: end) ?? end
      }
      return end
    }
    if flags & Classes.number != 0 { return run(of: Classes.number, from: start, atMost: pattern.digits) }
    return symbols(pattern, without: Classes.space | Classes.letter | Classes.number, at: start)
      ?? newlines(at: start) ?? whitespace(at: start)
  }

  private func deepseek3(at start: Int) -> Int? {
    let (flags, width) = scalar(at: start)
    if width == 1, isASCIIPunctuation(text[start]), start + 1 < end, isASCIILetter(text[start + 1]) {
      var position = start + 1
      while position < end, isASCIILetter(text[position]) { position += 1 }
      return position
    }
    let letters = Classes.letter | Classes.mark
    let marks = Classes.punctuation | Classes.symbol
    if flags & letters != 0 { return skip(letters, from: start + width) }
    if flags & (Classes.newline | marks) == 0, start + width < end {
      let (next, nextWidth) = scalar(at: start + width)
      if next & letters != 0 { return skip(letters, from: start + width + nextWidth) }
    }
    let body = text[start] == 0x20 ? start + 1 : start
    let symbolsEnd = skip(marks, from: body)
    if symbolsEnd > body { return skip(Classes.newline, from: symbolsEnd) }
    return newlines(at: start) ?? whitespace(at: start)
  }

  private func threeDigits(at start: Int) -> Int? {
    guard end - start >= 3 else { return nil }
    for offset in 0..<3 where !(0x30...0x39).contains(text[start + offset]) { return nil }
    return start + 3
  }

  private func ideographs(at start: Int) -> Int? {
    var position = start
    while position < end {
      let (scalar, width) = UTF8Text.decode(text, at: position, end: end)
      guard (0x4E00...0x9FA5).contains(scalar) || (0x3040...0x30FF).contains(scalar) else { break }
      position += width
    }
    return position == start ? nil : position
  }

  private func punctuation(at start: Int) -> Int? {
    var position = start
    while position < end {
      let (flags, width) = scalar(at: position)
      guard flags & Classes.punctuation != 0 || isMathSymbol(text[position]) else { break }
      position += width
    }
    return position == start ? nil : position
  }

  // MARK: Their common alternatives

  /// `'s|'t|'re|'ve|'m|'ll|'d`; the apostrophe has been seen.
  private func contraction(_ pattern: WordPattern, at start: Int) -> Int? {
    guard pattern.contractions != .none, start + 1 < end else { return nil }
    let fold: UInt8 = pattern.contractions == .anyCase ? 0x20 : 0
    let first = text[start + 1] | fold
    switch first {
    case UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "m"), UInt8(ascii: "d"):
      return start + 2
    case UInt8(ascii: "r"), UInt8(ascii: "v"):
      return start + 2 < end && text[start + 2] | fold == UInt8(ascii: "e") ? start + 3 : nil
    case UInt8(ascii: "l"):
      return start + 2 < end && text[start + 2] | fold == UInt8(ascii: "l") ? start + 3 : nil
    case 0xC5 | fold where pattern.foldsLongS && text[start + 1] == 0xC5:
      return start + 2 < end && text[start + 2] == 0xBF ? start + 3 : nil
    default:
      return nil
    }
  }

  /// ` ?[^\s\p{L}\p{N}]+[\r\n]*`
  private func symbols(
    _ pattern: WordPattern, without others: UnicodeClasses.Flags, at start: Int
  ) -> Int? {
    let body = text[start] == 0x20 ? start + 1 : start
    var position = skipWithout(others, from: body)
    guard position > body else { return nil }
    while position < end {
      let byte = text[position]
      guard byte == 0x0A || byte == 0x0D || (pattern.slashEndsSymbols && byte == 0x2F) else { break }
      position += 1
    }
    return position
  }

  /// `\s*[\r\n]+`: a run of white space up to its last line break.
  private func newlines(at start: Int) -> Int? {
    var position = start
    var last: Int?
    while position < end {
      let (flags, width) = scalar(at: position)
      if flags & Classes.space == 0 { break }
      position += width
      if flags & Classes.newline != 0 { last = position }
    }
    return last
  }

  /// `\s+(?!\S)|\s+`: a run of white space, but for its last scalar where a word follows.
  private func whitespace(at start: Int) -> Int? {
    var position = start
    var last = start
    while position < end {
      let (flags, width) = scalar(at: position)
      if flags & Classes.space == 0 { break }
      last = position
      position += width
    }
    guard position > start else { return nil }
    return position < end && last > start ? last : position
  }

  /// `[^\r\n\p{L}\p{N}]?U*W+|[^\r\n\p{L}\p{N}]?U+W*`: U may begin a capitalised word, W may go on with it.
  private func casedWord(
    _ pattern: WordPattern, at start: Int, _ flags: UnicodeClasses.Flags, _ width: Int
  ) -> Int? {
    let prefix = flags & (Classes.newline | Classes.letter | Classes.number) == 0 ? width : 0
    if prefix > 0, let end = titleWord(pattern, at: start + prefix) { return end }
    if prefix == 0 || flags & Classes.mark != 0, let end = titleWord(pattern, at: start) { return end }
    if prefix > 0, let end = capitals(pattern, at: start + prefix) { return end }
    return prefix == 0 || flags & Classes.mark != 0 ? capitals(pattern, at: start) : nil
  }

  /// `U*W+`
  private func titleWord(_ pattern: WordPattern, at start: Int) -> Int? {
    var position = start
    var afterLastBoth: Int?
    while position < end {
      let (upper, lower, width) = caseOfScalar(pattern, at: position)
      if !upper { break }
      position += width
      if lower { afterLastBoth = position }
    }
    let lowerEnd = skipLower(pattern, from: position)
    // With nothing lower behind the capitals, the regular expression gives back as far as a scalar that is
    // both.
    return lowerEnd > position ? lowerEnd : afterLastBoth
  }

  /// `U+W*`, where `U*W+` has failed, so that no W can follow.
  private func capitals(_ pattern: WordPattern, at start: Int) -> Int? {
    var position = start
    while position < end {
      let (upper, _, width) = caseOfScalar(pattern, at: position)
      if !upper { break }
      position += width
    }
    return position == start ? nil : position
  }

  private func skipLower(_ pattern: WordPattern, from start: Int) -> Int {
    var position = start
    while position < end {
      let (_, lower, width) = caseOfScalar(pattern, at: position)
      if !lower { break }
      position += width
    }
    return position
  }

  @inline(__always)
  private func caseOfScalar(
    _ pattern: WordPattern, at position: Int
  ) -> (upper: Bool, lower: Bool, width: Int) {
    let (flags, width) = scalar(at: position)
    if pattern.asciiCaseOnly {
      let letters = pattern.marksAreLetters ? Classes.letter | Classes.mark : Classes.letter
      guard flags & letters != 0 else { return (false, false, width) }
      let byte = text[position]
      return (!(0x61...0x7A).contains(byte), !(0x41...0x5A).contains(byte), width)
    }
    return (flags & Classes.upper != 0, flags & Classes.lower != 0, width)
  }

  private func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private func isASCIIPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private func isMathSymbol(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"),
      UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "|"):
      true
    default: false
    }
  }
}
