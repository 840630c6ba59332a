import Glibc

@inline(__always)
func memoryEqual(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  memcmp(a, b, count) == 0
}

@inline(__always)
func memoryOrder(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  memcmp(a, b, count)
}

/// The lexical half of reading JSON (RFC 8259): white space, strings, numbers and literals, all checked.
struct JSONScanner {
  let text: UnsafeBufferPointer<UInt8>
  var position: Int
  /// Where the string that was read last starts, after its quote.
  private(set) var stringStart = 0

  init(text: UnsafeBufferPointer<UInt8>, position: Int) {
    self.text = text
    self.position = position
  }

  var peek: UInt8? {
    @inline(__always) get { position < text.count ? text[position] : nil }
  }

  @inline(__always)
  mutating func skipSpace() {
    while position < text.count {
      let byte = text[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  mutating func expect(_ byte: UInt8, _ what: String) throws(JSONError) {
    guard let found = peek else { throw JSONError(.endsEarly(inside: "an object"), at: position) }
    guard found == byte else {
      throw JSONError(.unexpected(JSONScanner.describe(found), expected: what), at: position)
    }
    position += 1
  }

  mutating func literal(_ word: StaticString) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    for index in 0..<count {
      guard position + index < text.count else {
        throw JSONError(.endsEarly(inside: "a word"), at: text.count)
      }
      guard text[position + index] == word.utf8Start[index] else {
        throw JSONError(.unexpected("an unknown word", expected: "a value"), at: position)
      }
    }
    position += count
  }

  mutating func number() throws(JSONError) {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    guard let first = peek else { throw JSONError(.endsEarly(inside: "a number"), at: position) }
    if first == UInt8(ascii: "0") {
      position += 1
    } else {
      try digits(start)
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits(start)
    }
    if let exponent = peek, exponent | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try digits(start)
    }
    // "012" and "1x" end here with something that can't follow a number.
    if let next = peek, next == UInt8(ascii: ".") || next == UInt8(ascii: "-") || isDigit(next) {
      throw JSONError(.badNumber, at: start)
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func digits(_ start: Int) throws(JSONError) {
    let first = position
    while let byte = peek, isDigit(byte) { position += 1 }
    guard position > first else {
      throw position < text.count
        ? JSONError(.badNumber, at: start) : JSONError(.endsEarly(inside: "a number"), at: position)
    }
  }

  /// Reads a string from its opening quote; true when it holds a backslash.
  @inline(__always)
  mutating func string() throws(JSONError) -> Bool {
    position += 1
    stringStart = position
    guard let base = text.baseAddress else { throw JSONError(.endsEarly(inside: "a string"), at: position) }
    let count = text.count
    var at = position
    var escaped = false
    while true {
      // Eight bytes at a time over plain ASCII: stop at a quote, a backslash, a control character or a high bit.
      while at + 8 <= count {
        let word = UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self)
        let quote = word ^ 0x2222_2222_2222_2222
        let slash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let low: UInt64 = 0x0101_0101_0101_0101
        let special =
          ((quote &- low) & ~quote) | ((slash &- low) & ~slash) | ((word &- 0x2020_2020_2020_2020) & ~word)
          | word
        let mask = special & 0x8080_8080_8080_8080
        if mask != 0 {
          at += mask.trailingZeroBitCount >> 3
          break
        }
        at += 8
      }
      guard at < count else {
        position = count
        throw JSONError(.endsEarly(inside: "a string"), at: count)
      }
      let byte = base[at]
      if byte == UInt8(ascii: "\"") {
        position = at + 1
        return escaped
      } else if byte == UInt8(ascii: "\\") {
        escaped = true
        at = try escape(at)
      } else if byte < 0x20 {
        throw JSONError(.controlCharacter(byte), at: at)
      } else if byte < 0x80 {
        at += 1
      } else {
        repeat {
          at = try utf8(at)
        } while at < count && base[at] >= 0x80
      }
    }
  }

  private func escape(_ at: Int) throws(JSONError) -> Int {
    guard at + 1 < text.count else { throw JSONError(.endsEarly(inside: "a string"), at: text.count) }
    switch text[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return at + 2
    case UInt8(ascii: "u"):
      guard at + 6 <= text.count else { throw JSONError(.endsEarly(inside: "a string"), at: text.count) }
      for index in at + 2..<at + 6 where JSONScanner.hex(text[index]) == nil {
        throw JSONError(.badEscape, at: at)
      }
      return at + 6
    default:
      throw JSONError(.badEscape, at: at)
    }
  }

  /// Checks one multi-byte sequence (Unicode table 3-7: no overlong forms, no surrogates, nothing over U+10FFFF).
  @inline(__always)
  private func utf8(_ at: Int) throws(JSONError) -> Int {
    let first = text[at]
    let length: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, lowest) = (3, 0xA0)
    case 0xED: (length, highest) = (3, 0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, lowest) = (4, 0x90)
    case 0xF4: (length, highest) = (4, 0x8F)
    case 0xF1...0xF3: length = 4
    default: throw JSONError(.invalidUTF8, at: at)
    }
    guard at + length <= text.count else { throw cutSequence(at, lowest, highest) }
    guard text[at + 1] >= lowest, text[at + 1] <= highest else { throw JSONError(.invalidUTF8, at: at) }
    if length > 2, text[at + 2] & 0xC0 != 0x80 { throw JSONError(.invalidUTF8, at: at) }
    if length > 3, text[at + 3] & 0xC0 != 0x80 { throw JSONError(.invalidUTF8, at: at) }
    return at + length
  }

  /// A text that ends inside a character was cut off, unless what there is of the character is wrong already.
  private func cutSequence(_ at: Int, _ lowest: UInt8, _ highest: UInt8) -> JSONError {
    let rest = text[(at + 1)...]
    let isWell =
      rest.allSatisfy { $0 & 0xC0 == 0x80 } && rest.first.map { $0 >= lowest && $0 <= highest } ?? true
    return isWell
      ? JSONError(.endsEarly(inside: "a string"), at: text.count) : JSONError(.invalidUTF8, at: at)
  }

  static func hex(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// A byte as an error line names it; unprintable ones by number.
  static func describe(_ byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F ? "“\(Character(Unicode.Scalar(byte)))”" : "byte \(byte)"
  }
}
