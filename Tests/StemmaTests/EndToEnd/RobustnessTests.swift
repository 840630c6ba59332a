import Foundation
import PlantedFaults
import Testing
import Transcripts

extension EndToEnd {
  /// Surroundings that nobody wishes for, and files that nobody wrote on purpose.
  @Suite("Hard surroundings")
  struct Robustness {
    private let place: Workplace

    init() throws {
      place = try Workplace()
      try place.write(String(decoding: Samples.bytes("recipe-assistant.json"), as: UTF8.self), to: "a.json")
    }

    private func expectRefused(
      _ result: ChildProcess.Result, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(result.status == 2, "\(result)", sourceLocation: sourceLocation)
      #expect(result.stderr.contains(text), "\(result.stderr)", sourceLocation: sourceLocation)
      #expect(result.misbehaviour(of: ["show"]).isEmpty, "\(result.stderr)", sourceLocation: sourceLocation)
    }

    // MARK: Output

    @Test(
      "A closed pipe ends a command quietly",
      arguments: ["show", "log", "why --all", "show --json", "budget", "help", "themes"])
    func closedPipe(command: String) throws {
      let words = command.split(separator: " ")
      let file = ["help", "themes"].contains(command) ? "" : Samples.path("craft-session")
      let line = "stemma \(words[0]) \(file) \(words.dropFirst().joined(separator: " "))"
      // The reader is gone before the first byte; the shell tells what became of the writer.
      let result = try place.shell("\(line) | (exec <&-); echo ${PIPESTATUS[0]}")
      #expect(result.stderr.isEmpty)
      // Short output may be written before the reader has gone.
      #expect(["0\n", "141\n"].contains(result.stdout), "\(result.stdout)")
      let shell = try place.shell("trap '' PIPE; \(line) | (exec <&-); echo ${PIPESTATUS[0]}")
      #expect(shell.stderr.isEmpty && ["0\n", "141\n"].contains(shell.stdout), "\(shell)")
    }

    @Test(
      "A full disk is told in one line",
      arguments: ["show a.json", "log a.json --json", "export --to foundation-models a.json", "help"])
    func fullDisk(command: String) throws {
      expectRefused(
        try place.shell("stemma \(command) > /dev/full"), "standard output: No space left on device")
    }

    @Test("A disk that fills while a recording is written leaves nothing behind")
    func fullDiskWhileImporting() throws {
      // A limit on the size of files is what a test may set without being root.
      let result = try place.shell(
        "trap '' XFSZ; ulimit -f 32; stemma import '\(Samples.folder)/craft-session' -o out.stemma")
      #expect(result.status == 2, "\(result)")
      #expect(result.misbehaviour(of: ["import"]).isEmpty, "\(result.stderr)")
      #expect(
        try !FileManager.default.contentsOfDirectory(atPath: place.folder).contains {
          $0.hasPrefix("out.stemma")
        })
    }

    @Test("A small file system that is full")
    func fullFileSystem() throws {
      let mount = place.path("small")
      let made = try place.shell("mkdir small && mount -t tmpfs -o size=64k none small")
      // Only root may, and not in every container.
      guard made.status == 0 else { return }
      defer { _ = try? place.shell("umount '\(mount)'") }
      let result = try place.shell("stemma import '\(Samples.folder)/craft-session' -o small/out.stemma")
      #expect(result.status == 2, "\(result)")
      #expect(result.misbehaviour(of: ["import"]).isEmpty, "\(result.stderr)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: mount).isEmpty)
      let exported = try place.shell(
        "dd if=/dev/zero of=small/fill bs=1k 2>/dev/null; stemma export --to foundation-models a.json -o small/out.json"
      )
      #expect(exported.status == 2 && exported.misbehaviour(of: ["export"]).isEmpty, "\(exported)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: mount) == ["fill"])
    }

    @Test(
      "A folder that cannot be written to",
      arguments: ["import a.json -o no/out.stemma", "export --to foundation-models a.json -o no/out.json"])
    func readOnlyFolder(command: String) throws {
      // Root writes into any folder but those of the kernel.
      for folder in ["/proc/self", "/dev/null", place.path("missing")] {
        let result = try place.shell("stemma " + command.replacing(" no/", with: " \(folder)/"))
        expectRefused(result, folder + "/out")
      }
    }

    // MARK: Input

    @Test("A file that grows while it is read", arguments: ["log", "why"])
    func growing(command: String) throws {
      // JSON lines, one whole transcript each: read before, between or after, there is never a line less than whole.
      let result = try place.shell(
        #"""
        tr -d '\n' < a.json > line; echo >> line; cat line > grown.jsonl
        for round in 1 2; do
          for more in {1..40}; do cat line >> grown.jsonl; done & writer=$!
          stemma \#(command) grown.jsonl > out 2> err; status=$?
          case $status/$(wc -l < err) in 0/0 | 2/1) ;; *) echo "status $status"; cat err ;; esac
          wait $writer
        done
        stemma \#(command) grown.jsonl > out || echo "status $? in the end"
        """#)
      #expect(result.stdout.isEmpty, "\(result.stdout)")
    }

    @Test("A file that is cut short while it is read")
    func shrinking() throws {
      let result = try place.shell(
        #"""
        for n in {1..400}; do cat a.json; done > long.json
        for size in 6000000 4000000 3000 0; do
          { truncate -s $size long.json; } & stemma log long.json > out 2> err; status=$?
          case $status/$(wc -l < err) in 0/0 | 2/1) ;; *) echo "status $status"; cat err ;; esac
          wait
        done
        """#)
      #expect(result.stdout.isEmpty, "\(result.stdout)")
    }

    @Test("What is no transcript: a device, a folder of nothing, a name of control characters")
    func notFiles() throws {
      let made = try place.shell(
        "mkdir empty words; echo hello > words/notes.txt; echo '{}' > words/x.json; mkfifo words/pipe.json")
      #expect(made.status == 0)
      for command in ["show", "log", "why", "budget"] {
        expectRefused(try StemmaProcess.run([command, "/dev/null"]), "/dev/null")
        // It has no end.
        expectRefused(try StemmaProcess.run([command, "/dev/zero"]), "/dev/zero")
        expectRefused(try StemmaProcess.run([command, place.path("empty")]), "empty")
        // In a folder, a FIFO that nobody writes to is left alone.
        expectRefused(try StemmaProcess.run([command, place.path("words")], timeout: .seconds(60)), "words")
        expectRefused(try StemmaProcess.run([command, place.path("no\u{1B}[31m\nsuch")]), "no")
        #expect(try StemmaProcess.run([command, ""]).stderr == "stemma: : no such file or folder\n")
      }
    }

    @Test("A FIFO is read to its end like a file", arguments: ["show", "log", "why", "budget"])
    func fifo(command: String) throws {
      let result = try place.shell(
        #"""
        mkfifo pipe; cat a.json > pipe &
        stemma \#(command) --json pipe > one
        stemma \#(command) --json <(cat a.json) > two
        stemma \#(command) --json a.json > three
        # They differ in the name only.
        sed -E 's#"(pipe|(/dev/fd/)?[0-9]+|a.json)"#"NAME"#g' -i one two three
        cmp one three && cmp two three
        """#)
      #expect(result.status == 0 && result.stdout.isEmpty && result.stderr.isEmpty, "\(result)")
    }

    private func transcript(_ text: String) -> String {
      #"{"transcript":{"entries":[{"contents":[{"id":"a","text":\#(text),"type":"text"}],"#
        + #""contextOptions":{},"id":"1","options":{},"role":"user"}]},"#
        + #""type":"FoundationModels.Transcript","version":"1.1"}"#
    }

    /// A debug build takes its time over each byte.
    #if DEBUG
      private static let hugeText = 4_000_000
    #else
      private static let hugeText = 100_000_000
    #endif

    @Test("A text of a hundred megabytes", .timeLimit(.minutes(2)))
    func huge() throws {
      let parts = transcript("\"|\"").split(separator: "|")
      try place.write(parts[0] + String(repeating: "x", count: Self.hugeText) + parts[1], to: "huge.json")
      for arguments in [["log"], ["budget", "--json"], ["why"]] {
        let line = [arguments[0], place.path("huge.json")] + arguments.dropFirst()
        let result = try StemmaProcess.run(line, timeout: .seconds(60))
        #expect(result.status == 0 && result.misbehaviour(of: line).isEmpty, "\(line): \(result.stderr)")
        #expect(result.stdout.utf8.count < 100_000, "an excerpt, not all of it")
      }
    }

    @Test("Six hundred containers in each other are refused with their place, five hundred are not")
    func deep() throws {
      func nested(_ depth: Int) -> String {
        transcript("\"a\"").replacing(
          #""options":{}"#,
          with:
            #""options":{"x":\#(String(repeating: "[", count: depth))\#(String(repeating: "]", count: depth))}"#
        )
      }
      try place.write(nested(600), to: "deep.json")
      try place.write(nested(490), to: "less.json")
      for command in ["show", "log", "why", "budget"] {
        expectRefused(try place.run(command, "deep.json"), "deep.json:1:")
        #expect(try place.run(command, "less.json").status == 0)
      }
    }

    @Test("A key that stands twice is warned of")
    func duplicateKeys() throws {
      try place.write(
        transcript("\"one\"").replacing(#""role":"user""#, with: #""role":"user","role":"user""#),
        to: "twice.json")
      let result = try place.run("show", "twice.json")
      #expect(result.status == 0 && result.stdout.contains("twice"), "\(result)")
      let json = try place.json("show", "twice.json", "--json")
      #expect(json["warnings"]?.arrayValue?.count == 1)
    }

    @Test("Numbers that no machine holds are kept as they are")
    func numbers() throws {
      for number in [
        "1e999999999", "-0.0e-400", "123456789012345678901234567890", String(repeating: "9", count: 5000),
      ] {
        let text = transcript("\"one\"").replacing(
          #""options":{}"#, with: #""options":{"seed":\#(number),"temperature":\#(number)}"#)
        try place.write(text, to: "numbers.json")
        for command in ["show", "log", "why", "budget"] {
          let result = try place.run(command, "numbers.json")
          #expect(result.status == 0, "\(command) \(number.prefix(40)): \(result.stderr)")
        }
        let exported = try place.run("export", "--to", "foundation-models", "numbers.json")
        #expect(exported.stdout == text)
      }
    }

    @Test("Options out of range are refused", arguments: ["0", "-1", "99999999999999999999", "1e3", "", "x"])
    func options(value: String) throws {
      for option in ["--limit", "--window", "--session"] {
        let result = try place.run("log", "a.json", option, value)
        #expect(
          result.status == 2 && result.misbehaviour(of: ["log"]).isEmpty, "\(option) \(value): \(result)")
      }
      for reference in ["a.json@99999999999999999999", "a.json@5000000000", "a.json@-5000000000", "a.json@x"]
      {
        let result = try place.run("show", reference)
        #expect(result.status == 2 && result.misbehaviour(of: ["show"]).isEmpty, "\(reference): \(result)")
      }
    }

    // MARK: Environment

    @Test("Without HOME, TERM or a locale", arguments: ["show", "log", "why", "budget"])
    func bareEnvironment(command: String) throws {
      let usual = try place.run(command, "a.json")
      #expect(usual.status == 0)
      for environment in [
        "-i", "-u HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME", "-u TERM", "-u LANG LC_ALL=C",
        "HOME= TERM= LANG=",
      ] {
        let result = try place.shell("env \(environment) \"$(command -v stemma)\" \(command) a.json")
        #expect(result == usual, "\(environment)")
      }
    }

    @Test("The workbench without HOME, and in a terminal without UTF-8")
    func bareTerminal() async throws {
      let file = Samples.path("craft-session")
      let terminal = try TmuxDriver(
        [
          "env", "-u", "HOME", "-u", "XDG_CONFIG_HOME", "-u", "XDG_DATA_HOME", "LANG=C",
          StemmaProcess.binary, file,
        ])
      let screen = try await terminal.waitUntil("the keys") { $0.last?.contains("keys") == true }
      #expect(screen.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(screen)")
      try terminal.send("Q")
      #expect(try await terminal.waitForExit() == 0)
    }

    @Test("No terminal to draw on is told, and so is one that says nothing of itself")
    func noTerminal() async throws {
      let terminal = try TmuxDriver([
        "env", "-u", "TERM", StemmaProcess.binary, Samples.path("craft-session"),
      ])
      #expect(try await terminal.waitForExit() == 2)
      #expect(try terminal.screen().filter { !$0.isEmpty }.count == 1)
      let dumb = try TmuxDriver(stemma: [Samples.path("craft-session")], term: "dumb")
      #expect(try await dumb.waitForExit() == 2)
      #expect(try dumb.screen().filter { !$0.isEmpty }.count == 1)
    }
  }
}
