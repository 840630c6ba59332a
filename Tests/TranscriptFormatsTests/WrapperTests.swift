import Foundation
import Testing
import Transcripts

@testable import TranscriptFormats

@Suite("Reading: every wrapper that was found in the wild")
struct WrapperTests {
  static let session: [Written] = [
    .instructions("Water the beans.", tools: ["readMoisture"]), .prompt("How dry is it?"), .reasoning("hm"),
    .toolCalls("readMoisture"), .toolOutput("readMoisture", "12 %"), .response("Dry. Water today."),
  ]
  static let kinds: [EntryKind] = [.instructions, .prompt, .reasoning, .toolCalls, .toolOutput, .response]

  struct Wrapper: Sendable, CustomTestStringConvertible {
    var writer: String
    var path: [String]
    var format = "foundation-models/1.1"
    var wrap: @Sendable (String) -> String
    var testDescription: String { writer }
  }

  static let wrappers = [
    Wrapper(writer: "none", path: ["transcript", "entries"]) { $0 },
    Wrapper(writer: "fm respond --save-transcript", path: ["transcript", "transcript", "entries"]) {
      #"{"modelName":"system","transcript":\#($0)}"#
    },
    Wrapper(writer: "fm, without a model's name", path: ["transcript", "transcript", "entries"]) {
      #"{"transcript":\#($0)}"#
    },
    Wrapper(writer: "OAM saved conversation", path: ["transcript", "transcript", "entries"]) {
      #"{"modelName":"system","oam":{"pending":null,"schema":{},"tools":[],"version":2},"transcript":\#($0)}"#
    },
    Wrapper(writer: "OAM bridge result", path: ["transcript", "transcript", "entries"]) {
      #"{"session":{"id":"7","entries":[1]},"transcript":\#($0)}"#.replacing(
        #"{"id":"7","entries":[1]}"#, with: #"{"entries":[1],"id":"7"}"#)
    },
    Wrapper(writer: "Apple's article, with annotations", path: ["transcript", "transcript", "entries"]) {
      #"{"annotations":{"R-1":"good"},"transcript":\#($0)}"#
    },
  ]

  @Test("The entries are found, and the document is written back byte for byte", arguments: wrappers)
  func wrapper(_ wrapper: Wrapper) throws {
    let text = wrapper.wrap(envelope(Self.session))
    let reading = try Reading(text)
    #expect(reading.kinds == Self.kinds)
    #expect(reading.texts[1] == "How dry is it?" && reading.texts[4] == "readMoisture|12 %")
    #expect(reading.texts[3] == #"readMoisture|{"q": 1}"#)
    #expect(reading.jsons == Self.session.map(\.json))
    #expect(reading.envelope.path == wrapper.path && reading.envelope.formatName == wrapper.format)
    #expect(reading.end == text.utf8.count)
    #expect(try reading.rewritten() == text)
    #expect(TranscriptEnvelope(json: reading.envelope.json) == reading.envelope)
  }

  @Test("The same for the layouts of Foundation's encoder and of Python", arguments: wrappers)
  func layouts(_ wrapper: Wrapper) throws {
    let object = try JSONSerialization.jsonObject(with: Data(wrapper.wrap(envelope(Self.session)).utf8))
    for options in [[.prettyPrinted, .sortedKeys], [.sortedKeys]] as [JSONSerialization.WritingOptions] {
      let text = String(
        decoding: try JSONSerialization.data(withJSONObject: object, options: options), as: UTF8.self)
      #expect(try Reading(text).rewritten() == text)
      #expect(try Reading(text + "\n").rewritten() == text + "\n")
    }
    let value = try JSONValue(parsing: wrapper.wrap(envelope(Self.session)).utf8)
    for style in [
      JSONStyle.foundationPretty, .pretty, JSONStyle(indent: 4, colon: ": "),
      JSONStyle(indent: nil, colon: ": ", comma: ", "),
    ] {
      let text = String(decoding: try style.formatted(value.text().utf8), as: UTF8.self)
      #expect(try Reading(text).rewritten() == text)
    }
  }

  @Test("Bare entries are read as what they are")
  func bareEntries() throws {
    let reading = try Reading(list(Self.session))
    #expect(reading.kinds == Self.kinds && reading.envelope.path == [] && reading.envelope.version == nil)
    #expect(reading.envelope.formatName == "foundation-models/entries" && reading.envelope.modelName == nil)
    #expect(try reading.rewritten() == list(Self.session))
  }

  @Test("The model's name is fm's")
  func modelName() throws {
    let reading = try Reading(Self.wrappers[1].wrap(envelope(Self.session)))
    #expect(reading.envelope.modelName == "system")
    #expect(try Reading(envelope([])).envelope.modelName == nil)
  }

  @Test("Version 1 is a number, 1.1 a string; both spellings of each are taken")
  func versions() throws {
    #expect(try Reading(envelope([.prompt("a")], version: "1")).envelope.version == .v1)
    #expect(try Reading(envelope([.prompt("a")], version: "1.0")).envelope.version == .v1)
    #expect(try Reading(envelope([.prompt("a")], version: #""1""#)).envelope.version == .v1)
    #expect(try Reading(envelope([.prompt("a")])).envelope.version == .v1_1)
    #expect(try Reading(envelope([.prompt("a")], version: "1")).envelope.formatName == "foundation-models/1")
    #expect(
      refusal(envelope([.prompt("a")], version: #""2.0""#))
        == #"t.json: transcript version "2.0" is neither 1 nor "1.1"; a newer stemma may read it"#)
    // The number 1.1 was never written; it can only mean the one thing.
    #expect(try Reading(envelope([.prompt("a")], version: "1.1")).envelope.version == .v1_1)
    let none = #"{"transcript":{"entries":\#(list([.prompt("a")]))}}"#
    #expect(try Reading(none).envelope.formatName == "foundation-models/unknown")
    #expect(try Reading(none).rewritten() == none)
  }

  @Test("An empty transcript is a transcript")
  func empty() throws {
    for text in [envelope([]), envelope([], version: "1")] {
      let reading = try Reading(text)
      #expect(reading.kinds.isEmpty)
      #expect(try reading.rewritten() == text)
    }
    let pretty = """
      {
        "transcript" : {
          "entries" : [

          ]
        },
        "type" : "FoundationModels.Transcript",
        "version" : "1.1"
      }
      """
    #expect(try Reading(pretty).rewritten() == pretty)
    // Version and type may stand first: without .sortedKeys the order is anyone's.
    let shuffled = #"{"version":1,"type":"FoundationModels.Transcript","transcript":{"entries":[]}}"#
    #expect(try Reading(shuffled).rewritten() == envelope([], version: "1"))
  }

  @Test("The document takes other entries than it was read with")
  func replacedEntries() throws {
    let reading = try Reading(Self.wrappers[1].wrap(envelope(Self.session)))
    let other = try reading.envelope.document(entries: [Array(Written.prompt("b").json.utf8)])
    #expect(String(decoding: other, as: UTF8.self) == Self.wrappers[1].wrap(envelope([.prompt("b")])))
    let none = try reading.envelope.document(entries: [])
    #expect(String(decoding: none, as: UTF8.self) == Self.wrappers[1].wrap(envelope([])))
    #expect(throws: JSONError.self) { try reading.envelope.document(entries: [Array("{".utf8)]) }
    let made = TranscriptEnvelope.plain(version: .v1, style: .compact)
    #expect(
      String(decoding: try made.document(entries: [Array(Written.response("x").json.utf8)]), as: UTF8.self)
        == envelope([.response("x")], version: "1"))
  }

  @Test("Unknown roles, segments and keys are there when the document is written")
  func unknownThings() throws {
    let entries: [Written] = [
      .raw(#"{"id":"X","role":"narrator","z":[1.50]}"#),
      .raw(#"{"contents":[{"id":"1","type":"hologram","x":{}}],"id":"R","new":1,"role":"response"}"#),
      .prompt("a"),
    ]
    let text =
      #"{"app":{"build":7},"transcript":{"entries":\#(list(entries)),"more":1},"type":"FoundationModels.Transcript","version":1}"#
    let reading = try Reading(text)
    #expect(reading.kinds == [.unknown, .response, .prompt])
    #expect(try reading.rewritten() == text)
  }

  @Test("The order of a schema's keys is content and is kept")
  func schemaOrder() throws {
    let entry = Written.raw(
      #"{"contents":[],"id":"I","role":"instructions","tools":[{"function":{"description":"d","name":"f","parameters":{"type":"object","properties":{"b":{},"a":{}}}},"type":"function"}]}"#
    )
    #expect(try Reading(envelope([entry])).rewritten() == envelope([entry]))
  }

  @Test("A document in another style than the one before is written in its own")
  func styles() throws {
    var reader = TranscriptReader()
    func document(_ text: String) throws -> TranscriptEnvelope {
      let bytes = Array(text.utf8)
      let document = try bytes.withUnsafeBufferPointer { try reader.read($0, file: "t.json") { _ in 0 } }
      _ = reader.remember(bytes, keyOrders: document.keyOrders)
      return document.envelope
    }
    let compact = envelope([.prompt("a/b")])
    let pretty = String(decoding: try JSONStyle.foundationPretty.formatted(compact.utf8), as: UTF8.self)
    #expect(try document(compact).style == .compact)
    #expect(try document(pretty).style == .foundationPretty)
    #expect(try document(compact).style == .compact)
  }
}
