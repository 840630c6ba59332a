import Testing
import Transcripts

@testable import TranscriptFormats

@Suite("Reading: damaged and unusual text")
struct DamagedTextTests {
  static let whole =
    "{\n  \"modelName\" : \"system\",\n  \"transcript\" : "
    + envelope([
      .instructions("é", tools: ["f"]), .prompt("😀"), .toolCalls("f"), .toolOutput("f"),
      .response("x\\n\\u00e9"),
    ])
    + "\n}"

  @Test("Cut off after any byte: one line with the place, and a hint that it was cut")
  func truncation() throws {
    for text in [Self.whole, list([.prompt("é"), .response("b")])] {
      let bytes = Array(text.utf8)
      for length in 1..<bytes.count {
        let line = try #require(refusal(Array(bytes[..<length])), "\(length) bytes were read")
        #expect(line.hasSuffix("; the file looks cut off: save it again"), "\(length): \(line)")
        #expect(line.hasPrefix("t.json:") && !line.contains("\n"))
      }
      #expect(refusal(bytes) == nil)
    }
  }

  @Test("One byte spoilt anywhere: read or refused, never a trap")
  func spoilt() {
    let bytes = Array(envelope([.prompt("é😀"), .toolCalls("f")]).utf8)
    for place in bytes.indices {
      for byte in [0x00, 0x22, 0x7D, 0x80] as [UInt8] {
        var text = bytes
        text[place] = byte
        if let line = refusal(text) { #expect(!line.contains("\n") && line.hasPrefix("t.json:")) }
        text.remove(at: place)
        _ = refusal(text)
      }
    }
  }

  @Test("Places are lines and columns of the file")
  func places() {
    #expect(
      refusal("{\"transcript\":{\"entries\":[\n  {\"role\":\"user\"},\n  {\"role\":}]}}")?.hasPrefix(
        "t.json:3:11: ") == true)
    #expect(refusal("{\r\n\"é\": 1,\r\n x}")?.hasPrefix("t.json:3:2: ") == true)
    #expect(refusal("{\"a\" 1}")?.hasPrefix("t.json:1:6: ") == true)
    #expect(refusal("[{\"role\":\"user\",\"contents\":[]} 1]")?.hasPrefix("t.json:1:32: ") == true)
    #expect(refusal("[1 2]")?.hasPrefix("t.json:1:4: ") == true)
    #expect(refusal("{\"a\":1,}")?.hasPrefix("t.json:1:8: ") == true)
    #expect(refusal("what")?.hasPrefix("t.json:1:1: ") == true)
  }

  @Test("Documents one after another, with and without a separator")
  func concatenated() throws {
    let first = envelope([.prompt("a")])
    let second = envelope([.prompt("b"), .response("c")], version: "1")
    for separator in ["", "\n", "\r\n\r\n", " "] {
      let text = first + separator + second
      let one = try Reading(text)
      #expect(one.end == first.utf8.count && one.texts == ["a"])
      let other = try Reading(text, at: one.end)
      #expect(other.end == text.utf8.count && other.texts == ["b", "c"] && other.envelope.version == .v1)
    }
  }

  @Test("The same key twice: the last value counts, but entries once found stay")
  func repeatedKeys() throws {
    let reading = try Reading(
      #"{"modelName":"a","modelName":"b","transcript":{"entries":[]},"version":7,"version":1}"#)
    #expect(reading.envelope.modelName == "b" && reading.envelope.path == ["transcript", "entries"])
  }

  @Test("A text of several megabytes in one string")
  func hugeString() throws {
    let long = String(repeating: "0123456789abcde\\n", count: 1 << 18)
    let reading = try Reading(envelope([.prompt(long), .response("b")]))
    #expect(reading.kinds == [.prompt, .response] && reading.texts[0].utf8.count == 16 << 18)
  }

  @Test("Deep nesting is refused with a place")
  func deep() {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(refusal(#"{"x":\#(deep)}"#)?.contains("nesting deeper than 512 levels") == true)
    #expect(
      refusal(envelope([.raw(#"{"role":"user","x":\#(deep)}"#)]))?.contains("nesting deeper than 512") == true
    )
    #expect(refusal(deep)?.contains("nesting deeper than 512") == true)
  }

  @Test("Errors say what to do in one line")
  func errors() {
    let errors: [(TranscriptFileError, String)] = [
      (.empty(file: "a.json"), "a.json: the file is empty; nothing was saved into it"),
      (
        .otherEncoding(file: "a.json", name: "UTF-16"),
        "a.json: the text is UTF-16; convert it to UTF-8 first (iconv -t UTF-8)"
      ),
      (.unreadable(file: "a.json", reason: "permission denied"), "a.json: permission denied"),
      (
        .changedWhileRead(file: "a.json"),
        "a.json: changed while it was read; open it again, or follow it with stemma watch"
      ),
      (
        .tooLarge(file: "a.json", bytes: 9, limit: 8),
        "a.json: 9 bytes are more than the 8 that one file may have; split it"
      ),
    ]
    for (error, line) in errors { #expect(error.description == line && error.file == "a.json") }
  }
}
