import Foundation
import PlantedFaults
import Recordings
import Testing
import Tokenizers

extension EndToEnd {
  /// A session that grows while it is watched: 200 dumps of one that only appends, but for the planted faults.
  @Suite("Live")
  struct Live {
    private let dumps: [SessionGenerator.Dump]
    private let place: Workplace

    init() throws {
      dumps = Array(SessionGenerator(seed: 9, requests: 200, entriesPerDump: 20).dumps())
      place = try Workplace()
      try FileManager.default.createDirectory(atPath: place.path("dumps"), withIntermediateDirectories: true)
    }

    private func watch(_ name: String) async throws -> TmuxDriver {
      let tmux = try TmuxDriver(stemma: ["watch", place.path(name)], width: 120, height: 40)
      try await tmux.waitUntil(shows: "nothing is recorded here yet")
      return tmux
    }

    /// Waits for the last snapshot, then goes back through all of them.
    private func expectAllInOrder(_ tmux: TmuxDriver) async throws {
      let last = try await tmux.waitUntil("snapshot 199") { WorkbenchTerminal.Parts($0).snapshot == 199 }
      #expect(last[0].contains("● live"))
      for number in stride(from: 199, through: 0, by: -1) {
        try await tmux.waitUntil("snapshot \(number) from \(dumps[number].name)") { screen in
          let rule = WorkbenchTerminal.Parts(screen).rule
          return rule.contains("snapshot \(number) ") && rule.contains(dumps[number].name)
        }
        try tmux.send("Left")
      }
      try await tmux.waitUntil(shows: "paused")
      try tmux.send("End")
      try await tmux.waitUntil("following again") {
        $0[0].contains("● live") && $0[0].contains("snapshot 199")
      }
      try tmux.send("q")
      #expect(try await tmux.waitForExit() == 0)
      #expect(try !tmux.isOnAlternateScreen() && tmux.cursor().isVisible && !tmux.wantsMouse())
    }

    @Test("A folder into which dumps are written, with care and without")
    func folder() async throws {
      let tmux = try await watch("dumps")
      for (number, dump) in dumps.enumerated() {
        switch number % 3 {
        case 0: try place.writeAtomically(bytes: dump.json, to: "dumps/\(dump.name)")
        case 1: try place.write(bytes: dump.json, to: "dumps/\(dump.name)")
        default: try writeInPieces(dump)
        }
        // Now and then the screen has caught up before more comes, and most often it has not.
        if number % 40 == 39 {
          try await tmux.waitUntil("snapshot \(number)") { WorkbenchTerminal.Parts($0).snapshot == number }
        }
      }
      try await expectAllInOrder(tmux)
    }

    /// The file is there, and cut off, for as long as it takes to write the second half.
    private func writeInPieces(_ dump: SessionGenerator.Dump) throws {
      let path = place.path("dumps/\(dump.name)")
      let half = dump.json.count / 2
      try Data(dump.json[..<half]).write(to: URL(filePath: path))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(dump.json[half...]))
      try file.close()
    }

    @Test("A recording that another process writes")
    func recording() async throws {
      let path = place.path("live.stemma")
      let recording = try Recording.create(at: path, tokenizer: CharacterTokenCounter().name)
      defer { recording.close() }
      let folder = try FolderImport(
        place.path("dumps"), into: recording, options: ImportOptions(counter: CharacterTokenCounter()))
      let tmux = try await watch("live.stemma")
      for (number, dump) in dumps.enumerated() {
        try place.write(bytes: dump.json, to: "dumps/\(dump.name)")
        #expect(try folder.update() == 1)
        if number % 40 == 39 {
          try await tmux.waitUntil("snapshot \(number)") { WorkbenchTerminal.Parts($0).snapshot == number }
        }
      }
      try await expectAllInOrder(tmux)
    }

    @Test("Without a terminal: a line each, in order")
    func feed() async throws {
      let dumps = dumps
      let folder = place.path("dumps")
      try place.write(bytes: dumps[0].json, to: "dumps/\(dumps[0].name)")
      async let output = Task.detached {
        try StemmaProcess.run(["watch", folder, "--limit", "200"])
      }.value
      for dump in dumps.dropFirst() { try place.writeAtomically(bytes: dump.json, to: "dumps/\(dump.name)") }
      let result = try await output
      #expect(result.status == 0 && result.stderr.isEmpty)
      let lines = result.stdout.split(separator: "\n")
      #expect(lines.count == 200)
      for (number, line) in lines.enumerated() {
        #expect(line.hasPrefix("@\(number)  ") && line.contains(dumps[number].name), "\(line)")
      }
    }
  }
}
