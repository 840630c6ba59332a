import Testing
import Transcripts

/// Every document begins with its format and has the documented keys in the documented order, null where nothing is known.
@Suite("JSON documents")
struct JSONDocumentTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(workshop, to: "a.json")
  }

  @Test("show")
  func show() throws {
    let format: JSONValue = [
      "type": "jsonSchema", "jsonSchema": ["name": "Plan", "schema": ["type": "object", "title": "Plan"]],
    ]
    var prompt = Transcript.Prompt(
      id: "p", segments: [.text(Transcript.TextSegment(id: "s", content: "Plan."))],
      responseFormat: Transcript.ResponseFormat(json: format))
    prompt.segments.append(
      .attachment(
        Transcript.AttachmentSegment(id: "i", dataURL: "data:image/gif;base64,R0lGODlhAgADAAAA", label: "bed")
      ))
    let structure = Transcript.StructuredSegment(
      id: "t", schemaName: "Plan", content: GeneratedContent(json: ["litres": 6]))
    try place.write(
      Transcript(
        .instructions("Answer.", tools: ["search", "water"]), .entry(.prompt(prompt)),
        .reasoning("Two beds."),
        .calls("search", arguments: #"{"b": 1, "a": 2}"#), .output("search", "18"),
        .entry(.response(Transcript.Response(id: "r", segments: [.structure(structure)]))),
        .entry(.unknown(Transcript.UnknownEntry(json: ["role": "future", "id": "u"])))), to: "all.json")
    let shown = try place.json("show", "all.json", "--json", "--window", "4096")
    #expect(
      shown.keys == [
        "format", "file", "sourceFormat", "session", "snapshot", "snapshots", "window", "tokens", "entries",
        "warnings",
      ])
    #expect(shown["format"] == "stemma.show/1")
    #expect(shown["file"] == "all.json")
    #expect(shown["sourceFormat"] == "foundation-models/1.1")
    #expect(shown["session"] == 1)
    #expect(shown["window"] == ["value": 4096, "origin": "reported"])
    let entries = try #require(shown["entries"]?.arrayValue)
    #expect(
      entries.map(\.keys) == [
        ["index", "id", "kind", "tokens", "text", "tools"],
        ["index", "id", "kind", "tokens", "text", "responseFormat", "attachments"],
        ["index", "id", "kind", "tokens", "text"],
        ["index", "id", "kind", "tokens", "calls"],
        ["index", "id", "kind", "tokens", "tool", "callID", "text"],
        ["index", "id", "kind", "tokens", "text", "structures"],
        ["index", "id", "kind", "tokens", "raw"],
      ])
    #expect(entries[0]["tools"] == ["search", "water"])
    #expect(entries[1]["responseFormat"] == "Plan")
    #expect(
      entries[1]["attachments"] == [
        ["type": "image", "label": "bed", "mediaType": "image/gif", "bytes": 12, "width": 2, "height": 3]
      ])
    #expect(entries[2]["kind"] == "reasoning")
    #expect(entries[3]["calls"] == [["id": "call-search", "name": "search", "arguments": ["b": 1, "a": 2]]])
    #expect(entries[4]["tool"] == "search")
    #expect(entries[4]["callID"] == "call-search")
    #expect(entries[5]["structures"] == [["name": "Plan", "content": ["litres": 6]]])
    #expect(entries[6]["raw"] == ["id": "u", "role": "future"])
    // “Answer.” is 7 characters, 2 tokens at 3.5 characters each; its tools add theirs.
    #expect(entries[2]["tokens"] == ["value": 3, "origin": "counted"])
    #expect(shown["warnings"]?.arrayValue?.first?.keys == ["entry", "message"])
    #expect(shown["warnings"]?.arrayValue?.first?["entry"] == 6)
  }

  @Test("show without a window")
  func showUnknown() throws {
    let shown = try place.json("show", "a.json", "--json")
    #expect(shown["window"] == .null)
    #expect(shown["warnings"] == [])
    #expect(shown["entries"]?.arrayValue?[1]["responseFormat"] == .null)
  }

  @Test("log")
  func log() throws {
    let log = try place.json("log", "a.json", "--json")
    #expect(log.keys == ["format", "sessions"])
    #expect(log["format"] == "stemma.log/1")
    let session = try #require(log["sessions"]?.arrayValue?.first)
    #expect(session.keys == ["session", "title", "parent", "parentCall", "requests", "snapshots"])
    #expect(session["title"] == "a.json")
    #expect(session["parent"] == .null)
    #expect(
      session["requests"] == [
        ["request": 1, "prompt": "How wet are the beans?", "outcome": "completed", "inferences": [1, 2]],
        ["request": 2, "prompt": "And the peas?", "outcome": "completed", "inferences": [3]],
      ])
    #expect(
      session["snapshots"]?.arrayValue?.first == [
        "snapshot": 0, "at": .null, "cause": "imported", "entries": 3,
        "splice": ["position": 0, "removed": 0, "inserted": 3], "source": .null,
      ])
  }

  @Test("log of a folder names the files and their times")
  func logOfFolder() throws {
    try place.write(Transcript(.prompt("a")), to: "d/beans_20260314-090000.json")
    try place.write(Transcript(.prompt("a"), .response("b")), to: "d/beans_20260314-090111.json")
    let log = try place.json("log", "d", "--json")
    #expect(
      log["sessions"]?.arrayValue?.first?["snapshots"]?.arrayValue?.last == [
        "snapshot": 1, "at": "2026-03-14T09:01:11.000Z", "cause": "imported", "entries": 2,
        "splice": ["position": 1, "removed": 0, "inserted": 1], "source": "beans_20260314-090111.json",
      ])
  }

  @Test("diff")
  func diff() throws {
    try place.write(
      Transcript(.instructions("Be kind."), .prompt("a"), .response("one two three")), to: "x.json")
    try place.write(
      Transcript(.instructions("Be kind."), .prompt("a"), .response("one 2 three"), .prompt("b")),
      to: "y.json")
    let diff = try place.json("diff", "x.json", "y.json", "--json", status: 1)
    #expect(diff.keys == ["format", "splice", "entries", "prefix", "invalidated"])
    #expect(diff["format"] == "stemma.diff/1")
    #expect(diff["splice"] == ["position": 2, "removed": 1, "inserted": 2])
    #expect(
      diff["entries"] == [
        ["op": "same", "a": 0, "b": 0, "kind": "instructions"],
        ["op": "same", "a": 1, "b": 1, "kind": "prompt"],
        [
          "op": "changed", "a": 2, "b": 2, "kind": "response",
          "words": [
            ["op": "same", "text": "one "], ["op": "removed", "text": "two"],
            ["op": "inserted", "text": "2"],
            ["op": "same", "text": " three"],
          ],
        ],
        ["op": "inserted", "b": 3],
      ])
    // “Be kind.” is 3 tokens, “a” is 1, “one ” is 2 at 3.5 characters a token, rounded up.
    #expect(diff["prefix"] == ["entries": 2, "tokens": ["value": 6, "origin": "counted"]])
    // “one 2 three” is 4 tokens; 2 of them are kept.
    #expect(diff["invalidated"] == ["tokens": ["value": 2, "origin": "counted"]])
  }

  @Test("diff of equal snapshots")
  func diffOfEquals() throws {
    let diff = try place.json("diff", "a.json", "a.json", "--json")
    #expect(diff["splice"] == ["position": 7, "removed": 0, "inserted": 0])
    #expect(diff["invalidated"]?["tokens"]?["value"] == 0)
  }

  @Test("diff names removed and moved entries")
  func diffOfMoves() throws {
    try place.write(Transcript(.prompt("a"), .response("b"), .prompt("c"), .response("d")), to: "x.json")
    try place.write(Transcript(.prompt("a"), .prompt("c"), .response("d"), .response("b")), to: "y.json")
    let moved = try place.json("diff", "x.json", "y.json", "--json", status: 1)
    #expect(moved["entries"]?.arrayValue?.last == ["op": "moved", "a": 1, "b": 3])
    let removed = try place.json("diff", "x.json@1", "x.json@0", "--json", status: 1)
    #expect(removed["entries"]?.arrayValue?.last == ["op": "removed", "a": 3])
    #expect(removed["invalidated"]?["tokens"]?["value"] == 0)
  }

  @Test("why")
  func why() throws {
    let why = try place.json("why", "a.json", "--json")
    #expect(why.keys == ["format", "inferences", "warnings"])
    #expect(why["format"] == "stemma.why/1")
    let inferences = try #require(why["inferences"]?.arrayValue)
    #expect(inferences.count == 3)
    for inference in inferences {
      #expect(
        inference.keys == [
          "inference", "request", "snapshot", "model", "profile", "input", "reused", "prefilled", "output",
          "hitRate",
          "cause", "divergence", "cost", "predicted", "parting",
        ])
      // A transcript's numbers are the prediction: there is nothing beside them.
      #expect(inference["predicted"] == .null && inference["parting"] == .null)
    }
    #expect(inferences.map { $0["cause"] } == ["cold", "appended", "appended"])
    #expect(inferences.map { $0["request"] } == [1, 1, 2])
    #expect(inferences.map { $0["snapshot"] } == [0, 1, 2])
    #expect(inferences[0]["divergence"] == .null)
    #expect(inferences[0]["model"] == .null)
    #expect(inferences[0]["cost"] == ["tokens": 0, "milliseconds": .null])
    #expect(inferences[0]["hitRate"] == 0)
  }

  @Test("why of a loss")
  func whyOfLoss() throws {
    try writeClock(requests: 2)
    let why = try place.json("why", "clock", "--json")
    let last = try #require(why["inferences"]?.arrayValue?.last)
    #expect(last["cause"] == "instructions-edited")
    let divergence = try #require(last["divergence"])
    #expect(divergence.keys == ["token", "entry", "part", "byte", "before", "after", "detail"])
    #expect(divergence["entry"] == 0)
    #expect(divergence["part"] == "text")
    // “It is 10:00” and “It is 10:01” part at the eleventh character; ten characters are three tokens.
    #expect(divergence["byte"] == 10)
    #expect(divergence["token"] == 3)
    #expect(divergence["before"] == "It is 10:00. Be brief.")
    #expect(divergence["after"] == "It is 10:01. Be brief.")
    #expect(divergence["detail"] == .null)
    #expect(last["cost"]?.keys == ["tokens", "milliseconds"])
    #expect(last["cost"]?["milliseconds"] == .null)
  }

  /// Dumps of a session whose instructions tell the time.
  private func writeClock(requests: Int) throws {
    var lines: [Transcript.Line] = []
    for request in 0..<requests {
      lines += [.prompt("question \(request)"), .response("answer \(request)")]
      try place.write(
        Transcript([.instructions("It is 10:0\(request). Be brief.")] + lines),
        to: "clock/dump-\(request).json")
    }
  }

  @Test("why tells an import's warnings")
  func whyWarnings() throws {
    try place.write(Transcript(.prompt("a"), .output("search", "18"), .response("b")), to: "w.json")
    let why = try place.json("why", "w.json", "--json")
    #expect(
      why["warnings"] == [
        [
          "snapshot": 0, "entry": 1,
          "message": "the output of “search” answers no tool call before it",
        ]
      ])
  }

  @Test("budget")
  func budget() throws {
    let budget = try place.json("budget", "a.json", "--json", "--window", "1000")
    #expect(budget.keys == ["format", "window", "fixed", "byKind", "largest", "requestsLeft"])
    #expect(budget["format"] == "stemma.budget/1")
    #expect(budget["window"] == ["value": 1000, "origin": "reported"])
    #expect(budget["fixed"]?.keys == ["instructions", "tools", "share"])
    // “Answer in one sentence.” is 23 characters: 7 tokens.
    #expect(budget["fixed"]?["instructions"] == ["value": 7, "origin": "counted"])
    let tool = try #require(budget["fixed"]?["tools"]?.arrayValue?.first)
    #expect(tool.keys == ["name", "tokens"])
    #expect(tool["name"] == "search")
    #expect(budget["byKind"]?.keys == ["prompt", "response", "reasoning", "toolCalls", "toolOutput"])
    // “How wet are the beans?” is 22 characters, 7 tokens; “And the peas?” is 13, 4 tokens.
    #expect(budget["byKind"]?["prompt"] == ["value": 11, "origin": "counted"])
    #expect(budget["byKind"]?["reasoning"] == ["value": 0, "origin": "counted"])
    #expect(budget["largest"]?.arrayValue?.first?.keys == ["entry", "tokens"])
    #expect(budget["largest"]?.arrayValue?.first?["entry"] == 0)
    #expect(budget["largest"]?.arrayValue?.count == 5)
    #expect(budget["requestsLeft"]?.keys == ["value", "origin"])
    #expect(budget["requestsLeft"]?["origin"] == "predicted")
  }

  @Test("budget without a window")
  func budgetUnknown() throws {
    let budget = try place.json("budget", "a.json", "--json")
    #expect(budget["window"] == .null)
    #expect(budget["fixed"]?["share"] == .null)
    #expect(budget["requestsLeft"] == .null)
  }

  @Test("themes")
  func themes() throws {
    let themes = try place.json("themes", "--json")
    #expect(themes.keys == ["format", "themes"])
    #expect(themes["format"] == "stemma.themes/1")
    for theme in themes["themes"]?.arrayValue ?? [] {
      #expect(theme.keys == ["name", "description", "dark", "builtIn"])
    }
    #expect(themes["themes"]?.arrayValue?.first?["name"] == "dark")
  }

  @Test("Control characters are escaped, those beyond ASCII too")
  func controlCharacters() throws {
    try place.write(Transcript(.prompt("a\u{1B}[31m\u{9B}32m\u{7F}")), to: "c.json")
    let result = try place.run("show", "c.json", "--json")
    #expect(result.stdout.contains(#""text":"a\u001b[31m\u009b32m\u007f""#))
  }
}
