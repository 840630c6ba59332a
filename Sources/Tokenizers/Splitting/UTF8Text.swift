/// Reading scalars out of UTF-8 bytes.
enum UTF8Text {
  /// The scalar that starts at `position` and its width in bytes.
  ///
  /// A broken sequence gives U+FFFD over its longest sound beginning (at least one byte), the repair
  /// that the Unicode standard recommends and `String(decoding:as:)` makes.
  @inline(__always)
  static func decode(
    _ text: UnsafePointer<UInt8>, at position: Int, end: Int
  ) -> (scalar: UInt32, width: Int) {
    let lead = text[position]
    if lead < 0x80 { return (UInt32(lead), 1) }
    if end - position >= 3, lead >= 0xE1, lead <= 0xEC {
      // Most of the world's non-Latin text: no special limits on the second byte.
      let second = text[position + 1]
      let third = text[position + 2]
      if second & 0xC0 == 0x80, third & 0xC0 == 0x80 {
        return (UInt32(lead & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F), 3)
      }
    }
    return decodeAny(text, at: position, end: end)
  }

  private static func decodeAny(
    _ text: UnsafePointer<UInt8>, at position: Int, end: Int
  ) -> (scalar: UInt32, width: Int) {
    let lead = text[position]
    let width: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: width = 2
    case 0xE0: (width, low) = (3, 0xA0)
    case 0xED: (width, high) = (3, 0x9F)
    case 0xE1...0xEF: width = 3
    case 0xF0: (width, low) = (4, 0x90)
    case 0xF4: (width, high) = (4, 0x8F)
    case 0xF1...0xF3: width = 4
    default: return (0xFFFD, 1)
    }
    var scalar = UInt32(lead) & (0x7F >> UInt32(width))
    for offset in 1..<width {
      guard position + offset < end else { return (0xFFFD, offset) }
      let byte = text[position + offset]
      guard byte >= low, byte <= high else { return (0xFFFD, offset) }
      (low, high) = (0x80, 0xBF)
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    return (scalar, width)
  }

  /// Whether the bytes are UTF-8 throughout.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = text.baseAddress else { return true }
    let raw = UnsafeRawPointer(base)
    let end = text.count
    var position = 0
    while position < end {
      if end - position >= 8,
        raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position += 8
        continue
      }
      let (scalar, width) = decode(base, at: position, end: end)
      // A real U+FFFD is the three bytes EF BF BD.
      if scalar == 0xFFFD, width != 3 || base[position] != 0xEF || base[position + 2] != 0xBD { return false }
      position += width
    }
    return true
  }
}
