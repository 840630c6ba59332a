import Foundation
import Testing

@testable import Tokenizers

@Suite struct BytePairTokenizerTests {
  static let oracles: [(fixture: String, ids: [[Int32]])] = [
    ("byte-level.json", Oracle.byteLevel), ("metaspace.json", Oracle.metaspace),
    ("byte-level.gguf", Oracle.byteLevelGGUF), ("scored.gguf", Oracle.scoredGGUF),
  ]

  @Test(arguments: oracles)
  func givesTheIdsOfTheReference(fixture: String, ids: [[Int32]]) throws {
    let tokenizer = try BytePairTokenizer.load(path: Fixtures.path(fixture))
    for (text, expected) in zip(Oracle.texts, ids) {
      #expect(tokenizer.encode(text) == expected, "\(text.debugDescription)")
      #expect(tokenizer.count(text) == expected.count)
    }
  }

  @Test(arguments: ["byte-level.json", "byte-level.gguf"])
  func byteLevelTextComesBack(fixture: String) throws {
    let tokenizer = try BytePairTokenizer.load(path: Fixtures.path(fixture))
    var random = SeededGenerator(state: 3)
    for text in Oracle.texts + (0..<1000).map({ _ in random.string(upTo: 60) }) {
      let ids = tokenizer.encode(text)
      #expect(tokenizer.decode(ids) == text, "\(text.debugDescription)")
      #expect(tokenizer.count(text) == ids.count)
    }
  }

  @Test func markedSpacesComeBackWithoutTheOnePutInFront() throws {
    for fixture in ["metaspace.json", "scored.gguf"] {
      let tokenizer = try BytePairTokenizer.load(path: Fixtures.path(fixture))
      for text in ["the cache", "a  b", "天地 x\n", "ZZ🇫🇷"] {
        #expect(tokenizer.decode(tokenizer.encode(text)) == text)
      }
    }
  }

  @Test func aLongTextCountsAsItEncodes() throws {
    // Long enough for the cache of pieces to be used.
    let text =
      Oracle.texts.joined(separator: "\n") + String(repeating: "the transcript's 12 entries ", count: 400)
    for (fixture, _) in Self.oracles {
      let tokenizer = try BytePairTokenizer.load(path: Fixtures.path(fixture))
      #expect(tokenizer.count(text) == tokenizer.encode(text).count)
    }
  }

  @Test func brokenBytesCountAsTheirRepair() throws {
    let tokenizer = try BytePairTokenizer.load(path: Fixtures.path("byte-level.json"))
    let broken: [UInt8] = [0x61, 0xE2, 0x82, 0x20, 0xFF, 0x62]
    let count = broken.withUnsafeBufferPointer { tokenizer.count(utf8: $0) }
    #expect(count == tokenizer.count("a\u{FFFD} \u{FFFD}b"))
  }

  @Test func nameIsTheDigestOfTheVocabulary() throws {
    let names = try Self.oracles.map { try BytePairTokenizer.load(path: Fixtures.path($0.fixture)).name }
    #expect(Set(names).count == 4)
    for name in names { #expect(name.count == 20 && name.hasPrefix("bpe:")) }
    let again = try BytePairTokenizer.load(path: Fixtures.path(Self.oracles[0].fixture)).name
    #expect(again == names[0])
  }

  @Test func decodingLeavesOutUnknownIds() throws {
    let tokenizer = try BytePairTokenizer.load(path: Fixtures.path("byte-level.json"))
    #expect(tokenizer.decode([-1, 1, 1_000_000, Int32.max, 2]) == "<|im_start|><|im_end|>")
    #expect(tokenizer.vocabularySize == 599)
  }

  // MARK: Merging, on vocabularies small enough to merge by hand

  static func tokenizer(_ merges: String, more: String = "") throws -> BytePairTokenizer {
    try Fixtures.load(
      json: """
        {"model":{"type":"BPE","vocab":{"a":0,"b":1,"c":2,"ab":3,"bc":4,"abc":5,"aa":6,"aaaa":7},\
        "merges":\(merges)\(more)}}
        """)
  }

  @Test func theEarlierMergeGoesFirst() throws {
    #expect(try Self.tokenizer(#"["a b","b c"]"#).encode("abc") == [3, 2])
    #expect(try Self.tokenizer(#"["b c","a b"]"#).encode("abc") == [0, 4])
    #expect(try Self.tokenizer(#"[["a","b"],["ab","c"]]"#).encode("abcab") == [5, 3])
    #expect(try Self.tokenizer(#"["a a","aa aa"]"#).encode("aaaaaaa") == [7, 6, 0])
  }

  @Test func charactersOfNoTokenAreDroppedOrUnknown() throws {
    #expect(try Self.tokenizer(#"["a b"]"#).encode("axb") == [3])
    #expect(try Self.tokenizer(#"["a b"]"#, more: #","unk_token":"c""#).encode("axyb") == [0, 2, 2, 1])
    let fused = #","unk_token":"c","fuse_unk":true"#
    #expect(try Self.tokenizer(#"["a b"]"#, more: fused).encode("axyb") == [0, 2, 1])
  }

  @Test func wholePiecesAreTakenWhereMergesAreIgnored() throws {
    #expect(try Self.tokenizer(#"["a b"]"#).encode("abc") == [3, 2])
    #expect(try Self.tokenizer(#"["a b"]"#, more: #","ignore_merges":true"#).encode("abc") == [5])
  }

  @Test func longRunsMergeAsShortOnesDo() throws {
    let tokenizer = try Self.tokenizer(#"["a a","aa aa","a b"]"#)
    // 48 symbols are merged by searching, more with a heap: 4 · 12 + 2 + 1, then a b.
    let text = String(repeating: "a", count: 51) + "b"
    #expect(tokenizer.encode(text) == [Int32](repeating: 7, count: 12) + [6, 3])
    // A megabyte without a break, which a search for each merge would not get through.
    #expect(tokenizer.count(String(repeating: "a", count: 1 << 20)) == 1 << 18)
  }

  @Test func addedTokensTakeTheLongestAndTheirSpace() throws {
    let tokenizer = try Fixtures.load(
      json: #"""
        {"added_tokens":[{"id":3,"content":"<x>"},{"id":4,"content":"<x>y","rstrip":true},
         {"id":5,"content":"<l>","lstrip":true}],
         "model":{"type":"BPE","vocab":{"a":0,"b":1," ":2},"merges":[]}}
        """#)
    #expect(tokenizer.encode("a<x>b") == [0, 3, 1])
    #expect(tokenizer.encode("<x>y  b") == [4, 1])
    #expect(tokenizer.encode("a  <l> b") == [0, 5, 2, 1])
    #expect(tokenizer.decode([0, 4, 1]) == "a<x>yb")
  }

  @Test func keysAreToldApartByTheirBytes() throws {
    // Composed and decomposed é: one string to Swift, two tokens here.
    let tokenizer = try Fixtures.load(
      json:
        #"{"model":{"type":"BPE","vocab":{"\u00e9":0,"e":1,"\u0301":2,"e\u0301":3},"merges":["e \u0301"]}}"#)
    #expect(tokenizer.encode("\u{E9}") == [0])
    #expect(tokenizer.encode("e\u{301}") == [3])
  }
}
