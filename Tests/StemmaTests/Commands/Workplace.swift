import Foundation
import Testing
import Transcripts

/// A folder of a test's own, in which it writes files and runs `stemma`. It is gone when the test is.
final class Workplace {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "stemma-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  // MARK: Files

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func write(_ transcript: Transcript, to name: String, style: JSONStyle = .foundationPretty) throws {
    try write(String(decoding: transcript.jsonText(style: style), as: UTF8.self), to: name)
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  // MARK: Running

  /// Runs `stemma` in the folder.
  func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> ChildProcess.Result {
    try StemmaProcess.run(arguments, environment: environment, directory: folder)
  }

  /// Runs `stemma` and reads the JSON document that it prints; it must end well and say nothing else.
  func json(
    _ arguments: String..., status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let result = try StemmaProcess.run(arguments, directory: folder)
    #expect(result.status == status, "\(result.stderr)", sourceLocation: sourceLocation)
    #expect(result.stderr == "", sourceLocation: sourceLocation)
    #expect(result.stdout.hasSuffix("}\n"), sourceLocation: sourceLocation)
    return try JSONValue(parsing: result.stdout.utf8)
  }

  /// Runs a line of shell in the folder, with `stemma` on its path.
  func shell(_ line: String) throws -> ChildProcess.Result {
    var environment = StemmaProcess.environment
    let bin = URL(filePath: StemmaProcess.binary).deletingLastPathComponent().path
    environment["PATH"] = bin + ":" + (environment["PATH"] ?? "")
    return try ChildProcess.run(
      ["bash", "-c", line], environment: environment, directory: folder, timeout: .seconds(120))
  }
}

extension ChildProcess.Result {
  /// What is expected of a command that refuses: status 2, nothing printed, one line on standard error.
  func expectRefusal(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 2, sourceLocation: sourceLocation)
    #expect(stdout == "", sourceLocation: sourceLocation)
    #expect(stderr == "stemma: \(text)\n", sourceLocation: sourceLocation)
  }
}

extension JSONValue {
  var keys: [String] { (objectValue ?? []).map(\.key) }
}
