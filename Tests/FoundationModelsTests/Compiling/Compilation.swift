import Foundation

/// One run of the compiler over a small source, against the modules that this test was built with. Nothing but types is checked, so
/// that it takes a fraction of a second; values that go from one actor to another are checked on demand.
struct Compilation {
  /// `line:column: message`, in the order of the source.
  var errors: [String]
  var warnings: [String]

  /// - Parameters:
  ///   - source: Lines after `import FoundationModels`, which is line 1.
  ///   - sending: Whether to check what is sent from actor to actor, which the compiler does after the types.
  ///   - flags: More of the compiler's options.
  init(_ source: String, sending: Bool = false, flags: [String] = []) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Program.swift")
    try Data("import FoundationModels\n\(source)\n".utf8).write(to: file)

    let build = try Self.buildFolder()
    let process = Process()
    process.executableURL = try Self.compiler()
    process.arguments =
      flags
      + (sending ? ["-emit-sil", "-o", "/dev/null", "-parse-as-library"] : ["-typecheck"])
      + [
        "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny",
        "-enable-upcoming-feature", "MemberImportVisibility", "-diagnostic-style", "llvm",
        // Its own: the build writes to the other one under another spelling of the path.
        "-module-cache-path", build.appending(path: "TypecheckModuleCache").path,
        "-I", build.appending(path: "Modules").path,
        "-I", Self.sources.appending(path: "CXXHash").path,
        "-load-plugin-executable",
        build.appending(path: "SessionEngineMacros-tool").path + "#SessionEngineMacros",
        file.path,
      ]
    let output = folder.appending(path: "errors.txt")
    try Data().write(to: output)
    process.standardError = try FileHandle(forWritingTo: output)
    process.standardOutput = FileHandle.nullDevice
    // No thread waits for the compiler: the other tests have few.
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        continuation.resume(throwing: error)
      }
    }
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)

    func lines(_ severity: String) -> [String] {
      let found = text.split(separator: "\n").compactMap { line -> String? in
        guard let range = line.firstRange(of: ": \(severity): ") else { return nil }
        let place = line[..<range.lowerBound].split(separator: ":").suffix(2).joined(separator: ":")
        return "\(place): \(line[range.upperBound...])"
      }
      return found.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
    }
    errors = lines("error")
    warnings = lines("warning")
    if errors.isEmpty, process.terminationStatus != 0 { throw Failure(output: text) }
  }

  /// The compiler could not be run as it should.
  struct Failure: Error {
    var output: String
  }

  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  /// Where this program lies, and with it the modules it was made of.
  private static func buildFolder() throws -> URL {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: program).deletingLastPathComponent()
  }

  /// The compiler of the toolchain whose libraries this program has loaded.
  private static func compiler() throws -> URL {
    // Read to its end: the file says that it is empty.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    let maps = String(decoding: file?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
    let library = "/lib/swift/linux/libswiftCore.so"
    guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix(library) }),
      let start = line.firstIndex(of: "/")
    else {
      throw Failure(output: "no toolchain's library is loaded")
    }
    return URL(filePath: String(line[start...].dropLast(library.count))).appending(path: "bin/swiftc")
  }
}
