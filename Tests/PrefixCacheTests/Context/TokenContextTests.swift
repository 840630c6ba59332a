import PrefixCache
import Testing
import Tokenizers
import Transcripts

@Suite struct TokenContextTests {
  private let tokenizer = BytePairTokenizer.stemma

  private func entry(_ written: Written) -> Transcript.Entry { Transcript.Entry(json: written.json) }

  private var conversation: [Written] {
    [
      .raw([
        "role": "instructions", "id": "I",
        "contents": [
          ["type": "text", "id": "a", "text": "Be brief."],
          ["type": "text", "id": "b", "text": "Be kind to café."],
        ],
        "tools": [Written.tool("fold", "Folds it."), Written.tool("cut")],
      ]),
      .prompt("Fold a crane, please."), .reasoning("A crane is folded."),
      .toolCalls("fold", "{\"shape\": \"crane\"}"), .toolOutput("fold", "12 steps"),
      .response("It has 12 steps."),
    ]
  }

  @Test("C1, D4: Every token knows its entry, its part and its bytes, in the order of the context")
  func provenance() throws {
    var maker = ContextTokenizer(tokenizer)
    let context = maker.context(of: conversation.map(entry))
    var seen: [String] = []
    var next = 0
    for position in 0..<context.count {
      let from = try #require(context.provenance(of: position, tokenizer: tokenizer))
      let index = try #require(from.entry)
      let rendered = RenderedEntry(try conversation[index].record, counter: tokenizer)
      let part = try #require(rendered.parts.first { $0.name == from.part })
      let text = Array(part.text.utf8)
      // The token's bytes are those of the part's text there, and every part is covered without a gap.
      #expect(Array(text[from.bytes]) == Array(tokenizer.bytes(of: context[position].id)))
      #expect(from.kind == rendered.kind)
      let name = "\(index) \(from.part)"
      if seen.last != name {
        seen.append(name)
        next = 0
        #expect(context[position].opensPart)
      }
      #expect(from.bytes.lowerBound == next)
      next = from.bytes.upperBound
    }
    #expect(
      seen == [
        "0 text", "0 tool:fold", "0 tool:cut", "1 text", "2 text", "3 name", "3 arguments", "4 name",
        "4 text", "5 text",
      ])
    #expect(context.provenance(of: context.count, tokenizer: tokenizer) == nil)
    #expect(context.provenance(of: -1, tokenizer: tokenizer) == nil)
  }

  @Test("C1: A token knows its instructions block, its tool definition, its call")
  func places() throws {
    var maker = ContextTokenizer(tokenizer)
    let context = maker.context(of: conversation.map(entry))
    var places: [TokenProvenance.Place] = []
    var offsets: [Int] = []
    for position in 0..<context.count {
      let from = try #require(context.provenance(of: position, tokenizer: tokenizer))
      if places.last != from.place || from.bytes.lowerBound == 0 {
        places.append(from.place)
        offsets.append(from.offset)
      }
    }
    #expect(
      places == [
        .segment(0), .segment(1), .toolDefinition(0), .toolDefinition(1), .segment(0), .segment(0), .call(0),
        .call(0),
        .outputName, .segment(0), .segment(0),
      ])
    // Each begins at its own first byte, the second block behind the newline that joins it to the first.
    #expect(offsets.allSatisfy { $0 == 0 })
  }

  @Test("R8: A context has as many tokens as `stemma budget` and a recording count with the same tokenizer")
  func counts() throws {
    var maker = ContextTokenizer(tokenizer)
    let context = maker.context(of: conversation.map(entry))
    let rendered = try conversation.map { RenderedEntry(try $0.record, counter: tokenizer) }
    #expect(context.blocks.map(\.count) == rendered.map(\.tokens))
    #expect(context.blocks.map(\.toolTokens) == rendered.map(\.toolTokens))
    #expect(context.count == rendered.reduce(0) { $0 + $1.tokens })
    #expect(context.tokens.count == context.count)
  }

  @Test("R4: The tools that are sent stand in for those of the instructions; none of them changes the prefix")
  func tools() throws {
    var maker = ContextTokenizer(tokenizer)
    let entries = conversation.map(entry)
    let full = maker.context(of: entries)
    #expect(maker.context(of: entries, tools: []).count == full.count - full.blocks[0].toolTokens)
    guard case .instructions(let instructions) = entries[0] else { return }
    #expect(maker.context(of: entries, tools: instructions.toolDefinitions).tokens == full.tokens)
    // Without an instructions entry the definitions still come first, and belong to no entry.
    let bare = maker.context(of: [entries[1]], tools: instructions.toolDefinitions)
    #expect(bare.count == full.blocks[0].toolTokens + full.blocks[1].count)
    #expect(bare.provenance(of: 0, tokenizer: tokenizer)?.entry == nil)
    #expect(bare.provenance(of: 0, tokenizer: tokenizer)?.place == .toolDefinition(0))
    #expect(bare.provenance(of: bare.count - 1, tokenizer: tokenizer)?.entry == 0)
  }

  @Test("C1: The same words as a prompt and as an answer are not the same tokens")
  func kinds() {
    var maker = ContextTokenizer(tokenizer)
    let asked = maker.context(of: [entry(.prompt("Hello there"))])
    let answered = maker.context(of: [entry(.response("Hello there"))])
    #expect(asked.count == answered.count)
    #expect(asked.commonPrefix(with: answered) == 0)
    // Nor are one prompt and two that say the same together.
    let two = maker.context(of: [entry(.prompt("Hello")), entry(.prompt(" there"))])
    #expect(two.commonPrefix(with: asked) == BytePairTokenizer.stemma.count("Hello"))
  }

  @Test("C1: Images are no tokens, and still a context is the same only up to the first other image")
  func images() {
    func prompt(_ data: String) -> Transcript.Entry {
      entry(
        .raw([
          "role": "user", "id": "p", "options": [:],
          "contents": [
            ["type": "text", "id": "a", "text": "Look at"],
            ["type": "image", "id": "b", "image": .string("data:\(data)")],
            ["type": "text", "id": "c", "text": "and say what it is."],
          ],
        ]))
    }
    var maker = ContextTokenizer(tokenizer)
    let cat = maker.context(of: [prompt("image/png;base64,AAAA")])
    let dog = maker.context(of: [prompt("image/png;base64,BBBB")])
    #expect(cat.tokens == dog.tokens)
    #expect(cat.commonPrefix(with: dog) == tokenizer.count("Look at"))
    #expect(cat.commonPrefix(with: maker.context(of: [prompt("image/png;base64,AAAA")])) == cat.count)
  }

  @Test(
    "C1: What was tokenised before gives the same context, whether it is found by its memory or by its content"
  )
  func memory() {
    var maker = ContextTokenizer(tokenizer)
    let entries = conversation.map(entry)
    let first = maker.context(of: entries)
    let again = maker.context(of: entries + [entry(.prompt("And a frog?"))])
    for (a, b) in zip(first.blocks, again.blocks) { #expect(a === b) }
    // Read anew: other memory, same content.
    let copy = maker.context(of: conversation.map(entry))
    for (a, b) in zip(first.blocks, copy.blocks) { #expect(a === b) }
    // Another text at the same place is another block.
    var changed = entries
    changed[1] = entry(.prompt("Fold a frog, please."))
    #expect(maker.context(of: changed).commonPrefix(with: first) < first.count)
    var fresh = ContextTokenizer(tokenizer)
    #expect(maker.context(of: changed).tokens == fresh.context(of: changed).tokens)
  }
}
