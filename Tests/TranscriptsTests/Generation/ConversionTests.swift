import FoundationEssentials
import Testing
import Transcripts

@Suite("Generated content as Swift values")
struct ConversionTests {
  private func content(_ json: String) throws -> GeneratedContent { try GeneratedContent(json: json) }

  /// The words of the error that a conversion throws.
  private func refusal<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type, _ json: String) throws
    -> String
  {
    let content = try content(json)
    return try #require(throws: GeneratedContent.ParsingError.self) { try content.value(type) }
      .debugDescription
  }

  @Test("M7: whole numbers come from 3, 3.0 and 3e0, not from 3.5 or what does not fit")
  func integers() throws {
    for json in ["3", "3.0", "3e0"] { #expect(try content(json).value(Int.self) == 3) }
    #expect(try content("-9223372036854775808").value(Int.self) == Int.min)
    #expect(try refusal(Int.self, "3.5") == "expected a whole number, found the number 3.5")
    #expect(
      try refusal(Int.self, "9223372036854775808")
        == "expected a whole number, found the number 9223372036854775808")
    #expect(try refusal(Int.self, #""3""#) == #"expected a whole number, found the text "3""#)
    #expect(try refusal(Int.self, "null") == "expected a whole number, found null")
  }

  @Test("M7: numbers with a fraction, exactly as spelled in a Decimal")
  func fractions() throws {
    #expect(try content("0.1").value(Double.self) == 0.1 && content("0.1").value(Float.self) == 0.1)
    #expect(try content("12").value(Double.self) == 12)
    #expect(
      try content("0.10000000000000000000000001").value(Decimal.self)
        == Decimal(string: "0.10000000000000000000000001"))
    #expect(try refusal(Double.self, "1e999") == "expected a number, found the number 1e999")
    #expect(try refusal(Float.self, "true") == "expected a number, found true")
    #expect(try refusal(Decimal.self, "[1,2]") == "expected a number, found an array of 2")
  }

  @Test("M7: what is written is read again")
  func roundTrips() throws {
    func same<Value: Generable & Equatable>(_ value: Value) throws {
      #expect(try content(value.generatedContent.jsonString).value(Value.self) == value)
    }
    try same(Int.max)
    try same(0.1)
    try same(1e300)
    try same(-0.5 as Float)
    try same(16_777_216 as Float)
    try same(#require(Decimal(string: "3.141592653589793238462643")))
    try same("a\u{0}\"\\\u{1F331}")
    try same([[1], [], [2, 3]])
    try same(false)
    #expect(Double.nan.generatedContent.kind == .null && Float.infinity.generatedContent.kind == .null)
  }

  @Test("M7: the other types take their own shape only")
  func mismatches() throws {
    #expect(try refusal(Bool.self, "1") == "expected true or false, found the number 1")
    #expect(try refusal(String.self, "{}") == "expected a text, found a structure")
    #expect(try refusal([Int].self, #"{"a":1}"#) == "expected an array, found a structure")
    #expect(
      try refusal([[Int]].self, #"[[1],[2,"x"]]"#)
        == #"element 1: element 1: expected a whole number, found the text "x""#)
    #expect(try refusal(Never.self, "1") == "expected nothing at all, found the number 1")
    let long = String(repeating: "a", count: 41)
    #expect(
      try refusal(Int.self, "\"\(long)\"")
        == "expected a whole number, found the text \"\(String(repeating: "a", count: 40))\"…")
  }

  @Test("M7: a property that is missing is an error, unless it may be missing")
  func properties() throws {
    let content = try content(#"{"name":"beans","depth":4,"gone":null,"list":[1]}"#)
    #expect(try content.value(String.self, forProperty: "name") == "beans")
    #expect(try content.value(Int?.self, forProperty: "depth") == 4)
    #expect(try content.value(Int?.self, forProperty: "gone") == nil)
    #expect(try content.value(Int?.self, forProperty: "absent") == nil)
    #expect(try content.value([Int]?.self, forProperty: "list") == [1])
    func words(_ read: () throws -> Void) throws -> String {
      try #require(throws: GeneratedContent.ParsingError.self) { try read() }.debugDescription
    }
    #expect(
      try words { _ = try content.value(Int.self, forProperty: "absent") }
        == "The property “absent” (Int) is missing.")
    #expect(
      try words { _ = try content.value(Int.self, forProperty: "gone") }
        == "“gone”: expected a whole number, found null")
    #expect(
      try words { _ = try content.value(Int?.self, forProperty: "name") }
        == #"“name”: expected a whole number, found the text "beans""#)
    #expect(
      try words { _ = try GeneratedContent(1).value(Int?.self, forProperty: "a") }
        == "expected a structure with “a”, found the number 1")
  }

  @Test("M7: a value's partial form is itself, or made of its content")
  func partial() {
    #expect("a".asPartiallyGenerated() == "a" && [1, 2].asPartiallyGenerated() == [1, 2])
    let reference = ImageReference(label: "leaf")
    #expect(reference.asPartiallyGenerated().attachmentLabel == "leaf")
  }
}

extension ImageReference {
  fileprivate init(label: String) {
    do {
      self = try GeneratedContent(properties: ["attachmentLabel": label]).value()
    } catch {
      fatalError("\(error)")
    }
  }
}
