import SessionEngine
import Testing
import Transcripts

/// Expected schemas follow the form of the transcript JSON: objects with `type title properties required additionalProperties x-order`,
/// named types in `$defs`, `#` for the root.
@Suite("The schemas that @Generable writes")
struct GenerableSchemaTests {
  private func expect(
    _ schema: GenerationSchema, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(schema.json == (try JSONValue(parsing: json.utf8)), sourceLocation: sourceLocation)
  }

  @Test("M7: A struct with nested types, guides and an optional")
  func recipe() throws {
    try expect(
      Recipe.generationSchema,
      #"""
      {"type":"object","title":"Recipe","description":"Something to cook",
       "properties":{
         "title":{"type":"string","description":"What it is called","pattern":"[A-Z][a-z ]*"},
         "minutes":{"type":"integer","minimum":1,"maximum":240},
         "ingredients":{"type":"array","items":{"$ref":"#/$defs/Ingredient"},
           "description":"In the order of use","minItems":1,"maxItems":5},
         "note":{"type":"string"},
         "difficulty":{"$ref":"#/$defs/Difficulty"}},
       "required":["title","minutes","ingredients","difficulty"],"additionalProperties":false,
       "x-order":["title","minutes","ingredients","note","difficulty"],
       "$defs":{
         "Ingredient":{"type":"object","title":"Ingredient",
           "properties":{"name":{"type":"string"},"grams":{"type":"number","minimum":0.5}},
           "required":["name","grams"],"additionalProperties":false,"x-order":["name","grams"]},
         "Difficulty":{"type":"string","title":"Difficulty","enum":["easy","rather hard"]}}}
      """#)
    // The order of generation is that of the declaration, not of a dictionary.
    let members = Recipe.generationSchema.json["properties"]?.objectValue?.map(\.key)
    #expect(members == ["title", "minutes", "ingredients", "note", "difficulty"])
  }

  @Test("M7: An enum is its raw values or names, under the name that was asked for")
  func enums() throws {
    try expect(
      Difficulty.generationSchema,
      #"{"type":"string","title":"Difficulty","enum":["easy","rather hard"]}"#)
    try expect(
      Direction.generationSchema,
      #"{"type":"string","title":"heading","description":"Where to","enum":["north","default"]}"#)
  }

  @Test("M7: A type that contains itself refers to the root")
  func recursive() throws {
    try expect(
      Outline.generationSchema,
      ##"""
      {"type":"object","title":"Outline",
       "properties":{"title":{"type":"string"},"children":{"type":"array","items":{"$ref":"#"}}},
       "required":["title","children"],"additionalProperties":false,"x-order":["title","children"]}
      """##)
  }

  @Test("M7: An enum with associated values is a union of its cases, told apart by a constant")
  func associatedValues() throws {
    try expect(
      Expression.generationSchema,
      ##"""
      {"title":"Expression","anyOf":[
        {"type":"object","title":"number",
         "properties":{"case":{"const":"number"},"value":{"type":"number"}},
         "required":["case","value"],"additionalProperties":false,"x-order":["case","value"]},
        {"type":"object","title":"sum",
         "properties":{"case":{"const":"sum"},"_0":{"$ref":"#"},"_1":{"$ref":"#"}},
         "required":["case","_0","_1"],"additionalProperties":false,"x-order":["case","_0","_1"]},
        {"type":"object","title":"negated",
         "properties":{"case":{"const":"negated"},"of":{"$ref":"#"},"because":{"type":"string"}},
         "required":["case","of"],"additionalProperties":false,"x-order":["case","of","because"]},
        {"type":"object","title":"nothing","properties":{"case":{"const":"nothing"}},
         "required":["case"],"additionalProperties":false,"x-order":["case"]}]}
      """##)
  }

  @Test("M7: With nil represented explicitly an optional is required, and may be null")
  func explicitNil() throws {
    try expect(
      Address.generationSchema,
      #"""
      {"type":"object","title":"Address","properties":{
        "street":{"title":"Optional<String>","anyOf":[{"type":"string"},{"type":"null"}]},
        "city":{"type":"string"}},
       "required":["street","city"],"additionalProperties":false,"x-order":["street","city"]}
      """#)
  }

  @Test("M7: Constants, choices, counts, elements, expressions and bounds")
  func guides() throws {
    try expect(
      Palette.generationSchema,
      #"""
      {"type":"object","title":"Palette","properties":{
        "warm":{"type":"string","enum":["red","orange"],"description":"Warm ones"},
        "space":{"const":"sRGB"},
        "tags":{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":2,"maxItems":2},
        "digits":{"type":"array","items":{"type":"integer","maximum":9},"minItems":1},
        "code":{"type":"string","pattern":"[0-9a-f]{6}","description":"Hexadecimal"},
        "alpha":{"type":"number","maximum":1}},
       "required":["warm","space","tags","digits"],"additionalProperties":false,
       "x-order":["warm","space","tags","digits","code","alpha"]}
      """#)
  }

  @Test("M7: A generic type's schema depends on its argument")
  func generic() throws {
    #expect(
      Page<Int>.generationSchema.json["properties"]?["items"]
        == ["type": "array", "items": ["type": "integer"]])
    #expect(
      Page<Outline>.generationSchema.json["properties"]?["next"] == ["$ref": "#/$defs/Outline"])
  }

  @Test("M7: The identity is no property; any other `id` is; names lose their backticks")
  func names() throws {
    #expect(Reminder.generationSchema.json["x-order"] == ["text"])
    #expect(Ticket.generationSchema.json["x-order"] == ["id", "default", "price", "weights"])
    #expect(Ticket.generationSchema.json["required"] == ["id", "default", "price"])
  }

  @Test("M7: A type of an actor and a private one have schemas too, for everyone")
  func isolation() {
    #expect(Screen.generationSchema.name == "Screen")
    #expect(Recipe.hiddenSchema.name == "Hidden")
  }
}
