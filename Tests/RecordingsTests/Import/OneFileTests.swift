import Foundation
import PrefixCache
import Testing
import TranscriptFormats
import Transcripts

@testable import Recordings

@Suite("Import: one transcript is taken apart into its model steps")
struct OneFileTests {
  /// 3 + 2 | 2 + 0 + 3 | 2 | 2 | 1 | 1 | 3 tokens.
  static let session: [Written] = [
    .instructions("Be brief now."), .prompt("first question"), .response(nil), .reasoning("thinking hard"),
    .toolCalls("f"),
    .toolOutput("f", "ok"), .response("the answer"), .prompt("second"), .response("done"),
    .prompt("an open one"),
  ]

  private func imported(_ entries: [Written]) throws -> Recording {
    let dumps = try DumpFolder()
    try dumps.write("t.json", entries)
    #expect(try dumps.importer("t.json").update() == 1)
    return dumps.recording
  }

  @Test("A step is the longest run of responses, reasoning and calls, and ends a snapshot")
  func snapshots() throws {
    let recording = try imported(Self.session)
    #expect(try recording.sessionLines == ["t.json: 4 snapshots"])
    #expect(
      try recording.snapshotLines == ["-: iprrt", "-: iprrttr", "-: iprrttrpr", "-: iprrttrprp"])
    let rows = try recording.snapshots()
    #expect(
      rows.map(\.position) == [0, 5, 7, 9] && rows.map(\.inserted) == [5, 2, 2, 1]
        && rows.allSatisfy { $0.removed == 0 })
    #expect(rows.map(\.count) == [5, 7, 9, 10] && rows.map(\.sequence) == [0, 1, 2, 3])
    #expect(
      rows[0].parent == nil && rows[3].parent == rows[2].id
        && rows.allSatisfy { $0.at == nil && $0.cause == "imported" })
    #expect(rows[3].tokens.total == 19 && rows[3].tokens.prompt == 6 && rows[3].tokens.reasoning == 2)
    #expect(Set(rows.map(\.instructions)).count == 1 && rows[0].instructions != nil)
  }

  @Test("Each step is an inference that was sent everything before it")
  func inferences() throws {
    let recording = try imported(Self.session)
    #expect(
      try recording.inferenceLines == [
        "snapshot 0: 5 = 0 + 5 -> 5, cold",
        // All that the first was sent and answered is held: 5 + 5; the tool's output is new.
        "snapshot 1: 12 = 10 + 2 -> 2, appended",
        // 12 + 2 are held; the prompt is new.
        "snapshot 2: 15 = 14 + 1 -> 1, appended",
      ])
    let rows = try recording.inferences()
    #expect(rows.map(\.inputEntries) == [2, 6, 8] && rows.map(\.position) == [0, 5, 7])
    #expect(rows.map(\.inserted) == [2, 1, 1] && rows.allSatisfy { $0.removed == 0 && $0.lostTokens == 0 })
    #expect(rows.map(\.calls) == [["f"], [], []] && rows.map(\.sequence) == [1, 2, 3])
    #expect(rows[0].reasoning == .counted(2) && rows[1].reasoning == .counted(0))
    #expect(rows[0].input == .counted(5) && rows[0].reused == .predicted(0) && rows[0].output == .counted(5))
    #expect(rows.allSatisfy { $0.model == nil && $0.divergence == nil })
  }

  @Test("A request is a prompt with all the inferences that answered it")
  func requests() throws {
    let recording = try imported(Self.session)
    #expect(
      try recording.requestLines == ["first question: completed", "second: completed", "an open one: open"])
    let requests = try recording.requests()
    #expect(try recording.inferences().map(\.request) == [requests[0].id, requests[0].id, requests[1].id])
  }

  @Test("A request whose last step is a call is open, even if an empty response stands before the call")
  func openRequest() throws {
    #expect(try imported([.prompt("a"), .response(nil), .toolCalls("f")]).requestLines == ["a: open"])
    #expect(try imported([.prompt("a"), .response("b")]).requestLines == ["a: completed"])
  }

  @Test("The last token of a request is fed again even if all of it is held")
  func lastToken() throws {
    let recording = try imported([.prompt("a b"), .toolCalls("f"), .toolOutput("", ""), .response("c")])
    // The output has no words: 5 tokens are held, the input is 5 tokens, 4 are reused.
    #expect(
      try recording.inferenceLines == [
        "snapshot 0: 2 = 0 + 2 -> 3, cold", "snapshot 1: 5 = 4 + 1 -> 1, appended",
      ])
  }

  @Test("A prompt's beginning is one line of at most 200 bytes")
  func promptLine() throws {
    let recording = try imported([
      .prompt("  two\n\tlines \n"), .response("x"), .prompt(String(repeating: "é", count: 300)),
      .response("x"),
    ])
    let prompts = try recording.requests().map(\.prompt)
    #expect(prompts[0] == "two lines")
    #expect(prompts[1].allSatisfy { $0 == "é" } && (98...100).contains(prompts[1].count))
  }

  @Test("Entries without a prompt before them, none at all, and only a prompt")
  func oddShapes() throws {
    #expect(try imported([.response("a b")]).inferenceLines == ["snapshot 0: 0 = 0 + 0 -> 2, cold"])
    #expect(try imported([.response("a b")]).requestLines == [": completed"])
    let empty = try imported([])
    #expect(try empty.snapshotLines == ["-: "] && empty.inferenceLines.isEmpty)
    #expect(try imported([.instructions("x"), .prompt("a")]).snapshotLines == ["-: ip"])
  }

  @Test("Warnings stand at the snapshot and the entry")
  func warnings() throws {
    let recording = try imported([
      .prompt("a"), .toolCalls("f"), .toolOutput("f", "x"), .response("b"), .prompt("c"),
      .toolOutput("g", "y"),
      .toolCalls("f"), .toolOutput("f", "z"), Written(json: ["id": "X", "role": "narrator"]), .response("d"),
    ])
    #expect(
      try recording.warningLines == [
        "snapshot 2, entry 5: the output of “g” answers no tool call before it",
        "snapshot 2, entry 6: the tool call id call-f was used before",
        "snapshot 3, entry 8: has the unknown role “narrator”; kept as it is",
      ])
  }

  @Test("What was imported can be written again byte for byte")
  func writtenAgain() throws {
    let value: JSONValue = ["modelName": "system", "transcript": envelope(Self.session)]
    for style in [
      JSONStyle.compact, .foundationPretty, .pretty, JSONStyle(indent: nil, colon: ": ", comma: ", "),
    ] {
      let text = try style.formatted(value.text().utf8)
      let dumps = try DumpFolder()
      try dumps.write("t.json", text)
      try dumps.importer("t.json").update()
      let session = try #require(try dumps.recording.sessions().first)
      #expect(session.sourceFormat == "foundation-models/1.1")
      let envelope = try #require(try dumps.recording.envelope(of: session.id))
      #expect(try envelope.document(entries: dumps.recording.lastEntries()) == text)
    }
  }

  @Test("The window that a person knows is the session's")
  func window() throws {
    let dumps = try DumpFolder()
    try dumps.write("t.json", [.prompt("a")])
    let options = ImportOptions(counter: WordCounter(), window: 4096)
    let recording = try Source.open(dumps.folder("t.json"), options: options)
    #expect(try recording.sessions().map(\.window) == [.reported(4096)] && recording.tokenizer == "words/1")
  }
}
