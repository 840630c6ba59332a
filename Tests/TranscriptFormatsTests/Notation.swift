import Testing
import Transcripts

@testable import TranscriptFormats

/// Entries in a notation that a person reads: `[.instructions("…"), .prompt("a"), .toolCalls("f"), .response("b")]`.
///
/// Each is the text that an encoder with `.sortedKeys` writes for it; ids follow from the content.
struct Written: Sendable, Equatable {
  var json: String

  static func instructions(_ text: String, tools: [String] = []) -> Written {
    let tools = tools.map {
      #"{"function":{"description":"Does it.","name":"\#($0)","parameters":{"type":"object"}},"type":"function"}"#
    }
    let list = tools.isEmpty ? "" : #","tools":[\#(tools.joined(separator: ","))]"#
    return Written(json: #"{"contents":[\#(self.text(text))],"id":"I","role":"instructions"\#(list)}"#)
  }

  static func prompt(_ text: String) -> Written {
    Written(
      json:
        #"{"contents":[\#(self.text(text))],"contextOptions":{},"id":"P-\#(text)","options":{},"role":"user"}"#
    )
  }

  static func response(_ text: String) -> Written {
    Written(json: #"{"contents":[\#(self.text(text))],"id":"R-\#(text)","role":"response"}"#)
  }

  static func reasoning(_ text: String) -> Written {
    Written(json: #"{"id":"T-\#(text)","reasoning":{"contents":[\#(self.text(text))]},"role":"reasoning"}"#)
  }

  static func toolCalls(_ name: String) -> Written {
    Written(
      json:
        #"{"id":"C-\#(name)","role":"response","toolCalls":[{"arguments":"{\"q\": 1}","id":"call-\#(name)","#
        + #""name":"\#(name)"}]}"#)
  }

  static func toolOutput(_ name: String, _ text: String = "ok") -> Written {
    Written(
      json:
        #"{"contents":[\#(self.text(text))],"id":"call-\#(name)","role":"tool","toolCallID":"call-\#(name)","#
        + #""toolName":"\#(name)"}"#)
  }

  static func raw(_ json: String) -> Written { Written(json: json) }

  private static func text(_ text: String) -> String { #"{"id":"s","text":"\#(text)","type":"text"}"# }
}

/// The plain envelope, as `.sortedKeys` writes it.
func envelope(_ entries: [Written], version: String = #""1.1""#) -> String {
  #"{"transcript":{"entries":\#(list(entries))},"type":"FoundationModels.Transcript","version":\#(version)}"#
}

func list(_ entries: [Written]) -> String { "[" + entries.map(\.json).joined(separator: ",") + "]" }

/// What a reader found in a document.
struct Reading {
  var envelope: TranscriptEnvelope
  var kinds: [EntryKind] = []
  var texts: [String] = []
  var jsons: [String] = []
  var end = 0

  /// Reads one document with a reader that has read nothing before.
  init(_ text: String, at position: Int = 0) throws { try self.init(Array(text.utf8), at: position) }

  init(_ bytes: [UInt8], at position: Int = 0) throws {
    var reader = TranscriptReader()
    var (kinds, texts, jsons) = ([EntryKind](), [String](), [String]())
    let document = try bytes.withUnsafeBufferPointer { text in
      try reader.read(text, at: position, file: "t.json") { scanner in
        kinds.append(scanner.kind)
        texts.append(scanner.parts.parts.map { scanner.parts.text($0) }.joined(separator: "|"))
        jsons.append(String(decoding: scanner.json, as: UTF8.self))
        return jsons.count - 1
      }
    }
    #expect(document.entries == Array(jsons.indices))
    (self.kinds, self.texts, self.jsons, end) = (kinds, texts, jsons, document.end)
    envelope = document.envelope
  }

  /// The document that is written with the entries as they were read.
  func rewritten() throws -> String {
    String(decoding: try envelope.document(entries: jsons.map { Array($0.utf8) }), as: UTF8.self)
  }
}

/// The one line that a person reads when a text is refused; nil when it is read.
func refusal(_ text: String) -> String? { refusal(Array(text.utf8)) }

func refusal(_ bytes: [UInt8]) -> String? {
  do {
    _ = try Reading(bytes)
    return nil
  } catch {
    return "\(error)"
  }
}

/// SplitMix64: the same seed gives the same numbers everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
