import Testing
import Transcripts

@testable import ScriptedModel

@Suite struct SchemaFillerTests {
  private func fill(_ schema: JSONValue, prompt: String = "", seed: UInt64 = 1) throws -> JSONValue {
    var filler = SchemaFiller(GenerationSchema(json: schema), hints: PromptHints(prompt), seed: seed)
    return try filler.value()
  }

  private func object(_ properties: KeyValuePairs<String, JSONValue>, required: [String]? = nil) -> JSONValue
  {
    let keys = properties.map(\.key)
    return [
      "type": "object", "title": "T",
      "properties": .object(properties.map { JSONValue.Member($0.key, $0.value) }),
      "required": .array((required ?? keys).map(JSONValue.string)), "additionalProperties": false,
      "x-order": .array(keys.map(JSONValue.string)),
    ]
  }

  @Test("M3, M7: Texts and numbers of the prompt go where they fit, each once")
  func hints() throws {
    let schema = object([
      "title": ["type": "string"], "minutes": ["type": "integer", "minimum": 5, "maximum": 60],
      "price": ["type": "number"],
      "material": ["enum": ["wood", "paper", "clay"]], "note": ["type": "string"],
    ])
    let value = try fill(
      schema, prompt: "A card “Paper crane” in 90 seconds or 20 minutes, for 2.5 euros; say 'hi'.")
    #expect(value == ["title": "Paper crane", "minutes": 20, "price": 90, "material": "paper", "note": "hi"])
  }

  @Test("M7: A property that may be missing is left out where it would go on forever")
  func recursion() throws {
    let folder: JSONValue = [
      "type": "object", "title": "Folder",
      "properties": [
        "name": ["type": "string"], "inside": ["type": "array", "items": ["$ref": "#"]],
        "parent": ["$ref": "#"],
      ], "required": ["name", "inside"], "x-order": ["name", "inside", "parent"],
    ]
    let value = try fill(folder)
    #expect(SchemaChecker(root: folder).faults(value).isEmpty)
    // A list that must have an element takes the shortest way out there is.
    let list: JSONValue = [
      "$ref": "#/$defs/List",
      "$defs": [
        "List": object([
          "head": ["type": "string"], "tail": ["anyOf": [["$ref": "#/$defs/List"], ["type": "null"]]],
        ])
      ],
    ]
    for seed in 0..<20 as Range<UInt64> {
      #expect(SchemaChecker(root: list).faults(try fill(list, seed: seed)).isEmpty)
    }
  }

  @Test(
    "M7: What no value can obey is an error that says why",
    arguments: [
      (["type": "integer", "minimum": 3, "maximum": 2], "T: no number is at least 3.0 and at most 2.0"),
      (
        ["type": "integer", "minimum": .number(0.2), "maximum": .number(0.8)],
        "T: no number is at least 1.0 and at most 0.0"
      ),
      (["anyOf": [["$ref": "#"]]], "T: the schema leads to itself again and again, and to no value"),
      (
        ["type": "array", "items": [:], "minItems": 3, "maxItems": 2],
        "T: an array of at least 3 and at most 2 elements"
      ),
      (["enum": []], "T: a choice between no values"),
      (["$ref": "#/$defs/Missing"], "T: the reference “#/$defs/Missing” leads nowhere"),
      (
        ["type": "string", "pattern": "(?=a)b"],
        "T: the pattern “(?=a)b”: look-around and options are beyond what can be filled"
      ),
      (["type": "string", "pattern": "(a"], "T: the pattern “(a”: no regular expression that Swift reads"),
      (["type": "string", "pattern": "a\\bb"], "T: the pattern “a\\bb”: beyond what can be filled"),
      (["type": "tuple"], "T: the type “tuple” is not known"),
      (
        ["type": "array", "items": ["type": "null"], "minItems": 100000],
        "T: the schema asks for more than 5000 values"
      ),
    ] as [(JSONValue, String)])
  func impossible(schema: JSONValue, message: String) {
    let failure = #expect(throws: ScriptedFailure.self) { try fill(object(["a": schema])) }
    #expect(failure?.description == message)
    guard case .unsupportedGenerationGuide(schemaName: "T", _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("M7: Schemas that only lead to themselves have no value, and take no time to say so")
  func endless() {
    let person = object(["parent": ["$ref": "#"]])
    #expect(throws: ScriptedFailure.self) { try fill(person) }
    #expect(throws: ScriptedFailure.self) { try fill(["$ref": "#"]) }
    #expect(throws: ScriptedFailure.self) {
      try fill(["$ref": "#/$defs/A", "$defs": ["A": ["$ref": "#/$defs/B"], "B": ["$ref": "#/$defs/A"]]])
    }
    // Each level twice the next: a value there is, but none that anybody would wait for.
    var definitions: [JSONValue.Member] = [.init("L30", ["type": "null"])]
    for level in 0..<30 {
      let next: JSONValue = ["$ref": .string("#/$defs/L\(level + 1)")]
      definitions.append(.init("L\(level)", object(["a": next, "b": next])))
    }
    #expect(throws: ScriptedFailure.self) { try fill(["$ref": "#/$defs/L0", "$defs": .object(definitions)]) }
  }

  @Test("M7: Random schemas are filled validly, whatever the prompt and the seed")
  func random() throws {
    var numbers = SeededGenerator(state: 5)
    let prompts = [
      "", "Fold “a crane” in 3 steps for -2.5 euros.", "without wood, red paper 100 200 300", "'x' \"y\" «z»",
    ]
    for run in 0..<1_500 {
      let schema = SchemaFillerTests.schema(&numbers)
      let prompt = prompts[run % prompts.count]
      do {
        let value = try fill(schema, prompt: prompt, seed: UInt64(run))
        let faults = SchemaChecker(root: schema).faults(value)
        if !faults.isEmpty {
          Issue.record("run \(run): \(faults) in \(value.text()) of \(schema.text())")
          return
        }
        #expect(try fill(schema, prompt: prompt, seed: UInt64(run)) == value)
      } catch {
        Issue.record("run \(run): \(error) of \(schema.text())")
        return
      }
    }
  }

  @Test("M7: A schema that was damaged is filled or refused, and nothing else")
  func damaged() throws {
    var numbers = SeededGenerator(state: 77)
    let words: [JSONValue] = [
      "object", "array", "string", "integer", .null, -1, .number("1e999"), .number("-1e308"), [], [:], "#",
      ["$ref": "#"], "[", 3,
    ]
    /// The value with one of its parts replaced.
    func damage(_ value: JSONValue, _ numbers: inout SeededGenerator) -> JSONValue {
      if numbers.below(5) == 0 { return words[numbers.below(words.count)] }
      switch value {
      case .object(var members) where !members.isEmpty:
        let index = numbers.below(members.count)
        members[index].value = damage(members[index].value, &numbers)
        return .object(members)
      case .array(var elements) where !elements.isEmpty:
        let index = numbers.below(elements.count)
        elements[index] = damage(elements[index], &numbers)
        return .array(elements)
      default: return words[numbers.below(words.count)]
      }
    }
    var (filled, refused) = (0, 0)
    for run in 0..<1_500 {
      let schema = damage(SchemaFillerTests.schema(&numbers), &numbers)
      do {
        _ = try fill(schema, prompt: "Make 9999999999999999999999 “things” by -3", seed: UInt64(run))
        filled += 1
      } catch {
        #expect(error is ScriptedFailure)
        refused += 1
      }
    }
    #expect(filled > 100)
    #expect(refused > 100)
  }

  // MARK: Random schemas

  private static let patterns = [
    "[A-Z]{2}-\\d{3,5}", "(red|green|blue) (box|bag)?", "\\w+@[a-z]+\\.(com|org)", "[^0-9]+", "a{0,3}b*c+?",
    "#[0-9a-fA-F]{6}",
    "\\d{4}-(0[1-9]|1[0-2])-\\d{2}", "^x.y$", "(?:ab|c(?<d>e)){2}", "\\p{Lu}\\p{Ll}+", "[\\w.-]+",
    "\\+?[1-9]\\d{1,14}", "",
  ]

  /// A schema with a value; recursive ones refer to definitions that end.
  private static func schema(_ numbers: inout SeededGenerator) -> JSONValue {
    var definitions: [JSONValue.Member] = []
    for name in ["A", "B"] {
      definitions.append(.init(name, object(&numbers, depth: 2, named: name)))
    }
    guard case .object(let members) = object(&numbers, depth: 0, named: "Root") else { return .null }
    return .object(members + [.init("$defs", .object(definitions))])
  }

  private static func object(_ numbers: inout SeededGenerator, depth: Int, named name: String) -> JSONValue {
    var properties: [JSONValue.Member] = []
    var required: [JSONValue] = []
    for index in 0..<1 + numbers.below(4) {
      let key = ["title", "size", "parts", "kind", "note"][index]
      let isRequired = numbers.below(3) > 0
      // Only what may be missing may lead on to a definition: so every schema has a value.
      properties.append(.init(key, node(&numbers, depth: depth + 1, mayRefer: !isRequired)))
      if isRequired { required.append(.string(key)) }
    }
    return [
      "type": "object", "title": .string(name), "properties": .object(properties),
      "required": .array(required),
      "additionalProperties": false, "x-order": .array(properties.map { .string($0.key) }),
    ]
  }

  private static func node(_ numbers: inout SeededGenerator, depth: Int, mayRefer: Bool) -> JSONValue {
    switch numbers.below(depth > 3 ? 7 : 11) {
    case 0: return ["type": "boolean"]
    case 1: return ["type": "null"]
    case 2:
      let low = numbers.below(200) - 100
      return ["type": "integer", "minimum": .number(low), "maximum": .number(low + numbers.below(30))]
    case 3:
      let low = Double(numbers.below(200) - 100) / 8
      switch numbers.below(3) {
      case 0: return ["type": "number", "minimum": .number(low)]
      case 1: return ["type": "number", "maximum": .number(low)]
      default:
        return [
          "type": "number", "minimum": .number(low), "maximum": .number(low + Double(numbers.below(9)) / 16),
        ]
      }
    case 4: return ["type": "string", "pattern": .string(patterns[numbers.below(patterns.count)])]
    case 5:
      return numbers.below(2) == 0 ? ["type": "string", "enum": ["paper", "wood", "é"]] : ["const": "fixed"]
    case 6: return ["type": "string"]
    case 7:
      let least = numbers.below(3)
      var array: [JSONValue.Member] = [
        .init("type", "array"),
        .init("items", node(&numbers, depth: depth + 1, mayRefer: mayRefer && least == 0)),
      ]
      if numbers.below(2) == 0 { array.append(.init("minItems", .number(least))) }
      if numbers.below(2) == 0 { array.append(.init("maxItems", .number(least + numbers.below(4)))) }
      return .object(array)
    case 8:
      return [
        "anyOf": [
          node(&numbers, depth: depth + 1, mayRefer: true), node(&numbers, depth: depth + 1, mayRefer: false),
        ]
      ]
    case 9 where mayRefer: return ["$ref": .string(["#/$defs/A", "#/$defs/B", "#"][numbers.below(3)])]
    default: return object(&numbers, depth: depth, named: "Inner")
    }
  }
}
