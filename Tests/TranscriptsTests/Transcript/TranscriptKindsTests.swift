import FoundationEssentials
import Testing

@testable import Transcripts

@Suite("Transcript: kinds of entries and segments")
struct TranscriptKindsTests {
  private func entry(_ written: Written) throws -> Transcript.Entry {
    try Transcript.Entry(json: JSONValue(parsing: written.json.utf8))
  }

  @Test("T1: five roles are six kinds, and the scanner agrees")
  func kinds() throws {
    let kinds: [(Written, EntryKind)] = [
      (.instructions("x"), .instructions), (.prompt("x"), .prompt), (.response("x"), .response),
      (.reasoning("x"), .reasoning), (.toolCalls("f", "g"), .toolCalls), (.toolOutput("f"), .toolOutput),
      (.raw(#"{"role":"response","id":"C","toolCalls":[]}"#), .toolCalls),
      (.raw(#"{"role":"response","id":"C","toolCalls":null,"contents":[]}"#), .response),
      (.raw(#"{"role":"assistant","id":"R","contents":[]}"#), .response),
      (.raw(#"{"role":"assistant","id":"C","toolCalls":[]}"#), .toolCalls),
      (.raw(#"{"role":"system","id":"I","contents":[]}"#), .instructions),
      (.raw(#"{"role":"narrator","id":"X"}"#), .unknown), (.raw(#"{"id":"X"}"#), .unknown),
      (.raw(#"{"role":7}"#), .unknown), (.raw("7"), .unknown), (.raw("[]"), .unknown),
      (.raw("null"), .unknown),
      (.raw(#"{"r\u006fle":"us\u0065r"}"#), .prompt),
    ]
    for (written, kind) in kinds {
      #expect(try entry(written).kind == kind, "typed: \(written.json)")
      #expect(try EntryScanner.reading(written.json).kind == kind, "scanned: \(written.json)")
    }
  }

  @Test("T1: ids are the file's; a tool output's is its call's")
  func ids() throws {
    #expect(try entry(.prompt("a")).id == "P-a" && entry(.toolOutput("f")).id == "call-f")
    #expect(try entry(.raw(#"{"role":"narrator","id":"X"}"#)).id == "X")
    #expect(try entry(.raw(#"{"role":"user"}"#)).id == "")
    let output = Transcript.ToolOutput(id: "c1", toolName: "f", segments: [])
    #expect(output.callID == "c1")
    guard
      case .toolOutput(let read) = try entry(
        .raw(#"{"role":"tool","id":"a","toolCallID":"b","toolName":"f"}"#))
    else {
      Issue.record("no tool output")
      return
    }
    #expect(read.id == "a" && read.callID == "b")
  }

  @Test("T1: a batch of calls is one entry, an output one each")
  func calls() throws {
    guard case .toolCalls(let calls) = try entry(.toolCalls("f", "g")) else {
      Issue.record("no tool calls")
      return
    }
    #expect(calls.calls.map(\.toolName) == ["f", "g"] && calls.calls.map(\.id) == ["call-f", "call-g"])
    #expect(calls.calls[0].arguments.json == ["q": 1])
  }

  @Test("T2: segments of every kind")
  func segments() throws {
    let prompt = try entry(
      .raw(
        #"""
        {"role":"user","id":"P","options":{},"contents":[
         {"type":"text","id":"1","text":"one"},
         {"type":"structure","id":"2","structure":{"source":"Plan","content":{"b":1,"a":2}}},
         {"type":"image","id":"3","image":"data:image/gif;base64,R0lGODlhAgADAA=="},
         {"type":"attachment","id":"4","attachment":{"type":"image","label":"leaf","data":"data:,x"}},
         {"type":"attachment","id":"5","attachment":{"type":"sound","data":"data:,x"}},
         {"type":"hologram","id":"6"},
         {"type":"text","id":"7"},
         {"type":"text","id":"8","text":"two"},
         8]}
        """#))
    let segments = prompt.segments
    #expect(segments.map(\.id) == ["1", "2", "3", "4", "5", "6", "7", "8", ""])
    #expect(prompt.text == "one\ntwo")
    guard case .structure(let structure) = segments[1], case .attachment(let image) = segments[2],
      case .attachment(let leaf) = segments[3], case .unknown = segments[4], case .unknown = segments[5],
      case .unknown = segments[6], case .unknown(let number) = segments[8]
    else {
      Issue.record("\(segments)")
      return
    }
    #expect(structure.schemaName == "Plan" && structure.content.jsonString == #"{"b": 1, "a": 2}"#)
    #expect(image.image.words == "GIF 2×3, 10 B" && image.label == nil && !image.isSpelledOut)
    #expect(leaf.label == "leaf" && leaf.isSpelledOut && leaf.dataURL == "data:,x")
    #expect(number == 8)
  }

  @Test("T3: instructions carry their segments and the tool definitions")
  func instructions() throws {
    let written = Written.instructions("a", "b", tools: [Written.tool("f", "Finds."), Written.tool("g")])
    guard case .instructions(let entry) = try entry(written) else {
      Issue.record("no instructions")
      return
    }
    #expect(entry.segments.count == 2 && entry.toolDefinitions.map(\.name) == ["f", "g"])
    #expect(entry.toolDefinitions[0].description == "Finds.")
    #expect(entry.toolDefinitions[0].parameters.json == ["type": "object"])
  }

  @Test("T1: prompts with options, context options, metadata and a response format")
  func prompt() throws {
    guard case .prompt(let entry) = try entry(TranscriptCodingTests.everything[8]) else {
      Issue.record("no prompt")
      return
    }
    #expect(entry.options.temperature == 0.5 && entry.options.maximumResponseTokens == 5)
    #expect(entry.contextOptions.includeSchemaInPrompt == false)
    #expect(entry.metadata["k"]?.json.arrayValue?.count == 2)
    #expect(entry.responseFormat?.name == "Plan" && entry.responseFormat?.schema?.name == "Plan")
  }

  @Test("T1: answers with assets and metadata, reasoning with a signature")
  func answers() throws {
    guard case .response(let response) = try entry(TranscriptCodingTests.everything[9]),
      case .reasoning(let reasoning) = try entry(TranscriptCodingTests.everything[11])
    else {
      Issue.record("no response, no reasoning")
      return
    }
    #expect(response.assetIDs == ["m1", "m2"] && response.metadata["systemVersion"]?.json == "27")
    #expect(reasoning.signature == Data("opaque".utf8) && reasoning.segments.isEmpty)
    #expect(try entry(.reasoning("hm")).text == "hm")
  }

  @Test("Schemas are named as the framework names them")
  func schemaNames() throws {
    let names = [
      (#"{"const":"yes"}"#, "yes"), (##"{"$ref":"#/$defs/Step"}"##, "Step"),
      (#"{"anyOf":[],"title":"Shape"}"#, "Shape"),
      (
        #"{"type":"array","items":{"type":"array","items":{"title":"T","type":"object"}}}"#, "Array<Array<T>>"
      ),
      (#"{"type":"boolean"}"#, "Bool"), (#"{"type":"integer"}"#, "Int"), (#"{"type":"number"}"#, "Double"),
      (#"{"type":"null"}"#, "Null"), (#"{"type":"string"}"#, "String"),
      (#"{"type":"string","title":"E","enum":["a"]}"#, "E"),
      (#"{"type":"object","title":"Plan"}"#, "Plan"), (#"{}"#, ""),
    ]
    for (schema, name) in names {
      #expect(GenerationSchema(json: try JSONValue(parsing: schema.utf8)).name == name, "\(schema)")
    }
  }

  @Test("Generated content shows its kind and keeps the order of its keys")
  func generatedContent() throws {
    let content = try GeneratedContent(json: #"{"b":1.50,"a":["x",true,null]}"#)
    #expect(content.jsonString == #"{"b": 1.50, "a": ["x", true, null]}"#)
    guard case .structure(let properties, let keys) = content.kind else {
      Issue.record("no structure")
      return
    }
    #expect(keys == ["b", "a"] && properties["b"]?.kind == .number(1.5))
    #expect(GeneratedContent(kind: content.kind).json == content.json)
    #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "{") }
  }
}
