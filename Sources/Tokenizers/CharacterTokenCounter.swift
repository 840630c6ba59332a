/// Counts tokens by characters: the estimate that needs no vocabulary, and the default.
///
/// **The published ratios.** Apple's "Managing the context window" (documentation of FoundationModels) puts a
/// token at three to four characters in languages of the Latin alphabet, and at one character in
/// Chinese, Japanese, Korean and Vietnamese.
///
/// **The rule**, in whole sevenths of a token, so that no rounding hides in the sum:
/// - 2/7 (3.5 characters a token) for a character: a letter, digit, space, line break, control character,
///   punctuation mark or symbol, of any script not named below;
/// - 7/7 for an ideograph, kana, bopomofo, hangul, Yi, full-width or CJK punctuation character, for a Thai,
///   Lao, Tibetan, Burmese, Khmer, Tai or Javanese one (scripts that write no spaces between words), and
///   for each scalar of an emoji: a flag is two, a family of three with its joiners three;
/// - 7/7 for every letter of a Vietnamese word. A word is a run of letters and their marks. It is
///   Vietnamese when it holds ơ, ư, the combining horn, or a letter of U+1EA0–U+1EF9 (ạ … ỹ). That block
///   was encoded for Vietnamese; đ and ă are left out because Croatian and Romanian write them, â ê ô
///   because French does. (Yoruba, Igbo and Guaraní share a few dotted or tilded letters with it and count
///   alike, which suits them: such letters seldom share a token);
/// - nothing for a combining mark, variation selector, joiner or other format character: it belongs to
///   the character before.
///
/// The sum is rounded up; empty text is 0.
///
/// **Adding up.** Where text is cut outside a word, `count(a) + count(b) - 1 <= count(a + b) <= count(a) +
/// count(b)`. A cut inside a Vietnamese word can hide from one half what the other half shows, so there the
/// parts may count less than the whole.
public struct CharacterTokenCounter: TokenCounter {
  /// The one character counter: it has no settings.
  public init() {}

  /// `characters/1`: the number goes up whenever the rule changes.
  public var name: String { "characters/1" }

  /// How many tokens the text is by the rule above. One pass, no memory.
  public func count(utf8: UnsafeBufferPointer<UInt8>) -> Int {
    guard let text = utf8.baseAddress, !utf8.isEmpty else { return 0 }
    return (Self.sevenths(text, utf8.count) + 6) / 7
  }

  /// The text's weight in sevenths of a token.
  private static func sevenths(_ text: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var position = asciiEnd(text, 0, length)
    var sum = 2 * position
    // Only text beyond ASCII is worth building the classes, which takes milliseconds once.
    guard position < length else { return sum }
    let classes = UnicodeClasses.shared
    var settled = 0  // text before this is final: a Vietnamese word has been looked at as a whole
    while position < length {
      if text[position] < 0x80 {
        let end = asciiEnd(text, position, length)
        sum += 2 * (end - position)
        position = end
        continue
      }
      let (scalar, width) = UTF8Text.decode(text, at: position, end: length)
      let flags = classes[scalar]
      if flags & UnicodeClasses.vietnamese != 0 {
        // The letters before it were counted as Latin: raise them, then take the rest of the word whole.
        sum += 5 * lettersBefore(position, since: settled, text, classes)
        while position < length {
          let (scalar, width) = UTF8Text.decode(text, at: position, end: length)
          let flags = classes[scalar]
          guard isWordPart(flags) else { break }
          if flags & UnicodeClasses.letter != 0 { sum += 7 }
          position += width
        }
        settled = position
        continue
      }
      if flags & UnicodeClasses.whole != 0 {
        sum += 7
      } else if flags & UnicodeClasses.joined == 0 {
        sum += 2
      }
      position += width
    }
    return sum
  }

  /// The end of the run of ASCII at `start`.
  @inline(__always)
  private static func asciiEnd(_ text: UnsafePointer<UInt8>, _ start: Int, _ length: Int) -> Int {
    let raw = UnsafeRawPointer(text)
    var position = start
    while length - position >= 32 {
      let first = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let second = raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
      let third = raw.loadUnaligned(fromByteOffset: position + 16, as: UInt64.self)
      let fourth = raw.loadUnaligned(fromByteOffset: position + 24, as: UInt64.self)
      if (first | second | third | fourth) & 0x8080_8080_8080_8080 != 0 { break }
      position += 32
    }
    while position < length, text[position] < 0x80 { position += 1 }
    return position
  }

  /// Whether a scalar goes on a word that may be Vietnamese: a letter of an alphabet, or a mark on one.
  @inline(__always)
  private static func isWordPart(_ flags: UnicodeClasses.Flags) -> Bool {
    flags & (UnicodeClasses.letter | UnicodeClasses.mark) != 0 && flags & UnicodeClasses.whole == 0
  }

  private static func lettersBefore(
    _ position: Int, since settled: Int, _ text: UnsafePointer<UInt8>, _ classes: UnicodeClasses
  ) -> Int {
    var letters = 0
    var end = position
    while end > settled {
      var start = end - 1
      while start > settled, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
      let (scalar, width) = UTF8Text.decode(text, at: start, end: end)
      let flags = classes[scalar]
      guard width == end - start, isWordPart(flags) else { break }
      if flags & UnicodeClasses.letter != 0 { letters += 1 }
      end = start
    }
    return letters
  }

  static func isVietnamese(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x01A0, 0x01A1, 0x01AF, 0x01B0, 0x031B, 0x1EA0...0x1EF9: true
    default: false
    }
  }

  static func isWholeToken(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E00...0x0E7F, 0x0E80...0x0EFF,  // Thai, Lao
      0x0F00...0x0FFF,  // Tibetan
      0x1000...0x109F,  // Myanmar
      0x1100...0x11FF,  // hangul jamo
      0x1780...0x17FF, 0x19E0...0x19FF,  // Khmer
      0x1950...0x19DF, 0x1A20...0x1AAF,  // Tai Le, New Tai Lue, Tai Tham
      0x231A...0x231B, 0x23E9...0x23FA, 0x2600...0x27BF, 0x2B05...0x2B55,  // emoji among the symbols
      0x2E80...0x303F,  // radicals, ideographic description, CJK punctuation
      0x3040...0x31FF,  // kana, bopomofo, compatibility jamo, strokes
      0x3200...0x4DBF, 0x4E00...0x9FFF,  // enclosed and compatibility, ideographs
      0xA000...0xA4CF,  // Yi
      0xA960...0xA97F, 0xAC00...0xD7FF,  // hangul
      0xA980...0xA9FF, 0xAA60...0xAADF,  // Javanese, Myanmar extended, Tai Viet
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,  // compatibility, full-width forms
      0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, kana supplements
      0x1F000...0x1FAFF,  // emoji and pictographs
      0x20000...0x3FFFD:  // further ideographs
      true
    default:
      false
    }
  }
}
