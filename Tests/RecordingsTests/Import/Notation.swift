import Foundation
import PrefixCache
import Testing
import Tokenizers
import Transcripts

@testable import Recordings

/// One token a word, words being what blanks separate: sums that a person can do.
struct WordCounter: TokenCounter {
  var name: String { "words/1" }

  func count(utf8: UnsafeBufferPointer<UInt8>) -> Int {
    utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).count
  }
}

/// Entries in a notation that a person reads: `[.instructions("…"), .prompt("a"), .toolCalls("f"), .response("b")]`.
///
/// Ids follow from the content, so that the same entry in two dumps is the same text.
struct Written: Sendable {
  var json: JSONValue

  static func instructions(_ text: String, tools: [JSONValue] = [], id: String = "I") -> Written {
    var members: [JSONValue.Member] = [
      .init("contents", contents(text)), .init("id", .string(id)), .init("role", "instructions"),
    ]
    if !tools.isEmpty { members.append(.init("tools", .array(tools))) }
    return Written(json: .object(members))
  }

  static func prompt(_ text: String) -> Written {
    Written(
      json: [
        "contents": contents(text), "contextOptions": [:], "id": .string("P-" + text), "options": [:],
        "role": "user",
      ])
  }

  static func response(_ text: String?) -> Written {
    Written(json: [
      "contents": text.map(contents) ?? [], "id": .string("R-" + (text ?? "")), "role": "response",
    ])
  }

  static func reasoning(_ text: String) -> Written {
    Written(json: [
      "id": .string("T-" + text), "reasoning": ["contents": contents(text)], "role": "reasoning",
    ])
  }

  /// One call, `f({"q": 1})`: a word of name and two of arguments.
  static func toolCalls(_ name: String, call: String? = nil) -> Written {
    let call = call ?? "call-" + name
    return Written(
      json: [
        "id": .string("C-" + call), "role": "response",
        "toolCalls": [["arguments": #"{"q": 1}"#, "id": .string(call), "name": .string(name)]],
      ])
  }

  static func toolOutput(_ name: String, _ text: String, call: String? = nil) -> Written {
    let call = JSONValue.string(call ?? "call-" + name)
    return Written(
      json: [
        "contents": contents(text), "id": call, "role": "tool", "toolCallID": call, "toolName": .string(name),
      ])
  }

  static func structure(_ content: JSONValue) -> Written {
    Written(
      json: [
        "contents": [["id": "s", "structure": ["content": content, "source": "S"], "type": "structure"]],
        "id": .string("S-" + content.text()), "role": "response",
      ])
  }

  static func tool(_ name: String, _ parameters: JSONValue = [:]) -> JSONValue {
    [
      "function": ["description": "Does it.", "name": .string(name), "parameters": parameters],
      "type": "function",
    ]
  }

  private static func contents(_ text: String) -> JSONValue {
    [["id": "s", "text": .string(text), "type": "text"]]
  }
}

/// The plain envelope of some entries.
func envelope(_ entries: [Written]) -> JSONValue {
  [
    "transcript": ["entries": .array(entries.map(\.json))], "type": "FoundationModels.Transcript",
    "version": "1.1",
  ]
}

/// Files to import, and the recording that they are imported into.
final class DumpFolder {
  let folder: TemporaryFolder
  let recording: Recording
  private var files = 0

  init() throws {
    folder = try TemporaryFolder()
    recording = try Recording.inMemory(tokenizer: WordCounter().name)
  }

  static let options = ImportOptions(counter: WordCounter())

  /// Writes a file whose modification time is `second` seconds after a fixed moment; without one, later than all before.
  func write(_ name: String, _ text: String, second: Int? = nil) throws {
    try write(name, Array(text.utf8), second: second)
  }

  func write(_ name: String, _ bytes: [UInt8], second: Int? = nil) throws {
    files += 1
    try Data(bytes).write(to: URL(fileURLWithPath: folder(name)))
    let date = Date(timeIntervalSince1970: 1_773_478_800 + Double(second ?? 100_000 + files))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder(name))
  }

  func write(_ name: String, _ entries: [Written], second: Int? = nil) throws {
    try write(name, envelope(entries).text(), second: second)
  }

  /// An import of the whole folder, or of one file of it.
  func importer(_ name: String? = nil) throws -> FolderImport {
    try FolderImport(name.map { folder($0) } ?? folder.path, into: recording, options: Self.options)
  }
}

extension Recording {
  /// A line for each session: `app: 3 snapshots`.
  var sessionLines: [String] {
    get throws { try sessions().map { "\($0.title): \(try snapshots(of: $0.id).count) snapshots" } }
  }

  /// A line for each snapshot: where it came from and the kinds of its entries.
  var snapshotLines: [String] {
    get throws {
      try snapshots().map { snapshot in
        let kinds = try summaries(entryIDs(of: snapshot.id)).map { String($0.kind.rawValue.prefix(1)) }
        return "\(snapshot.source ?? "-"): \(kinds.joined())"
      }
    }
  }

  /// A line for each inference: `snapshot 0: 5 = 0 + 5 -> 4, cold`: input, reused, prefilled, output, cause.
  var inferenceLines: [String] {
    get throws {
      let sequences = Dictionary(uniqueKeysWithValues: try snapshots().map { ($0.id, $0.sequence) })
      return try inferences().map { row in
        func number(_ quantity: Quantity?) -> String { quantity.map { String($0.value) } ?? "?" }
        return "snapshot \(sequences[row.snapshot] ?? -1): \(number(row.input)) = \(number(row.reused))"
          + " + \(number(row.prefilled)) -> \(number(row.output)), \(row.cause.rawValue)"
      }
    }
  }

  /// A line for each request: `first question: completed`.
  var requestLines: [String] {
    get throws { try requests().map { "\($0.prompt): \($0.outcome.rawValue)" } }
  }

  /// The texts of the warnings, with the snapshot and the entry.
  var warningLines: [String] {
    get throws {
      let sequences = Dictionary(uniqueKeysWithValues: try snapshots().map { ($0.id, $0.sequence) })
      return try events(kind: "warning").map { event in
        let json = try JSONValue(parsing: event.json.utf8)
        return
          "snapshot \(event.snapshot.flatMap { sequences[$0] } ?? -1), entry \(json["entry"]?.intValue ?? -1): "
          + (json["message"]?.stringValue ?? "")
      }
    }
  }

  /// The entries of the newest snapshot of a session, as JSON.
  func lastEntries(of session: SessionID? = nil) throws -> [[UInt8]] {
    let last = try #require(try latestSnapshots(of: session, limit: 1).last)
    return try entries(entryIDs(of: last.id)).map(\.json)
  }
}
