import Foundation
import SessionEngine
import SessionRecorder
import Synchronization
import Testing
import Transcripts

@testable import Recordings

@Suite("A recording that can't be written")
struct FailureTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("recorder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  @Test("is made for its owner alone")
  func mode() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = path("craft.stemma")
    let recorder = try SessionRecorder(path: path, counter: WordCounter())
    var session = ToldSession(recorder)
    session.turn("fold", "so")
    recorder.close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try Recording.open(path).snapshots().count == 2)
    #expect(throws: RecordingError.exists(path: path)) {
      try SessionRecorder(path: path, counter: WordCounter())
    }
  }

  @Test("never stops the session: it is said once, and what was acknowledged stays")
  func closed() throws {
    let said = Mutex<[RecordingError]>([])
    let recording = try Recording.inMemory(tokenizer: "words/1")
    let recorder = try SessionRecorder(recording: recording, counter: WordCounter()) { error in
      said.withLock { $0.append(error) }
    }
    var session = ToldSession(recorder)
    session.turn("fold", "so")
    #expect(recorder.failure == nil)
    recording.close()
    session.turn("again", "so")
    session.turn("and again", "so")
    #expect(said.withLock { $0 } == [.closed(path: "recording in memory")])
    #expect(recorder.failure == .closed(path: "recording in memory"))
    #expect(session.transcript.count == 6)
  }

  @Test("a full disk loses nothing of what was acknowledged")
  func full() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = path("small.stemma")
    let recorder = try SessionRecorder(path: path, counter: WordCounter())
    var session = ToldSession(recorder)
    session.turn("fold", "so")
    // No more pages than there are and some: for the words of a prompt, not for those of the answer.
    let pages = try #require(try recorder.recording.pageCount) + 8
    try recorder.recording.limitPages(to: pages)
    session.turn("long", String(repeating: "word ", count: 100_000))
    #expect(recorder.failure == .diskFull(path: path))
    session.turn("more", "so")
    recorder.recording.close()
    let recording = try Recording.open(path)
    let last = try #require(try recording.snapshots().last)
    #expect(try recording.texts(last.id) == ["fold", "so", "long"])
  }

  @Test("counts of another counter, and a recording that is only read, are refused with a line")
  func refused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = path("read.stemma")
    try SessionRecorder(path: path, counter: WordCounter()).close()
    let error = #expect(throws: RecordingError.self) {
      try SessionRecorder(recording: Recording.open(path), counter: WordCounter())
    }
    #expect(error == .readOnly(path: path))
    let other = #expect(throws: RecordingError.self) {
      try SessionRecorder(recording: Recording.inMemory(tokenizer: "o200k"), counter: WordCounter())
    }
    #expect(
      other?.description == "recording in memory: its tokens are counted by o200k, not by words/1")
  }
}

extension Recording {
  /// The pages of the file, as its own connection counts them.
  fileprivate var pageCount: Int64? {
    get throws {
      let store = enter()
      defer { leave() }
      return try store.connection.integer("PRAGMA page_count")
    }
  }

  /// What a full disk does to the file: it grows no further.
  fileprivate func limitPages(to count: Int64) throws {
    let store = enter()
    defer { leave() }
    try store.connection.execute("PRAGMA max_page_count = \(count)")
  }
}
