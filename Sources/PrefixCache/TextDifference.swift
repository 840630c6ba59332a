/// The first difference between two texts: where it is, what stands on both sides, and whether it is one that the eye misses.
struct TextDifference {
  /// UTF-8 bytes before the first differing character.
  var byte: Int
  var before: String
  var after: String
  /// `U+00A0 for U+0020`, `U+200B inserted` …; nil for a difference that can be seen.
  var detail: String?

  /// Characters of an excerpt before and from the difference on.
  private static let context = 24
  private static let reach = 60

  /// Nil when the texts are equal.
  init?(_ before: String, _ after: String) {
    var left = before
    var right = after
    let byte: Int? = left.withUTF8 { a in
      right.withUTF8 { b in
        var index = 0
        let shorter = min(a.count, b.count)
        while index < shorter, a[index] == b[index] { index += 1 }
        if index == a.count, index == b.count { return nil }
        // Back to the start of the character that the byte is part of.
        while index > 0,
          (index < a.count && a[index] & 0xC0 == 0x80) || (index < b.count && b[index] & 0xC0 == 0x80)
        {
          index -= 1
        }
        return index
      }
    }
    guard let byte else { return nil }
    self.byte = byte
    self.before = Self.excerpt(of: before, around: byte)
    self.after = Self.excerpt(of: after, around: byte)
    detail = Self.detail(
      Self.scalar(of: before, at: byte), Self.scalar(of: after, at: byte), before, after, byte)
  }

  /// A piece of a text around a byte offset, with `…` where it was cut.
  static func excerpt(of text: String, around byte: Int) -> String {
    let scalars = text.unicodeScalars
    let utf8 = text.utf8
    let place = utf8.index(utf8.startIndex, offsetBy: min(byte, utf8.count))
    var start = place
    var steps = 0
    while start > scalars.startIndex, steps < context {
      start = scalars.index(before: start)
      steps += 1
    }
    var end = place
    steps = 0
    while end < scalars.endIndex, steps < reach {
      end = scalars.index(after: end)
      steps += 1
    }
    let piece = String(scalars[start..<end])
    return (start > scalars.startIndex ? "…" : "") + piece + (end < scalars.endIndex ? "…" : "")
  }

  private static func scalar(of text: String, at byte: Int) -> Unicode.Scalar? {
    let utf8 = text.utf8
    guard byte < utf8.count else { return nil }
    return text.unicodeScalars[utf8.index(utf8.startIndex, offsetBy: byte)]
  }

  private static func detail(
    _ left: Unicode.Scalar?, _ right: Unicode.Scalar?, _ before: String, _ after: String, _ byte: Int
  ) -> String? {
    if let left, let right, LookAlikes.alike(left, right) {
      return "\(name(right)) for \(name(left))"
    }
    if let right, LookAlikes.isInvisible(right), scalar(of: after, at: byte + UTF8.width(right)) == left {
      return "\(name(right)) inserted"
    }
    if let left, LookAlikes.isInvisible(left), scalar(of: before, at: byte + UTF8.width(left)) == right {
      return "\(name(left)) removed"
    }
    return nil
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}

/// Characters that a person takes for one another, or does not see at all.
enum LookAlikes {
  /// True for two different characters that look the same on most screens.
  static func alike(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool { a != b && skeleton(a) == skeleton(b) }

  /// True for characters that draw nothing.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .control, .lineSeparator, .paragraphSeparator: scalar != "\n" && scalar != "\t"
    default: scalar.properties.isVariationSelector || scalar == "\u{34F}"
    }
  }

  /// One character for each class of look-alikes: blanks, dashes, quotes, and the letters that Latin shares with Cyrillic and Greek
  /// (a hand-picked part of Unicode's confusables, UTS 39).
  private static func skeleton(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.properties.generalCategory == .spaceSeparator { return " " }
    switch scalar {
    case "\t": return " "
    case "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}": return "-"
    case "\u{2018}", "\u{2019}", "\u{201A}", "\u{2032}", "\u{02BC}", "\u{FF07}", "`": return "'"
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2033}", "\u{FF02}": return "\""
    case "\u{FF01}"..."\u{FF5E}": return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: return letters[scalar] ?? scalar
    }
  }

  private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs: [(String, String)] = [
      ("авекмнорстух", "aвeкмнopcтyx"), ("АВЕЅІЈКМНОРСТХУ", "ABESIJKMHOPCTXY"), ("іјѕԁһ", "ijsdh"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"), ("ον", "ov"), ("\u{2026}", "…"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (from, to) in pairs {
      for (a, b) in zip(from.unicodeScalars, to.unicodeScalars) where a != b { table[a] = b }
    }
    return table
  }()
}
