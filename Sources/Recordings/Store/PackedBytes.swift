/// Whole numbers and strings in as few bytes as they need, for the packed columns of a recording.
///
/// A number is a little-endian base-128 varint (7 bits a byte, the high bit says "more"); a signed one is
/// zigzagged first (0, -1, 1, -2 … as 0, 1, 2, 3 …); a string is its length in bytes and its UTF-8.
struct PackedBytes {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(signed number: Int64) {
    append(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(utf8 text: [UInt8]) {
    append(UInt64(text.count))
    bytes.append(contentsOf: text)
  }
}

/// Reads what `PackedBytes` wrote. Bytes that nothing of ours wrote give nil, never a trap.
struct PackedReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// `bytes` must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }

  mutating func number() -> UInt64? {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      // The tenth byte holds the last bit; anything above it does not fit.
      if shift == 63, byte > 1 { return nil }
      result |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return result }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }

  mutating func signed() -> Int64? {
    guard let raw = number() else { return nil }
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }

  /// A number that is a count or an index: not negative and an `Int`.
  mutating func count() -> Int? {
    guard let raw = number() else { return nil }
    return Int(exactly: raw)
  }

  mutating func text() -> String? {
    guard let length = count(), length <= bytes.count - offset else { return nil }
    defer { offset += length }
    return String(decoding: bytes[offset..<offset + length], as: UTF8.self)
  }
}
