// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// Where the toolchain keeps its own SwiftSyntax. No package can be fetched, and the toolchain that runs this manifest has the modules that
/// fit its compiler: `<toolchain>/usr/lib/swift/host`, beside the library this process has loaded.
let hostLibraries: String = {
  let loaded = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
  let library = "/pm/ManifestAPI/libPackageDescription.so"
  for line in loaded.split(separator: "\n") where line.hasSuffix(library) {
    if let start = line.firstIndex(of: "/") { return line[start...].dropLast(library.count) + "/host" }
  }
  return "/opt/swift/usr/lib/swift/host"
}()

/// Every target of ours is built alike: Swift 6 mode (complete concurrency checking), `any` spelled out.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What a target needs that reads Swift with the toolchain's own modules.
let swiftSyntax: SwiftSetting = .unsafeFlags(["-I", hostLibraries])
let swiftSyntaxLinking: LinkerSetting = .unsafeFlags([
  "-L", hostLibraries, "-Xlinker", "-rpath", "-Xlinker", hostLibraries,
])

/// A room of the house. It may import only rooms named before it: `ArchitectureTests` holds this list to that.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests beside a room. `files` are folders of what the tests read through their own path.
func tests(_ name: String, _ dependencies: [Target.Dependency], files: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: settings)
}

let package = Package(
  name: "stemma",
  products: [
    .executable(name: "stemma", targets: ["stemma"]),
    .executable(name: "Benchmarks", targets: ["Benchmarks"]),
    .library(name: "FoundationModels", targets: ["FoundationModels"]),
    .library(name: "FoundationModelsUtilities", targets: ["FoundationModelsUtilities"]),
    .library(name: "SessionRecorder", targets: ["SessionRecorder"]),
  ],
  targets: [
    .target(
      name: "CNcurses",
      cSettings: [
        .define("_GNU_SOURCE"), .define("_XOPEN_SOURCE_EXTENDED"),
        .define("NCURSES_WIDECHAR", to: "1"),
      ],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CXXHash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    room("Transcripts", ["CXXHash"]),
    room("TranscriptFormats", ["Transcripts"]),
    room("Tokenizers", ["Transcripts"]),
    room("PrefixCache", ["Transcripts", "Tokenizers"]),
    .macro(
      name: "SessionEngineMacros", swiftSettings: settings + [swiftSyntax],
      linkerSettings: [swiftSyntaxLinking]),
    room("ScriptedModel", ["Transcripts", "Tokenizers", "PrefixCache"]),
    room(
      "SessionEngine",
      ["SessionEngineMacros", "Transcripts", "Tokenizers", "PrefixCache", "ScriptedModel"]),
    room(
      "ModelBackends",
      ["CCurl", "Transcripts", "Tokenizers", "PrefixCache", "ScriptedModel", "SessionEngine"]),
    room("FoundationModels", ["Transcripts", "SessionEngine"]),
    room("FoundationModelsUtilities", ["FoundationModels", "ModelBackends"]),
    room(
      "Recordings",
      ["CSQLite", "Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache"]),
    room(
      "SessionRecorder",
      ["Transcripts", "Tokenizers", "PrefixCache", "SessionEngine", "Recordings"]),
    .target(
      name: "Scenarios", dependencies: ["Transcripts", "PrefixCache", "ScriptedModel", "SessionEngine"],
      resources: [.embedInCode("Shipped/Files"), .embedInCode("README.md")], swiftSettings: settings),
    room("Policies", ["Transcripts", "Tokenizers", "PrefixCache", "Recordings"]),
    room(
      "Replays",
      ["Transcripts", "ScriptedModel", "SessionEngine", "ModelBackends", "Recordings", "Scenarios"]),
    room("Evaluations", ["Transcripts"]),
    room("Examples", ["FoundationModels"]),
    room("Terminal", ["CNcurses"]),
    room(
      "Workbench",
      ["Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache", "Recordings", "Policies", "Terminal"]),
    .executableTarget(
      name: "stemma",
      dependencies: [
        "Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache", "ScriptedModel", "SessionEngine",
        "ModelBackends",
        "Recordings", "SessionRecorder", "Scenarios", "Policies", "Replays", "Terminal", "Workbench",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache", "ScriptedModel", "SessionEngine",
        "ModelBackends", "Recordings", "SessionRecorder", "Scenarios", "Policies", "Terminal", "Workbench",
        "PlantedFaults",
      ],
      path: "Benchmarks", swiftSettings: settings),

    .target(
      name: "PlantedFaults", dependencies: ["Transcripts"], path: "Tests/PlantedFaults",
      swiftSettings: settings),
    .executableTarget(
      name: "RecordingStress", dependencies: ["Recordings", "PrefixCache", "Transcripts"],
      path: "Tests/RecordingStress",
      swiftSettings: settings),
    .executableTarget(
      name: "EngineStress", dependencies: ["FoundationModels"], path: "Tests/EngineStress",
      swiftSettings: settings),
    .executableTarget(
      name: "StreamStress", dependencies: ["ModelBackends", "SessionEngine", "Transcripts", "FakeServer"],
      path: "Tests/StreamStress", swiftSettings: settings),
    .target(
      name: "FakeServer", dependencies: ["Transcripts"], path: "Tests/FakeServer", swiftSettings: settings),
    tests("TranscriptsTests", ["Transcripts"]),
    tests("TranscriptFormatsTests", ["TranscriptFormats", "Transcripts"]),
    tests("TokenizersTests", ["Tokenizers", "Transcripts"], files: ["Fixtures"]),
    tests("PrefixCacheTests", ["PrefixCache", "Transcripts", "Tokenizers"]),
    tests("ScriptedModelTests", ["ScriptedModel", "PrefixCache", "Tokenizers", "Transcripts"]),
    tests(
      "RecordingsTests",
      [
        "Recordings", "PrefixCache", "Transcripts", "TranscriptFormats", "Tokenizers", "CSQLite",
        "PlantedFaults", "RecordingStress",
      ]),
    tests(
      "ModelBackendsTests",
      [
        "ModelBackends", "SessionEngine", "ScriptedModel", "Scenarios", "PrefixCache", "Transcripts",
        "FakeServer",
      ],
      files: ["Fixtures"]),
    tests(
      "SessionEngineTests",
      ["SessionEngine", "Transcripts", "Tokenizers", "PrefixCache", "ScriptedModel"], files: ["rules.txt"]),
    tests(
      "SessionRecorderTests",
      [
        "SessionRecorder", "SessionEngine", "Recordings", "PrefixCache", "Transcripts", "Tokenizers",
        "ScriptedModel",
      ]),
    tests(
      "ScenariosTests",
      [
        "Scenarios", "Examples", "FoundationModels", "SessionRecorder", "SessionEngine", "ScriptedModel",
        "Recordings",
        "PrefixCache", "Transcripts", "Tokenizers",
      ]),
    tests(
      "PoliciesTests",
      [
        "Policies", "SessionRecorder", "SessionEngine", "ScriptedModel", "Recordings", "PrefixCache",
        "Tokenizers",
        "Transcripts",
      ]),
    tests(
      "ReplaysTests",
      [
        "Replays", "Scenarios", "SessionRecorder", "SessionEngine", "ModelBackends", "ScriptedModel",
        "Recordings",
        "PrefixCache", "Transcripts", "Tokenizers",
      ]),
    tests("TerminalTests", ["Terminal"]),
    tests(
      "WorkbenchTests",
      ["Workbench", "Terminal", "Policies", "Recordings", "PrefixCache", "Transcripts", "Tokenizers"],
      files: ["Screens"]),
    tests(
      "StemmaTests",
      ["PlantedFaults", "FakeServer", "Recordings", "Tokenizers", "Transcripts", "TranscriptFormats"]),
    .testTarget(
      name: "SessionEngineMacrosTests", dependencies: ["SessionEngineMacros"],
      swiftSettings: settings + [swiftSyntax], linkerSettings: [swiftSyntaxLinking]),
    tests("FoundationModelsTests", ["FoundationModels", "FoundationModelsUtilities"]),
    tests("EvaluationsTests", ["Evaluations", "Transcripts"]),
    tests("ArchitectureTests", []),
  ]
)
