import Foundation
import Testing

extension EndToEnd {
  @Suite("Comparing two dumps")
  struct DiffOfDumps {
    private static let before = #"""
      {"transcript":{"entries":[
      {"contents":[{"id":"a","text":"Answer in English, briefly.","type":"text"}],"id":"1","role":"instructions","tools":[]},
      {"contents":[{"id":"b","text":"Hello there","type":"text"}],"contextOptions":{},"id":"2","options":{},"role":"user"},
      {"contents":[{"id":"c","text":"Good day to you","type":"text"}],"id":"3","role":"response"}
      ]},"type":"FoundationModels.Transcript","version":"1.1"}
      """#

    private func diff(_ arguments: String...) throws -> ChildProcess.Result {
      try StemmaProcess.run(["diff"] + arguments)
    }

    @Test("One word of the instructions: the splice, the word, and what is lost by it")
    func oneWord() throws {
      let place = try Workplace()
      let a = try place.write(bytes: Array(Self.before.utf8), to: "a.json")
      let b = try place.write(
        bytes: Array(Self.before.replacing("English", with: "Finnish").utf8), to: "b.json")
      let result = try diff(a, b, "--json")
      #expect(result.status == 1 && result.stderr.isEmpty)
      let document = try JSONDecoder().decode(PrintedDiff.self, from: Data(result.stdout.utf8))
      #expect(document.format == "stemma.diff/1")
      #expect(document.splice == .init(position: 0, removed: 1, inserted: 1))
      #expect(document.entries.map(\.op) == ["changed", "same", "same"])
      #expect(document.entries[0].kind == "instructions")
      #expect(
        document.entries[0].words == [
          .init(op: "same", text: "Answer in "), .init(op: "removed", text: "English"),
          .init(op: "inserted", text: "Finnish"), .init(op: "same", text: ", briefly."),
        ])
      #expect(document.prefix.entries == 0)
      // What is behind the common beginning must be prefilled again: as many tokens as b has, less that beginning.
      let shown = try StemmaProcess.run(["show", b, "--json"])
      let all = try #require(
        (try JSONSerialization.jsonObject(with: Data(shown.stdout.utf8)) as? [String: Any])?["tokens"]
          as? [String: Any])
      #expect(document.invalidated.tokens.value > 0)
      #expect(document.prefix.tokens.value + document.invalidated.tokens.value == all["value"] as? Int)
    }

    @Test("As text: the line says how much is prefilled again")
    func text() throws {
      let place = try Workplace()
      let a = try place.write(bytes: Array(Self.before.utf8), to: "a.json")
      let b = try place.write(
        bytes: Array(Self.before.replacing("English", with: "Finnish").utf8), to: "b.json")
      let result = try diff(a, b)
      #expect(result.status == 1)
      #expect(result.stdout.contains("1 changed") && result.stdout.contains("2 same"))
      #expect(result.stdout.contains("Answer in [-English-]{+Finnish+}, briefly."))
      #expect(result.stdout.contains("prefilled again  ~"))
      #expect(result.misbehaviour(of: ["diff"]).isEmpty)
    }

    @Test("A dump and itself are the same, and so is it without its ids", arguments: [[], ["--json"]])
    func same(options: [String]) throws {
      let place = try Workplace()
      let a = try place.write(bytes: Array(Self.before.utf8), to: "a.json")
      let b = try place.write(
        bytes: Array(Self.before.replacing(#""id":"2""#, with: #""id":"9""#).utf8), to: "b.json")
      #expect(try StemmaProcess.run(["diff", a, a] + options).status == 0)
      #expect(try StemmaProcess.run(["diff", a, b] + options).status == 0)
    }
  }
}
