import Foundation
import Testing

@Suite("The rooms and their order")
struct ArchitectureTests {
  let manifest: Manifest
  let imports: [ImportLine]

  init() throws {
    manifest = Manifest(text: try Repository.text(of: "Package.swift"))
    imports = try Repository.files(below: "Sources").filter { $0.hasSuffix(".swift") }
      .flatMap { ImportLine.all(in: try Repository.text(of: $0), file: $0) }
  }

  @Test("Arrows point one way, in the manifest and in every import")
  func arrows() {
    for breach in Arrows(manifest: manifest, imports: imports).breaches {
      Issue.record("\(breach)")
    }
  }

  @Test("The manifest's targets are the folders of Sources, and all have a place in the order")
  func targets() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path + "/Sources")
      .filter { !$0.contains(".") }
    #expect(Set(manifest.targets.map(\.name)) == Set(folders))
    #expect(Set(folders) == Set(Arrows.order))
  }

  @Test("Every target is named in the guide to the sources")
  func guide() throws {
    let guide = try #require(try? Repository.text(of: "Sources/README.md"), "Sources/README.md is missing")
    for target in manifest.targets {
      let isNamed = guide.split { !$0.isLetter && !$0.isNumber }.contains { $0 == target.name }
      #expect(isNamed, "Package.swift:\(target.line): Sources/README.md:1: \(target.name) is not named")
    }
  }

  @Test("No file or folder is a place for what has no place")
  func names() {
    let vague = /(?:Util|Utils|Utilities|Helper|Helpers|Common|Manager|Managers)$/
    for path in Repository.files(below: "Sources") {
      // A package of the framework's makers is called so.
      for part in path.split(separator: "/").map({ $0.prefix { $0 != "." } })
      where part.contains(vague) && part != "FoundationModelsUtilities" {
        Issue.record("\(path):1: \(part) says nothing of what is in it")
      }
    }
  }

  @Test("No file speaks of the place it was written in")
  func workplace() throws {
    // Put together here, so that this file is not found.
    let needles = [".." + "/shared", "/work" + "/shared", "/work" + "/wt"].map { Data($0.utf8) }
    for path in Repository.files() {
      let bytes = try Repository.bytes(of: path)
      for needle in needles {
        guard let range = bytes.firstRange(of: needle) else { continue }
        let line = bytes[..<range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
        Issue.record("\(path):\(line): speaks of \(String(decoding: needle, as: UTF8.self))")
      }
    }
  }
}

@Suite("The rules themselves find what breaks them")
struct ArrowsTests {
  private let manifest = Manifest(
    text: """
      func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, swiftSettings: settings)
      }
          .target(
            name: "CNcurses", cSettings: [.define("_GNU_SOURCE"), .define("X", to: "1")]),
          .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
          room("Transcripts"),
          room(
            "Tokenizers",
            ["Transcripts"]),
          room("Terminal", ["CNcurses", "Transcripts"]),
          room("Workbench", ["Tokenizers", "stemma"]),
          .executableTarget(
            name: "stemma",
            dependencies: [
              "Workbench",
            ], swiftSettings: settings),
          .executableTarget(name: "Benchmarks", dependencies: ["Workbench"], path: "Benchmarks"),
          .testTarget(name: "WorkbenchTests", dependencies: ["Workbench"]),
      """)

  @Test("The manifest is read")
  func reading() {
    #expect(
      manifest.targets == [
        .init(name: "CNcurses", dependencies: [], line: 4),
        .init(name: "CSQLite", dependencies: [], line: 6),
        .init(name: "Transcripts", dependencies: [], line: 7),
        .init(name: "Tokenizers", dependencies: ["Transcripts"], line: 8),
        .init(name: "Terminal", dependencies: ["CNcurses", "Transcripts"], line: 11),
        .init(name: "Workbench", dependencies: ["Tokenizers", "stemma"], line: 12),
        .init(name: "stemma", dependencies: ["Workbench"], line: 13),
      ])
  }

  @Test("Imports are found in every dress")
  func imports() {
    let text = """
      import Glibc
      // import Foundation
      public import struct Transcripts.Entry
        @_spi(_Unicode) import Swift
      @testable import Workbench  // a remark
      let important = "import Foundation"
      #if canImport(Foundation)
      """
    #expect(
      ImportLine.all(in: text, file: "Sources/A/B.swift").map { "\($0.line) \($0.module)" } == [
        "1 Glibc", "3 Transcripts", "4 Swift", "5 Workbench",
      ])
  }

  @Test("Each rule is broken with its file and line")
  func breaches() {
    func found(_ text: String, in file: String) -> [String] {
      Arrows(manifest: manifest, imports: ImportLine.all(in: text, file: file)).breaches
        .filter { !$0.hasPrefix("Package.swift") }
    }
    #expect(found("import Glibc\nimport Transcripts", in: "Sources/Tokenizers/A.swift") == [])
    #expect(
      found("\nimport Foundation", in: "Sources/Tokenizers/A.swift") == [
        "Sources/Tokenizers/A.swift:2: Tokenizers imports Foundation: "
          + "Foundation takes too long to start; FoundationEssentials has what is needed"
      ])
    #expect(
      found("import Tokenizers", in: "Sources/Transcripts/A.swift") == [
        "Sources/Transcripts/A.swift:1: Transcripts imports Tokenizers: an arrow only points to an earlier room",
        "Sources/Transcripts/A.swift:1: Transcripts imports Tokenizers: its entry in Package.swift does not declare that",
      ])
    #expect(
      found("import Transcripts", in: "Sources/Terminal/A.swift") == [
        "Sources/Terminal/A.swift:1: Terminal imports Transcripts: the terminal knows nothing of ours but CNcurses"
      ])
    #expect(
      found("import SessionEngine", in: "Sources/Workbench/A.swift").first
        == "Sources/Workbench/A.swift:1: Workbench imports SessionEngine: "
        + "the workbench reads recordings and never the engine")
  }

  @Test("The manifest's own arrows are held to the rules")
  func manifestBreaches() {
    #expect(
      Arrows(manifest: manifest, imports: []).breaches == [
        "Package.swift:11: Terminal depends on Transcripts: the terminal knows nothing of ours but CNcurses",
        "Package.swift:12: Workbench depends on stemma: an arrow only points to an earlier room",
      ])
    #expect(
      Arrows(manifest: Manifest(text: #"room("Attic")"#), imports: []).breaches == [
        "Package.swift:1: Attic has no place in the order of the rooms (Arrows.order)"
      ])
  }
}
