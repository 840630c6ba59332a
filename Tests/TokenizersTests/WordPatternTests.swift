import Testing

@testable import Tokenizers

/// The pieces are read off the regular expressions by hand; `|` stands between them.
@Suite struct WordPatternTests {
  static func pieces(_ text: String, _ steps: [PreTokenizer]) -> String {
    var pieces: [String] = []
    func cut(_ bytes: UnsafeBufferPointer<UInt8>, _ isFirst: Bool, _ step: Int) {
      guard step < steps.count else { return pieces.append(String(decoding: bytes, as: UTF8.self)) }
      steps[step].apply(to: bytes, isFirst: isFirst) { cut($0, $1, step + 1) }
    }
    Array(text.utf8).withUnsafeBufferPointer { cut($0, true, 0) }
    return pieces.joined(separator: "|")
  }

  static func pieces(_ text: String, _ pattern: WordPattern) -> String {
    pieces(text, [.split(.words(pattern), .isolated)])
  }

  @Test(arguments: [
    ("He's 12345 don'T", "He|'s| 12345| don|'|T"),
    ("  a \n b", " | a| \n| b"),
    ("a  ", "a|  "),
    ("x+=1;//ok", "x|+=|1|;//|ok"),
    ("ç'est l'été", "ç|'|est| l|'|été"),
    ("a\tb", "a|\t|b"),
    ("日本 ٣٤", "日本| ٣٤"),
  ])
  func gpt2(text: String, expected: String) {
    #expect(Self.pieces(text, .gpt2) == expected)
  }

  @Test(arguments: [
    ("He'S 12345", "He|'S| |123|45"),
    ("(word) $x", "(word|)| $|x"),
    ("a\r\n\r\n b", "a|\r\n\r\n| b"),
    ("a  \n  b", "a|  \n| | b"),
    ("a\tb\u{A0}c", "a|\tb|\u{A0}c"),
    ("end!!\n\nx", "end|!!\n\n|x"),
    ("they'reX", "they|'re|X"),
    ("e\u{301}a", "e|\u{301}a"),
  ])
  func llama3(text: String, expected: String) {
    #expect(Self.pieces(text, .llama3) == expected)
  }

  @Test func qwen2TakesDigitsOneByOne() {
    #expect(Self.pieces("a 123", .qwen2) == "a| |1|2|3")
  }

  @Test(arguments: [
    ("camelCase XMLHttp", "camel|Case| XMLHttp"),
    ("it's IT'S", "it's| IT'S"),
    ("日本A日", "日本A日"),
    ("日本A", "日本|A"),
    ("a/b //\n/x", "a|/b| //\n/|x"),
    ("1234é", "123|4|é"),
    ("e\u{301}A", "e\u{301}|A"),
  ])
  func o200k(text: String, expected: String) {
    #expect(Self.pieces(text, .o200k) == expected)
  }

  @Test func deepseek() {
    let steps: [PreTokenizer] = [
      WordPattern(family: .digits, digits: 3), WordPattern(family: .ideographs),
      WordPattern(family: .deepseek3),
    ].map { .split(.words($0), .isolated) }
    #expect(Self.pieces("foo.bar 1234日本x ++\n", steps) == "foo|.bar| |123|4|日本|x| ++\n")
  }

  @Test func llamaCppDefault() throws {
    let steps = try #require(GGUFSplitting(named: "default")).steps
      .map { PreTokenizer.split(.words($0), .isolated) }
    #expect(Self.pieces("a=b, 12345 c", steps) == "a|=|b|,| |123|45| c")
  }

  @Test(arguments: [
    (PreTokenizer.Behavior.isolated, "a|-|-|b"), (.removed, "a|b"), (.kept, "-|-"), (.contiguous, "a|--|b"),
    (.mergedWithPrevious, "a-|-|b"), (.mergedWithNext, "a|-|-b"),
  ])
  func behaviors(behavior: PreTokenizer.Behavior, expected: String) {
    #expect(Self.pieces("a--b", [.split(.literal([0x2D]), behavior)]) == expected)
  }

  @Test func metaspaceMarksTheFirstPiece() {
    let mark = Array("▁".utf8)
    let split = PreTokenizer.split(.literal(mark), .mergedWithNext)
    #expect(Self.pieces("a  b", [.metaspace(mark: mark, .always), split]) == "▁a|▁|▁b")
    #expect(Self.pieces("a b", [.metaspace(mark: mark, .never), split]) == "a|▁b")
    #expect(Self.pieces(" a", [.metaspace(mark: mark, .firstPiece), split]) == "▁a")
  }

  @Test func normalizers() {
    #expect(Normalizer.nfc.apply(to: Array("e\u{301}\u{1100}\u{1161}".utf8)) == Array("\u{E9}\u{AC00}".utf8))
    #expect(Normalizer.prepend([0x5F]).apply(to: []) == [])
    #expect(Normalizer.replace([1, 2], by: [9]).apply(to: [1, 1, 2, 2, 1]) == [1, 9, 2, 1])
  }
}
