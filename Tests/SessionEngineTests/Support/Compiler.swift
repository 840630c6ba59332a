import Foundation

/// Asks the compiler what it refuses, for rules that are kept by types alone.
enum Compiler {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The errors that the compiler finds in a source file, each with its line, from 1.
  ///
  /// The file sees the modules that this test was built with.
  static func errors(in source: String) throws -> [(line: Int, text: String)] {
    let file = FileManager.default.temporaryDirectory.appending(path: "refused-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try source.write(to: file, atomically: true, encoding: .utf8)
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let modules = products.appending(path: "Modules")
    guard FileManager.default.fileExists(atPath: modules.path) else {
      throw Failure(description: "\(modules.path) is missing: where are the modules of this build?")
    }
    let hash = URL(filePath: #filePath).appending(path: "../../../../Sources/CXXHash").standardized

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path, "-I",
      hash.path, file.path,
    ]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let errors = text.matches(of: /(?m)^[^:\n]+:(\d+):\d+: error: (.*)$/).map { match in
      (line: Int(match.output.1) ?? 0, text: String(match.output.2))
    }
    guard errors.isEmpty == (process.terminationStatus == 0) else { throw Failure(description: text) }
    return errors
  }

  /// The lines that a source marks with a comment `// refused`.
  static func marked(in source: String) -> Set<Int> {
    Set(
      source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { $0.element.contains("// refused") }.map { $0.offset + 1 })
  }
}
