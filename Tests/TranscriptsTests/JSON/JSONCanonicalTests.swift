import Testing

@testable import Transcripts

@Suite("JSON: one canonical spelling")
struct JSONCanonicalTests {
  private func canonical(_ text: String) throws -> String { try EntryScanner.reading(text).jsonText }

  @Test("Of a string only what JSON demands is escaped, in its shortest form")
  func strings() throws {
    #expect(try canonical(#"["\u0041\u00e9\u20ac\ud83d\ude00"]"#) == #"["Aé€😀"]"#)
    #expect(try canonical(#"["\/ \u002f / \u003c"]"#) == #"["/ / / <"]"#)
    #expect(try canonical(#"["\u0022\u005C\u0008\u000C\u000A\u000D\u0009"]"#) == #"["\"\\\b\f\n\r\t"]"#)
    #expect(try canonical(#"["\u0000\u001F\u001f\u000B"]"#) == #"["\u0000\u001f\u001f\u000b"]"#)
    #expect(try canonical(#"["\u007f\u2028"]"#) == "[\"\u{7F}\u{2028}\"]")
    // Half a pair has no character of its own; it stays an escape.
    #expect(
      try canonical(#"["\uD800","\uDc00x","\ud83d\ud83d\ude00"]"#) == #"["\ud800","\udc00x","\ud83d😀"]"#)
    #expect(try canonical(#"["\\u0041"]"#) == #"["\\u0041"]"#)
  }

  @Test("Numbers keep their spelling, white space goes")
  func numbers() throws {
    let numbers = "[0,-0,1.0,1.50,1E+2,1e2,100,12345678901234567890123,0.1e-999]"
    #expect(try canonical(numbers.replacing(",", with: " ,\r\n\t")) == numbers)
    #expect(
      try canonical(" [ true , false , null , { } , [ ] ] ".trimmingPrefix(" ").dropLast().description)
        == "[true,false,null,{},[]]")
  }

  @Test("Keys are sorted by their bytes at every level, escaped ones by what they mean")
  func sortedKeys() throws {
    #expect(
      try canonical(#"{"b":1,"a":{"d":[{"z":1,"y":2}],"c":0},"B":2,"é":3,"a10":4,"a2":5,"":6}"#)
        == #"{"":6,"B":2,"a":{"c":0,"d":[{"y":2,"z":1}]},"a10":4,"a2":5,"b":1,"é":3}"#)
    #expect(try canonical(#"{"b":1,"\u0061":2}"#) == #"{"a":2,"b":1}"#)
  }

  @Test("Below parameters, schema, content and arguments the order of keys is content and stays")
  func keptOrder() throws {
    for key in ["parameters", "schema", "content", "arguments"] {
      #expect(
        try canonical(#"{"z":{"b":1,"a":2},"\#(key)":{"b":{"d":1,"c":2},"a":[{"y":1,"x":2}]}}"#)
          == #"{"\#(key)":{"b":{"d":1,"c":2},"a":[{"y":1,"x":2}]},"z":{"a":2,"b":1}}"#)
    }
  }

  @Test("Of a key that stands twice the last one counts, and a warning tells")
  func repeatedKeys() throws {
    let scanner = try EntryScanner.reading(#"{"role":"user","a":1,"b":{"c":1,"c":2},"a":3}"#)
    #expect(scanner.jsonText == #"{"a":3,"b":{"c":2},"role":"user"}"#)
    #expect(scanner.warnings.contains(.repeatedKey("a")) || scanner.warnings.contains(.repeatedKey("c")))
    let escaped = try EntryScanner.reading(#"{"\u0061":1,"a":2}"#)
    #expect(escaped.jsonText == #"{"a":2}"# && escaped.warnings.contains(.repeatedKey("a")))
    // More keys than are compared pair by pair.
    let many = (0..<40).map { #""k\#($0 % 39)":\#($0)"# }.joined(separator: ",")
    let wide = try EntryScanner.reading("{\(many)}")
    #expect(wide.warnings.contains(.repeatedKey("k0")) && wide.jsonText.contains(#""k0":39"#))
    #expect(!wide.jsonText.contains(#""k0":0"#))
    // Equal strings to Swift, but different keys.
    let composed = #"{"a":0,"a":1,"\#u{E9}":1,"e\#u{301}":2}"#
    #expect(try canonical(composed) == #"{"a":1,"e\#u{301}":2,"\#u{E9}":1}"#)
    let inOrder = try EntryScanner.reading(#"{"content":{"b":1,"a":2,"b":3}}"#)
    #expect(inOrder.jsonText == #"{"content":{"a":2,"b":3}}"#)
  }

  @Test("Canonical text is its own canonical text")
  func isFixedPoint() throws {
    let texts = [
      #"{"role":"user","contents":[{"type":"text","id":"\u0031","text":"a\/b\u00e9\ud800"}],"options":{"b":1.0,"a":[]}}"#,
      #"{"tools":[{"function":{"parameters":{"b":1,"a":2},"name":"f"}}],"role":"instructions"}"#,
    ]
    for text in texts {
      let once = try canonical(text)
      #expect(try canonical(once) == once)
    }
  }

  @Test("The digest tells content apart and nothing else")
  func digests() throws {
    let a = try EntryScanner.reading(
      #"{"id":"1","role":"user","options":{},"contents":[{"type":"text","id":"2","text":"\u0061/"}]}"#)
    let b = try EntryScanner.reading(
      #"{"contents":[{"id":"2","text":"a\/","type":"text"}],"options":{},"role":"user","id":"1"}"#)
    let c = try EntryScanner.reading(
      #"{"contents":[{"id":"9","text":"a\/","type":"text"}],"options":{},"role":"user","id":"8"}"#)
    #expect(EntryDigest(of: a.json) == EntryDigest(of: b.json))
    #expect(EntryDigest(of: a.json) != EntryDigest(of: c.json))
    #expect(a.contentDigest == c.contentDigest)
    #expect(a.keySet == b.keySet && a.keyOrder != b.keyOrder)
  }
}
