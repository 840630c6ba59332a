import Testing

@testable import Transcripts

/// Entries in a notation that a person reads: `[.instructions("…"), .prompt("a"), .toolCalls("f"), .response("b")]`.
///
/// Each is the text that an encoder with `.sortedKeys` writes for it; ids follow from the content.
struct Written: Sendable {
  var json: String

  static func instructions(_ texts: String..., tools: [String] = []) -> Written {
    let tools = tools.isEmpty ? "" : #","tools":[\#(tools.joined(separator: ","))]"#
    let segments = texts.map { text($0) }.joined(separator: ",")
    return Written(json: #"{"contents":[\#(segments)],"id":"I","role":"instructions"\#(tools)}"#)
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

  static func toolCalls(_ names: String...) -> Written {
    let calls = names.map { #"{"arguments":"{\"q\": 1}","id":"call-\#($0)","name":"\#($0)"}"# }
    return Written(
      json: #"{"id":"C-\#(names.joined())","role":"response","toolCalls":[\#(calls.joined(separator: ","))]}"#
    )
  }

  static func toolOutput(_ name: String, _ text: String = "ok") -> Written {
    Written(
      json:
        #"{"contents":[\#(self.text(text))],"id":"call-\#(name)","role":"tool","toolCallID":"call-\#(name)","#
        + #""toolName":"\#(name)"}"#)
  }

  /// Any other entry, as text.
  static func raw(_ json: String) -> Written { Written(json: json) }

  static func text(_ text: String) -> String { #"{"id":"s","text":"\#(text)","type":"text"}"# }

  static func tool(_ name: String, _ description: String = "Does it.") -> String {
    #"{"function":{"description":"\#(description)","name":"\#(name)","parameters":{"type":"object"}},"type":"function"}"#
  }
}

extension Transcript {
  /// The entries as the typed reader gives them.
  init(_ written: [Written]) throws {
    self.init(entries: try written.map { Entry(json: try JSONValue(parsing: $0.json.utf8)) })
  }
}

extension EntryScanner {
  /// A scanner that has read one entry.
  static func reading(_ json: String) throws -> EntryScanner {
    var scanner = EntryScanner()
    let end = try Array(json.utf8).withUnsafeBufferPointer { try scanner.scan($0, at: 0) }
    #expect(end == json.utf8.count)
    return scanner
  }

  var jsonText: String { String(decoding: json, as: UTF8.self) }

  /// The parts with their texts, as `name=text`.
  var partTexts: [String] { parts.parts.map { "\($0.name)=\(parts.text($0))" } }
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
