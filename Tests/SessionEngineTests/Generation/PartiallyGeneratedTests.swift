import SessionEngine
import Testing

@testable import Transcripts

@Suite("Types while they are generated")
struct PartiallyGeneratedTests {
  /// What has come of a text so far, as content that is not finished.
  private func growing(_ json: String) throws -> GeneratedContent {
    let content = try GeneratedContent(json: json)
    return GeneratedContent(storage: content.storage, isComplete: false)
  }

  @Test("R1, M7: Properties that have not come yet are nil; those that have are there")
  func properties() throws {
    let none = try Recipe.PartiallyGenerated(growing("{}"))
    #expect(none.title == nil && none.minutes == nil && none.ingredients == nil && none.difficulty == nil)
    let some = try Recipe.PartiallyGenerated(
      growing(#"{"title":"Leek","minutes":35,"ingredients":[{"name":"leek","grams":300},{"name":"wa"}]}"#))
    #expect(some.title == "Leek")
    #expect(some.minutes == 35)
    #expect(some.ingredients?.map(\.name) == ["leek", "wa"])
    #expect(some.ingredients?.map(\.grams) == [300, nil])
    #expect(some.note == nil)
  }

  @Test("R1, M7: A value that is cut in the middle counts as not there, and does not spoil the rest")
  func cutValues() throws {
    let partial = try Recipe.PartiallyGenerated(growing(#"{"title":"Leek","difficulty":"rather h"}"#))
    #expect(partial.title == "Leek")
    #expect(partial.difficulty == nil)
    let finished = try Recipe.PartiallyGenerated(growing(#"{"difficulty":"rather hard"}"#))
    #expect(finished.difficulty == .hard)
  }

  @Test(
    "R1, M7: Of a list that grows, a last element that is cut is left out; in a finished list it is an error")
  func lists() throws {
    #expect(try [Difficulty](growing(#"["easy","rather"]"#)) == [.easy])
    #expect(throws: GeneratedContent.ParsingError.self) {
      try [Difficulty](growing(#"["rather","easy"]"#))
    }
    #expect(throws: GeneratedContent.ParsingError.self) {
      try [Difficulty](GeneratedContent(json: #"["easy","rather"]"#))
    }
  }

  @Test("R1, M7: A case is known as soon as its name is, its values follow")
  func cases() throws {
    typealias Partial = Expression.PartiallyGenerated
    #expect(throws: GeneratedContent.ParsingError.self) { try Partial(growing(#"{"case":"neg"}"#)) }
    #expect(try Partial(growing(#"{"case":"negated"}"#)) == .negated(of: nil, because: nil))
    #expect(
      try Partial(growing(#"{"case":"negated","of":{"case":"number","value":3}}"#))
        == .negated(of: .number(3), because: nil))
    #expect(
      try Partial(growing(#"{"case":"sum","_0":{"case":"nothing"},"_1":{"case":"no"}}"#))
        == .sum(.nothing, nil))
  }

  @Test("M7: The identity is the content's, and stays while it grows")
  func identity() throws {
    let id = GenerationID()
    let first = try Recipe.PartiallyGenerated(GeneratedContent(properties: [:], id: id))
    let second = try Recipe.PartiallyGenerated(GeneratedContent(properties: ["title": "A"], id: id))
    #expect(first.id == id && second.id == id)
    #expect(first != second)
    // A property of that name takes its place.
    #expect(try Ticket.PartiallyGenerated(growing(#"{"id":7}"#)).id == 7)
  }

  @Test("R1, M7: A finished value has the form of a snapshot")
  func finished() throws {
    let partial = makeRecipe(note: nil).asPartiallyGenerated()
    #expect(partial.title == "Leek soup")
    #expect(partial.ingredients?.last?.grams == 750.5)
    #expect(partial.difficulty == .hard)
    #expect(partial.note == nil)
    #expect(Difficulty.easy.asPartiallyGenerated() == .easy)
    #expect(
      Expression.sum(.nothing, .number(1)).asPartiallyGenerated() == .sum(.nothing, .number(1)))
    #expect(Page(items: ["a"], next: nil).asPartiallyGenerated().items == ["a"])
  }
}
