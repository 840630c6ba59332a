import Testing

@testable import Transcripts

@Suite("Entry scanner: what a model sees, and what is odd about an entry")
struct EntryScannerTests {
  @Test("Parts stand in the order in which a model sees them")
  func parts() throws {
    let samples: [(Written, [String])] = [
      (
        .instructions("Be brief.", "Be kind.", tools: [Written.tool("f")]),
        [
          "text=Be brief.\nBe kind.",
          #"tool:f={"function":{"description":"Does it.","name":"f","parameters":{"type":"object"}},"type":"function"}"#,
        ]
      ),
      (.prompt("a\\nb\\u00e9"), ["text=a\nbé"]), (.response("x"), ["text=x"]),
      (.reasoning("hm"), ["text=hm"]),
      (.toolCalls("f", "g"), ["name=f", #"arguments={"q": 1}"#, "name:2=g", #"arguments:2={"q": 1}"#]),
      (.toolOutput("f", "42"), ["name=f", "text=42"]),
      (
        .raw(
          #"""
          {"role":"user","id":"P","options":{"temperature":1},"contents":[
           {"type":"text","id":"1","text":"one"},{"type":"text","id":"2","text":"two"},
           {"type":"structure","id":"3","structure":{"source":"Plan","content":{"b": 1,"a":"\u0041"}}},
           {"type":"image","id":"4","image":"data:,x"},{"type":"text","id":"5","text":"three"},
           {"type":"attachment","id":"6","attachment":{"type":"image","label":"leaf","data":"data:,y"}},
           {"type":"hologram","id":"7"}],
           "responseFormat":{"type":"jsonSchema","jsonSchema":{"name":"N","description":"D","schema":{"b":1,"a":2}}}}
          """#),
        [
          "text=one\ntwo", #"structure:Plan={"b":1,"a":"A"}"#, "image=data:,x", "text:2=three",
          "image:leaf=data:,y",
          #"raw={"type":"hologram","id":"7"}"#, #"schema={"b":1,"a":2}"#,
        ]
      ),
      (.raw(#"{"role":"narrator","b":1,"a":2}"#), [#"raw={"a":2,"b":1,"role":"narrator"}"#]),
      (.raw(#"{"role":"user","id":"P","options":{},"contents":"plain"}"#), ["text=plain"]),
      (
        .raw(
          #"{"role":"user","id":"P","options":{},"contents":[],"contextOptions":{"includeSchemaInPrompt":false},"responseFormat":{"schema":{}}}"#
        ), []
      ),
    ]
    for (written, expected) in samples {
      #expect(try EntryScanner.reading(written.json).partTexts == expected, "\(written.json)")
    }
  }

  @Test("Equal content means the same tokens, whatever the ids, options and metadata")
  func content() throws {
    func digest(_ json: String) throws -> EntryDigest { try EntryScanner.reading(json).contentDigest }
    let a = #"{"role":"response","id":"1","contents":[{"type":"text","id":"2","text":"x"}],"assets":["m"]}"#
    #expect(try digest(a) == digest(a.replacing("\"1\"", with: "\"9\"").replacing("[\"m\"]", with: "[]")))
    #expect(try digest(a) != digest(a.replacing("\"x\"", with: "\"y\"")))
    // The same words in another kind of entry are other tokens; so are the same bytes cut up otherwise.
    #expect(try digest(a) != digest(a.replacing("response", with: "user")))
    #expect(try digest(Written.toolCalls("f", "g").json) != digest(Written.toolCalls("fg").json))
    #expect(
      try digest(Written.instructions("a").json)
        != digest(Written.instructions("a", tools: [Written.tool("f")]).json))
    let pair = Written.instructions("a", "b").json
    #expect(
      try digest(pair) == digest(Written.instructions("a\\nb").json), "segments are joined by a newline")
  }

  @Test("Calls and answers are told by id and tool")
  func calls() throws {
    let calls = try EntryScanner.reading(Written.toolCalls("f", "g").json)
    #expect(calls.calls.map { "\($0.id):\($0.name)" } == ["call-f:f", "call-g:g"] && calls.answered == nil)
    let output = try EntryScanner.reading(Written.toolOutput("f").json)
    #expect(output.answered?.callID == "call-f" && output.answered?.tool == "f" && output.calls.isEmpty)
  }

  @Test("A scanner that is used again holds nothing of the entry before")
  func reuse() throws {
    var scanner = EntryScanner()
    for written in [
      Written.toolCalls("f"), .toolOutput("f"), .raw(#"{"role":"x","x":1,"x":2}"#), .prompt("a"),
    ] {
      _ = try Array(written.json.utf8).withUnsafeBufferPointer { try scanner.scan($0, at: 0) }
    }
    #expect(
      scanner.kind == .prompt && scanner.calls.isEmpty && scanner.answered == nil && scanner.warnings.isEmpty)
    #expect(scanner.jsonText == Written.prompt("a").json && scanner.partTexts == ["text=a"])
    #expect(scanner.record(tokens: 3, toolTokens: 1).tokens == 3)
  }

  @Test("Well-formed entries have no warnings")
  func noWarnings() throws {
    for written in TranscriptCodingTests.everything.dropLast(3) + [.toolCalls("f")] {
      #expect(try EntryScanner.reading(written.json).warnings.isEmpty, "\(written.json)")
    }
  }

  @Test("What a strict reader would refuse is read, with a warning")
  func warnings() throws {
    let samples: [(String, [EntryWarning])] = [
      ("7", [.notAnObject]), ("{}", [.missing("role")]),
      (#"{"role":"narrator"}"#, [.unknownRole("narrator")]),
      (
        #"{"role":"assistant","id":"R","contents":[]}"#,
        [.roleOfAnotherFormat("assistant", readAs: "response")]
      ),
      (
        #"{"role":"assistant","id":"C","toolCalls":[]}"#,
        [.roleOfAnotherFormat("assistant", readAs: "tool calls")]
      ),
      (
        #"{"role":"system","id":"I","contents":[]}"#, [.roleOfAnotherFormat("system", readAs: "instructions")]
      ),
      (#"{"role":"user","contents":[]}"#, [.missing("options"), .missing("id")]),
      (#"{"role":"response","id":"R"}"#, [.missing("contents")]),
      (
        #"{"role":"response","id":"R","contents":"x"}"#,
        [.wrongType("contents", expected: "an array of segments")]
      ),
      (
        #"{"role":"response","id":"R","contents":[{"type":"text","text":"x"}]}"#,
        [.missing("id of a segment")]
      ),
      (
        #"{"role":"response","id":"R","contents":[{"type":"film","id":"1"},{"id":"2"},3]}"#,
        [.unknownSegment("film"), .unknownSegment("none"), .unknownSegment("none")]
      ),
      (
        #"{"role":"response","id":"R","contents":[{"type":"image","id":"1","image":"x.png"}]}"#,
        [.unreadableImage]
      ),
      (#"{"role":"reasoning","id":"T"}"#, [.missing("reasoning")]),
      (#"{"role":"reasoning","id":"T","reasoning":{}}"#, [.missing("contents")]),
      (
        #"{"role":"instructions","id":"I","contents":[],"tools":{}}"#,
        [.wrongType("tools", expected: "an array")]
      ),
      (
        #"{"role":"instructions","id":"I","contents":[],"tools":[{"name":"f"}]}"#,
        [.missing("function of a tool")]
      ),
      (
        #"{"role":"response","id":"C","toolCalls":[{"id":"c","name":"f","arguments":{}},{"id":"d","name":"g","arguments":"x"}]}"#,
        [.argumentsNotText, .argumentsNotJSON]
      ),
      (
        #"{"role":"response","id":"C","toolCalls":[{}]}"#,
        [
          .missing("name of a tool call"), .missing("id of a tool call"),
          .missing("arguments of a tool call"),
        ]
      ),
      (#"{"role":"tool","id":"a","contents":[],"toolName":"f","toolCallID":"b"}"#, [.outputIDDiffers]),
      (#"{"role":"tool","id":"a","contents":[]}"#, [.missing("toolName"), .missing("toolCallID")]),
    ]
    for (json, expected) in samples {
      #expect(try EntryScanner.reading(json).warnings == expected, "\(json)")
    }
  }

  @Test("A warning is one line in plain words")
  func messages() {
    #expect(
      EntryWarning.missing("id").message == "has no “id”; FoundationModels refuses to load it like this")
    #expect(EntryWarning.orphanToolOutput("f").message == "the output of “f” answers no tool call before it")
    #expect(EntryWarning.unknownRole("x").message.contains("kept as it is"))
  }

  @Test("An entry is read where it stands in a longer text")
  func position() throws {
    let text = Array("  [ \(Written.prompt("a").json) , \(Written.response("b").json)]".utf8)
    var scanner = EntryScanner()
    try text.withUnsafeBufferPointer { buffer in
      let end = try scanner.scan(buffer, at: 4)
      #expect(scanner.kind == .prompt && end == 4 + Written.prompt("a").json.utf8.count)
      let last = try scanner.scan(buffer, at: end + 3)
      #expect(scanner.kind == .response && last == text.count - 1)
      #expect(throws: JSONError.self) { try scanner.scan(buffer, at: last) }
    }
  }
}
