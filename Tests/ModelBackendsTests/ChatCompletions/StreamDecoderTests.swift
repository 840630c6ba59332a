import Testing
import Transcripts

@testable import ModelBackends

@Suite("Events of chat completions")
struct StreamDecoderTests {
  private func told(_ deltas: String...) throws -> ToldChat { try told(deltas) }

  /// What a stream comes to whose choices have these deltas.
  private func told(_ deltas: [String]) throws -> ToldChat {
    var decoder = ChatStreamDecoder(callPrefix: "made_")
    let received = try deltas.flatMap { delta in
      decoder.receive(try JSONValue(parsing: #"{"choices":[{"index":0,"delta":\#(delta)}]}"#.utf8))
    }
    return ToldChat(received + decoder.finish())
  }

  struct Spelling: Sendable {
    var deltas: [String]
    var reasoning: String
    var text: String
    var signatures: [String] = []
  }

  static let spellings = [
    Spelling(
      deltas: [
        #"{"reasoning_content":"I "}"#, #"{"reasoning_content":"see","content":null}"#, #"{"content":"4"}"#,
      ],
      reasoning: "I see", text: "4"),
    Spelling(deltas: [#"{"reasoning":"I see"}"#, #"{"content":"4"}"#], reasoning: "I see", text: "4"),
    Spelling(deltas: [#"{"thinking":"I see"}"#, #"{"content":"4"}"#], reasoning: "I see", text: "4"),
    // The same twice, as some servers tell it for old and new clients.
    Spelling(
      deltas: [#"{"reasoning":"I see","reasoning_content":"I see"}"#, #"{"content":"4"}"#],
      reasoning: "I see",
      text: "4"),
    Spelling(
      deltas: [
        #"{"reasoning":"I see","reasoning_details":[{"type":"reasoning.text","text":"I see","signature":"c2ln"}]}"#,
        #"{"content":"4"}"#,
      ], reasoning: "I see", text: "4", signatures: ["c2ln"]),
    Spelling(
      deltas: [
        #"{"thinking_blocks":[{"type":"thinking","thinking":"I see","signature":"c2ln"}]}"#,
        #"{"content":"4"}"#,
      ], reasoning: "I see", text: "4", signatures: ["c2ln"]),
    Spelling(
      deltas: [
        #"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"I see"}]}]}"#,
        #"{"content":[{"type":"text","text":"4"}]}"#,
      ], reasoning: "I see", text: "4"),
    Spelling(
      deltas: [#"{"content":"<think>I "}"#, #"{"content":"see</think>\n\n4"}"#], reasoning: "I see", text: "4"
    ),
    Spelling(
      deltas: [#"{"content":"\n<th"}"#, #"{"content":"ink>I see</th"}"#, #"{"content":"ink>4"}"#],
      reasoning: "I see", text: "4"),
    Spelling(deltas: [#"{"content":"<think>I see"}"#], reasoning: "I see", text: ""),
    Spelling(deltas: [#"{"content":"<think></think>4"}"#], reasoning: "", text: "4"),
    Spelling(
      deltas: [#"{"content":"The tag <think> is old"}"#], reasoning: "", text: "The tag <think> is old"),
    Spelling(deltas: [#"{"content":"<thi"}"#], reasoning: "", text: "<thi"),
    Spelling(
      deltas: [#"{"content":"a < b"}"#, #"{"content":" <think>"}"#], reasoning: "", text: "a < b <think>"),
  ]

  @Test("M4: reasoning is told apart in its known spellings", arguments: spellings)
  func reasoning(spelling: Spelling) throws {
    let told = try told(spelling.deltas)
    #expect(told.reasoning == spelling.reasoning)
    #expect(told.text == spelling.text)
    #expect(told.signatures == spelling.signatures)
  }

  @Test("Tags are found however they are cut")
  func cutTags() throws {
    let text = "<think>a</thin b</think>\n\nc <think>"
    for cut in text.indices {
      var tags = ThoughtTags()
      var pieces = tags.receive(String(text[..<cut])) + tags.receive(String(text[cut...]))
      pieces += tags.finish()
      var (thought, rest) = ("", "")
      for piece in pieces {
        switch piece {
        case .thought(let text): thought += text
        case .text(let text): rest += text
        }
      }
      #expect(thought == "a</thin b")
      #expect(rest == "c <think>")
    }
  }

  @Test("M4: arguments come in pieces, of two calls in turn")
  func pieces() throws {
    let told = try told(
      #"{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]}"#,
      #"{"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":"}}]}"#,
      #"{"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":"{"}}]}"#,
      #"{"tool_calls":[{"index":1,"function":{"arguments":"}"}},{"index":0,"function":{"arguments":"1}"}}]}"#)
    #expect(
      told.calls == [
        .init(id: "a", name: "f", arguments: #"{"x":1}"#), .init(id: "b", name: "g", arguments: "{}"),
      ])
  }

  struct CallSpelling: Sendable {
    var what: String
    var deltas: [String]
    var calls: [[String]]
  }

  static let callSpellings = [
    CallSpelling(
      what: "every call has the index 0",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}"#,
        #"{"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}}]}"#,
      ], calls: [["a", "f", "{}"], ["b", "f", #"{"x":2}"#]]),
    CallSpelling(
      what: "no index, no id",
      deltas: [
        #"{"tool_calls":[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"g","arguments":"{}"}}]}"#
      ], calls: [["made_1", "f", "{}"], ["made_2", "g", "{}"]]),
    CallSpelling(
      what: "no index, no id, one event each",
      deltas: [
        #"{"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}"#,
        #"{"tool_calls":[{"function":{"name":"f","arguments":"{\"x\":2}"}}]}"#,
      ], calls: [["made_1", "f", "{}"], ["made_2", "f", #"{"x":2}"#]]),
    CallSpelling(
      what: "the id with every piece",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}"#,
        #"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"}"}}]}"#,
      ], calls: [["a", "f", "{}"]]),
    CallSpelling(
      what: "arguments as an object",
      deltas: [#"{"tool_calls":[{"function":{"name":"f","arguments":{"x":1}}}]}"#],
      calls: [["made_1", "f", #"{"x":1}"#]]),
    CallSpelling(
      what: "the name after the first arguments",
      deltas: [
        #"{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{"}}]}"#,
        #"{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"}"}}]}"#,
      ], calls: [["a", "f", "{}"]]),
    CallSpelling(
      what: "the old function_call",
      deltas: [#"{"function_call":{"name":"f","arguments":"{"}}"#, #"{"function_call":{"arguments":"}"}}"#],
      calls: [["made_1", "f", "{}"]]),
    CallSpelling(
      what: "never a name", deltas: [#"{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{}"}}]}"#],
      calls: [["a", "", "{}"]]),
  ]

  @Test("M4: calls are put together as servers cut them", arguments: callSpellings)
  func calls(spelling: CallSpelling) throws {
    #expect(try told(spelling.deltas).calls.map { [$0.id, $0.name, $0.arguments] } == spelling.calls)
  }

  @Test("A refusal is not an answer")
  func refusal() throws {
    let told = try told(#"{"refusal":"I can't "}"#, #"{"refusal":"help"}"#)
    #expect(told.refusal == "I can't help")
    #expect(told.text == "")
  }

  @Test("Only the first choice counts, and events of other shapes say nothing")
  func choices() throws {
    var decoder = ChatStreamDecoder(callPrefix: "c")
    func receive(_ json: String) throws -> [ChatDelta] { decoder.receive(try JSONValue(parsing: json.utf8)) }
    let other = #"{"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]}"#
    #expect(try receive(other) == [.text("a")])
    for json in ["{}", "[]", "1", #"{"choices":[]}"#, #"{"choices":[{}]}"#, #"{"choices":[{"delta":null}]}"#]
    {
      #expect(try receive(json) == [])
    }
    #expect(!decoder.isFinished)
    #expect(try receive(#"{"choices":[{"finish_reason":"stop"}]}"#) == [.finish("stop")])
    #expect(decoder.isFinished)
  }
}
