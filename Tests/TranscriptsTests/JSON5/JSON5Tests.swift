import Testing
import Transcripts

@Suite struct JSON5Tests {
  private func json(_ text: String) throws -> String { try JSON5Node(parsing: text).json.text() }

  private func message(_ text: String) -> String {
    do {
      let node = try JSON5Node(parsing: text)
      return "no error, but \(node.json.text())"
    } catch {
      return "\(error)"
    }
  }

  @Test("Everything that JSON5 has beyond JSON becomes the JSON it means")
  func meaning() throws {
    let text = """
      // a comment
      {
        unquoted: 'single "quotes"', /* another
        comment */ $dollar_1: "double 'quotes'",
        'a key': [1, +2, -3, .5, 5., 0x1F, -0xa, 1e3, 2E-2,],
        naïve: true, \\u0061b: false, nothing: null,
        far: [Infinity, -Infinity, NaN, +Infinity],
        lines: 'one \\
      two', escapes: '\\x41\\u00e9\\ud83d\\ude00\\v\\0\\a\\'',
      }
      """
    #expect(
      try json(text)
        == #"{"unquoted":"single \"quotes\"","$dollar_1":"double 'quotes'","a key":[1,2,-3,0.5,5,31,-10,1e3,2e-2],"#
        + #""naïve":true,"ab":false,"nothing":null,"far":[null,null,null,null],"#
        + #""lines":"one two","escapes":"Aé😀\u000b\u0000a'"}"#)
    let far = try JSON5Node(parsing: "[Infinity, -Infinity]").elements
    #expect(far?.map(\.doubleValue) == [.infinity, -.infinity])
  }

  @Test("Plain JSON is JSON5")
  func plain() throws {
    let text = #"{"a":[1,-0.5,1e9,"\u00e9\n\/"],"b":{},"c":[],"d":""}"#
    #expect(try JSON5Node(parsing: text).json == JSONValue(parsing: text.utf8))
  }

  @Test("Every node knows its line and column, whatever ends the lines")
  func positions() throws {
    let node = try JSON5Node(parsing: "{\n  a: 1,\r\n\té: [true,\r 'x'] }")
    let members = try #require(node.members)
    #expect(members.map(\.keyPosition) == [.init(line: 2, column: 3), .init(line: 3, column: 2)])
    #expect(members.map(\.value.position) == [.init(line: 2, column: 6), .init(line: 3, column: 5)])
    #expect(
      members[1].value.elements?.map(\.position) == [.init(line: 3, column: 6), .init(line: 4, column: 2)])
  }

  @Test(
    "A fault is one line with its place",
    arguments: [
      ("", "line 1, column 1: no value at all; a JSON5 text is one value, usually an object"),
      ("{a:1} x", "line 1, column 7: “x” after the end of the value; a JSON5 text is one value"),
      ("{\n a 1}", "line 2, column 4: “1” where “:” after the key “a” should stand"),
      ("{a: 1 b: 2}", "line 1, column 7: “b” where “,” or “}” should stand"),
      (
        "{a: 1, a: 2}",
        "line 1, column 8: the key “a” stands here a second time; the first is at line 1, column 2"
      ),
      ("[1, 2", "line 1, column 6: the text ends inside what begins at line 1, column 1"),
      ("[1, ", "line 1, column 5: the text ends inside the array that begins at line 1, column 1"),
      ("{,}", "line 1, column 2: “,” where a key or “}” should stand"),
      ("[,]", "line 1, column 2: “,” where a value should stand"),
      ("'abc", "line 1, column 5: the text ends inside the text that begins at line 1, column 1"),
      (
        "['a\nb']",
        "line 1, column 4: the line ends inside the text that begins at line 1, column 2; close it, or end the line with “\\”"
      ),
      ("/* x", "line 1, column 5: the text ends inside the comment that begins at line 1, column 1"),
      ("[hello]", "line 1, column 2: “hello” where a value should stand; a text needs quotes"),
      ("012", "line 1, column 1: a number that begins with 0; write it without, or as 0x…"),
      ("0x", "line 1, column 1: a hexadecimal number without digits"),
      ("0x12345678901234567", "line 1, column 1: a hexadecimal number over 64 bits"),
      ("1e999", "line 1, column 1: a number too large for 64-bit floating point"),
      ("1.5.2", "line 1, column 4: “.” right after a number"),
      ("-", "line 1, column 1: a number without digits"),
      ("'\\u12'", "line 1, column 2: an escape that needs 4 hexadecimal digits"),
      ("'\\ud800'", "line 1, column 2: half of a surrogate pair, which is no character"),
      ("'\\07'", "line 1, column 2: an octal escape, which JSON5 does not have"),
      ("\u{1B}[2J", "line 1, column 1: “U+001B” where a value should stand"),
    ])
  func faults(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test("Hostile nesting is an error, not a crash")
  func deep() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(message(deep) == "line 1, column 201: nesting deeper than 200 levels")
    let closed = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(throws: Never.self) { try JSON5Node(parsing: closed) }
  }

  @Test("Bytes that are not UTF-8 are named by their place; a byte order mark is skipped")
  func bytes() throws {
    #expect(throws: JSON5Error("a byte sequence that is not UTF-8", at: .init(line: 2, column: 2))) {
      try JSON5Node(parsing: [0x5B, 0x0A, 0x22, 0xC3, 0x28] as [UInt8])
    }
    let node = try JSON5Node(parsing: [0xEF, 0xBB, 0xBF, 0x31] as [UInt8])
    #expect(node == JSON5Node(.number("1"), at: .init(line: 1, column: 1)))
  }

  @Test("Readers of a file say what is allowed where something else stands")
  func reading() throws {
    let node = try JSON5Node(parsing: "{ speed: 'fast', count: 2.5, colour: 1 }")
    #expect(
      throws: JSON5Error(
        "“colour” is not known in a model; it may have speed and count", at: .init(line: 1, column: 30))
    ) {
      try node.members(of: "a model", allowing: ["speed", "count"])
    }
    #expect(
      throws: JSON5Error(
        "“fast” where the speed, a number from 1 to 10 should stand", at: .init(line: 1, column: 10))
    ) {
      try node["speed"]?.double("the speed", in: 1...10)
    }
    #expect(
      throws: JSON5Error(
        "2.5 where the count, a whole number from 0 to 9 should stand", at: .init(line: 1, column: 25))
    ) {
      try node["count"]?.int("the count", in: 0...9)
    }
    #expect(
      throws: JSON5Error("“fast” where the speed: slow or quick should stand", at: .init(line: 1, column: 10))
    ) {
      try node["speed"]?.choice("the speed", of: ["slow", "quick"])
    }
    let error = node.fault("no").located(in: "craft.json5")
    #expect("\(error)" == "craft.json5:1:1: no")
  }
}
