import Foundation
import Testing

@testable import Transcripts

@Suite("Transcript: the public JSON form")
struct TranscriptCodingTests {
  /// One of everything that the format has, and of everything that it does not.
  static let everything: [Written] = [
    .instructions(
      "Be brief.", "Be kind.", tools: [Written.tool("f"), Written.tool("g", "Says \\\"so\\\".")]),
    .prompt("a"), .reasoning("hm"), .toolCalls("f", "g"), .toolOutput("f"), .toolOutput("g", "née\\n"),
    .response("b"),
    .raw(#"{"contents":[],"id":"I2","role":"instructions"}"#),
    .raw(
      #"{"contents":[{"id":"1","image":"data:image/png;base64,iVBORw==","type":"image"},{"attachment":{"data":"data:x,y","label":"leaf","type":"image"},"id":"2","type":"attachment"},{"attachment":{"data":"data:x,y","type":"image"},"id":"3","type":"attachment"}],"contextOptions":{"includeSchemaInPrompt":false},"id":"P2","metadata":{"k":[1,{"a":2,"b":1}]},"options":{"maximumResponseTokens":5,"temperature":0.5},"responseFormat":{"jsonSchema":{"name":"Plan","schema":{"title":"Plan","type":"object","x-order":["b","a"],"properties":{"b":{"type":"string"},"a":{"minimum":1.0,"type":"number"}}}},"type":"jsonSchema"},"role":"user"}"#
    ),
    .raw(
      #"{"assets":["m1","m2"],"contents":[{"id":"0","structure":{"content":{"z":1.0,"a":[true,null,1e2]},"source":"Plan"},"type":"structure"}],"id":"R2","metadata":{"systemVersion":"27"},"role":"response"}"#
    ),
    .raw(#"{"assets":[],"contents":[],"id":"R3","role":"response"}"#),
    .raw(
      #"{"id":"T2","metadata":{"level":"deep"},"reasoning":{"contents":[],"signature":"b3BhcXVl"},"role":"reasoning"}"#
    ),
    .raw(
      #"{"id":"C2","role":"response","toolCalls":[{"arguments":"not JSON","id":"c1","metadata":{"m":1},"name":"f"},{"arguments":{"b":1,"a":2},"id":"c2","name":"g"}]}"#
    ),
    .raw(#"{"future":true,"id":"X","role":"narrator","z":[1.50]}"#),
    .raw(
      #"{"contents":[{"hologram":{"a":2,"b":1},"id":"9","type":"hologram"}],"contextOptions":{},"id":"P3","options":{},"role":"user"}"#
    ),
  ]

  /// Keys that no version of the format knows, at every place where one may stand.
  static let strangers: [Written] = [
    .raw(
      #"{"contents":[{"id":"1","new":1,"text":"t","type":"text"}],"id":"I","new":2,"role":"instructions","tools":[{"function":{"description":"d","name":"f","new":3,"parameters":{}},"new":4,"type":"function"}]}"#
    ),
    .raw(
      #"{"contents":[{"attachment":{"data":"data:,","new":5,"type":"image"},"id":"1","new":6,"type":"attachment"},{"id":"2","image":"data:,","new":7,"type":"image"}],"contextOptions":{"new":8},"id":"P","new":9,"options":{"new":10},"role":"user"}"#
    ),
    .raw(
      #"{"contents":[{"id":"1","new":11,"structure":{"content":1,"new":12,"source":"S"},"type":"structure"}],"id":"R","new":13,"role":"response"}"#
    ),
    .raw(#"{"id":"T","new":14,"reasoning":{"contents":[],"new":15},"role":"reasoning"}"#),
    .raw(
      #"{"id":"C","new":16,"role":"response","toolCalls":[{"arguments":"{}","id":"c","name":"f","new":17}]}"#),
    .raw(#"{"contents":[],"id":"c","new":18,"role":"tool","toolCallID":"c","toolName":"f"}"#),
  ]

  private func envelope(_ entries: [Written], version: String = #""1.1""#) -> String {
    #"{"transcript":{"entries":[\#(entries.map(\.json).joined(separator: ","))]},"#
      + #""type":"FoundationModels.Transcript","version":\#(version)}"#
  }

  @Test("T6: decoding what was encoded gives the same transcript")
  func roundTrip() throws {
    for entries in [Self.everything, Self.strangers, []] {
      let transcript = try Transcript(entries)
      let encoder = JSONEncoder()
      for formatting in [[], [.sortedKeys], [.prettyPrinted, .sortedKeys]] as [JSONEncoder.OutputFormatting] {
        encoder.outputFormatting = formatting
        #expect(try JSONDecoder().decode(Transcript.self, from: encoder.encode(transcript)) == transcript)
      }
      let own = try JSONValue(parsing: transcript.jsonText())
      #expect(
        try Transcript(
          entries: #require(own["transcript"]?["entries"]?.arrayValue).map(Transcript.Entry.init(json:)))
          == transcript)
    }
  }

  @Test(
    "T6: an entry that is read and written is the same text under .sortedKeys", arguments: everything.indices)
  func entryText(_ index: Int) throws {
    let text = Self.everything[index].json
    let entry = try Transcript.Entry(json: JSONValue(parsing: text.utf8))
    try expectCanonical(entry.json.text(), text)
  }

  @Test(
    "T2, U6: keys that we do not know survive at every place, typed and scanned", arguments: strangers.indices
  )
  func unknownKeys(_ index: Int) throws {
    let text = Self.strangers[index].json
    let entry = try Transcript.Entry(json: JSONValue(parsing: text.utf8))
    try expectCanonical(entry.json.text(), text)
    #expect(try EntryScanner.reading(text).jsonText == text)
  }

  private func expectCanonical(_ text: String, _ expected: String) throws {
    #expect(try EntryScanner.reading(text).jsonText == EntryScanner.reading(expected).jsonText)
  }

  @Test("T6: a whole document, read and written, is the same text")
  func documentText() throws {
    let transcript = try Transcript(Self.everything.filter { !$0.json.contains("not JSON") })
    let text = envelope(Self.everything.filter { !$0.json.contains("not JSON") })
    #expect(String(decoding: transcript.jsonText(style: .compact), as: UTF8.self) == text)
  }

  @Test("T6: both versions are read; 1.1 is written, with what it demands")
  func versions() throws {
    let old = Written.raw(
      #"{"contents":[{"id":"0","text":"a","type":"text"}],"id":"P","options":{},"role":"user"}"#)
    for version in ["1", #""1.1""#, "1.0", "1.1", #""1""#] {
      let data = Data(envelope([old], version: version).utf8)
      let transcript = try JSONDecoder().decode(Transcript.self, from: data)
      #expect(transcript.map(\.text) == ["a"])
      #expect(
        String(decoding: transcript.jsonText(style: .compact), as: UTF8.self)
          == envelope([
            .raw(
              #"{"contents":[{"id":"0","text":"a","type":"text"}],"contextOptions":{},"id":"P","options":{},"role":"user"}"#
            )
          ]))
    }
    for version in ["2", #""1.2""#, #""2""#, "null", "{}"] {
      #expect(throws: DecodingError.self, "version \(version)") {
        try JSONDecoder().decode(Transcript.self, from: Data(envelope([old], version: version).utf8))
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Transcript.self, from: Data(#"{"type":"FoundationModels.Transcript","version":1}"#.utf8))
    }
  }

  @Test("T6: arguments as text stay text, and as a value stay a value")
  func arguments() throws {
    let transcript = try Transcript([Self.everything[12]])
    guard case .toolCalls(let entry)? = transcript.first else {
      Issue.record("no tool calls")
      return
    }
    #expect(entry.calls.map(\.argumentsText) == ["not JSON", #"{"b": 1, "a": 2}"#])
    #expect(!entry.calls[0].hasValidArguments && entry.calls[0].arguments.json == "not JSON")
    #expect(!entry.calls[0].arguments.isComplete)
    #expect(entry.calls[1].arguments.json == ["b": 1, "a": 2])
    #expect(entry.json["toolCalls"]?.arrayValue?.map { $0["arguments"] } == ["not JSON", ["b": 1, "a": 2]])
    let made = Transcript.ToolCall(
      id: "c", toolName: "find", arguments: GeneratedContent(json: ["searchTerm": "brioche", "limit": 1]))
    #expect(made.argumentsText == #"{"searchTerm": "brioche", "limit": 1}"#)
  }
}

extension Transcript.ToolCalls {
  fileprivate var json: JSONValue { Transcript.Entry.toolCalls(self).json }
}
