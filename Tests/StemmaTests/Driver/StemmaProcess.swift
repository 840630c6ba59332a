import Foundation

/// The built `stemma`, run as a person runs it.
enum StemmaProcess {
  /// The binary under test: `STEMMA_BINARY` where that is set, or the one beside the test bundle.
  static let binary: String = {
    if let named = ProcessInfo.processInfo.environment["STEMMA_BINARY"] { return named }
    let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let beside = bundle.deletingLastPathComponent().appending(path: "stemma").path
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    return packageRoot + "/.build/debug/stemma"
  }()

  /// The folder that holds Package.swift.
  static let packageRoot = URL(filePath: #filePath).appending(path: "../../../..").standardized.path

  /// The same on every machine: English in UTF-8, no colours asked for, UTC, and no place for files, so that a
  /// test that forgot to name one fails instead of touching what belongs to a person.
  static let environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "HOME": "/dev/null/home",
    "XDG_CONFIG_HOME": "/dev/null/config",
    "XDG_DATA_HOME": "/dev/null/data",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
  ]

  /// Runs `stemma` to its end.
  ///
  /// - Parameters:
  ///   - environment: On top of `StemmaProcess.environment`; it wins.
  ///   - directory: The working directory; the package's root when nil.
  ///   - timeout: Bounds a hang. `ChildProcess.Failure.timedOut` tells what was written until then.
  static func run(
    _ arguments: [String], stdin: String = "", environment: [String: String] = [:], directory: String? = nil,
    timeout: Duration = .seconds(120)
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(
      [binary] + arguments, stdin: stdin,
      environment: Self.environment.merging(environment) { $1 }, directory: directory ?? packageRoot,
      timeout: timeout)
  }
}
