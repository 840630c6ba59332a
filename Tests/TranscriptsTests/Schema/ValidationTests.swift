import Testing

@testable import Transcripts

@Suite("Content against its schema")
struct ValidationTests {
  /// A schema of every keyword.
  private static let schema = ##"""
    {"type":"object","title":"Bed","x-order":["name","depth","steps","kind","code","next"],
     "properties":{
       "code":{"type":"string","pattern":"[A-Z]{2}\\d"},
       "depth":{"type":"integer","minimum":1,"maximum":30},
       "kind":{"title":"Kind","anyOf":[{"const":"raised"},{"$ref":"#/$defs/Row"},{"type":"null"}]},
       "name":{"type":"string","enum":["beans","peas"]},
       "next":{"$ref":"#"},
       "steps":{"type":"array","items":{"$ref":"#/$defs/Step"},"minItems":1,"maxItems":2}},
     "required":["name","steps"],"additionalProperties":false,
     "$defs":{
       "Row":{"type":"object","title":"Row","properties":{"row":{"type":"number"}},"required":["row"]},
       "Step":{"type":"object","title":"Step","properties":{"minute":{"type":"integer"},"on":{"type":"boolean"}},
         "required":["minute"],"additionalProperties":false,"x-order":["minute","on"]}}}
    """##

  private func check(_ content: String, schema: String = Self.schema) throws -> String? {
    try GenerationSchema(json: JSONValue(parsing: schema.utf8)).validate(GeneratedContent(json: content))?
      .description
  }

  @Test(
    "M7: content that keeps its schema",
    arguments: [
      #"{"name":"beans","steps":[{"minute":1}]}"#,
      #"{"steps":[{"minute":1.0,"on":true},{"minute":2}],"name":"peas","depth":30,"code":"AB1"}"#,
      #"{"name":"beans","steps":[{"minute":1}],"kind":"raised"}"#,
      #"{"name":"beans","steps":[{"minute":1}],"kind":{"row":1.5,"more":[]}}"#,
      #"{"name":"beans","steps":[{"minute":1}],"kind":null}"#,
      #"{"name":"beans","steps":[{"minute":1}],"next":{"name":"peas","steps":[{"minute":2}]}}"#,
    ])
  func kept(_ content: String) throws { #expect(try check(content) == nil) }

  @Test(
    "M7: the first break, in the order of generation, with its path",
    arguments: [
      ("[]", "expected a structure, found an array of 0"),
      ("{}", "name: is missing"),
      (#"{"name":"corn","steps":7}"#, #"name: expected one of "beans", "peas", found the text "corn""#),
      (#"{"steps":[],"name":"beans"}"#, "steps: expected at least 1 elements, found 0"),
      (
        #"{"name":"beans","steps":[{"minute":1},{"minute":1},{"minute":1}]}"#,
        "steps: expected at most 2 elements, found 3"
      ),
      (
        #"{"name":"beans","steps":[{"minute":1},{"minute":"x"}]}"#,
        #"steps[1].minute: expected a whole number, found the text "x""#
      ),
      (
        #"{"name":"beans","steps":[{"minute":1.5}]}"#,
        "steps[0].minute: expected a whole number, found the number 1.5"
      ),
      (#"{"name":"beans","steps":[{"minute":1,"off":2}]}"#, "steps[0].off: is no property of “Step”"),
      (
        #"{"name":"beans","depth":0,"steps":[{"minute":1}]}"#,
        "depth: expected at least 1, found the number 0"
      ),
      (
        #"{"name":"beans","depth":31,"steps":[{"minute":1}]}"#,
        "depth: expected at most 30, found the number 31"
      ),
      (
        #"{"name":"beans","steps":[{"minute":1}],"code":"xAB1"}"#,
        #"code: expected a text that /[A-Z]{2}\d/ matches, found the text "xAB1""#
      ),
      (#"{"name":"beans","steps":[{"minute":1}],"kind":7}"#, "kind: fits none of raised, Row, Null"),
      (
        #"{"name":"beans","steps":[{"minute":1}],"kind":{"row":"x"}}"#,
        #"kind.row: expected a number, found the text "x""#
      ),
      (#"{"name":"beans","steps":[{"minute":1}],"next":{"name":"peas"}}"#, "next.steps: is missing"),
    ])
  func broken(_ content: String, _ words: String) throws { #expect(try check(content) == words) }

  @Test("M7: a schema that goes in circles, leads nowhere or says nothing ends all the same")
  func oddSchemas() throws {
    #expect(try check("1", schema: ##"{"$ref":"#"}"##) == "the schema refers to itself without end")
    #expect(
      try check("1", schema: ##"{"title":"T","anyOf":[{"$ref":"#"},{"$ref":"#"},{"type":"string"}]}"##)
        == "fits none of #, #, String")
    #expect(try check("1", schema: ##"{"$ref":"#/$defs/X"}"##) == "the schema has no #/$defs/X")
    #expect(try check(#"{"a":[1]}"#, schema: #"{"title":"GeneratedContent"}"#) == nil)
    #expect(try check(#""a""#, schema: #"{"type":"string","pattern":"("}"#) == nil)
    #expect(try check("1", schema: "7") == nil)
  }

  @Test("M7: a violation in a deep text does not cost the stack")
  func deep() throws {
    let depth = 500
    let content = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    let schema = ##"{"title":"N","anyOf":[{"type":"array","items":{"$ref":"#"}},{"type":"string"}]}"##
    #expect(try check(content, schema: schema)?.hasPrefix("[0][0]") == true)
  }
}
