import Foundation
import Testing

@testable import Transcripts

/// `JSONSerialization` says what is JSON and what it means; `JSONValue(parsing:)` must say the same.
@Suite("JSON: the scanner agrees with Foundation")
struct JSONOracleTests {
  static let valid = [
    "0", "-0", "1", "-1", "10", "1.5", "-0.0", "1e5", "1E5", "1e+5", "1e-5", "1.25e2", "123456789012345678",
    "true", "false", "null", "\"\"", "\"a\"", "[]", "{}", "[ ]", "{ }", "[1]", "[1,2]", "[[],[]]", "[{},{}]",
    "{\"a\":1}", "{\"a\":{\"b\":[]}}", " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n",
    #""\"\\\/\b\f\n\r\t""#, #""\u0041""#, #""\u00e9""#, #""\u20AC""#, #""\ud83d\ude00""#, #""\uD83D\uDE00x""#,
    #""\u0000""#,
    "\"é\"", "\"€\"", "\"😀\"", "\"\u{7F}\"", "\"\u{80}\"", "\"\u{7FF}\"", "\"\u{800}\"", "\"\u{FFFF}\"",
    "\"\u{10000}\"", "\"\u{10FFFF}\"", "\"\u{D7FF}\u{E000}\"", "\"\u{2028}\u{2029}\"", "\"1234567\"",
    "\"12345678\"",
    "\"123456789é123456789\"", #""1234567\n12345678\"x""#, "{\"\":0}", "{\"a b\":0,\"a\\nb\":1}",
  ]

  static let invalid: [[UInt8]] =
    [
      "", " ", "\t\n", "[", "]", "{", "}", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{a:1}",
      "{'a':1}",
      "{\"a\" 1}", "{\"a\":}", "{1:2}", "[1 2]", "[,]", "[,1]", "{,}", "01", "-", "-a", "+1", ".5", "1.",
      "1.e5", "1e", "1e+",
      "--1", "1.2.3", "0x10", "1_000", "00", "-01", "NaN", "Infinity", "tru", "nul", "truth", "True", "fals",
      "\"", "\"a",
      "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\u\"", "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"",
      "\"\u{1F}\"", "'a'",
      "1 2", "[] []", "{}x", "[1]]", "true false", "[1}", "{\"a\":1]", "/*c*/1", "1//c", "[1:2]", "\"a\" : 1",
    ].map { Array($0.utf8) }
    + [
      // Overlong forms, halves of pairs, what lies beyond Unicode, stray and missing continuation bytes.
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0x80], [0xBF], [0xC3],
      [0xC3, 0x28],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98], [0xF0, 0x28, 0x8C, 0xBC], [0xC3, 0xA9, 0xA9],
    ].map { [0x22] + $0 + [0x22] }

  @Test("Valid text is read, and means the same", arguments: valid)
  func accepts(_ text: String) throws {
    let value = try JSONValue(parsing: text.utf8)
    #expect(matches(value, try #require(oracle(Array(text.utf8)))), "\(text) → \(value)")
  }

  @Test("Invalid text is refused with a place in the text", arguments: invalid)
  func refuses(_ text: [UInt8]) throws {
    #expect(oracle(text) == nil)
    do {
      let value = try JSONValue(parsing: text)
      Issue.record("\(String(decoding: text, as: UTF8.self)) was read as \(value)")
    } catch {
      #expect((0...text.count).contains(error.offset) && error.line >= 1 && error.column >= 1)
    }
  }

  @Test("Where Foundation is laxer or stricter than RFC 8259, we follow the RFC")
  func differences() throws {
    // A comma before the closing bracket is no JSON, half a surrogate pair is, and a number may be of any size.
    #expect(throws: JSONError.self) { try JSONValue(parsing: "[1,]".utf8) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"a":1,}"#.utf8) }
    #expect(try JSONValue(parsing: #""\ud800""#.utf8) == "\u{FFFD}")
    #expect(try JSONValue(parsing: #""\ud800\u0041""#.utf8) == "\u{FFFD}A")
    #expect(try JSONValue(parsing: #""\udc00\ud83d\ude00""#.utf8) == "\u{FFFD}😀")
    #expect(try JSONValue(parsing: "1e999".utf8) == .number("1e999"))
  }

  @Test("512 levels are read, 513 are too deep")
  func depth() throws {
    func nested(_ count: Int) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: "["), count: count)
        + [UInt8](repeating: UInt8(ascii: "]"), count: count)
    }
    #expect(oracle(nested(512)) != nil && oracle(nested(513)) == nil)
    var value = try JSONValue(parsing: nested(512))
    var levels = 0
    while case .array(let elements) = value {
      levels += 1
      value = elements.first ?? .null
    }
    #expect(levels == 512)
    do {
      _ = try JSONValue(parsing: nested(513))
      Issue.record("513 levels were read")
    } catch {
      #expect(error.reason == .tooDeep(limit: 512) && error.offset == 512 && error.column == 513)
    }
  }

  @Test("400 generated texts, whole and with one byte spoilt, are read or refused alike")
  func generated() throws {
    var random = SeededGenerator(state: 27)
    for round in 0..<400 {
      let text = Array(Self.randomText(&random, depth: 0).utf8)
      try compare(text, round)
      for _ in 0..<6 { try compare(Self.spoilt(text, &random), round) }
    }
  }

  // MARK: The oracle

  private func oracle(_ text: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
  }

  private func compare(_ text: [UInt8], _ round: Int) throws {
    let said = oracle(text)
    let words = String(decoding: text, as: UTF8.self)
    do {
      let value = try JSONValue(parsing: text)
      if let said {
        #expect(matches(value, said), "\(round): \(words)")
      } else {
        #expect(Self.beyondFoundation(words), "\(round): read, though it is not JSON: \(words)")
      }
    } catch {
      #expect(
        said == nil || Self.hasTrailingComma(words),
        "\(round): refused (\(error)), though it is JSON: \(words)")
    }
  }

  private static func beyondFoundation(_ text: String) -> Bool {
    text.contains(#/\\u[dD][89a-fA-F]/#) || text.contains(#/[eE]\+?[0-9]{3}/#)
  }

  private static func hasTrailingComma(_ text: String) -> Bool { text.contains(#/,[ \t\r\n]*[\]}]/#) }

  private func matches(_ value: JSONValue, _ said: Any) -> Bool {
    switch (value, said) {
    case (.null, is NSNull): return true
    case (.string(let mine), let theirs as String):
      return mine.unicodeScalars.elementsEqual(theirs.unicodeScalars)
    case (.array(let mine), let theirs as [Any]):
      return mine.count == theirs.count && zip(mine, theirs).allSatisfy { matches($0, $1) }
    case (.object(let mine), let theirs as [String: Any]):
      return Set(mine.map(\.key)) == Set(theirs.keys)
        && theirs.allSatisfy { key, theirs in value[key].map { matches($0, theirs) } ?? false }
    case (.bool(let mine), let theirs as NSNumber): return mine == theirs.boolValue
    case (.number, let theirs as NSNumber): return value.doubleValue == theirs.doubleValue
    default: return false
    }
  }

  // MARK: Texts

  private static func randomText(_ random: inout SeededGenerator, depth: Int) -> String {
    func space() -> String { random.below(4) == 0 ? random.pick([" ", "\n", "\r\n", "\t ", "   "]) : "" }
    switch random.below(depth > 3 ? 4 : 7) {
    case 0: return random.pick(["true", "false", "null"])
    case 1: return random.pick(["0", "-0", "7", "-12", "3.25", "1e3", "-4.5E-2", "9007199254740991", "0.1"])
    case 2, 3: return randomString(&random)
    case 4, 5:
      let elements = (0..<random.below(4)).map { _ in
        space() + randomText(&random, depth: depth + 1) + space()
      }
      return "[" + elements.joined(separator: ",") + "]"
    default:
      let members = (0..<random.below(4)).map { number in
        space() + "\"k\(number)\"" + space() + ":" + space() + randomText(&random, depth: depth + 1) + space()
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func randomString(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "plain words", "é", "€", "😀", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u00e9"#, #"\ud83d\ude00"#,
      "12345678", " ", "\u{7F}",
    ]
    return "\"" + (0..<random.below(6)).map { _ in random.pick(pieces) }.joined() + "\""
  }

  private static func spoilt(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var text = text
    let place = random.below(text.count)
    let byte = random.pick(Array("{}[],:\"\\0-e.tnu \n\u{1F}".utf8) + [0x80, 0xC3, 0xFF])
    switch random.below(3) {
    case 0: text.remove(at: place)
    case 1: text.insert(byte, at: place)
    default: text[place] = byte
    }
    return text
  }
}
