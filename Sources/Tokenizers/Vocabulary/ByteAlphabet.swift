/// GPT-2's alphabet: a printable character for each byte, in which byte-level vocabularies spell their
/// tokens.
///
/// The printable characters of Latin-1 stand for their own code; the other 68 bytes take U+0100, U+0101, …
/// in order.
enum ByteAlphabet {
  /// The byte that a character stands for.
  static func byte(of scalar: UInt32) -> UInt8? {
    switch scalar {
    case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: UInt8(scalar)
    case 0x100..<0x144: strangers[Int(scalar) - 0x100]
    default: nil
    }
  }

  /// The bytes that a token's spelling stands for; nil if it holds a character outside the alphabet.
  static func bytes(of spelling: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let base = spelling.baseAddress else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(spelling.count)
    var position = 0
    while position < spelling.count {
      let (scalar, width) = UTF8Text.decode(base, at: position, end: spelling.count)
      guard let byte = byte(of: scalar) else { return nil }
      bytes.append(byte)
      position += width
    }
    return bytes
  }

  private static let strangers: [UInt8] = (0...255).filter {
    !(0x21...0x7E).contains($0) && !(0xA1...0xAC).contains($0) && !(0xAE...0xFF).contains($0)
  }
}
