import Testing

@testable import Transcripts

@Suite("Generated content that is still coming")
struct PartialContentTests {
  private func partial(_ text: String) throws -> GeneratedContent { try GeneratedContent(partialJSON: text) }

  @Test(
    "M7: what has come so far is there",
    arguments: [
      ("", "null"), ("  ", "null"), ("{", "{}"), ("[", "[]"), ("\"", "\"\""), ("-", "null"), ("tr", "null"),
      (#"{"na"#, "{}"), (#"{"name""#, "{}"), (#"{"name":"#, "{}"), (#"{"name": "#, "{}"),
      (#"{"name":"be"#, #"{"name": "be"}"#), (#"{"name":"beans""#, #"{"name": "beans"}"#),
      (#"{"name":"beans","#, #"{"name": "beans"}"#), (#"{"a":1"#, "{}"), (#"{"a":1,"#, #"{"a": 1}"#),
      (#"{"a":1 "#, #"{"a": 1}"#), (#"{"a":fals"#, "{}"), (#"{"a":false"#, #"{"a": false}"#),
      ("[1,2", "[1]"), ("[1,2,", "[1, 2]"), ("[1.", "[]"), ("[1e", "[]"), ("[1,{\"a\":[", #"[1, {"a": []}]"#),
      ("[null", "[null]"), ("[[],[", "[[], []]"), ("\n[\n1\n,\n\"x", #"[1, "x"]"#),
      // Cut inside an escape, and between the halves of a pair.
      (#"["a\"#, #"["a"]"#), (#"["a\u"#, #"["a"]"#), (#"["a\u00e"#, #"["a"]"#), (#"["a\u00e9"#, #"["aé"]"#),
      (#"["\ud83c"#, #"[""]"#), (#"["\ud83c\"#, #"[""]"#), (#"["\ud83c\udf3"#, #"[""]"#),
      (#"["\ud83c\udf31"#, "[\"\u{1F331}\"]"), (#"["\ud83cx"#, "[\"\u{FFFD}x\"]"),
    ])
  func prefixes(_ text: String, _ shown: String) throws {
    let content = try partial(text)
    #expect(content.jsonString == shown)
    #expect(!content.isComplete)
  }

  @Test("M7: what is whole is complete, white space around it or not")
  func whole() throws {
    for text in ["{}", " [1, 2] \n", "12", "null", "\"a\"", #"{"a":{"b":[true]}}"#] {
      let content = try partial(text)
      #expect(try content.isComplete && content == GeneratedContent(json: text))
    }
  }

  @Test("M7: each part tells whether it is complete")
  func parts() throws {
    let content = try partial(#"{"title":"Beds","steps":[{"n":1,"say":"dig"},{"n":2,"say":"wat"#)
    func child(_ content: GeneratedContent, _ name: String) throws -> GeneratedContent {
      try content.value(forProperty: name)
    }
    #expect(try child(content, "title").isComplete)
    let steps = try child(content, "steps")
    guard case .array(let elements) = steps.kind else {
      Issue.record("no array")
      return
    }
    #expect(!steps.isComplete && elements[0].isComplete && !elements[1].isComplete)
    #expect(try child(elements[1], "n").isComplete && !child(elements[1], "say").isComplete)
    #expect(try child(elements[1], "say").value(String.self) == "wat")
    // Under an id, each step is the same step in the next snapshot.
    let id = GenerationID()
    let next = try partial(#"{"title":"Beds","steps":[{"n":1,"say":"dig"},{"n":2,"say":"water"}"#)
    func second(_ content: GeneratedContent) throws -> GenerationID? {
      guard case .array(let elements) = try child(GeneratedContent(content, id: id), "steps").kind else {
        return nil
      }
      return elements[1].id
    }
    #expect(try second(content) != nil && second(content) == second(next))
  }

  @Test(
    "M7: no ending would make these JSON",
    arguments: ["}", "{]", "[1 2", "{\"a\" 1", "{1", "nulx", "[01", "tru1", "{}x", "[\"\u{1}", #"["\x"#, "x"])
  func faults(_ text: String) throws {
    let error = try #require(throws: GeneratedContent.ParsingError.self) { try partial(text) }
    #expect(error.rawContent == text && error.debugDescription.contains("line 1, column"))
  }

  @Test("M7: nesting is read as deep as JSON is read here, and no deeper")
  func depth() throws {
    func text(_ depth: Int) -> String { String(repeating: #"[{"a":"#, count: depth / 2) }
    #expect(try partial(text(512)).jsonString.count > 1_000)
    let error = try #require(throws: GeneratedContent.ParsingError.self) { try partial(text(514)) }
    #expect(error.debugDescription.contains("512"))
  }

  /// Random documents of every shape, written with white space and escapes here and there.
  private struct Documents {
    var random: SeededGenerator

    mutating func value(_ depth: Int) -> String {
      let space = random.pick(["", "", " ", "\n "])
      switch random.below(depth > 3 ? 4 : 6) {
      case 0: return random.pick(["null", "true", "false"])
      case 1: return random.pick(["0", "-1", "12.50", "1e3", "-0.5E-2", "9007199254740993"])
      case 2, 3: return string()
      case 4:
        let elements = (0..<random.below(4)).map { _ in value(depth + 1) }
        return "[\(space)\(elements.joined(separator: ",\(space)"))\(space)]"
      default:
        let members = (0..<random.below(4)).map { "\"k\($0)\"\(space):\(space)\(value(depth + 1))" }
        return "{\(space)\(members.joined(separator: "\(space),"))\(space)}"
      }
    }

    mutating func string() -> String {
      let pieces = ["a", "é", "深", "\u{1F331}", #"\n"#, #"\""#, #"\\"#, #"\u00e9"#, #"\ud83c\udf31"#, " "]
      return "\"" + (0..<random.below(6)).map { _ in random.pick(pieces) }.joined() + "\""
    }
  }

  /// A snapshot may only grow: what was shown stays, texts get longer, arrays and structures get more.
  private func grows(_ earlier: JSONValue, _ later: JSONValue) -> Bool {
    switch (earlier, later) {
    case (.null, _): true
    case (.string(let a), .string(let b)): b.utf8.starts(with: a.utf8)
    case (.array(let a), .array(let b)): a.count <= b.count && zip(a, b).allSatisfy(grows)
    case (.object(let a), .object(let b)):
      a.count <= b.count && zip(a, b).allSatisfy { $0.key == $1.key && grows($0.value, $1.value) }
    default: earlier == later
    }
  }

  @Test("M7: every prefix of a document, byte by byte, is read and only grows; the whole is complete")
  func everyPrefix() throws {
    var documents = Documents(random: SeededGenerator(state: 27))
    for _ in 0..<300 {
      let text = documents.value(0)
      let bytes = Array(text.utf8)
      var earlier = JSONValue.null
      for end in 0...bytes.count {
        let content = try GeneratedContent(partialJSON: bytes[..<end])
        // A number at the root may end anywhere; any other document is complete at its end only.
        if end < bytes.count, let first = bytes.first, first > 0x39 || first < 0x2D {
          #expect(!content.isComplete, "\(String(decoding: bytes[..<end], as: UTF8.self))")
          guard grows(earlier, content.json) else {
            Issue.record("\(text): \(earlier.text()) became \(content.json.text())")
            return
          }
          earlier = content.json
        }
      }
      let whole = try GeneratedContent(partialJSON: bytes)
      #expect(try whole.isComplete && whole.json.text() == JSONValue(parsing: bytes).text())
    }
  }
}
