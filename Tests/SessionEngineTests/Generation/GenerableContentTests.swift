import SessionEngine
import Testing
import Transcripts

@Suite("Generable types from content and back")
struct GenerableContentTests {
  /// The JSON of a value, and the value made of that JSON again.
  private func trip<Value: Generable>(_ value: Value) throws -> (json: String, back: Value) {
    let json = value.generatedContent.jsonString
    return (json, try Value(GeneratedContent(json: json)))
  }

  @Test("M7: A struct keeps the order of its properties; nil is left out")
  func structs() throws {
    let recipe = makeRecipe(note: nil)
    let (json, back) = try trip(recipe)
    #expect(
      json
        == #"{"title": "Leek soup", "minutes": 35, "ingredients": [{"name": "leek", "grams": 300}, "#
        + #"{"name": "water", "grams": 750.5}], "difficulty": "rather hard"}"#)
    #expect(back == recipe)
    let noted = try trip(makeRecipe(note: "Wash the leek"))
    #expect(noted.json.contains(#""note": "Wash the leek", "difficulty""#))
    #expect(noted.back.note == "Wash the leek")
  }

  @Test("M7: Nil is null where that was asked for, and null reads as nil everywhere")
  func explicitNil() throws {
    #expect(
      Address(street: nil, city: "Ulm").generatedContent.jsonString == #"{"street": null, "city": "Ulm"}"#)
    #expect(try Address(GeneratedContent(json: #"{"street":null,"city":"Ulm"}"#)).street == nil)
    #expect(try Address(GeneratedContent(json: #"{"city":"Ulm"}"#)).street == nil)
    let nullNote = #"{"title":"A","minutes":1,"ingredients":[],"note":null,"difficulty":"easy"}"#
    #expect(try Recipe(GeneratedContent(json: nullNote)).note == nil)
  }

  @Test("M7: Enums are strings")
  func enums() throws {
    #expect(Difficulty.hard.generatedContent.jsonString == #""rather hard""#)
    #expect(try Difficulty(GeneratedContent(json: #""easy""#)) == .easy)
    #expect(Direction.default.generatedContent.jsonString == #""default""#)
    #expect(try trip(Direction.north).back == .north)
  }

  @Test("M7: Associated values stand beside the name of the case")
  func associatedValues() throws {
    let expression = Expression.sum(.number(2.5), .negated(of: .nothing, because: nil))
    let (json, back) = try trip(expression)
    #expect(
      json
        == #"{"case": "sum", "_0": {"case": "number", "value": 2.5}, "#
        + #""_1": {"case": "negated", "of": {"case": "nothing"}}}"#)
    #expect(back == expression)
    #expect(
      Expression.negated(of: .nothing, because: "so").generatedContent.jsonString
        == #"{"case": "negated", "of": {"case": "nothing"}, "because": "so"}"#)
  }

  @Test("M7: Types nest in themselves and take arguments")
  func recursionAndGenerics() throws {
    let outline = Outline(title: "a", children: [Outline(title: "b", children: [])])
    #expect(try trip(outline).back == outline)
    let (json, back) = try trip(Page(items: [1, 2], next: 3))
    #expect(json == #"{"items": [1, 2], "next": 3}"#)
    #expect(back.items == [1, 2] && back.next == 3)
  }

  @Test("M7: Types that stand beside a nested type are found from it")
  func siblings() throws {
    let basket = Orchard.Basket(fruits: [.apple, .pear], best: nil)
    #expect(try trip(basket).back == basket)
    let order = Orchard.Order.many(of: [.pear], on: basket)
    #expect(try trip(order).back == order)
    #expect(try trip(Orchard.Order.one(.apple)).json == #"{"case": "one", "value": "apple"}"#)
  }

  @Test("M7: The identity comes from the content, or is new")
  func identity() throws {
    let id = GenerationID()
    let content = GeneratedContent(properties: ["text": "call home"], id: id)
    let reminder = try Reminder(content)
    #expect(reminder.id == id)
    #expect(reminder.generatedContent.id == id)
    #expect(reminder.generatedContent.jsonString == #"{"text": "call home"}"#)
    let other = try Reminder(GeneratedContent(json: #"{"text":"x"}"#))
    #expect(other.id != id)
  }

  @Test("M7: Content of another shape is a typed error that says where, and carries the content")
  func errors() throws {
    #expect(throws: GeneratedContent.ParsingError.self) {
      try Recipe(GeneratedContent(json: #"{"title":"A"}"#))
    }
    #expect(throws: GeneratedContent.ParsingError.self) {
      try Recipe(GeneratedContent(json: #"{"title":1,"minutes":1,"ingredients":[],"difficulty":"easy"}"#))
    }
    let unknown = #expect(throws: GeneratedContent.ParsingError.self) {
      try Difficulty(GeneratedContent(json: #""soft""#))
    }
    #expect(unknown?.rawContent == #""soft""#)
    #expect(unknown?.debugDescription == "'soft' is not a case of Difficulty")
    let noCase = #expect(throws: GeneratedContent.ParsingError.self) {
      try Expression(GeneratedContent(json: #"{"case":"product"}"#))
    }
    #expect(noCase?.debugDescription == "'product' is not a case of Expression")
    #expect(throws: GeneratedContent.ParsingError.self) { try Expression(GeneratedContent(json: "3")) }
    #expect(throws: GeneratedContent.ParsingError.self) { try Outline(GeneratedContent(json: "[]")) }
  }
}
