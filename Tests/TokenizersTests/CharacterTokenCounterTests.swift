import Testing

@testable import Tokenizers

/// The expected numbers are worked out by hand in sevenths: 2 for a character, 7 for a whole token.
@Suite struct CharacterTokenCounterTests {
  let counter = CharacterTokenCounter()

  @Test(arguments: [
    ("", 0),
    ("a", 1),  // 2/7
    ("abc", 1),  // 6/7
    ("abcd", 2),  // 8/7
    ("seven letters, ", 5),  // 15 characters: 30/7 = 4.3
    ("0123456789012345678901234567890123", 10),  // 34 characters, one block of 32 and two: 68/7 = 9.7
    ("été", 1),  // 3 letters of 2: 6/7
    ("привет мир", 3),  // 10 characters: 20/7 = 2.9
    ("日本語", 3),
    ("日本語。", 4),
    ("ひらカナ", 4),
    ("한국어 문장", 6),  // 5 syllables and a space: 37/7 = 5.3
    ("ＡＢ", 2),  // full-width letters
    ("GPTは", 2),  // 3 letters of 2 and a kana: 13/7 = 1.9
    ("สวัสดี", 4),  // 4 consonants; the vowel signs above are marks
    ("ພາສາ", 4),
    ("😀", 1),
    ("👍🏽", 2),  // the hand and its skin tone
    ("🇫🇷", 2),
    ("👨‍👩‍👧", 3),  // the joiners cost nothing
    ("❤️", 1),  // nor does the variation selector
    ("e\u{301}e\u{301}e\u{301}", 1),  // 3 letters of 2, marks free
    ("नमस्ते", 2),  // न म स त are letters: 8/7; the sign below and the vowel sign are marks
    ("\u{0}\t\n\r", 2),  // control characters are characters: 8/7
  ])
  func weighsTheScript(text: String, tokens: Int) {
    #expect(counter.count(text) == tokens)
  }

  @Test(arguments: [
    ("người", 5),  // ư and ờ: five letters, each a token
    ("ngườ", 4),
    ("NGƯỜI", 5),
    ("ngu\u{31B}o\u{31B}\u{300}i", 5),  // the same decomposed: the horn tells
    ("Việt", 4),
    ("xin người", 7),  // "xin " is 8/7, the word 5: 6.1
    ("(một)", 4),  // two brackets 4/7, three letters: 3.6
    ("một hai", 5),  // 3 and " hai" 8/7: 4.1; hai shows nothing
    ("một1hai", 5),  // a digit ends a word
    ("日một", 4),  // so does an ideograph
  ])
  func countsTheLettersOfVietnameseWords(text: String, tokens: Int) {
    #expect(counter.count(text) == tokens)
  }

  @Test(arguments: [
    ("đak", 1),  // Croatian: 6/7
    ("Băsescu", 2),  // Romanian: 14/7
    ("șțîâ", 2),  // 8/7
    ("forêt", 2),  // French: 10/7
    ("señor", 2),  // 10/7
    ("français où", 4),  // 11 characters: 22/7 = 3.1
  ])
  func leavesItsNeighboursAlone(text: String, tokens: Int) {
    #expect(counter.count(text) == tokens)
  }

  @Test func aWordIsLookedAtOnceHoweverOftenItShows() {
    // Every letter shows Vietnamese: 1,000 letters and no more.
    #expect(counter.count(String(repeating: "ơ", count: 1000)) == 1000)
    // A long plain run before the letter that shows.
    #expect(counter.count(String(repeating: "n", count: 5000) + "ơ") == 5001)
  }

  @Test func cutsOutsideAWordAddUp() {
    var random = SeededGenerator(state: 11)
    for _ in 0..<500 {
      let left = random.string(upTo: 40) + " "
      let right = random.string(upTo: 40)
      let whole = counter.count(left + right)
      let parts = counter.count(left) + counter.count(right)
      #expect(whole <= parts && whole >= parts - 1, "\(left.debugDescription) + \(right.debugDescription)")
    }
  }

  @Test func brokenBytesCountAsTheirRepair() {
    var random = SeededGenerator(state: 12)
    for _ in 0..<2000 {
      var bytes = Array(random.string(upTo: 12).utf8)
      for _ in 0..<2 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let repaired = String(decoding: bytes, as: UTF8.self)
      let count = bytes.withUnsafeBufferPointer { counter.count(utf8: $0) }
      #expect(count == counter.count(repaired), "\(bytes)")
    }
  }

  @Test func namesItsRule() {
    #expect(counter.name == "characters/1")
  }
}
