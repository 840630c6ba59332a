/// The sequence that hands text to the terminal's clipboard (xterm, "Operating System Commands", 52).
enum Clipboard {
  /// Terminals drop longer sequences: tmux at 1 MiB, others from 100,000 bytes. That is base64, so three quarters of it
  /// is text.
  static let largestText = 74_994

  /// Nil for text that is too long.
  static func sequence(for text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count <= largestText else { return nil }
    return Array("\u{1B}]52;c;".utf8) + base64(bytes) + [0x07]
  }

  /// RFC 4648, section 4.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let digit = Int(value >> UInt32(18 - 6 * place) & 63)
        result.append(place <= group.count ? digits[digit] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
