/// Strings of JSON in and out of their escaped spelling.
enum JSONText {
  /// One step through the escaped text of a string (already checked by the scanner).
  private enum Piece {
    case byte(UInt8)
    case scalar(Unicode.Scalar)
    /// Half a surrogate pair: legal JSON, no Unicode text.
    case loneSurrogate(UInt16)
  }

  private static func next(_ text: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Piece {
    let byte = text[at]
    guard byte == UInt8(ascii: "\\"), at + 1 < text.count else {
      at += 1
      return .byte(byte)
    }
    let letter = text[at + 1]
    guard letter == UInt8(ascii: "u") else {
      at += 2
      switch letter {
      case UInt8(ascii: "b"): return .byte(0x08)
      case UInt8(ascii: "f"): return .byte(0x0C)
      case UInt8(ascii: "n"): return .byte(0x0A)
      case UInt8(ascii: "r"): return .byte(0x0D)
      case UInt8(ascii: "t"): return .byte(0x09)
      default: return .byte(letter)
      }
    }
    let unit = codeUnit(text, at + 2)
    at += 6
    if let scalar = Unicode.Scalar(unit) { return .scalar(scalar) }
    if unit < 0xDC00, at + 6 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u")
    {
      let low = codeUnit(text, at + 2)
      if low >= 0xDC00, low < 0xE000 {
        let value = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00)
        if let scalar = Unicode.Scalar(value) {
          at += 6
          return .scalar(scalar)
        }
      }
    }
    return .loneSurrogate(unit)
  }

  private static func codeUnit(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt16 {
    var unit: UInt16 = 0
    for index in at..<min(at + 4, text.count) { unit = unit << 4 | (JSONScanner.hex(text[index]) ?? 0) }
    return unit
  }

  /// The string's own UTF-8 bytes; half a surrogate pair becomes U+FFFD.
  static func unescape(_ text: UnsafeBufferPointer<UInt8>, into out: inout [UInt8]) {
    var at = 0
    while at < text.count {
      // Runs without a backslash go over whole.
      let run = at
      while at < text.count, text[at] != UInt8(ascii: "\\") { at += 1 }
      if at > run { out.append(contentsOf: text[run..<at]) }
      guard at < text.count else { return }
      switch next(text, &at) {
      case .byte(let byte): out.append(byte)
      case .scalar(let scalar): out.append(contentsOf: UTF8.encode(scalar).orReplacement)
      case .loneSurrogate: out.append(contentsOf: [0xEF, 0xBF, 0xBD])
      }
    }
  }

  /// The string again, in the one canonical spelling: only what JSON demands is escaped, in its shortest form, and half a
  /// surrogate pair stays the escape it was.
  static func recanonicalise(_ text: UnsafeBufferPointer<UInt8>, into out: inout [UInt8]) {
    var at = 0
    while at < text.count {
      let run = at
      while at < text.count, text[at] != UInt8(ascii: "\\") { at += 1 }
      if at > run { out.append(contentsOf: text[run..<at]) }
      guard at < text.count else { return }
      switch next(text, &at) {
      case .byte(let byte): appendEscaped(byte, slashes: false, into: &out)
      case .scalar(let scalar) where scalar.value < 0x80:
        appendEscaped(UInt8(scalar.value), slashes: false, into: &out)
      case .scalar(let scalar): out.append(contentsOf: UTF8.encode(scalar).orReplacement)
      case .loneSurrogate(let unit): appendUnicodeEscape(unit, into: &out)
      }
    }
  }

  /// A string's bytes, quoted and escaped.
  static func appendQuoted(_ string: String, into out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in string.utf8 { appendEscaped(byte, slashes: false, into: &out) }
    out.append(UInt8(ascii: "\""))
  }

  static func appendEscaped(_ byte: UInt8, slashes: Bool, into out: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case UInt8(ascii: "/") where slashes: out.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 0x08: out.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "b")])
    case 0x0C: out.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "f")])
    case 0x0A: out.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
    case 0x0D: out.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
    case 0x09: out.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
    case 0..<0x20: appendUnicodeEscape(UInt16(byte), into: &out)
    default: out.append(byte)
    }
  }

  static func appendUnicodeEscape(_ unit: UInt16, into out: inout [UInt8]) {
    out.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 0xF)
      out.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension Optional where Wrapped == UTF8.EncodedScalar {
  /// Every scalar has a UTF-8 form; the replacement character stands in for the impossible case.
  fileprivate var orReplacement: UTF8.EncodedScalar { self ?? UTF8.encodedReplacementCharacter }
}
