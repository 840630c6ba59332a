import Foundation
import Testing

@testable import Tokenizers

@Suite struct BrokenFilesTests {
  static let small = #"""
    {"added_tokens":[{"id":3,"content":"<x>","special":true}],"normalizer":{"type":"NFC"},
    "pre_tokenizer":{"type":"Split","pattern":{"String":" "},"behavior":"Isolated","invert":false},
    "model":{"type":"BPE","dropout":null,"unk_token":"a","vocab":{"a":0,"\ud83d\ude00":1,"ab":2,"b":4},"merges":["a b"]}}
    """#

  static func error(json: String) -> TokenizerError? { error(json: Array(json.utf8)) }

  static func error(json: [UInt8]) -> TokenizerError? {
    do throws(TokenizerError) {
      _ = try BytePairTokenizer.load(json: JSONCursor(path: "t.json", bytes: json))
      return nil
    } catch { return error }
  }

  static func error(file bytes: [UInt8]) throws -> TokenizerError? {
    try Fixtures.withFile(bytes) { path in
      do throws(TokenizerError) {
        _ = try BytePairTokenizer.load(path: path)
        return nil
      } catch { return error }
    }
  }

  static func gguf(pre: String = "gpt-2", merges: [String] = ["a b"]) -> GGUFBytes {
    var file = GGUFBytes(pairs: 4)
    file.string("tokenizer.ggml.model", "gpt2")
    file.string("tokenizer.ggml.pre", pre)
    file.strings("tokenizer.ggml.tokens", ["a", "b", "ab"])
    file.strings("tokenizer.ggml.merges", merges)
    return file
  }

  // MARK: tokenizer.json

  @Test func aDocumentCutAnywhereIsTruncated() {
    let bytes = Array(Self.small.utf8)
    #expect(Self.error(json: bytes) == nil)
    for length in 0..<bytes.count {
      let error = Self.error(json: Array(bytes[..<length]))
      #expect(error == .truncated(path: "t.json", offset: length), "cut at \(length)")
    }
  }

  @Test func fixturesCutHereAndThereAreErrors() throws {
    for name in ["byte-level.json", "metaspace.json", "byte-level.gguf", "scored.gguf"] {
      let bytes = try Fixtures.bytes(name)
      for length in stride(from: 0, to: bytes.count, by: 397) {
        #expect(try Self.error(file: Array(bytes[..<length])) != nil, "\(name) cut at \(length)")
      }
    }
  }

  @Test func changedBytesNeverTrap() throws {
    var random = SeededGenerator(state: 5)
    let json = Array(Self.small.utf8)
    let gguf = Self.gguf().bytes
    for _ in 0..<1500 {
      var changed = json
      changed[Int.random(in: 0..<json.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = Self.error(json: changed)
    }
    for _ in 0..<500 {
      var changed = gguf
      changed[Int.random(in: 0..<gguf.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = try Self.error(file: changed)
    }
  }

  @Test(arguments: [
    ("{}", "not a tokenizer (a JSON object without a \"model\")"),
    (#"{"model":{"type":"WordPiece"}}"#, "unsupported model WordPiece"),
    (#"{"model":{"type":"BPE","vocab":{}}}"#, "its model has no \"vocab\" and \"merges\""),
    (#"{"model":{"type":"BPE","vocab":{"a":0},"merges":["a b"]}}"#, "merge 0: 'b' is not in the vocabulary"),
    (
      #"{"model":{"type":"BPE","vocab":{"a":0,"b":1},"merges":["a b"]}}"#,
      "merge 0: 'ab' is not in the vocabulary"
    ),
    (#"{"model":{"type":"BPE","vocab":{"a":0},"merges":["a"]}}"#, "merge 0: no space between two tokens"),
    (#"{"model":{"type":"BPE","vocab":{"a":0},"merges":[["a"]]}}"#, "a merge is of two tokens"),
    (#"{"model":{"type":"BPE","vocab":{"a":"0"},"merges":[]}}"#, "byte 36: expected a whole number"),
    (#"{"model":{"type":"BPE","vocab":{"a":1.5},"merges":[]}}"#, "expected a whole number"),
    (#"{"model":{"type":"BPE","vocab":{"a":-1},"merges":[]}}"#, "token id out of range"),
    (#"{"model":{"type":"BPE","vocab":{"a":2000000},"merges":[]}}"#, "token id 2000000 is far beyond"),
    (#"{"model":{"type":"BPE","vocab":{"a":99999999999999999999},"merges":[]}}"#, "number out of range"),
    (#"{"model":{"type":"BPE","dropout":0.1,"vocab":{},"merges":[]}}"#, "unsupported model dropout"),
    (
      #"{"model":{"type":"BPE","end_of_word_suffix":"</w>","vocab":{},"merges":[]}}"#,
      "model end_of_word_suffix"
    ),
    (#"{"model":{"type":"BPE","unk_token":"u","vocab":{},"merges":[]}}"#, "the unknown token is not in"),
    (#"{"normalizer":{"type":"NFKC"},"model":{}}"#, "unsupported normalizer NFKC"),
    (
      #"{"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{}}"#,
      "unsupported pre_tokenizer BertPreTokenizer"
    ),
    (
      #"{"pre_tokenizer":{"type":"Split","pattern":{"Regex":"x+"},"behavior":"Isolated"},"model":{}}"#,
      "unsupported pre_tokenizer Split of Regex x+"
    ),
    (
      #"{"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"ByteLevel"},{"type":"Digits"}]},"model":{}}"#,
      "unsupported pre_tokenizer Digits behind ByteLevel"
    ),
    (#"{"model":{"type":"BPE","vocab":{"\ud800":0},"merges":[]}}"#, "half a surrogate pair"),
    (#"{"model":1} x"#, "something follows the document"),
  ])
  func saysWhatIsWrong(json: String, message: String) throws {
    let error = try #require(Self.error(json: json))
    #expect(error.description.contains(message), "\(error)")
    #expect(error.description.hasPrefix("t.json: ") && !error.description.contains("\n"))
  }

  @Test func deepNestingIsRefused() {
    let deep = #"{"x":"# + String(repeating: "[", count: 100_000)
    #expect(Self.error(json: deep)?.description.contains("nested too deep") == true)
  }

  // MARK: GGUF

  @Test func aGGUFCutAnywhereIsAnError() throws {
    let bytes = Self.gguf().bytes
    let whole = try Self.error(file: bytes)
    #expect(whole == nil)
    for length in 4..<bytes.count {
      guard case .truncated(_, length) = try Self.error(file: Array(bytes[..<length])) else {
        Issue.record("cut at \(length)")
        continue
      }
    }
  }

  @Test func aGGUFMergesAsItSays() throws {
    let ids = try Fixtures.withFile(Self.gguf().bytes) { path in
      try BytePairTokenizer.load(path: path).encode("abba")
    }
    #expect(ids == [2, 1, 0])
  }

  @Test func hugeCountsAreTruncations() throws {
    var pairs = GGUFBytes(pairs: .max)
    pairs.string("general.name", "x")
    var elements = GGUFBytes(pairs: 1)
    elements.append("tokenizer.ggml.tokens")
    elements.append(UInt32(9))
    elements.append(UInt32(8))
    elements.append(UInt64.max)
    var numbers = GGUFBytes(pairs: 1)
    numbers.append("x")
    numbers.append(UInt32(9))
    numbers.append(UInt32(10))
    numbers.append(UInt64(1) << 61)
    var key = GGUFBytes(pairs: 1)
    key.append(UInt64.max)
    for file in [pairs, elements, numbers, key] {
      guard case .truncated = try Self.error(file: file.bytes) else {
        Issue.record("\(try Self.error(file: file.bytes) as Any)")
        continue
      }
    }
  }

  @Test func wrongKindsAreNamed() throws {
    func message(_ file: GGUFBytes) throws -> String {
      try Self.error(file: file.bytes)?.description ?? "none"
    }
    #expect(try message(GGUFBytes(version: 1, pairs: 0)).contains("unsupported GGUF version 1"))
    #expect(try message(GGUFBytes(version: UInt32(3).byteSwapped, pairs: 0)).contains("big-endian GGUF"))
    #expect(try message(GGUFBytes(pairs: 0)).contains("a GGUF without tokenizer.ggml.model"))
    #expect(try message(Self.gguf(pre: "mystery")).contains("unsupported tokenizer.ggml.pre mystery"))
    #expect(try message(Self.gguf(merges: ["a x"])).contains("merge 0: 'x' is not in the vocabulary"))

    var bert = GGUFBytes(pairs: 1)
    bert.string("tokenizer.ggml.model", "bert")
    #expect(try message(bert).contains("unsupported tokenizer.ggml.model bert"))

    var tokens = GGUFBytes(pairs: 2)
    tokens.string("tokenizer.ggml.model", "llama")
    tokens.string("tokenizer.ggml.tokens", "a")
    #expect(try message(tokens).contains("tokenizer.ggml.tokens is not an array of strings"))

    var scores = GGUFBytes(pairs: 2)
    scores.string("tokenizer.ggml.model", "llama")
    scores.strings("tokenizer.ggml.tokens", ["a"])
    #expect(try message(scores).contains("a llama vocabulary without tokenizer.ggml.scores"))

    var unknown = GGUFBytes(pairs: 1)
    unknown.append("x")
    unknown.append(UInt32(13))
    #expect(try message(unknown).contains("unknown value type 13"))
  }

  // MARK: Files

  @Test func otherFilesAreNoTokenizers() throws {
    #expect(
      try Self.error(file: [])?.description.hasSuffix(
        "not a tokenizer (empty file); give a tokenizer.json or a .gguf with a vocabulary") == true)
    #expect(try Self.error(file: Array("hello".utf8))?.description.contains("neither JSON nor GGUF") == true)
    #expect(throws: TokenizerError.notFound(path: "/nowhere/t.json")) {
      try BytePairTokenizer.load(path: "/nowhere/t.json")
    }
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: TokenizerError.unreadable(path: folder, reason: "not a regular file")) {
      try BytePairTokenizer.load(path: folder)
    }
  }
}
