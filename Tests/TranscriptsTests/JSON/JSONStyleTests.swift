import Foundation
import Testing

@testable import Transcripts

/// A file is read, and what is written again is the file: for the encoders that people use.
@Suite("JSON: a file keeps its style")
struct JSONStyleTests {
  private func rewritten(_ text: [UInt8]) throws -> [UInt8] {
    let style = text.withUnsafeBufferPointer { JSONStyle.detected(in: $0) }
    return try style.formatted(text)
  }

  private func expectSame(_ text: String, _ comment: Comment? = nil, line: SourceLocation = #_sourceLocation)
    throws
  {
    let again = String(decoding: try rewritten(Array(text.utf8)), as: UTF8.self)
    // Compared as bytes: strings would take composed and decomposed letters for one another.
    #expect(Array(again.utf8) == Array(text.utf8), comment ?? "\(again)", sourceLocation: line)
  }

  // MARK: Foundation

  /// Everything that an encoder spells in a way of its own.
  indirect enum Tree: Encodable, Sendable {
    case object([String: Tree])
    case array([Tree])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .object(let members): try container.encode(members)
      case .array(let elements): try container.encode(elements)
      case .string(let string): try container.encode(string)
      case .number(let number): try container.encode(number)
      case .bool(let bool): try container.encode(bool)
      case .null: try container.encodeNil()
      }
    }
  }

  static let controls = String(String.UnicodeScalarView((0...0x1F).compactMap(Unicode.Scalar.init)))

  static let trees: [Tree] = [
    .object([:]), .array([]), .object(["a": .array([])]), .object(["a": .object([:])]),
    .array([.array([.array([])])]),
    .array([.object([:]), .array([]), .object(["x": .object([:])])]),
    .object(["url": .string("https://example.org/a/b"), "empty": .string(""), "slash": .string("/")]),
    .object(["controls": .string(controls), "more": .string("\u{7F}\u{80}\u{9F}\u{2028}\u{2029}\u{FEFF}")]),
    .object([
      "é": .string("naïve"), "e\u{301}x": .string("e\u{301}"), "路": .string("路面😀👩‍👩‍👧"), "z": .string("\"\\"),
    ]),
    .object([
      "n": .array([.number(0), .number(-1), .number(0.1), .number(1e30), .number(1e-7), .bool(true), .null])
    ]),
    .object(["transcript": .object(["entries": .array([])]), "type": .string("FoundationModels.Transcript")]),
    .array([.string("a, b: c"), .string("[ {"), .string("x\n  ]")]),
  ]

  static let formattings: [(name: String, options: JSONEncoder.OutputFormatting)] = [
    ("pretty", [.prettyPrinted, .sortedKeys]),
    ("pretty, slashes bare", [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]),
    ("compact", [.sortedKeys]), ("compact, slashes bare", [.sortedKeys, .withoutEscapingSlashes]),
  ]

  @Test("Foundation's JSONEncoder, in four layouts", arguments: formattings.indices)
  func foundation(_ index: Int) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = Self.formattings[index].options
    for tree in Self.trees {
      let text = String(decoding: try encoder.encode(tree), as: UTF8.self)
      try expectSame(text, "\(Self.formattings[index].name): \(text)")
      try expectSame(text + "\n", "\(Self.formattings[index].name), with a newline at the end")
    }
  }

  @Test("The style is read off a file, not guessed")
  func detection() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = Array(try encoder.encode(Tree.object(["a": .string("/"), "b": .array([])])))
    #expect(text.withUnsafeBufferPointer { JSONStyle.detected(in: $0) } == .foundationPretty)
    let compact = Array(#"{"a":[1,2]}"#.utf8)
    #expect(compact.withUnsafeBufferPointer { JSONStyle.detected(in: $0) } == .compact)
    #expect([UInt8]().withUnsafeBufferPointer { JSONStyle.detected(in: $0) } == .compact)
  }

  @Test("Slashes and letters far behind the beginning of a large file count as well")
  func lateEvidence() throws {
    let filler = (0..<9000).map { "\"word \($0)\"" }.joined(separator: ",")
    try expectSame(#"{"a":[\#(filler)],"b":"\/"}"#)
    try expectSame(#"{"a":[\#(filler)],"b":"/"}"#)
    try expectSame(#"{"a":[\#(filler)],"b":"\u00e9"}"#)
    try expectSame(#"{"a":[\#(filler)],"b":"é"}"#)
    let pretty = "{\n  \"a\" : [\n    \(filler.replacing(",", with: ",\n    "))\n  ],\n  \"b\" : \"/\"\n}"
    try expectSame(pretty)
  }

  @Test("Below parameters, schema and content keys keep their order; elsewhere they are sorted")
  func keptOrder() throws {
    let formatted = try JSONStyle.compact.formatted(
      #"{"tools":[{"parameters":{"b":{"z":1,"y":2},"a":[]}}],"structure":{"source":"S","content":{"q":1,"p":2}},"b":1,"a":2}"#
        .utf8)
    #expect(
      String(decoding: formatted, as: UTF8.self)
        == #"{"a":2,"b":1,"structure":{"content":{"q":1,"p":2},"source":"S"},"tools":[{"parameters":{"b":{"z":1,"y":2},"a":[]}}]}"#
    )
  }

  @Test("What is not JSON can't be formatted")
  func refusal() {
    #expect(throws: JSONError.self) { try JSONStyle.pretty.formatted("[1,".utf8) }
    #expect(throws: JSONError.self) { try JSONStyle.pretty.formatted("[1] x".utf8) }
    #expect(throws: JSONError.self) { try JSONStyle.pretty.formatted("".utf8) }
  }

  // MARK: Python

  /// `json.dumps(value, sort_keys=True, …)` as Python 3.11 printed it.
  static let pythonDumps: [(call: String, text: String)] = [
    (
      "indent=2",
      #"""
      {
        "a": [],
        "b": {},
        "c": [
          [],
          {}
        ],
        "ctl": "\u0000\u0001\b\t\n\u000b\f\r\u001f\u007f",
        "n": [
          0,
          -1,
          1.5,
          1e+30,
          true,
          null
        ],
        "\u00e9": "\u00e9\u2028\u2029\ud83d\ude00/"
      }
      """#
    ),
    (
      "indent=2, ensure_ascii=False",
      #"""
      {
        "a": [],
        "b": {},
        "c": [
          [],
          {}
        ],
        "ctl": "\u0000\u0001\b\t\n\u000b\f\r\u001f\#u{7F}",
        "n": [
          0,
          -1,
          1.5,
          1e+30,
          true,
          null
        ],
        "é": "é\#u{2028}\#u{2029}😀/"
      }
      """#
    ),
    (
      "indent=4",
      #"""
      {
          "a": [],
          "c": [
              [],
              {}
          ],
          "ctl": "\u0000\u007f/",
          "d": {
              "e": {},
              "f": "\ud83d\ude00\u00e9"
          }
      }
      """#
    ),
    (
      "",
      #"{"a": [], "b": {}, "c": [[], {}], "ctl": "\u0000\u0001\b\t\n\u000b\f\r\u001f\u007f", "n": [0, -1, 1.5, 1e+30, true, null], "#
        + #""\u00e9": "\u00e9\u2028\u2029\ud83d\ude00/"}"#
    ),
    (
      "ensure_ascii=False",
      #"{"a": [], "b": {}, "c": [[], {}], "n": [0, -1, 1.5], "é": "é\#u{2028}😀\#u{7F}/"}"#
    ),
    (
      "separators=(',', ':')",
      #"{"a":[],"c":[[],{}],"ctl":"\u007f","é2":0}"#.replacing("é2", with: #"\u00e9"#)
    ),
    ("indent=2, of DEL alone", "{\n  \"a\": \"\\u007f\"\n}"),
    ("indent=2, of an empty list", "[]"), ("indent=2, of a list", "[\n  1,\n  {\n    \"a\": []\n  }\n]"),
  ]

  @Test(
    "Python's json.dumps, with and without ensure_ascii, indent and a newline at the end",
    arguments: pythonDumps.indices)
  func python(_ index: Int) throws {
    let sample = Self.pythonDumps[index]
    try expectSame(sample.text, "json.dumps(\(sample.call))")
    try expectSame(sample.text + "\n", "json.dumps(\(sample.call)) and a newline")
  }

  @Test("Half a surrogate pair goes back as the escape it was")
  func loneSurrogates() throws {
    try expectSame(#"{"a": "\ud800x\udc00"}"#)
    try expectSame(#"{"a": "\ud800 \u00e9"}"#)
    try expectSame("{\n  \"a\" : \"\\ud800é\"\n}")
  }
}
