import Testing
import Transcripts

@Suite("Generated content: making it, and what it says")
struct GeneratedContentTests {
  @Test("M7: a structure keeps the order of its properties, and of a name twice the last value")
  func properties() {
    let content = GeneratedContent(properties: ["b": 1, "a": ["x", "y"], "c": true])
    #expect(content.jsonString == #"{"b": 1, "a": ["x", "y"], "c": true}"#)
    guard case .structure(let properties, let keys) = content.kind else {
      Issue.record("no structure")
      return
    }
    #expect(keys == ["b", "a", "c"])
    #expect(properties["a"]?.kind == .array([GeneratedContent("x"), GeneratedContent("y")]))
    let twice = GeneratedContent(properties: ["a": 1, "b": 2, "a": 3])
    #expect(twice.jsonString == #"{"a": 3, "b": 2}"#)
    guard case .structure(_, let order) = twice.kind else { return }
    #expect(order == ["a", "b"])
  }

  @Test("M7: two values under one name are combined, where the first one stood")
  func combining() throws {
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 40)]
    let content = try GeneratedContent(properties: pairs) { try $0.value(Int.self) + $1.value(Int.self) }
    #expect(content.jsonString == #"{"a": 41, "b": 2}"#)
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try GeneratedContent(properties: pairs) { (_, _) throws -> Int in throw Refusal() }
    }
  }

  @Test("M7: elements need not be of one type, and nil is null")
  func elements() {
    let nothing: String? = nil
    let elements: [any ConvertibleToGeneratedContent] = [1, "two", 3.5, nothing, [true], 2.0]
    #expect(GeneratedContent(elements: elements).jsonString == #"[1, "two", 3.5, null, [true], 2]"#)
  }

  @Test("M7: every kind is told, and makes the same content again")
  func kinds() throws {
    let content = try GeneratedContent(
      json: #"{"n":null,"t":true,"i":3,"d":1.50,"s":"a\nb","a":[1,[]],"o":{"x":{}}}"#)
    #expect(GeneratedContent(kind: content.kind) == content)
    #expect(try content.value(GeneratedContent.self, forProperty: "d").kind == .number(1.5))
    #expect(
      content.jsonString
        == #"{"n": null, "t": true, "i": 3, "d": 1.50, "s": "a\nb", "a": [1, []], "o": {"x": {}}}"#)
    // A name without a value in the kind is null.
    #expect(
      GeneratedContent(kind: .structure(properties: [:], orderedKeys: ["a"])).jsonString == #"{"a": null}"#)
  }

  @Test("M7: text that is not JSON is a parsing error with the text and the place")
  func broken() throws {
    for (text, place) in [
      ("{", "line 1, column 2"), ("[1,\n 2,]", "line 2, column 4"), ("", "line 1, column 1"),
      ("nul", "line 1, column 4"), ("1 2", "line 1, column 3"),
    ] {
      let error = try #require(throws: GeneratedContent.ParsingError.self) {
        try GeneratedContent(json: text)
      }
      #expect(error.rawContent == text)
      #expect(error.underlyingError is JSONError)
      #expect(error.debugDescription.contains(place), "\(error.debugDescription)")
      #expect(error.errorDescription == error.debugDescription)
    }
  }

  @Test("M7: an id is kept, and parts have ids that follow from it")
  func ids() throws {
    let id = GenerationID()
    #expect(id != GenerationID())
    let first = GeneratedContent(GeneratedContent(properties: ["steps": ["a"], "name": "x"]), id: id)
    let later = GeneratedContent(GeneratedContent(properties: ["name": "xy", "steps": ["a", "b"]]), id: id)
    #expect(first.id == id)
    func step(_ content: GeneratedContent, _ index: Int) throws -> GenerationID? {
      let steps = try content.value(GeneratedContent.self, forProperty: "steps")
      guard case .array(let elements) = steps.kind else { return nil }
      return elements[index].id
    }
    #expect(try step(first, 0) != nil && step(first, 0) == step(later, 0))
    #expect(try step(later, 0) != step(later, 1))
    #expect(
      try first.value(GeneratedContent.self, forProperty: "name").id
        != first.value(GeneratedContent.self, forProperty: "steps").id)
    // A part that has an id of its own keeps it.
    let own = GenerationID()
    let outer = GeneratedContent(properties: ["part": GeneratedContent(1, id: own)], id: id)
    #expect(try outer.value(GeneratedContent.self, forProperty: "part").id == own)
    #expect(outer.jsonString == #"{"part": 1}"#)
    #expect(try GeneratedContent(json: "[1]").id == nil)
  }

  @Test("T6: contents are equal by value, whatever their ids, the order of keys and the spelling of numbers")
  func equality() throws {
    #expect(GeneratedContent("a", id: GenerationID()) == GeneratedContent("a", id: GenerationID()))
    #expect(
      try GeneratedContent(json: #"{"a":1,"b":2.0}"#) == GeneratedContent(json: #"{"b":2,"a":1}"#))
    #expect(try GeneratedContent(json: "[1,2]") != GeneratedContent(json: "[2,1]"))
    #expect(try GeneratedContent(partialJSON: "[1,2") != GeneratedContent(json: "[1]"))
    #expect(
      GeneratedContent(elements: [GeneratedContent(1, id: GenerationID())])
        == GeneratedContent(elements: [1]))
  }

  @Test("M7: content stands in a prompt as JSON, a text as itself")
  func representation() {
    func text(_ prompt: Prompt) -> [String] { prompt.segments.map(\.description) }
    #expect(text(GeneratedContent(properties: ["a": 1]).promptRepresentation) == [#"{"a": 1}"#])
    #expect(text("a \"b\"".promptRepresentation) == [#"a "b""#])
    #expect(text(7.promptRepresentation) == ["7"] && text(true.promptRepresentation) == ["true"])
    #expect(text(["a", "b"].promptRepresentation) == ["a\nb"])
    #expect(text(Int?.none.promptRepresentation).isEmpty && text(Int?.some(3).promptRepresentation) == ["3"])
    #expect(2.5.instructionsRepresentation.segments.map(\.description) == ["2.5"])
  }
}
