import Foundation
import Testing

@testable import Recordings

@Suite("What was acknowledged is there")
struct DurabilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("after kill -9 at any moment", arguments: [0, 1, 7, 63, 64, 65, 200, 777])
  func killed(after count: Int) throws {
    let path = folder("killed.stemma")
    let program = try StressProcess(path, "free")
    #expect(program.line() == "ready")
    var acknowledged = 0
    while acknowledged < count, let line = program.line() { acknowledged = try #require(Int(line)) }
    program.kill()
    acknowledged = max(acknowledged, program.rest().compactMap(Int.init).last ?? 0)

    let recording = try Recording.open(path)
    #expect(try recording.counts().snapshots >= acknowledged)
    #expect(try StressProcess.fault(in: recording) == nil)
    recording.close()
    // The reader was the last to close: it took the log along.
    #expect(try folder.names == ["killed.stemma"])
    let again = try Recording.open(path)
    #expect(try StressProcess.fault(in: again) == nil)
  }

  @Test("after kill -9 again and again, each time going on where it stopped")
  func killedRepeatedly() throws {
    let path = folder("killed.stemma")
    var acknowledged = 0
    for _ in 0..<5 {
      let program = try StressProcess(path, "free")
      #expect(program.line() == "ready")
      for _ in 0..<30 { acknowledged = try #require(program.line().flatMap(Int.init)) }
      program.kill()
      acknowledged = try #require(([acknowledged] + program.rest().compactMap(Int.init)).last)
    }
    let recording = try Recording.open(path, for: .writing)
    #expect(try recording.counts().snapshots >= acknowledged)
    #expect(try StressProcess.fault(in: recording) == nil)
  }

  @Test("after the largest file that the system allows was reached", arguments: [100_000, 150_000, 500_000])
  func fileLimit(bytes: Int) throws {
    let path = folder("full.stemma")
    let program = try StressProcess(path, "free", "\(bytes)")
    let lines = program.rest()
    #expect(lines.last == "error: \(RecordingError.diskFull(path: path))")
    let acknowledged = lines.dropLast().compactMap(Int.init).last ?? 0
    #expect(acknowledged > 0)

    let recording = try Recording.open(path, for: .writing)
    #expect(try recording.counts().snapshots == acknowledged)
    #expect(try StressProcess.fault(in: recording) == nil)
  }

  /// Whether this user may mount a file system that only its own processes see.
  private static let canMount: Bool = {
    let probe = Process()
    probe.executableURL = URL(fileURLWithPath: "/bin/sh")
    probe.arguments = ["-c", "unshare -rm mount -t tmpfs -o size=1m none /mnt"]
    probe.standardError = FileHandle.nullDevice
    guard (try? probe.run()) != nil else { return false }
    probe.waitUntilExit()
    return probe.terminationStatus == 0
  }()

  @Test("after the disk was full", .enabled(if: canMount), arguments: ["128k", "300k", "1m"])
  func fullDisk(size: String) throws {
    // A small file system of its own for the program; what it has written is copied out of it.
    let program = try StressProcess(
      "/mnt/full.stemma", "free",
      shell: """
        exec unshare -rm sh -c 'mount -t tmpfs -o size=\(size) none /mnt && \
        "$0" "$@"; cp /mnt/full.stemma* \(folder.path)' "$0" "$@"
        """)
    let lines = program.rest()
    #expect(lines.last == "error: \(RecordingError.diskFull(path: "/mnt/full.stemma"))")
    let acknowledged = lines.dropLast().compactMap(Int.init).last ?? 0
    let recording = try Recording.open(folder("full.stemma"), for: .writing)
    #expect(try recording.counts().snapshots == acknowledged)
    #expect(try StressProcess.fault(in: recording) == nil)
  }

  @Test("in this process, which then goes on when there is room again")
  func roomAgain() throws {
    let recording = try Recording.create(at: folder("a.stemma"), tokenizer: "none")
    let session = try recording.addSession()
    try recording.limitPages(to: 40)
    var acknowledged = 0
    #expect(throws: RecordingError.diskFull(path: folder("a.stemma"))) {
      while true {
        try recording.write { writer in
          let entry = try writer.intern(record(acknowledged, String(repeating: "x", count: 2_000)))
          _ = try writer.insertSnapshot(
            session: session, parent: nil, cause: "edit", splice: .appending([entry], toCount: 0))
        }
        acknowledged += 1
      }
    }
    #expect(acknowledged > 0)
    #expect(try recording.counts().snapshots == acknowledged)
    try recording.limitPages(to: 1_000)
    _ = try recording.addSnapshot(session, parent: nil, [EntryID(1)])
    recording.close()
    let again = try Recording.open(folder("a.stemma"))
    #expect(try again.snapshots().map(\.count) == Array(repeating: 1, count: acknowledged + 1))
    #expect(try again.counts().entries == acknowledged)
  }
}

extension Recording {
  /// Makes SQLite take the disk for full at so many pages.
  fileprivate func limitPages(to pages: Int) throws {
    let store = enter()
    defer { leave() }
    _ = try store.connection.text("PRAGMA max_page_count = \(pages)")
  }
}
