import Testing
import Transcripts

@testable import TranscriptFormats

@Suite("Reading: what only looks like a transcript is refused by name")
struct LookAlikeTests {
  static let lookAlikes: [(text: String, name: String)] = [
    (
      #"{"entries":[{"prompt":{"_0":{"id":"1","segments":[{"text":{"_0":{"id":"2","content":"hi"}}}],"options":{"sampling":{"mode":{}}}}}}]}"#,
      "an AnyLanguageModel transcript"
    ),
    (
      #"[{"role":"prompt","id":"1","segments":[{"kind":"text","content":"hi"}]},{"role":"response","id":"2","segments":[]}]"#,
      "a ServerFoundationModels transcript"
    ),
    (
      #"[{"role":"instructions","id":"1","contents":[{"kind":"text","content":"hi"}]},{"role":"toolCalls","id":"2"}]"#,
      "a ServerFoundationModels transcript"
    ),
    (
      #"{"entries":[{"kind":"prompt","content":"hi","timestamp":"2026-01-01T00:00:00Z"}]}"#,
      "a PrivateFoundationModels transcript"
    ),
    (#"{"kind":"response","text":"hi","tokensIn":12,"tokensOut":3}"#, "a FoundationModelsRouter recording"),
    (#"{"messages":[{"role":"user","content":"hi"}],"model":"m"}"#, "a Chat Completions request"),
    (#"[{"role":"user","content":"hi"},{"role":"assistant","content":"ho"}]"#, "a list of chat messages"),
    (#"{"system":"x","messages":[],"max_tokens":9,"model":"m"}"#, "an Anthropic Messages request"),
    (
      #"{"id":"c","choices":[{"message":{"role":"assistant","content":"hi"}}]}"#,
      "a Chat Completions response"
    ),
    (#"{"model":"m","input":"hi","instructions":"x"}"#, "an OpenAI Responses request"),
    (
      #"{"uuid":"1","parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","content":"hi"}}"#,
      "a Claude Code session log"
    ),
    (#"{"type":"summary","summary":"x","leafUuid":"1"}"#, "a Claude Code session log"),
    (#"{"timestamp":"t","type":"session_meta","payload":{}}"#, "a Codex rollout log"),
    (#"{"resourceSpans":[]}"#, "an OpenTelemetry trace export"),
    (#"{"log":{"entries":[]}}"#, "an HTTP archive (HAR)"),
    (#"{"entries":[{"a":1}]}"#, "a transcript of another library"),
  ]

  @Test("The refusal is one line that names the resemblance", arguments: lookAlikes.indices)
  func resemblance(_ index: Int) {
    let (text, name) = Self.lookAlikes[index]
    #expect(
      refusal(text)
        == "t.json: looks like \(name), not a FoundationModels transcript; this version reads FoundationModels transcripts"
        + " and .stemma recordings")
  }

  @Test(
    "Anything else is refused as JSON that is no transcript",
    arguments: [
      "{}", "[]", "[1,2,3]", "7", "\"transcript\"", "null", #"{"transcript":{}}"#,
      #"{"transcript":{"entries":{}}}"#,
      #"{"transcript":[]}"#, #"{"a":{"transcript":{"entries":[]}}}"#, #"[{"name":"x"}]"#, "[[]]",
    ])
  func otherJSON(_ text: String) {
    #expect(
      refusal(text)?.hasPrefix("t.json: JSON, but not a FoundationModels transcript (no transcript.entries)")
        == true)
  }

  @Test("Nothing of a refused array was handed out")
  func nothingHandedOut() throws {
    var reader = TranscriptReader()
    var count = 0
    let bytes = Array(Self.lookAlikes[6].text.utf8)
    #expect(throws: TranscriptFileError.self) {
      try bytes.withUnsafeBufferPointer { text in
        try reader.read(text, file: "t.json") { _ in
          count += 1
          return count
        }
      }
    }
    #expect(count == 0)
  }

  @Test("Hand-made files are read: role assistant, arguments as an object, ids missing")
  func handMade() throws {
    let reading = try Reading(
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"system","contents":[]},{"role":"user","contents":[{"type":"text","text":"hi"}]},{"role":"assistant","toolCalls":[{"name":"f","arguments":{"a":1}}]},{"role":"assistant","contents":[{"type":"text","text":"ho"}]}]}}"#
    )
    #expect(reading.kinds == [.instructions, .prompt, .toolCalls, .response])
    #expect(reading.texts == ["", "hi", #"f|{"a":1}"#, "ho"])
  }

  @Test("OpenFoundationModels' variant is read as far as it goes")
  func openFoundationModels() throws {
    let reading = try Reading(
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"id":"1","role":"user","options":{},"responseFormat":{"name":"N","type":"object","schema":{"type":"object"}},"contents":[{"type":"image","id":"2","source":{"sourceType":"base64","data":"AA"}},{"type":"text","id":"3","text":"hi"}]}]}}"#
    )
    #expect(reading.kinds == [.prompt])
    #expect(
      reading.texts == [
        #"{"type":"image","id":"2","source":{"sourceType":"base64","data":"AA"}}|hi|{"type":"object"}"#
      ])
  }

  @Test("A bare array that begins with an entry of a later version is read, if any entry is of this one")
  func laterVersion() throws {
    let reading = try Reading(list([.raw(#"{"id":"X","role":"narrator"}"#), .prompt("a")]))
    #expect(reading.kinds == [.unknown, .prompt])
    #expect(try Reading(#"{"entries":\#(list([.prompt("a")]))}"#).kinds == [.prompt])
  }
}
