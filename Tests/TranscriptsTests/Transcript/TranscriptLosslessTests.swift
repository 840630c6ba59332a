import FoundationEssentials
import Testing

@testable import Transcripts

@Suite("Transcript: what the typed form cannot hold is kept")
struct TranscriptLosslessTests {
  /// Known keys with values of a wrong type, at every place.
  static let illTyped: [Written] = [
    .raw(#"{"contents":7,"id":"I","role":"instructions","tools":{"a":1}}"#),
    .raw(
      #"{"contents":{"a":1},"contextOptions":[],"id":"P","metadata":["m"],"options":"none","responseFormat":"Plan","role":"user"}"#
    ),
    .raw(#"{"assets":"m1","contents":[],"id":"R","metadata":7,"role":"response"}"#),
    .raw(#"{"assets":["m1",2],"contents":[],"id":"R","metadata":{},"role":"response"}"#),
    .raw(#"{"assets":null,"contents":[],"id":"R","role":"response","toolCalls":"none"}"#),
    .raw(#"{"id":7,"reasoning":"hm","role":"reasoning"}"#),
    .raw(#"{"id":"T","reasoning":{"contents":"hm","signature":"not base64!"},"role":"reasoning"}"#),
    .raw(#"{"id":"T","reasoning":{"contents":[],"signature":7},"role":"reasoning"}"#),
    .raw(#"{"contents":[],"id":"c","role":"tool","toolCallID":7,"toolName":["f"]}"#),
    .raw(
      #"{"id":"C","role":"response","toolCalls":[{"arguments":"{\"a\":1,  \"b\":2}","id":1,"metadata":"m","name":{"n":1}}]}"#
    ),
    .raw(
      #"{"contents":[{"id":1,"text":"t","type":"text"},{"id":"2","structure":{"content":1,"source":5},"type":"structure"},{"attachment":{"data":"data:,","label":8,"type":"image"},"id":"3","type":"attachment"}],"id":"R","role":"response"}"#
    ),
    .raw(
      #"{"contents":[],"id":"I","role":"instructions","tools":[{"function":{"description":4,"name":5,"parameters":"p"},"type":"function"}]}"#
    ),
    .raw(
      #"{"contents":[],"contextOptions":{},"id":"P","metadata":{"z":1.50,"a":{"k":[1,null]}},"options":{"temperature":0.70},"role":"user"}"#
    ),
  ]

  @Test("T6: a known key of a wrong type goes back as it came", arguments: illTyped.indices)
  func wrongTypes(_ index: Int) throws {
    let text = Self.illTyped[index].json
    let entry = try Transcript.Entry(json: JSONValue(parsing: text.utf8))
    #expect(try EntryScanner.reading(entry.json.text()).jsonText == EntryScanner.reading(text).jsonText)
    #expect(try Transcript.Entry(json: JSONValue(parsing: entry.json.text().utf8)) == entry)
  }

  /// Spoils one place of an entry: a value becomes another, a key goes, a key comes.
  private struct Spoiler {
    var random: SeededGenerator
    private var countdown = 0

    init(seed: UInt64) { random = SeededGenerator(state: seed) }

    mutating func spoil(_ json: JSONValue) -> JSONValue {
      countdown = random.below(Self.places(json))
      return walk(json)
    }

    private static func places(_ json: JSONValue) -> Int {
      1 + (json.arrayValue?.reduce(0) { $0 + places($1) } ?? 0)
        + (json.objectValue?.reduce(0) { $0 + places($1.value) } ?? 0)
    }

    private mutating func walk(_ json: JSONValue) -> JSONValue {
      countdown -= 1
      if countdown == -1 { return spoilt(json) }
      switch json {
      case .array(let elements): return .array(elements.map { walk($0) })
      case .object(let members): return .object(members.map { JSONValue.Member($0.key, walk($0.value)) })
      default: return json
      }
    }

    private mutating func spoilt(_ json: JSONValue) -> JSONValue {
      let others: [JSONValue] = [
        .null, true, 7, "text", [], .object([]), ["x"], ["id": "y"], .number("1.50"),
      ]
      guard case .object(var members) = json, random.below(3) > 0 else { return random.pick(others) }
      if random.below(2) == 0, !members.isEmpty {
        members.remove(at: random.below(members.count))
      } else {
        members.append(JSONValue.Member("new\(random.below(9))", random.pick(others)))
      }
      return .object(members)
    }
  }

  @Test(
    "T6: 1,500 spoilt entries are written as they were read, but for the options that version 1.1 demands")
  func spoiltEntries() throws {
    var spoiler = Spoiler(seed: 6)
    let all = TranscriptCodingTests.everything + TranscriptCodingTests.strangers + Self.illTyped
    for round in 0..<1_500 {
      var json = try JSONValue(parsing: all[round % all.count].json.utf8)
      for _ in 0...(round % 3) { json = spoiler.spoil(json) }
      let entry = Transcript.Entry(json: json)
      var expected = json
      if entry.kind == .prompt, case .object(var members) = json {
        for key in ["options", "contextOptions"] where json[key] == nil {
          members.append(JSONValue.Member(key, .object([])))
        }
        expected = .object(members)
      }
      guard try canonical(entry.json) == canonical(expected) else {
        Issue.record("\(json.text())\nbecame\n\(entry.json.text())")
        return
      }
      #expect(try Transcript.Entry(json: JSONValue(parsing: entry.json.text().utf8)) == entry)
      let transcript = Transcript(entries: [entry])
      #expect(try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript)) == transcript)
    }
  }

  private func canonical(_ json: JSONValue) throws -> String {
    try EntryScanner.reading(json.text()).jsonText
  }

  @Test("T6: setting a known key replaces what was kept of it")
  func settingReplaces() throws {
    guard
      case .response(var entry) = try Transcript.Entry(
        json: JSONValue(parsing: Self.illTyped[2].json.utf8))
    else {
      Issue.record("no response")
      return
    }
    #expect(entry.assetIDs.isEmpty && entry.metadata.isEmpty)
    entry.assetIDs = ["m2"]
    entry.metadata["k"] = GeneratedContent(1)
    entry.segments = [.text(Transcript.TextSegment(id: "s", content: "x"))]
    #expect(
      Transcript.Entry.response(entry).json.text(sortedKeys: true)
        == #"{"assets":["m2"],"contents":[{"id":"s","text":"x","type":"text"}],"id":"R","metadata":{"k":1},"role":"response"}"#
    )
  }

  @Test("T6: arguments that are not JSON survive, and so does the spelling of those that are")
  func arguments() throws {
    let text =
      #"{"id":"C","role":"response","toolCalls":[{"arguments":"{\"a\":1,","id":"1","name":"f"},{"arguments":"{\"a\":1,  \"b\":2.0}","id":"2","name":"g"}]}"#
    let transcript = try Transcript([.raw(text)])
    guard case .toolCalls(var calls)? = transcript.first else {
      Issue.record("no calls")
      return
    }
    #expect(calls.map(\.hasValidArguments) == [false, true])
    #expect(calls[0].arguments.kind == .string(#"{"a":1,"#) && !calls[0].arguments.isComplete)
    #expect(calls[1].arguments.jsonString == #"{"a": 1, "b": 2.0}"#)
    #expect(transcript[0].json.text(sortedKeys: true) == text)
    calls.calls[1].arguments = GeneratedContent(properties: ["a": 5])
    #expect(calls[1].argumentsText == #"{"a": 5}"#)
    #expect(
      try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript)) == transcript)
  }

  @Test("T6, U6: what was made here is read back equal, through any coder")
  func made() throws {
    let reasoning = Transcript.Reasoning(
      id: "T", metadata: ["level": "deep"], segments: [.text(Transcript.TextSegment(content: "hm"))],
      signature: Data([1, 2, 255]))
    let response = Transcript.Response(
      id: "R", metadata: ["n": 3, "assetIDs": ["m1"]],
      segments: [.structure(Transcript.StructuredSegment(schemaName: "Int", content: GeneratedContent(7)))])
    let call = Transcript.ToolCall(
      id: "c", metadata: ["k": true], toolName: "f", arguments: GeneratedContent(properties: ["q": "x"]))
    let transcript = Transcript(entries: [
      .instructions(
        Transcript.Instructions(
          segments: [.text(Transcript.TextSegment(content: "Be brief."))],
          toolDefinitions: [
            Transcript.ToolDefinition(
              name: "f", description: "Finds.", parameters: ImageReference.generationSchema)
          ])),
      .prompt(
        Transcript.Prompt(
          segments: [
            .attachment(
              Transcript.AttachmentSegment(
                content: .image(Transcript.ImageAttachment(data: Data([1]))), label: "leaf")),
            .attachment(
              Transcript.AttachmentSegment(content: .image(Transcript.ImageAttachment(data: Data([2]))))),
          ])),
      .reasoning(reasoning), .toolCalls(Transcript.ToolCalls([call])),
      .toolOutput(Transcript.ToolOutput(id: "c", toolName: "f", segments: [])), .response(response),
      .response(Transcript.Response(assetIDs: ["m2"], segments: [])),
    ])
    #expect(Set(transcript.map(\.id)).count == transcript.count && !transcript.contains { $0.id.isEmpty })
    let read = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript))
    #expect(read == transcript)
    #expect(
      Transcript.Entry.reasoning(reasoning).json["reasoning"]?["signature"] == "AQL/")
    #expect(Transcript.Entry.response(response).json["assets"] == ["m1"])
  }

  @Test("T6: assets and metadata tell the same, and a file's own way to tell it is kept")
  func assets() throws {
    let made = Transcript.Response(id: "R", assetIDs: ["m1"], segments: [])
    #expect(made.metadata["assetIDs"] == GeneratedContent(elements: ["m1"]))
    #expect(Transcript.Response(assetIDs: [], segments: []).metadata.isEmpty)
    #expect(Transcript.Response(metadata: ["assetIDs": "m1"], segments: []).assetIDs.isEmpty)
    for text in [
      #"{"contents":[],"id":"R","metadata":{"assetIDs":["m1"]},"role":"response"}"#,
      #"{"assets":["m1"],"contents":[],"id":"R","role":"response"}"#,
      #"{"assets":["m1"],"contents":[],"id":"R","metadata":{"assetIDs":["m2"]},"role":"response"}"#,
    ] {
      let entry = try Transcript.Entry(json: JSONValue(parsing: text.utf8))
      guard case .response(let response) = entry else { return }
      #expect(response.assetIDs == ["m1"])
      #expect(entry.json.text(sortedKeys: true) == text)
    }
  }

  @Test("T2: an unknown entry and an unknown segment are part of the transcript like any other")
  func unknown() throws {
    var transcript = try Transcript([
      .prompt("a"), .raw(#"{"id":"X","role":"narrator","z":[1.50]}"#), .response("b"),
    ])
    transcript.history.removeFirst()
    #expect(transcript.map(\.kind) == [.unknown, .response])
    #expect(transcript[0].json.text() == #"{"id":"X","role":"narrator","z":[1.50]}"#)
    #expect(transcript[0].description == #"(Unknown) {"id":"X","role":"narrator","z":[1.50]}"#)
  }

  @Test("T1: entries and segments describe themselves")
  func descriptions() throws {
    let transcript = try Transcript([
      .instructions("Be brief.", tools: [Written.tool("f")]), .prompt("a"), .reasoning("hm"), .toolCalls("f"),
      .toolOutput("f"), .response("b"),
    ])
    #expect(
      transcript.map(\.description) == [
        "(Instructions) Be brief.\n(Tools) f", "(Prompt) a", "(Reasoning) hm", #"(Tool calls) f {"q": 1}"#,
        "(Tool output) f: ok", "(Response) b",
      ])
  }

  @Test("T1: a batch of calls is a collection of them")
  func batch() throws {
    let calls = Transcript.ToolCalls(
      ["f", "g"].map { Transcript.ToolCall(id: $0, toolName: $0, arguments: GeneratedContent(1)) })
    #expect(calls.count == 2 && calls[1].toolName == "g" && calls.map(\.id) == ["f", "g"])
    #expect(calls.last?.id == "g" && !calls.id.isEmpty)
  }
}
