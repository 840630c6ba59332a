import Testing
import Transcripts

@testable import ModelBackends

@Suite("Recorded chat completions")
struct RecordedChatTests {
  struct Expected: Sendable {
    var name: String
    var length: Int
    var start: String
    var end: String
    var calls: [[String]] = []
    var finish: String
    /// Input, reused, output.
    var usage: [Int]
  }

  private static let paris = ["get_weather", "{\n  \"city\": \"Paris\"\n}"]

  static let expected = [
    Expected(
      name: "chat", length: 19, start: "One colour is", end: "blue.", finish: "stop", usage: [25, 0, 6]),
    Expected(
      name: "chat_again_cached", length: 19, start: "One", end: "blue.", finish: "stop", usage: [25, 24, 6]),
    Expected(
      name: "chat_cache_false", length: 19, start: "One", end: "blue.", finish: "stop", usage: [25, 0, 6]),
    Expected(
      name: "chat_json_object", length: 84, start: "{\n  \"name\"", end: "a j", finish: "length",
      usage: [25, 24, 40]),
    Expected(
      name: "chat_json_schema", length: 32, start: "{\n", end: "\n}", finish: "stop", usage: [25, 24, 30]),
    // Without a usage: from the timings.
    Expected(
      name: "chat_stream", length: 19, start: "One", end: "blue.", finish: "stop", usage: [25, 24, 6]),
    Expected(
      name: "chat_stream_usage", length: 19, start: "One", end: "blue.", finish: "stop", usage: [25, 24, 6]),
    Expected(
      name: "chat_stream_usage_timings", length: 19, start: "One", end: "blue.", finish: "stop",
      usage: [25, 24, 6]),
    Expected(
      name: "chat_tool_result_turn", length: 42, start: "The weather", end: "exceptional.", finish: "stop",
      usage: [54, 37, 9]),
    Expected(
      name: "chat_tools_required_stream", length: 221, start: "Paris, the City", end: "making it a",
      finish: "length", usage: [37, 36, 64]),
    Expected(
      name: "toolcall_none", length: 185, start: "<tool_call>\n", end: "in Paris", finish: "length",
      usage: [211, 210, 60]),
    Expected(
      name: "toolcall_required", length: 0, start: "", end: "", calls: [paris, paris], finish: "length",
      usage: [211, 0, 60]),
    Expected(
      name: "toolcall_required_stream", length: 0, start: "", end: "", calls: [paris, paris],
      finish: "length", usage: [211, 210, 60]),
    Expected(
      name: "toolcall_truncated", length: 14, start: "{\"name\"", end: "get_", finish: "length",
      usage: [211, 210, 6]),
    Expected(
      name: "toolsrv_fewshot_required_stream", length: 155, start: "22\n", end: "22 degrees.",
      finish: "length", usage: [279, 278, 60]),
    Expected(
      name: "toolsrv_tool_result_turn", length: 79, start: "The weather", end: "reach up to",
      finish: "length", usage: [290, 231, 16]),
    Expected(name: "err_bad_role", length: 1, start: "I", end: "I", finish: "length", usage: [32, 22, 1]),
    Expected(
      name: "err_messages_empty", length: 607, start: "A: The term", end: "Babylon.", finish: "stop",
      usage: [4, 0, 133]),
  ]

  @Test("M4: a recorded answer is read: text, calls, usage, the reason of its end", arguments: expected)
  func answers(expected: Expected) throws {
    let sample = try RecordedSample.named(expected.name)
    for pieceLength in [1, 7, 4096] {
      var decoder = ChatStreamDecoder(callPrefix: "c")
      let deltas = try sample.events(pieceLength: pieceLength).flatMap { decoder.receive($0) }
      let told = ToldChat(deltas + decoder.finish())
      #expect(told.text.count == expected.length)
      #expect(told.text.hasPrefix(expected.start) && told.text.hasSuffix(expected.end))
      #expect(told.calls.map { [$0.name, $0.arguments] } == expected.calls)
      #expect(told.finish == expected.finish)
      let usage = try #require(told.usage)
      #expect([usage.input, usage.cached, usage.output] == expected.usage)
      #expect(usage.reasoning == nil)
    }
  }

  @Test("M5: a recorded stream tells how far the prompt is")
  func progress() throws {
    var decoder = ChatStreamDecoder(callPrefix: "c")
    let events = try RecordedSample.named("chat_stream_usage_timings").events()
    #expect(ToldChat(events.flatMap { decoder.receive($0) }).progress == [[25, 24, 24], [25, 24, 25]])
  }

  @Test("Parallel calls of a recorded answer have ids of their own")
  func parallelCalls() throws {
    var decoder = ChatStreamDecoder(callPrefix: "c")
    let sample = try RecordedSample.named("toolcall_required_stream")
    let calls = ToldChat(try sample.events().flatMap { decoder.receive($0) }).calls
    #expect(calls.count == 2)
    #expect(Set(calls.map(\.id)).count == 2)
    #expect(calls[0].id == "ESiFZrlmSHC8RQSzCOh2PZT10QqJ6EAp")
  }

  @Test(
    "R7: every recorded error is an error with the server's words",
    arguments: RecordedSample.all.filter { $0.status >= 400 })
  func errors(sample: RecordedSample) throws {
    let stated = try #require(try JSONValue(parsing: sample.body.utf8)["error"])
    let failure = ServerFailure(
      head: HTTPHead(status: sample.status, headers: [.init("Content-Type", sample.type)]),
      body: Array(sample.body.utf8), server: "http://x", key: nil)
    #expect(failure.message == stated["message"]?.stringValue)
    #expect(failure.type == stated["type"]?.stringValue)
    #expect(failure.unknown == nil)
    #expect(failure.status == stated["code"]?.intValue)
  }

  @Test("All recordings are here, and none breaks a decoder", arguments: RecordedSample.all)
  func everySample(sample: RecordedSample) throws {
    guard sample.type.contains("json") || sample.isStream else {
      #expect(sample.name.hasPrefix("metrics"))
      return
    }
    var decoder = ChatStreamDecoder(callPrefix: "c")
    let events = try sample.events(pieceLength: 3)
    #expect(!events.isEmpty)
    for event in events { _ = decoder.receive(event) }
    _ = decoder.finish()
  }

  @Test("The recordings are all there")
  func count() {
    #expect(RecordedSample.all.count == 119)
    #expect(RecordedSample.all.filter { $0.status >= 400 }.count == 25)
    #expect(RecordedSample.all.filter(\.isStream).count == 12)
  }
}
