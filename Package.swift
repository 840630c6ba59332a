// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is built alike: Swift 6 mode (complete concurrency checking), `any` spelled out.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

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

    room("Transcripts", ["CXXHash"]),
    room("TranscriptFormats", ["Transcripts"]),
    room("Tokenizers", ["Transcripts"]),
    room("PrefixCache", ["Transcripts", "Tokenizers"]),
    room(
      "Recordings",
      ["CSQLite", "Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache"]),
    room("Terminal", ["CNcurses"]),
    room(
      "Workbench",
      ["Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache", "Recordings", "Terminal"]),
    .executableTarget(
      name: "stemma",
      dependencies: [
        "Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache", "Recordings", "Terminal",
        "Workbench",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Transcripts", "TranscriptFormats", "Tokenizers", "PrefixCache", "Recordings", "Terminal",
        "Workbench", "PlantedFaults",
      ],
      path: "Benchmarks", swiftSettings: settings),

    .target(
      name: "PlantedFaults", dependencies: ["Transcripts"], path: "Tests/PlantedFaults",
      swiftSettings: settings),
    .executableTarget(
      name: "RecordingStress", dependencies: ["Recordings", "PrefixCache", "Transcripts"],
      path: "Tests/RecordingStress",
      swiftSettings: settings),
    tests("TranscriptsTests", ["Transcripts"]),
    tests("TranscriptFormatsTests", ["TranscriptFormats", "Transcripts"]),
    tests("TokenizersTests", ["Tokenizers", "Transcripts"], files: ["Fixtures"]),
    tests("PrefixCacheTests", ["PrefixCache", "Transcripts", "Tokenizers"]),
    tests(
      "RecordingsTests",
      [
        "Recordings", "PrefixCache", "Transcripts", "TranscriptFormats", "Tokenizers", "CSQLite",
        "PlantedFaults", "RecordingStress",
      ]),
    tests("TerminalTests", ["Terminal"]),
    tests(
      "WorkbenchTests", ["Workbench", "Terminal", "Recordings", "PrefixCache", "Transcripts", "Tokenizers"],
      files: ["Screens"]),
    tests(
      "StemmaTests", ["PlantedFaults", "Recordings", "Tokenizers", "Transcripts", "TranscriptFormats"]),
    tests("ArchitectureTests", []),
  ]
)
