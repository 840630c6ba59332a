import Testing
import Transcripts

@Suite("Schemas put together at run time")
struct DynamicSchemaTests {
  private typealias Dynamic = DynamicGenerationSchema

  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

  @Test("M7: references are resolved, and what nothing refers to is left out")
  func references() throws {
    let root = Dynamic(
      name: "Menu", description: "Today's.",
      properties: [
        .init(name: "soup", description: "First.", schema: Dynamic(referenceTo: "Dish")),
        .init(name: "others", schema: Dynamic(arrayOf: Dynamic(referenceTo: "Dish"), maximumElements: 2)),
        .init(name: "tomorrow", schema: Dynamic(referenceTo: "Menu"), isOptional: true),
        .init(name: "size", schema: Dynamic(name: "Size", anyOf: ["small", "large"]), isOptional: true),
        .init(name: "guests", schema: Dynamic(type: Int.self, guides: [.range(1...8)])),
      ])
    let dish = Dynamic(name: "Dish", properties: [.init(name: "name", schema: Dynamic(type: String.self))])
    let spare = Dynamic(name: "Spare", anyOf: ["x"])
    #expect(
      try GenerationSchema(root: root, dependencies: [dish, spare]).json
        == (try json(
          ##"""
          {"type":"object","title":"Menu","description":"Today's.",
           "properties":{
             "soup":{"$ref":"#/$defs/Dish","description":"First."},
             "others":{"type":"array","items":{"$ref":"#/$defs/Dish"},"maxItems":2},
             "tomorrow":{"$ref":"#"},"size":{"$ref":"#/$defs/Size"},
             "guests":{"type":"integer","minimum":1,"maximum":8}},
           "required":["soup","others","guests"],"additionalProperties":false,
           "x-order":["soup","others","tomorrow","size","guests"],
           "$defs":{
             "Size":{"type":"string","title":"Size","enum":["small","large"]},
             "Dish":{"type":"object","title":"Dish","properties":{"name":{"type":"string"}},
               "required":["name"],"additionalProperties":false,"x-order":["name"]}}}
          """##)))
  }

  @Test("M7: roots without a name, null, unions and explicit nil")
  func shapes() throws {
    #expect(
      try GenerationSchema(root: Dynamic(arrayOf: .null, minimumElements: 1), dependencies: []).json
        == ["type": "array", "items": ["type": "null"], "minItems": 1])
    let either = Dynamic(name: "Either", anyOf: [Dynamic(type: Int.self), .null])
    #expect(
      try GenerationSchema(root: either, dependencies: []).json
        == ["title": "Either", "anyOf": [["type": "integer"], ["type": "null"]]])
    let reference = try GenerationSchema(root: Dynamic(referenceTo: "Either"), dependencies: [either])
    #expect(reference.json["$ref"] == "#/$defs/Either" && reference.name == "Either")
    #expect(reference.json["$defs"]?["Either"]?["title"] == "Either")
    let explicit = Dynamic(
      name: "E", representNilExplicitlyInGeneratedContent: true,
      properties: [.init(name: "a", schema: Dynamic(type: Int.self), isOptional: true)])
    let schema = try GenerationSchema(root: explicit, dependencies: []).json
    #expect(schema["required"] == ["a"])
    #expect(schema["properties"]?["a"]?["anyOf"] == [["type": "integer"], ["type": "null"]])
  }

  @Test("M7: a name with a slash is escaped in references, and the schema keeps its name")
  func escaping() throws {
    let part = Dynamic(name: "a/b~c", anyOf: ["x"])
    let root = Dynamic(name: "R", properties: [.init(name: "p", schema: part)])
    let schema = try GenerationSchema(root: root, dependencies: [])
    #expect(schema.json["properties"]?["p"]?["$ref"] == "#/$defs/a~1b~0c")
    #expect(schema.json["$defs"]?["a/b~c"] != nil)
    #expect(GenerationSchema(json: ["$ref": "#/$defs/a~1b~0c"]).name == "a/b~c")
  }

  @Test("M7: the same part may be used twice")
  func reuse() throws {
    for part in [Dynamic(name: "P", anyOf: ["x"]), Dynamic(type: ImageReference.self)] {
      let root = Dynamic(
        name: "R", properties: [.init(name: "a", schema: part), .init(name: "b", schema: part)])
      #expect(try GenerationSchema(root: root, dependencies: []).json["$defs"]?.objectValue?.count == 1)
    }
  }

  @Test("M7: two different schemas of one name are refused")
  func duplicateTypes() {
    func refuses(_ root: Dynamic, _ dependencies: [Dynamic], _ name: String) {
      #expect {
        _ = try GenerationSchema(root: root, dependencies: dependencies)
      } throws: { error in
        guard case GenerationSchema.SchemaError.duplicateType(_, let type, let context) = error else {
          return false
        }
        return type == name && !context.debugDescription.isEmpty
      }
    }
    let one = Dynamic(name: "P", anyOf: ["x"])
    let other = Dynamic(name: "P", anyOf: ["y"])
    let root = Dynamic(name: "R", properties: [.init(name: "a", schema: one)])
    refuses(root, [other], "P")
    // A type of Swift has a name, too.
    let type = Dynamic(type: ImageReference.self)
    let homonym = Dynamic(name: "ImageReference", anyOf: ["x"])
    refuses(
      Dynamic(name: "R", properties: [.init(name: "a", schema: type), .init(name: "b", schema: homonym)]), [],
      "ImageReference")
    refuses(
      Dynamic(name: "R", properties: [.init(name: "a", schema: homonym), .init(name: "b", schema: type)]), [],
      "ImageReference")
    refuses(
      Dynamic(name: "ImageReference", properties: [.init(name: "a", schema: Dynamic(arrayOf: type))]), [],
      "ImageReference")
    refuses(root, [Dynamic(name: "Q", anyOf: ["x"]), Dynamic(name: "Q", anyOf: ["x"])], "Q")
    refuses(root, [Dynamic(name: "R", anyOf: ["x"])], "R")
    refuses(
      Dynamic(name: "R", properties: [.init(name: "a", schema: Dynamic(name: "R", anyOf: ["x"]))]), [], "R")
  }

  @Test("M7: two properties of one name, a choice of nothing, and references to nobody are refused")
  func otherErrors() throws {
    func error(_ root: Dynamic, _ dependencies: [Dynamic] = []) throws -> GenerationSchema.SchemaError {
      try #require(throws: GenerationSchema.SchemaError.self) {
        try GenerationSchema(root: root, dependencies: dependencies)
      }
    }
    let int = Dynamic(type: Int.self)
    let twice = Dynamic(
      name: "R", properties: [.init(name: "a", schema: int), .init(name: "a", schema: int)])
    guard case .duplicateProperty("R", "a", _) = try error(twice),
      case .emptyTypeChoices("E", _) = try error(Dynamic(name: "E", anyOf: [] as [String])),
      case .emptyTypeChoices("E", _) = try error(Dynamic(name: "E", anyOf: [] as [Dynamic])),
      case .emptyTypeChoices("E", _) = try error(int, [Dynamic(name: "E", anyOf: [] as [String])])
    else {
      Issue.record("another error")
      return
    }
    let lost = Dynamic(
      name: "R",
      properties: [
        .init(name: "a", schema: Dynamic(referenceTo: "Nobody")),
        .init(name: "b", schema: Dynamic(arrayOf: Dynamic(referenceTo: "None"))),
        .init(name: "c", schema: Dynamic(referenceTo: "Nobody")),
      ])
    let undefined = try error(lost)
    guard case .undefinedReferences("R", let names, _) = undefined else {
      Issue.record("\(undefined)")
      return
    }
    #expect(names == ["Nobody", "None"])
    #expect(undefined.errorDescription == "“R” refers to what is not defined: “Nobody”, “None”.")
    #expect(undefined.recoverySuggestion == "Add the schemas that are referred to to the dependencies.")
  }
}
