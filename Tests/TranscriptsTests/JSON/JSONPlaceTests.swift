import Testing

@testable import Transcripts

@Suite("JSON: an error names the line and the column")
struct JSONPlaceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var offset: Int
    var line: Int
    var column: Int
    var testDescription: String { text.debugDescription }
  }

  static let cases = [
    Case(text: "x", offset: 0, line: 1, column: 1),
    Case(text: "[1,x]", offset: 3, line: 1, column: 4),
    Case(text: "{\"a\":1,\n \"b\":x}", offset: 13, line: 2, column: 6),
    // A carriage return ends no line of its own: it is the last character of its line.
    Case(text: "[\r\n1,\r\nx]", offset: 7, line: 3, column: 1),
    Case(text: "[\r\n1,\r\n  x]", offset: 9, line: 3, column: 3),
    // é is two bytes, € three, 😀 four; each is one column.
    Case(text: "[\"é\",x]", offset: 6, line: 1, column: 6),
    Case(text: "[\"€\",x]", offset: 7, line: 1, column: 6),
    Case(text: "[\"😀\",x]", offset: 8, line: 1, column: 6),
    Case(text: "[\"é€😀\",\n\"é\" x]", offset: 19, line: 2, column: 5),
    // The text ends early: the place is behind its last character.
    Case(text: "[1,\n2", offset: 5, line: 2, column: 2),
    Case(text: "{\"a\":\"b", offset: 7, line: 1, column: 8),
    Case(text: "[\n", offset: 2, line: 2, column: 1),
    // A number and a word are told where they begin.
    Case(text: "[ 01]", offset: 2, line: 1, column: 3),
    Case(text: "[ nope]", offset: 2, line: 1, column: 3),
    // More text after the document.
    Case(text: "{}\n\n  {}", offset: 6, line: 3, column: 3),
    Case(text: "\"a\u{1}\"", offset: 2, line: 1, column: 3),
    Case(text: "[\"ab\\x\"]", offset: 4, line: 1, column: 5),
  ]

  @Test("Line and column", arguments: cases)
  func place(_ sample: Case) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: sample.text.utf8) }
    #expect(error?.offset == sample.offset)
    #expect(error?.line == sample.line)
    #expect(error?.column == sample.column)
  }

  @Test("A byte order mark takes no column")
  func byteOrderMark() {
    let text = Array("\u{FEFF}[1,x]".utf8)
    let place = text.withUnsafeBufferPointer { JSONError(.badNumber, at: 6).located(in: $0) }
    #expect(place.line == 1 && place.column == 4)
  }

  @Test("A character that is cut off at the end of the text is an early end, not bad UTF-8")
  func cutInsideCharacter() {
    let whole = Array("[\"😀\"]".utf8)
    for length in 1..<whole.count {
      let error = #expect(throws: JSONError.self) { try JSONValue(parsing: whole[..<length]) }
      guard case .endsEarly? = error?.reason else {
        Issue.record("\(length) bytes: \(String(describing: error))")
        continue
      }
      #expect(error?.offset == length)
    }
    // A wrong byte is wrong, be it the last one.
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xC3, 0x28]) }
    #expect(error?.reason == .invalidUTF8 && error?.offset == 1)
  }

  @Test("The message says what stands there and what should")
  func messages() throws {
    func message(_ text: String) -> String? {
      do {
        _ = try JSONValue(parsing: text.utf8)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message("[1 2]") == "line 1, column 4: “2” where a comma or ] should stand")
    #expect(message("{\"a\" 1}") == "line 1, column 6: “1” where a colon should stand")
    #expect(message("{1}") == "line 1, column 2: “1” where a key should stand")
    #expect(message("[") == "line 1, column 2: the text ends inside an array")
    #expect(message("{\"a\":[") == "line 1, column 7: the text ends inside an array")
    #expect(message("") == "line 1, column 1: no JSON value at all")
    #expect(message("\u{1}") == "line 1, column 1: byte 1 where a value should stand")
    #expect(
      JSONError(.badEscape, at: 7).description == "byte 7: an escape in a string that JSON does not know")
  }
}
