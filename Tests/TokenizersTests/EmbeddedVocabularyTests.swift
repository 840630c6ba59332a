import Testing

@testable import Tokenizers

@Suite struct EmbeddedVocabularyTests {
  private let stemma = BytePairTokenizer.stemma

  @Test("M3: The embedded vocabulary has 4,096 tokens: every byte, and one for each merge")
  func size() {
    #expect(stemma.name == "stemma-bpe/1")
    #expect(stemma.vocabularySize == 4096)
    #expect(StemmaMerges.count == 4096 - 256)
    #expect((0..<256).allSatisfy { Array(stemma.bytes(of: Int32($0))) == [UInt8($0)] })
    // No merge was left out, and none made a token that was there already.
    let tokens = Set((0..<4096).map { Array(stemma.bytes(of: Int32($0))) })
    #expect(tokens.count == 4096)
  }

  @Test("M3: The tokens of a text, in a row, are the text, whatever its script and its blanks")
  func round() {
    let texts = [
      "", "a", "Fold the paper in half.", "  two  blanks\n\n\tand a tab ",
      "{\"title\":\"Crane\",\"minutes\":10}",
      "naïve café", "紙を折る。", "안녕하세요 👩‍👩‍👧 🇨🇭", "x\r\ny", "\u{0}\u{7F}", "don't WON'T 12345 snake_case camelCase",
    ]
    for text in texts {
      let ids = stemma.encode(text)
      #expect(stemma.decode(ids) == text)
      #expect(ids.flatMap { Array(stemma.bytes(of: $0)) } == Array(text.utf8))
      #expect(ids.count == stemma.count(text))
    }
  }

  @Test("M3: A merge is taken in the order of its rank, and only where both of its sides are")
  func merges() {
    let pairs: [(left: [UInt8], right: [UInt8])] = [
      (Array("a".utf8), Array("b".utf8)), (Array("b".utf8), Array("c".utf8)),
      (Array("ab".utf8), Array("c".utf8)),
      (Array("xy".utf8), Array("z".utf8)),
    ]
    let tokenizer = BytePairTokenizer(name: "t/1", splitting: .llama3, merges: pairs, expecting: 4)
    // 256 "ab", 257 "bc", 258 "abc"; "xyz" is no token, for "xy" is none.
    #expect(tokenizer.vocabularySize == 259)
    #expect(tokenizer.encode("abc") == [258])
    #expect(tokenizer.encode("bc") == [257])
    #expect(tokenizer.encode("abb") == [256, 98])
    // The pattern cuts "a-bc" into "a" and "-bc", and merges stay inside a piece.
    #expect(tokenizer.encode("a-bc") == [97, 45, 257])
  }

  @Test("M3: Plain prose takes about four bytes a token, so that windows hold what people expect")
  func compression() {
    let text = """
      A snapshot is a splice of its parent. Entries are stored once, by content, and the same number is where the prefix \
      cache is cut, so the difference, the store and the cost of a request are told by one mechanism.
      """
    let bytesPerToken = Double(text.utf8.count) / Double(stemma.count(text))
    #expect((3.2...6).contains(bytesPerToken))
  }

  @Test("M3: What was counted with it finds it again by its name, without a file")
  func name() {
    #expect(BytePairTokenizer.embedded(named: "stemma-bpe/1")?.encode("Fold.") == stemma.encode("Fold."))
    #expect(BytePairTokenizer.embedded(named: "stemma-bpe/2")?.name == nil)
  }
}
