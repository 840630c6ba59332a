import PrefixCache
import Testing
import Tokenizers
import Transcripts

/// One token a word, words being what blanks separate: sums that a person can do.
struct WordCounter: TokenCounter {
  var name: String { "words/1" }

  func count(utf8: UnsafeBufferPointer<UInt8>) -> Int {
    utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).count
  }
}

/// Entries in a notation that a person reads: `[.instructions("…"), .prompt("a"), .toolCalls("f"), .response("b")]`.
struct Written: Sendable {
  var json: JSONValue

  static func instructions(_ text: String?, tools: [JSONValue] = []) -> Written {
    let contents: JSONValue = text.map { [["type": "text", "id": "s", "text": .string($0)]] } ?? []
    return Written(json: ["role": "instructions", "id": "I", "contents": contents, "tools": .array(tools)])
  }

  static func prompt(_ text: String) -> Written { entry("user", text, ["options": [:]]) }

  static func response(_ text: String) -> Written { entry("response", text) }

  static func reasoning(_ text: String) -> Written {
    Written(
      json: [
        "role": "reasoning", "id": "T",
        "reasoning": ["contents": [["type": "text", "id": "s", "text": .string(text)]]],
      ])
  }

  static func toolCalls(_ name: String, _ arguments: String = "{}") -> Written {
    Written(
      json: [
        "role": "response", "id": "C",
        "toolCalls": [["id": "c", "name": .string(name), "arguments": .string(arguments)]],
      ])
  }

  static func toolOutput(_ name: String, _ text: String) -> Written {
    entry("tool", text, ["toolName": .string(name), "toolCallID": "c"])
  }

  static func raw(_ json: JSONValue) -> Written { Written(json: json) }

  private static func entry(_ role: String, _ text: String, _ more: JSONValue = [:]) -> Written {
    let members: [JSONValue.Member] = [
      .init("role", .string(role)), .init("id", "e"),
      .init("contents", [["type": "text", "id": "s", "text": .string(text)]]),
    ]
    return Written(json: .object(members + (more.objectValue ?? [])))
  }

  /// A tool whose definition is three words: the description's, and what the JSON glues to it.
  static func tool(_ name: String, _ description: String = "Does it.", _ parameters: JSONValue = [:])
    -> JSONValue
  {
    [
      "type": "function",
      "function": ["name": .string(name), "description": .string(description), "parameters": parameters],
    ]
  }

  var record: EntryRecord {
    get throws {
      var scanner = EntryScanner()
      _ = try Array(json.text().utf8).withUnsafeBufferPointer { try scanner.scan($0, at: 0) }
      let tokens = EntryTokens.count(scanner.parts, counter: WordCounter())
      return scanner.record(tokens: tokens.all, toolTokens: tokens.tools)
    }
  }
}

extension ContextEntry {
  init(_ record: EntryRecord) {
    self.init(
      kind: record.kind, content: record.content, tokens: record.tokens, toolTokens: record.toolTokens)
  }

  /// An entry that is nothing but its name: equal names are equal contents. Upper case is a prompt, lower case a response.
  init(_ name: Character) {
    let bytes = Array(String(name).utf8)
    self.init(kind: name.isUppercase ? .prompt : .response, content: EntryDigest(of: bytes), tokens: 1)
  }
}

/// What a cache that holds one context can give to another.
func compare(_ held: [Written], _ wanted: [Written]) throws -> CacheComparison {
  let (left, right) = try (held.map { try $0.record }, wanted.map { try $0.record })
  return CacheComparison(
    held: left.map(ContextEntry.init), wanted: right.map(ContextEntry.init), counter: WordCounter(),
    heldEntry: { RenderedEntry(left[$0], counter: WordCounter()) },
    wantedEntry: { RenderedEntry(right[$0], counter: WordCounter()) })
}

extension Divergence {
  /// Everything but the texts, in a line: `token 3, entry 0, text at 12`.
  var place: String { "token \(token), entry \(entry), \(part) at \(byte)" }
}

/// SplitMix64: the same seed gives the same numbers everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
