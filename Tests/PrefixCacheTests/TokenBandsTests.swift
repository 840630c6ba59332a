import PrefixCache
import Testing
import Transcripts

@Suite("Tokens of entries and of their kinds")
struct TokenBandsTests {
  @Test("C1: an entry's tokens are its parts', and a stored entry has the same parts")
  func parts() throws {
    let instructions = Written.instructions("Be brief now.", tools: [Written.tool("f")])
    let rendered = RenderedEntry(try instructions.record, counter: WordCounter())
    #expect(rendered.parts.map(\.name) == ["text", "tool:f"])
    #expect(rendered.parts.map(\.tokens) == [3, 2] && rendered.tokens == 5 && rendered.toolTokens == 2)
    #expect(try instructions.record.tokens == 5 && instructions.record.toolTokens == 2)
    let image = Written.raw([
      "role": "user", "id": "P", "options": [:],
      "contents": [["type": "image", "id": "1", "image": "data:,a b c"]],
    ])
    #expect(try image.record.tokens == 0, "an image is no text")
    let broken = EntryRecord(
      kind: .prompt, json: Array("{".utf8), digest: EntryDigest(high: 0, low: 0),
      content: EntryDigest(high: 0, low: 0),
      tokens: 0)
    #expect(RenderedEntry(broken, counter: WordCounter()).parts.isEmpty)
  }

  @Test("Bands add up, and an instructions entry fills two")
  func bands() throws {
    let entries: [Written] = [
      .instructions("Be brief now.", tools: [Written.tool("f")]), .prompt("a b"), .reasoning("c"),
      .toolCalls("f"),
      .toolOutput("f", "d e f"), .response("g h"), .raw(["role": "x", "note": "one two"]),
    ]
    let contexts = try entries.map { ContextEntry(try $0.record) }
    var bands = KindTokens()
    for context in contexts { bands.add(context) }
    #expect(
      bands.bands.map { "\($0.name) \($0.tokens)" } == [
        "instructions 3", "tools 2", "prompt 2", "response 2", "reasoning 1", "toolCalls 2", "toolOutput 4",
        "unknown 2",
      ])
    #expect(bands.total == 18 && bands[.toolOutput] == 4 && bands[.instructions] == 3)
    var rest = bands
    rest -= bands
    #expect(rest == KindTokens() && rest.total == 0)
    rest += bands
    #expect(rest == bands)
    for context in contexts { rest.remove(context) }
    #expect(rest == KindTokens())
    rest[.unknown] = 7
    #expect(rest.unknown == 7 && rest.total == 7)
  }

  @Test("Causes read as words, and only two of them are no loss")
  func causes() {
    #expect(
      CacheCause.toolAdded.words == "tool added"
        && CacheCause.instructionsEdited.rawValue == "instructions-edited")
    #expect(CacheCause.allCases.filter { !$0.isLoss } == [.cold, .appended])
  }
}
