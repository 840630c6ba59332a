import FoundationEssentials
import Testing
import Transcripts

/// Hand-written conformances: what the macros write, for a room that has none.
private protocol Shape: Generable {}

extension Shape {
  init(_ content: GeneratedContent) throws {
    throw GeneratedContent.ParsingError(rawContent: "", debugDescription: "")
  }
  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

private struct Bed: Shape {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Bed.self, description: "A bed.",
      properties: [
        .init(name: "name", description: "What grows there.", type: String.self),
        .init(name: "depth", type: Int?.self, guides: [.range(1...30)]),
        .init(name: "steps", type: [Step].self, guides: [.count(1...3)]),
        .init(name: "next", description: "The one after.", type: Step?.self),
      ])
  }
}

private struct Step: Shape {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Step.self,
      properties: [.init(name: "action", type: Action.self), .init(name: "minute", type: Int.self)])
  }
}

private enum Action: Shape {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Action.self, description: "What to do.", anyOf: ["open", "close"])
  }
}

private struct Plant: Shape {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Plant.self,
      properties: [
        .init(name: "seeds", type: [Plant].self), .init(name: "pot", type: Pot?.self),
      ])
  }
}

private struct Pot: Shape {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Pot.self, properties: [.init(name: "plant", type: Plant?.self)])
  }
}

private enum Either: Shape {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Either.self, anyOf: [Step.self, Action.self, String.self])
  }
}

private struct Explicit: Shape {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Explicit.self, representNilExplicitlyInGeneratedContent: true,
      properties: [
        .init(name: "a", description: "One.", type: Int?.self), .init(name: "b", type: Step?.self),
        .init(name: "c", type: String.self),
      ])
  }
}

private enum Garden {
  struct Step: Shape {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [.init(name: "where", type: String.self)])
    }
  }

  struct Tour: Shape {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "first", type: SchemaTests.OuterStep.self), .init(name: "then", type: Step.self),
        ])
    }
  }
}

@Suite("Schemas of types, as JSON Schema")
struct SchemaTests {
  fileprivate typealias OuterStep = Step

  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

  @Test("M7: an object has its order, what is required, and its named parts as definitions")
  func object() throws {
    #expect(
      Bed.generationSchema.json
        == (try json(
          ##"""
          {"type":"object","title":"Bed","description":"A bed.",
           "properties":{
             "name":{"type":"string","description":"What grows there."},
             "depth":{"type":"integer","minimum":1,"maximum":30},
             "steps":{"type":"array","items":{"$ref":"#/$defs/Step"},"minItems":1,"maxItems":3},
             "next":{"$ref":"#/$defs/Step","description":"The one after."}},
           "required":["name","steps"],"additionalProperties":false,
           "x-order":["name","depth","steps","next"],
           "$defs":{
             "Step":{"type":"object","title":"Step",
               "properties":{"action":{"$ref":"#/$defs/Action"},"minute":{"type":"integer"}},
               "required":["action","minute"],"additionalProperties":false,"x-order":["action","minute"]},
             "Action":{"type":"string","title":"Action","description":"What to do.","enum":["open","close"]}}}
          """##)))
    #expect(Bed.generationSchema.name == "Bed" && [Bed].generationSchema.name == "Array<Bed>")
    #expect(Bed.generationSchema.debugDescription.hasPrefix(#"{"type":"object","title":"Bed""#))
  }

  @Test("M7: a type that contains itself refers to the root, and to a definition where it is none")
  func recursion() throws {
    let pot =
      ##"{"type":"object","title":"Pot","properties":{"plant":{"$ref":"PLANT"}},"required":[],"additionalProperties":false,"x-order":["plant"]}"##
    let plant =
      ##"{"type":"object","title":"Plant","properties":{"seeds":{"type":"array","items":{"$ref":"PLANT"}},"pot":{"$ref":"#/$defs/Pot"}},"required":["seeds"],"additionalProperties":false,"x-order":["seeds","pot"]"##
    #expect(
      Plant.generationSchema.json
        == (try json((plant + ##","$defs":{"Pot":\##(pot)}}"##).replacing("PLANT", with: "#"))))
    #expect(
      [Plant].generationSchema.json
        == (try json(
          ##"{"type":"array","items":{"$ref":"#/$defs/Plant"},"$defs":{"Plant":\##(plant)},"Pot":\##(pot)}}"##
            .replacing("PLANT", with: "#/$defs/Plant"))))
  }

  @Test("M7: unions and enumerations have their name as the title")
  func choices() throws {
    #expect(
      Action.generationSchema.json
        == (try json(
          #"{"type":"string","title":"Action","description":"What to do.","enum":["open","close"]}"#)))
    let either = Either.generationSchema.json
    #expect(either["title"] == "Either")
    #expect(
      either["anyOf"]
        == (try json(##"[{"$ref":"#/$defs/Step"},{"$ref":"#/$defs/Action"},{"type":"string"}]"##)))
    #expect(either["$defs"]?.objectValue?.map(\.key) == ["Step", "Action"])
  }

  @Test("M7: nil told explicitly is a choice of null, and required")
  func explicitNil() throws {
    let schema = Explicit.generationSchema.json
    #expect(schema["required"] == ["a", "b", "c"])
    #expect(
      schema["properties"]?["a"]
        == (try json(
          #"{"title":"Optional<Int>","description":"One.","anyOf":[{"type":"integer"},{"type":"null"}]}"#)))
    #expect(
      schema["properties"]?["b"]
        == (try json(
          ##"{"title":"Optional<Step>","anyOf":[{"$ref":"#/$defs/Step"},{"type":"null"}]}"##)))
    #expect(schema["properties"]?["c"] == ["type": "string"])
  }

  @Test("M7: two types of one name are two definitions")
  func homonyms() throws {
    let schema = Garden.Tour.generationSchema.json
    #expect(schema["properties"]?["first"]?["$ref"] == "#/$defs/Step")
    #expect(schema["properties"]?["then"]?["$ref"] == "#/$defs/Step2")
    #expect(schema["$defs"]?["Step"]?["x-order"] == ["action", "minute"])
    #expect(schema["$defs"]?["Step2"]?["x-order"] == ["where"])
  }

  @Test("M7: plain types")
  func plain() {
    #expect(
      Bool.generationSchema.json == ["type": "boolean"] && Int.generationSchema.json == ["type": "integer"])
    #expect(
      Double.generationSchema.json == ["type": "number"] && Float.generationSchema.json == ["type": "number"])
    #expect(Decimal.generationSchema.json == ["type": "number"])
    #expect(String.generationSchema.json == ["type": "string"])
    #expect(
      [[Bool]].generationSchema.json
        == ["type": "array", "items": ["type": "array", "items": ["type": "boolean"]]])
  }

  @Test("M7: a type may have a name of its own")
  func named() {
    let schema = GenerationSchema(
      type: Bed.self, name: "Plot", properties: [.init(name: "again", type: [Step].self)])
    #expect(schema.json["title"] == "Plot" && schema.name == "Plot")
    #expect(
      GenerationSchema(type: Action.self, name: "Do", anyOf: ["a"]).json
        == ["type": "string", "title": "Do", "enum": ["a"]])
  }

  @Test("T6: a schema that a decoder read has its properties in order again")
  func decoding() throws {
    let text =
      #"{"x-order":["b","a"],"properties":{"a":{"type":"string"},"b":{"x-order":["d","c"],"properties":{"c":{},"d":{}}}}}"#
    let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
    #expect(schema.json["properties"]?.objectValue?.map(\.key) == ["b", "a"])
    #expect(schema.json["properties"]?["b"]?["properties"]?.objectValue?.map(\.key) == ["d", "c"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let written = try encoder.encode(Bed.generationSchema)
    #expect(try JSONDecoder().decode(GenerationSchema.self, from: written) == Bed.generationSchema)
  }
}

@Suite("Guides, as JSON Schema")
struct GuideTests {
  private func property(_ property: GenerationSchema.Property) -> JSONValue? {
    GenerationSchema(type: Bool.self, name: "T", properties: [property]).json["properties"]?["p"]
  }

  @Test("M7: texts")
  func texts() {
    #expect(property(.init(name: "p", type: String.self, guides: [.constant("x")])) == ["const": "x"])
    #expect(
      property(.init(name: "p", description: "D", type: String.self, guides: [.constant("x")]))
        == ["const": "x", "description": "D"])
    #expect(
      property(.init(name: "p", type: String.self, guides: [.anyOf(["a", "b"])]))
        == ["type": "string", "enum": ["a", "b"]])
    #expect(
      property(.init(name: "p", type: String.self, guides: [.pattern(/[A-Z]{2}\d+/)]))
        == ["type": "string", "pattern": #"[A-Z]{2}\d+"#])
    #expect(
      property(.init(name: "p", type: String?.self, guides: [/a+/])) == ["type": "string", "pattern": "a+"])
  }

  @Test("M7: numbers, as they were given")
  func numbers() throws {
    #expect(
      property(.init(name: "p", type: Int.self, guides: [.minimum(-3), .maximum(5)]))
        == ["type": "integer", "minimum": -3, "maximum": 5])
    let double = property(.init(name: "p", type: Double.self, guides: [.range(0.1...2)]))
    #expect(double?.text() == #"{"type":"number","minimum":0.1,"maximum":2}"#)
    let float = property(.init(name: "p", type: Float.self, guides: [.range(0.1...2.5)]))
    #expect(float?.text() == #"{"type":"number","minimum":0.1,"maximum":2.5}"#)
    let third = try #require(Decimal(string: "0.3333333333333333333333"))
    let decimal = property(.init(name: "p", type: Decimal.self, guides: [.minimum(third)]))
    #expect(decimal?.text() == #"{"type":"number","minimum":0.3333333333333333333333}"#)
  }

  @Test("M7: counts and elements")
  func counts() {
    #expect(
      property(.init(name: "p", type: [Int].self, guides: [.count(3), .element(.range(1...9))]))
        == [
          "type": "array", "items": ["type": "integer", "minimum": 1, "maximum": 9], "minItems": 3,
          "maxItems": 3,
        ])
    #expect(
      property(.init(name: "p", type: [[String]].self, guides: [.element(.element(.constant("x")))]))
        == ["type": "array", "items": ["type": "array", "items": ["const": "x"]]])
    #expect(
      property(.init(name: "p", type: [Int]?.self, guides: [.minimumCount(1), .maximumCount(2)]))
        == ["type": "array", "items": ["type": "integer"], "minItems": 1, "maxItems": 2])
  }
}
