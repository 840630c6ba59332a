/// Reads the text out of an answer by schema, `{"answer": "…"}`, while it comes: a person need not wait for its last brace.
///
/// Anything else, such as a call, has no text. A text may be cut anywhere, also in an escape.
struct AnswerText: Sendable {
  private enum Place {
    /// So many of the signs before the text were there; blanks may stand between them.
    case beginning(sign: Int, offset: Int)
    case text
    case escape
    /// The digits of `\uXXXX` so far.
    case code(String)
    /// The text has ended, or there is none.
    case end
  }

  private static let signs = ["{", "\"answer\"", ":", "\""].map { Array($0.unicodeScalars) }

  private var place = Place.beginning(sign: 0, offset: 0)
  /// The first half of a pair of `\uXXXX`.
  private var high: UInt32?
  /// The text so far; nil as long as none has begun.
  private(set) var text: String?

  /// - Returns: What came of the text.
  mutating func receive(_ piece: String) -> String {
    var new = ""
    for scalar in piece.unicodeScalars { receive(scalar, into: &new) }
    if !new.isEmpty { text = (text ?? "") + new }
    return new
  }

  private mutating func receive(_ scalar: Unicode.Scalar, into new: inout String) {
    switch place {
    case .beginning(let sign, let offset):
      if offset == 0, scalar.properties.isWhitespace { return }
      let expected = Self.signs[sign]
      guard scalar == expected[offset] else {
        place = .end
        return
      }
      if offset + 1 < expected.count {
        place = .beginning(sign: sign, offset: offset + 1)
      } else if sign + 1 < Self.signs.count {
        place = .beginning(sign: sign + 1, offset: 0)
      } else {
        place = .text
        text = ""
      }
    case .text:
      switch scalar {
      case "\"": place = .end
      case "\\": place = .escape
      default: append(scalar, to: &new)
      }
    case .escape:
      place = .text
      switch scalar {
      case "n": append("\n", to: &new)
      case "t": append("\t", to: &new)
      case "r": append("\r", to: &new)
      case "b": append("\u{8}", to: &new)
      case "f": append("\u{C}", to: &new)
      case "u": place = .code("")
      default: append(scalar, to: &new)
      }
    case .code(let digits):
      let digits = digits + String(Character(scalar))
      guard digits.utf8.count >= 4 else {
        place = .code(digits)
        return
      }
      place = .text
      append(code: UInt32(digits, radix: 16) ?? 0xFFFD, to: &new)
    case .end: break
    }
  }

  private mutating func append(code: UInt32, to new: inout String) {
    if let first = high, (0xDC00...0xDFFF).contains(code) {
      high = nil
      append(Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (code - 0xDC00)) ?? "\u{FFFD}", to: &new)
    } else if (0xD800...0xDBFF).contains(code) {
      high = code
    } else {
      append(Unicode.Scalar(code) ?? "\u{FFFD}", to: &new)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, to new: inout String) {
    high = nil
    new.unicodeScalars.append(scalar)
  }
}
