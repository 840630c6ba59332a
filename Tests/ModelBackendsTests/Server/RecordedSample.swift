import FakeServer
import FoundationEssentials
import Testing
import Transcripts

@testable import ModelBackends

/// A request and the answer of a llama.cpp server (build b11549, with SmolLM2-135M-Instruct), as it was recorded.
struct RecordedSample: Sendable, CustomTestStringConvertible {
  var name: String
  var method: String
  var path: String
  var request: String
  var status: Int
  var type: String
  var body: String

  var testDescription: String { name }
  var isStream: Bool { type.hasPrefix("text/event-stream") }

  static let all: [RecordedSample] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/llama-server.jsonl")
    guard let data = try? Data(contentsOf: file) else { return [] }
    return data.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let json = try? JSONValue(parsing: line), let name = json["name"]?.stringValue,
        let method = json["method"]?.stringValue, let path = json["path"]?.stringValue,
        let request = json["request"]?.stringValue, let status = json["status"]?.intValue,
        let type = json["type"]?.stringValue, let body = json["body"]?.stringValue
      else { return nil }
      return RecordedSample(
        name: name, method: method, path: path, request: request, status: status, type: type, body: body)
    }
  }()

  static func named(_ name: String) throws -> RecordedSample {
    guard let sample = all.first(where: { $0.name == name }) else { throw FakeServer.Failure(words: name) }
    return sample
  }

  /// The events of a stream, read in pieces of at most so many bytes; of any other answer the one object.
  func events(pieceLength: Int = 7) throws -> [JSONValue] {
    guard isStream else { return [try JSONValue(parsing: body.utf8)] }
    var decoder = ServerSentEventDecoder()
    let bytes = Array(body.utf8)
    var events: [ServerSentEvent] = []
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
      events += try decoder.push(bytes[start..<min(bytes.count, start + pieceLength)])
    }
    events += [decoder.finish()].compactMap(\.self)
    return try events.filter { $0.data != "[DONE]" }.map { try JSONValue(parsing: $0.data.utf8) }
  }

  /// Sends the recording.
  func answer(_ connection: Connection) throws { try connection.answer(status, body, type: type) }
}
