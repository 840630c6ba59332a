import Foundation
import Testing

@testable import Recordings

@Suite("One writer and many readers")
struct SharingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder("a.stemma")
  }

  @Test("a second writer in this process is told so in one line")
  func secondWriter() throws {
    let first = try Recording.create(at: path, tokenizer: "none")
    #expect(throws: RecordingError.busy(path: path)) { try Recording.open(path, for: .writing) }
    _ = try first.addSession()
    first.close()
    let second = try Recording.open(path, for: .writing)
    _ = try second.addSession()
    #expect(try second.sessions().count == 2)
  }

  @Test("a second writer in another program too, until the first is closed or killed")
  func writerElsewhere() throws {
    let first = try StressProcess(path, "step")
    #expect(first.line() == "ready")
    #expect(throws: RecordingError.busy(path: path)) { try Recording.open(path, for: .writing) }
    let second = try StressProcess(path, "step")
    #expect(second.rest() == ["error: \(RecordingError.busy(path: path))"])
    #expect(!RecordingError.busy(path: path).description.contains("\n"))
    first.kill()
    let third = try Recording.open(path, for: .writing)
    #expect(try third.counts().sessions == 1)
  }

  @Test("whether a program writes it is known: here, elsewhere, and after it was closed or killed")
  func writers() throws {
    let writer = try Recording.create(at: path, tokenizer: "none")
    let reader = try Recording.open(path)
    #expect(writer.hasWriter && reader.hasWriter)
    writer.close()
    #expect(!writer.hasWriter && !reader.hasWriter)
    let program = try StressProcess(path, "step")
    #expect(program.line() == "ready")
    #expect(reader.hasWriter)
    // Asking does not keep a writer out.
    #expect(throws: RecordingError.busy(path: path)) { try Recording.open(path, for: .writing) }
    program.kill()
    #expect(!reader.hasWriter)
    let again = try Recording.open(path, for: .writing)
    #expect(again.hasWriter && reader.hasWriter)
    #expect(try Recording.inMemory(tokenizer: "none").hasWriter)
  }

  @Test(
    "a request that was open when its writer was killed is cut off; one that is answered, or was imported, is not"
  )
  func cutOff() throws {
    let program = try StressProcess(path, "step")
    #expect(program.line() == "ready")
    let reader = try Recording.open(path)
    var session = try #require(try reader.sessions().first)
    #expect(try reader.requestCutOff(in: session) == nil)
    program.kill()
    #expect(try reader.requestCutOff(in: session)?.id == RequestID(1))
    session.origin = "dump.json"
    #expect(try reader.requestCutOff(in: session) == nil)
    session.origin = "live"
    let writer = try Recording.open(path, for: .writing)
    try writer.write {
      try $0.updateRequest(RequestID(1), ended: Timestamp(milliseconds: 1), outcome: .completed)
    }
    writer.close()
    #expect(try reader.requestCutOff(in: session) == nil)
  }

  @Test("a reader cannot write")
  func readersDoNotWrite() throws {
    try Recording.create(at: path, tokenizer: "none").close()
    let reader = try Recording.open(path)
    #expect(throws: RecordingError.readOnly(path: path)) { try reader.setMeta("a", "b") }
  }

  @Test("a reader sees whole snapshots while another program records")
  func readerDuringWrite() throws {
    let program = try StressProcess(path, "free")
    #expect(program.line() == "ready")
    let reader = try Recording.open(path)
    var seen = 0
    while seen < 300 {
      #expect(try StressProcess.fault(in: reader) == nil)
      let now = try reader.counts().snapshots
      #expect(now >= seen)
      seen = now
    }
    // A reader that comes and goes leaves the writer's log alone.
    let other = try Recording.open(path)
    other.close()
    let before = try #require(program.line().flatMap(Int.init))
    _ = before
    program.kill()
    let acknowledged = program.rest().compactMap(Int.init).last ?? before
    #expect(try reader.counts().snapshots >= acknowledged)
    #expect(try StressProcess.fault(in: reader) == nil)
  }

  @Test("threads that read one recording while another thread writes it see whole snapshots")
  func threads() async throws {
    let recording = try Recording.create(at: path, tokenizer: "none")
    let session = try recording.addSession()
    let reader = try Recording.open(path)
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<200 {
          try recording.write { writer in
            let entry = try writer.intern(record(number))
            let id = try writer.insertSnapshot(
              session: session, parent: nil, cause: "edit", splice: .appending([entry], toCount: 0))
            try writer.insertEvent(session: session, snapshot: id, kind: "note", json: "\(number)")
          }
        }
      }
      for source in [recording, recording, reader] {
        group.addTask {
          var seen = 0
          while seen < 200 {
            let (snapshots, events) = try source.read { (try source.snapshots(), try source.events()) }
            #expect(snapshots.map(\.id) == events.map(\.snapshot))
            #expect(snapshots.count >= seen)
            seen = snapshots.count
            if let last = snapshots.last {
              #expect(try source.entryIDs(of: last.id) == [EntryID(Int64(seen))])
            }
            await Task.yield()
          }
        }
      }
    }
    #expect(try reader.counts().snapshots == 200)
  }

  @Test("a recording is one file once all have closed it, whoever was the last")
  func oneFile() throws {
    let writer = try Recording.create(at: path, tokenizer: "none")
    let session = try writer.addSession()
    let reader = try Recording.open(path)
    #expect(try folder.names == ["a.stemma", "a.stemma-shm", "a.stemma-wal"])
    writer.close()
    _ = session
    #expect(try reader.sessions().count == 1)
    reader.close()
    #expect(try folder.names == ["a.stemma"])
    let second = try Recording.open(path, for: .writing)
    let third = try Recording.open(path)
    _ = try third.sessions()
    third.close()
    _ = try second.addSession()
    second.close()
    #expect(try folder.names == ["a.stemma"])
    #expect(try Recording.open(path).sessions().count == 2)
  }

  @Test("nobody else may read the file, nor what lies beside it while it is written")
  func modes() throws {
    let recording = try Recording.create(at: path, tokenizer: "none")
    _ = try recording.addSession()
    for name in ["a.stemma", "a.stemma-shm", "a.stemma-wal"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }
}
