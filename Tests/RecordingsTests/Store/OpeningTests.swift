import Foundation
import Testing

@testable import Recordings

@Suite("What cannot be opened is told in one line")
struct OpeningTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder("a.stemma")
  }

  /// A closed recording with some thousand rows, and its bytes.
  private func sound() throws -> [UInt8] {
    let recording = try Recording.create(at: path, tokenizer: "none")
    let session = try recording.addSession()
    try recording.write { writer in
      var parent: SnapshotID?
      for number in 0..<300 {
        let entry = try writer.intern(record(number, String(repeating: "text ", count: number % 40)))
        parent = try writer.insertSnapshot(
          session: session, parent: parent, cause: "edit", splice: .appending([entry], toCount: number))
        try writer.insertEvent(session: session, snapshot: parent, kind: "note", json: "{}")
      }
    }
    recording.close()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder(name)))
    return folder(name)
  }

  private func refusal(_ path: String) -> RecordingError? {
    var errors: [RecordingError] = []
    for access in [Recording.Access.reading, .writing] {
      do {
        _ = try Recording.open(path, for: access)
        return nil
      } catch {
        errors.append(error)
      }
    }
    #expect(errors[0] == errors[1])
    #expect(!errors[0].description.contains("\n"))
    return errors[0]
  }

  @Test("a name of nothing, of a folder, of a pipe, of an empty file")
  func noFile() throws {
    #expect(refusal(folder("none")) == .notFound(path: folder("none")))
    #expect(refusal(folder.path) == .notARecording(path: folder.path, what: "a folder"))
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(refusal(folder("pipe")) == .notARecording(path: folder("pipe"), what: "a pipe"))
    #expect(refusal("/dev/null") == .notARecording(path: "/dev/null", what: "a device"))
    let empty = try write([], to: "empty")
    #expect(refusal(empty) == .notARecording(path: empty, what: "an empty file"))
    #expect(refusal("a\0b") == .cannotOpen(path: "a", reason: "its name has a zero byte in it"))
    #expect(
      RecordingError.notARecording(path: "x", what: "a folder").description
        == "x: not a recording but a folder; import it, or name a recording")
    for path in [folder("none"), folder.path, folder("pipe"), "/dev/null", empty, "a\0b"] {
      #expect(!Recording.isRecording(path))
    }
    #expect(try folder.names == ["empty", "pipe"])
  }

  @Test("random bytes, a text, another program's database")
  func otherFiles() throws {
    var generator = SeededGenerator(state: 1)
    let noise = try write((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }, to: "noise")
    #expect(refusal(noise) == .notARecording(path: noise, what: "a file of another kind"))
    let text = try write(#"{"type":"FoundationModels.Transcript"}"#.utf8, to: "text")
    #expect(refusal(text) == .notARecording(path: text, what: "a file of another kind"))

    var bytes = try sound()
    bytes[68] ^= 1
    let other = try write(bytes, to: "other")
    #expect(refusal(other) == .notARecording(path: other, what: "another program's database"))
    #expect(try folder.names == ["a.stemma", "noise", "other", "text"])
    #expect(Recording.isRecording(path))
    #expect(![noise, text, other].contains(where: Recording.isRecording))
  }

  @Test("a newer schema, with both versions; a recording that says version 0")
  func newerSchema() throws {
    var bytes = try sound()
    bytes.replaceSubrange(60..<64, with: [0, 0, 0x03, 0xe8])
    let newer = try write(bytes, to: "newer")
    let known = Schema.current.version
    #expect(refusal(newer) == .newerSchema(path: newer, found: 1000, known: known))
    #expect(
      RecordingError.newerSchema(path: "x", found: 1000, known: 1).description
        == "x: written by a newer version (schema 1000, known up to 1); upgrade to open it")
    #expect(Recording.isRecording(newer))
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: newer))) == bytes)
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 0])
    let none = try write(bytes, to: "none")
    #expect(refusal(none) == .damaged(path: none, detail: "schema 0"))
  }

  /// Reads everything there is, as far as it goes.
  private func readAll(_ path: String) throws {
    let recording = try Recording.open(path)
    let counts = try recording.counts()
    _ = try recording.sessions()
    for snapshot in try recording.snapshots() {
      let ids = try recording.entryIDs(of: snapshot.id)
      _ = try recording.summaries(ids)
    }
    _ = try recording.requests()
    _ = try recording.inferences()
    _ = try recording.latestInferences(of: SessionID(1), limit: 9)
    _ = try recording.events()
    _ = try recording.events(kind: "note")
    for id in 0..<min(400, max(0, counts.entries)) { _ = try recording.entry(EntryID(Int64(id + 1))) }
  }

  @Test("a file that was cut off anywhere")
  func truncated() throws {
    let bytes = try sound()
    for length in [1, 15, 16, 99, 100, 101, 1_000, 4_095, 4_096, 4_097, 20_000, bytes.count - 1] {
      let cut = try write(bytes[..<length], to: "cut")
      do {
        try readAll(cut)
        Issue.record("nobody noticed that \(length) of \(bytes.count) bytes are there")
      } catch let error as RecordingError {
        switch error {
        case .notARecording where length < 100: break
        case .damaged where length >= 100: break
        default: Issue.record("\(length) bytes: \(error)")
        }
      }
    }
  }

  @Test("200 files with random bytes in random places: an error or an answer, never a trap")
  func damaged() throws {
    let bytes = try sound()
    for seed in 0..<200 {
      var generator = SeededGenerator(state: UInt64(seed))
      var spoilt = bytes
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        spoilt[Int.random(in: 100..<spoilt.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let file = try write(spoilt, to: "spoilt")
      do {
        try readAll(file)
      } catch let error as RecordingError {
        #expect(!error.description.contains("\n"), "seed \(seed)")
      }
      for companion in ["-wal", "-shm"] { unlink(file + companion) }
    }
  }

  @Test("creating over something, or where there is no folder")
  func creating() throws {
    let bytes = try sound()
    #expect(throws: RecordingError.exists(path: path)) { try Recording.create(at: path, tokenizer: "none") }
    #expect(throws: RecordingError.exists(path: folder.path)) {
      try Recording.create(at: folder.path, tokenizer: "none")
    }
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
    let nowhere = folder("no/a.stemma")
    #expect(throws: RecordingError.cannotOpen(path: nowhere, reason: "no such file or directory")) {
      try Recording.create(at: nowhere, tokenizer: "none")
    }
  }

  @Test(
    "names that look like something else are files",
    arguments: ["a b.stemma", "?x=1#é%41.stemma", ":memory:"])
  func names(name: String) throws {
    try Recording.create(at: folder(name), tokenizer: "none").close()
    #expect(try folder.names == [name])
    #expect(try Recording.open(folder(name)).sessions().isEmpty)
  }

  @Test("a symbolic link leads to the recording, and its log lies beside the recording")
  func symbolicLink() throws {
    _ = try sound()
    let elsewhere = try TemporaryFolder()
    #expect(symlink(path, elsewhere("link")) == 0)
    let recording = try Recording.open(elsewhere("link"), for: .writing)
    _ = try recording.addSession("second")
    #expect(throws: RecordingError.busy(path: path)) { try Recording.open(path, for: .writing) }
    #expect(try elsewhere.names == ["link"])
    recording.close()
    #expect(try Recording.open(path).sessions().count == 2)
    #expect(try folder.names == ["a.stemma"])
  }
}
