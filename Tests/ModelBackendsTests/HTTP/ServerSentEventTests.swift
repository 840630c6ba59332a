import FakeServer
import Testing

@testable import ModelBackends

@Suite("Server-sent events")
struct ServerSentEventTests {
  private func events(_ text: String) throws -> [String] {
    var decoder = ServerSentEventDecoder()
    var events = try decoder.push(text.utf8)
    if let last = decoder.finish() { events.append(last) }
    return events.map { $0.name == "message" ? $0.data : "\($0.name)|\($0.data)" }
  }

  @Test(
    "Events are read in every dress",
    arguments: [
      ("data: a\n\n", ["a"]),
      ("data:a\n\ndata:  b\n\n", ["a", " b"]),
      ("data: a\r\n\r\ndata: b\r\r", ["a", "b"]),
      ("data: a\ndata: b\n\n", ["a\nb"]),
      ("data\n\n", [""]),
      ("data:\n\n", [""]),
      ("event: x\ndata: a\n\ndata: b\n\n", ["x|a", "b"]),
      (": a comment\n\ndata: a\n\n", ["a"]),
      ("id: 7\nretry: 10\ndata: a\n\n", ["a"]),
      ("event: x\n\n", []),
      ("\u{FEFF}data: a\n\n", ["a"]),
      ("data: a\n\n\n\n\ndata: b\n\n", ["a", "b"]),
      ("nonsense\ndata: a\n\n", ["a"]),
      ("data: {\"a\":\"b: c\"}\n\n", ["{\"a\":\"b: c\"}"]),
      ("error: {\"code\":500}\n\n", ["error|{\"code\":500}"]),
      // The end of a stream ends its last event.
      ("data: a\n", ["a"]),
      ("data: a", ["a"]),
      ("data: a\n\ndat", ["a"]),
      ("", []),
    ])
  func dresses(text: String, expected: [String]) throws {
    #expect(try events(text) == expected)
  }

  @Test("However a stream is cut, the events are the same: between CR and LF, in a character, everywhere")
  func cuts() throws {
    let text = "data: é€😀\r\nevent: ü\r\n\r\n: c\r\ndata: {\"k\":\"日本\"}\r\ndata: 2\r\n\r\ndata: [DONE]\n\n"
    let bytes = Array(text.utf8)
    let whole = [
      ServerSentEvent(name: "ü", data: "é€😀"), ServerSentEvent(name: "message", data: "{\"k\":\"日本\"}\n2"),
      ServerSentEvent(name: "message", data: "[DONE]"),
    ]
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var decoder = ServerSentEventDecoder()
        let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
        let events = try pieces.flatMap { try decoder.push($0) }
        #expect(events == whole, "cut at \(first) and \(second)")
      }
    }
  }

  @Test(
    "M4: a recorded stream is the same events wherever it is cut",
    arguments: ["chat_stream_usage", "completion_stream"])
  func recorded(name: String) throws {
    // Its first events, as many as fit into 1,500 bytes: the cuts go through all of them.
    var bytes = Array(try RecordedSample.named(name).body.utf8.prefix(1_500))
    let end = try #require(bytes.indices.last { bytes[..<$0].suffix(2) == [10, 10] })
    bytes = Array(bytes[..<end])
    func events(_ pieces: [ArraySlice<UInt8>]) throws -> [ServerSentEvent] {
      var decoder = ServerSentEventDecoder()
      return try pieces.flatMap { try decoder.push($0) } + [decoder.finish()].compactMap(\.self)
    }
    let whole = try events([bytes[...]])
    #expect(whole.count > 3)
    for cut in bytes.indices {
      #expect(try events([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
    var numbers = SeededNumbers(seed: 9)
    for _ in 0..<50 {
      let cuts = (0..<Int.random(in: 2...40, using: &numbers)).map { _ in
        Int.random(in: 0...bytes.count, using: &numbers)
      }.sorted()
      let pieces = zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
      #expect(try events(pieces) == whole, "cut at \(cuts)")
    }
  }

  @Test(
    "An event without end is not kept beyond a limit, whether it is one line or many",
    arguments: ["data: xxxxxxxxx", "data: x\n", ": comment", "event: x", "x"])
  func endless(piece: String) throws {
    var decoder = ServerSentEventDecoder(limit: 1_000)
    _ = try decoder.push("data: ".utf8)
    #expect(throws: HTTPError.tooLarge(limit: 1_000)) {
      for _ in 0..<1_100 { _ = try decoder.push(piece.utf8) }
    }
    // Comments for ever, each ended, are no event and take no room.
    var patient = ServerSentEventDecoder(limit: 1_000)
    for _ in 0..<1_100 { #expect(try patient.push(": keep-alive\n\n".utf8) == []) }
  }

  @Test("Random bytes end in events or an error, never in a trap, and cuts change nothing")
  func noise() throws {
    var numbers = SeededNumbers(seed: 4)
    let alphabet = Array("data: event:\r\n\n\r\n{}[]\"é😀x".utf8) + [0xFF, 0x00, 0xC3]
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...200, using: &numbers)).map { _ in
        alphabet.randomElement(using: &numbers)!
      }
      var whole = ServerSentEventDecoder()
      let expected = try whole.push(bytes) + [whole.finish()].compactMap(\.self)
      var single = ServerSentEventDecoder()
      let found = try bytes.flatMap { try single.push([$0]) } + [single.finish()].compactMap(\.self)
      #expect(found == expected)
    }
  }
}
