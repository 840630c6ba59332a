import Foundation
import Transcripts

@testable import Recordings

/// The program `RecordingStress`, running.
final class StressProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread: [UInt8] = []

  /// The program is built beside the tests.
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("RecordingStress")

  init(_ path: String, _ arguments: String..., shell: String? = nil) throws {
    let words = [path] + arguments
    process.executableURL = Self.program
    process.arguments = words
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", shell, Self.program.path] + words
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { if process.isRunning { kill() } }

  /// The next line that it prints; nil when it has ended.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// All that it still prints.
  func rest() -> [String] {
    var lines: [String] = []
    while let next = line() { lines.append(next) }
    return lines
  }

  func step() { input.fileHandleForWriting.write(Data("\n".utf8)) }

  /// Ends its input, upon which it closes the recording, and waits for its end.
  func finish() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// `kill -9`.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// What is wrong with a recording that the program wrote; nil when all snapshots that it has are whole.
  static func fault(in recording: Recording) throws -> String? {
    try recording.read {
      let count = try recording.counts().snapshots
      let snapshots = try recording.snapshots()
      let inferences = try recording.inferences()
      let events = try recording.events()
      guard snapshots.count == count, inferences.count == count, events.count == count else {
        return
          "\(snapshots.count) snapshots, \(inferences.count) inferences, \(events.count) events of \(count)"
      }
      for (index, snapshot) in snapshots.enumerated() {
        let number = index + 1
        let ids = try recording.entryIDs(of: snapshot.id).map(\.rawValue)
        guard snapshot.id.rawValue == number, snapshot.sequence == index,
          ids == Array(Int64(number / 50 * 25 + 1)...Int64(number)),
          inferences[index].snapshot == snapshot.id, events[index].json == "\(number)"
        else { return "snapshot \(number) has the entries \(ids)" }
      }
      for number in stride(from: 1, through: count, by: 1) {
        let json = String(decoding: try recording.entry(EntryID(Int64(number))).json, as: UTF8.self)
        guard json == #"{"number":\#(number)}"# else { return "entry \(number) is \(json)" }
      }
      return nil
    }
  }
}

/// A folder that is removed with its last reference.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("recordings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in it.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The names in it, in alphabetical order.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
