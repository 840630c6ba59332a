import Foundation
import Testing

@testable import Recordings

@Suite("A recording that may only be read")
struct ReadOnlyTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder("a b%?#.stemma")
  }

  /// Runs `body` where nothing in the folder can be written: by permissions, or for the superuser, to whom
  /// they do not apply, on a read-only mount.
  private func whileReadOnly(_ body: () throws -> Void) throws {
    if geteuid() == 0 {
      try #require(
        shell("mount --bind \(folder.path) \(folder.path) && mount -o remount,bind,ro \(folder.path)"))
      defer { _ = shell("umount \(folder.path)") }
      try body()
    } else {
      chmod(path, 0o400)
      chmod(folder.path, 0o500)
      defer { chmod(folder.path, 0o700) }
      try body()
    }
  }

  private func shell(_ command: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private static let canBeReadOnly: Bool = {
    guard geteuid() == 0 else { return true }
    guard let folder = try? TemporaryFolder() else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "mount --bind \(folder.path) \(folder.path) && umount \(folder.path)"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test("opens for reading, and says why it does not for writing", .enabled(if: canBeReadOnly))
  func closed() throws {
    let recording = try Recording.create(at: path, tokenizer: "none")
    _ = try recording.addSession()
    recording.close()
    try whileReadOnly {
      #expect(throws: RecordingError.readOnly(path: path)) { try Recording.open(path, for: .writing) }
      let reader = try Recording.open(path)
      #expect(try reader.sessions().map(\.title) == ["craft"])
      #expect(Recording.isRecording(path))
      reader.close()
      #expect(try folder.names == ["a b%?#.stemma"])
    }
  }

  @Test("with a log that nobody folded in, says what to do", .enabled(if: canBeReadOnly))
  func notClosed() throws {
    let program = try StressProcess(path, "step")
    #expect(program.line() == "ready")
    program.step()
    #expect(program.line() == "1")
    program.kill()
    unlink(path + "-shm")
    try whileReadOnly {
      let reason = "its folder is read-only and it was not closed; copy it and its -wal to another folder"
      #expect(throws: RecordingError.cannotOpen(path: path, reason: reason)) { try Recording.open(path) }
    }
    let copy = folder("copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
    #expect(try Recording.open(copy).counts().snapshots == 1)
  }
}
