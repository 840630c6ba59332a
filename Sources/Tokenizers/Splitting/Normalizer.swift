@_spi(_Unicode) import Swift  // NFC: the standard library has it, and outside Foundation offers it only so

/// A rewriting of text before it is cut into pieces.
enum Normalizer: Sendable, Equatable {
  /// Unicode's canonical composition.
  case nfc
  /// These bytes in front of a text that is not empty.
  case prepend([UInt8])
  /// Every occurrence of the first bytes, which are not empty, by the second.
  case replace([UInt8], by: [UInt8])

  func apply(to text: [UInt8]) -> [UInt8] {
    switch self {
    case .nfc:
      // Below U+0300, whose lead byte is CC, every scalar is composed and nothing composes.
      guard text.contains(where: { $0 >= 0xCC }) else { return text }
      var composed: [UInt8] = []
      composed.reserveCapacity(text.count)
      for scalar in String(decoding: text, as: UTF8.self)._nfc {
        composed.append(contentsOf: scalar.utf8)
      }
      return composed
    case .prepend(let bytes):
      return text.isEmpty ? text : bytes + text
    case .replace(let pattern, let replacement):
      return Self.replace(pattern, by: replacement, in: text)
    }
  }

  static func replace(_ pattern: [UInt8], by replacement: [UInt8], in text: [UInt8]) -> [UInt8] {
    guard let first = pattern.first else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 2)
    text.withUnsafeBufferPointer { text in
      var kept = 0
      var position = 0
      while position < text.count {
        guard text[position] == first,
          pattern.count == 1 || text[position...].starts(with: pattern)
        else {
          position += 1
          continue
        }
        result.append(contentsOf: text[kept..<position])
        result.append(contentsOf: replacement)
        position += pattern.count
        kept = position
      }
      result.append(contentsOf: text[kept...])
    }
    return result
  }
}
