import Testing

@testable import PrefixCache

@Suite("The first difference between two texts")
struct TextDifferenceTests {
  @Test("Equal texts have none")
  func equal() {
    #expect(TextDifference("", "") == nil && TextDifference("é😀", "é😀") == nil)
  }

  @Test("The offset counts UTF-8 bytes and never lies inside a character")
  func offsets() {
    let samples: [(String, String, Int)] = [
      ("abc", "abd", 2), ("abc", "ab", 2), ("ab", "abc", 2), ("", "a", 0), ("a", "", 0), ("abc", "xbc", 0),
      // é C3 A9 and è C3 A8 share their first byte; € E2 82 AC and ₭ E2 82 AD two, 😀 and 😁 three.
      ("né", "nè", 1), ("€", "₭", 0), ("x😀", "x😁", 1), ("é€😀a", "é€😀b", 9),
      // A character that begins like another, longer one.
      ("aé", "a", 1), ("a\u{E9}", "a\u{C3}", 1), ("日本", "日曜", 3),
      // A mark has a place of its own after its letter.
      ("e\u{301}", "e\u{300}", 1), ("e\u{301}", "e", 1), ("e\u{301}", "\u{E9}", 0),
      ("o\u{308}x", "o\u{308}y", 3),
    ]
    for (before, after, byte) in samples {
      let found = TextDifference(before, after)
      #expect(found?.byte == byte, "\(before.debugDescription) → \(after.debugDescription)")
    }
  }

  @Test("Differences that the eye misses are named")
  func details() {
    let samples: [(String, String, String?)] = [
      ("a b", "a\u{A0}b", "U+00A0 for U+0020"), ("a\u{A0}b", "a b", "U+0020 for U+00A0"),
      ("a b", "a\u{2009}b", "U+2009 for U+0020"), ("a b", "a\tb", "U+0009 for U+0020"),
      ("ab", "a\u{200B}b", "U+200B inserted"), ("a\u{200B}b", "ab", "U+200B removed"),
      ("ab", "a\u{200D}b", "U+200D inserted"), ("ab", "ab\u{FEFF}", "U+FEFF inserted"),
      ("ab\u{AD}", "ab", "U+00AD removed"),
      ("\u{2764}", "\u{2764}\u{FE0F}", "U+FE0F inserted"), ("a\nb\nc", "a\r\nb\r\nc", "U+000D inserted"),
      ("a\u{200B}b\u{200B}c", "abc", "U+200B removed"),
      ("cat", "c\u{430}t", "U+0430 for U+0061"), ("c\u{430}t", "cat", "U+0061 for U+0430"),
      ("Port", "\u{420}ort", "U+0420 for U+0050"), ("no", "n\u{3BF}", "U+03BF for U+006F"),
      ("a-b", "a\u{2013}b", "U+2013 for U+002D"), ("it's", "it\u{2019}s", "U+2019 for U+0027"),
      ("\"x", "\u{201C}x", "U+201C for U+0022"), ("A", "\u{FF21}", "U+FF21 for U+0041"),
      ("a b", "a  b", nil), ("cat", "cut", nil), ("a", "á", nil), ("a", "b\u{200B}", nil),
      ("ab", "a\nb", nil),
      ("e\u{301}", "\u{E9}", nil), ("\u{1F600}", "\u{1F601}", nil),
    ]
    for (before, after, detail) in samples {
      let found = TextDifference(before, after)
      #expect(found?.detail == detail, "\(before.debugDescription) → \(after.debugDescription)")
    }
  }

  @Test("Excerpts have 24 characters before the place and 60 from it on, with marks where they were cut")
  func excerpts() {
    let long = String(repeating: "é", count: 100)
    let found = TextDifference(long + "x" + long, long + "y" + long)
    let half = String(repeating: "é", count: 24)
    #expect(found?.before == "…" + half + "x" + String(repeating: "é", count: 59) + "…")
    #expect(found?.after == "…" + half + "y" + String(repeating: "é", count: 59) + "…")
    #expect(TextDifference("short one", "short two")?.before == "short one")
    #expect(TextDifference("abc", "abcd")?.before == "abc" && TextDifference("abc", "abcd")?.after == "abcd")
  }
}
