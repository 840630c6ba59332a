import Foundation
import Testing
import Transcripts

@Suite("Text output")
struct TextOutputTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(workshop, to: "a.json")
  }

  @Test("show: each entry with its tokens and its text")
  func show() throws {
    let text = try place.run("show", "a.json@1").stdout
    #expect(
      text == """
        a.json@1  of 3 snapshots  5 entries  ~79 tokens  foundation-models/1.1

          0  instructions  ~49 tokens
             Answer in one sentence.
             tool search
             Does search.
             {"properties":{},"title":"Arguments","type":"object"}

          1  prompt  ~7 tokens
             How wet are the beans?

          2  tool calls  search  ~10 tokens
             search
             {"bed": "beans", "depth": 4}

          3  tool output  search  ~5 tokens
             18 percent

          4  response  ~8 tokens
             The beans are dry at 18%.

        """)
  }

  @Test("show cuts long texts, --entry does not")
  func longText() throws {
    let lines = (1...9).map { "line \($0)" }.joined(separator: "\n")
    try place.write(Transcript(.prompt(lines)), to: "long.json")
    let short = try place.run("show", "long.json").stdout
    #expect(short.contains("line 4\n     … 5 more lines; --entry 0 prints all\n"))
    #expect(!short.contains("line 5"))
    #expect(try place.run("show", "long.json", "--entry", "0").stdout.hasSuffix("     line 8\n     line 9\n"))
  }

  @Test("show --filter and --limit")
  func filter() throws {
    let text = try place.run("show", "a.json", "--filter", "kind:prompt").stdout
    #expect(text.contains("  1  prompt"))
    #expect(text.contains("  5  prompt"))
    #expect(!text.contains("response"))
    #expect(try place.run("show", "a.json", "--filter", "tool:search").stdout.contains("  3  tool output"))
    #expect(try place.run("show", "a.json", "--limit", "2").stdout.hasSuffix("\n… 5 more entries\n"))
    let refused = try place.run("show", "a.json", "--filter", "kin:prompt")
    #expect(refused.status == 2)
    #expect(refused.stderr.hasPrefix("stemma: filter, column 1: there is no “kin:”"))
  }

  @Test("log: a line a snapshot")
  func log() throws {
    #expect(
      try place.run("log", "a.json").stdout == """
        a.json  3 snapshots, 2 requests  foundation-models/1.1
          @0  3 entries  +3  ~66   0%  How wet are the beans?
          @1  5 entries  +2  ~79  93%  How wet are the beans?
          @2  7 entries  +2  ~89  95%  And the peas?

        """)
  }

  @Test("why: one line a loss, repeats grouped, a summary")
  func why() throws {
    var lines: [Transcript.Line] = []
    for request in 0..<4 {
      lines += [.prompt("question \(request)"), .response("answer \(request)")]
      try place.write(
        Transcript([.instructions("It is 10:0\(request). Be brief.")] + lines),
        to: "clock/dump-\(request).json")
    }
    let text = try place.run("why", "clock").stdout
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      all[0].hasPrefix(
        "#1  instructions  byte 10  token ~3  was “It is 10:00. Be brief.”  now “It is 10:01. Be brief.”   "))
    #expect(all[0].hasSuffix(" tokens again"))
    #expect(all[1] == "      ×3, snapshots 1–3")
    #expect(all[3].hasPrefix("4 inferences   hit rate "))
    #expect(all[3].contains("   3 lost caches at 1 place   "))
    let every = try place.run("why", "clock", "--all").stdout.split(separator: "\n")
    #expect(every.filter { $0.hasPrefix("#") }.count == 4)
    #expect(every[0].hasPrefix("#0  cold"))
  }

  @Test("why of one snapshot tells all that is known")
  func whyInFull() throws {
    try place.write(Transcript(.instructions("A b c"), .prompt("x"), .response("y")), to: "d/dump-0.json")
    try place.write(
      Transcript(.instructions("A\u{A0}b c"), .prompt("x"), .response("y"), .prompt("z"), .response("w")),
      to: "d/dump-1.json")
    let text = try place.run("why", "d", "@1").stdout
    #expect(text.contains("cause      instructions edited"))
    #expect(text.contains("where      entry 0, text, byte 1"))
    #expect(text.contains("was        A b c"))
    #expect(text.contains("now        A‹U+00A0›b c"))
    #expect(text.contains("note       U+00A0 for U+0020"))
    #expect(try place.run("why", "d@1").stdout == text)
    #expect(try place.run("why", "d", "@-1").stdout == text)
  }

  @Test("why where nothing was lost")
  func whyOfNothing() throws {
    let text = try place.run("why", "a.json").stdout
    #expect(text.hasPrefix("3 inferences   hit rate "))
    #expect(text.hasSuffix("   no cache was lost\n"))
  }

  @Test("diff marks words and groups what is the same")
  func diff() throws {
    try place.write(
      Transcript(.instructions("Be kind."), .prompt("a"), .response("one two three"), .prompt("z")),
      to: "x.json")
    try place.write(
      Transcript(
        .instructions("Be kind."), .prompt("a"), .response("one 2 three"), .prompt("z"), .prompt("b")),
      to: "y.json")
    let result = try place.run("diff", "x.json", "y.json")
    #expect(result.status == 1)
    #expect(
      result.stdout == """
        x.json@1 → y.json@1  3 same  1 changed  1 inserted
        prefix kept  2 entries, ~6 tokens   prefilled again  ~3 tokens
              0–1  all the same
        ~       2  response changed
                   one [-two-]{+2+} three
                3  same
        +       4  prompt  ~1  b

        """)
    #expect(try place.run("diff", "x.json", "x.json").status == 0)
  }

  @Test("budget")
  func budget() throws {
    let text = try place.run("budget", "a.json", "--window", "1000").stdout
    #expect(text.hasPrefix("a.json@2  ~89 of 1,000 tokens (9%)\n"))
    #expect(text.contains("  fixed cost     ~49 tokens with every request, 5% of the window\n"))
    #expect(text.contains("  requests left  ~"))
    let unknown = try place.run("budget", "a.json").stdout
    #expect(unknown.hasPrefix("a.json@2  ~89 tokens\n"))
    #expect(unknown.contains("  requests left  ? (name the window: --window N)\n"))
  }

  @Test("What is in the data is shown, never obeyed")
  func controlCharacters() throws {
    try place.write(
      Transcript(.prompt("red \u{1B}[31mtext\u{7}\u{202E}"), .response("b\u{9B}32m")),
      to: "evil\u{1B}]0;x\u{7}.json")
    for command in [["show"], ["log"], ["why"], ["budget"], []] {
      let result = try StemmaProcess.run(command + ["evil\u{1B}]0;x\u{7}.json"], directory: place.folder)
      #expect(result.status == 0)
      #expect(!result.stdout.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B })
      #expect(!result.stdout.contains("\u{202E}"))
    }
    #expect(try place.run("show", "evil\u{1B}]0;x\u{7}.json").stdout.contains("red ␛[31mtext␇‹U+202E›"))
    let refused = try place.run("show", "gone\u{1B}[31m.json")
    #expect(refused.stderr == "stemma: gone␛[31m.json: no such file or folder\n")
    let unknown = try place.run("show", "--\u{1B}c")
    #expect(!unknown.stderr.contains("\u{1B}"))
  }

  // MARK: Colours

  @Test("Colours only where they are wanted")
  func colours() throws {
    let xterm = ["TERM": "xterm-256color"]
    #expect(try !place.run("log", "a.json", environment: xterm).stdout.contains("\u{1B}"))
    #expect(
      try place.run("log", "a.json", "--color", "always", environment: xterm).stdout.contains(
        "\u{1B}[0;36m@0"))
    #expect(try !place.run("log", "a.json", "--color", "never", environment: xterm).stdout.contains("\u{1B}"))
    let json = try place.run("log", "a.json", "--json", "--color", "always", environment: xterm)
    #expect(!json.stdout.contains("\u{1B}"))
  }

  @Test("On a terminal: colours, unless NO_COLOR or a dumb terminal says otherwise")
  func coloursOnTerminal() async throws {
    func screen(_ environment: [String: String]) async throws -> String {
      let terminal = try TmuxDriver(
        stemma: ["log", "a.json"], environment: environment, directory: place.folder)
      try await terminal.waitForExit()
      return try terminal.screenWithColors().joined(separator: "\n")
    }
    #expect(try await screen([:]).contains("\u{1B}[36m@0"))
    #expect(try await !screen(["NO_COLOR": "1"]).contains("\u{1B}"))
    #expect(try await !screen(["TERM": "dumb"]).contains("\u{1B}"))
  }

  // MARK: Pipes

  @Test("A closed pipe ends quietly")
  func closedPipe() throws {
    let long = (0..<3000).map { "line \($0) of a text that fills more than any pipe holds" }.joined(
      separator: "\n")
    try place.write(Transcript(.prompt(long)), to: "long.json")
    for command in [
      "show long.json --entry 0", "show long.json --json", "export --to foundation-models long.json",
    ] {
      let result = try place.shell("stemma \(command) | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}")
      #expect(result.stderr == "")
      #expect(["0\n", "141\n"].contains(result.stdout), "\(result.stdout)")
    }
    let ignored = try place.shell(
      "trap '' PIPE; stemma show long.json --entry 0 | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}")
    #expect(ignored.stderr == "")
    #expect(["0\n", "141\n"].contains(ignored.stdout), "\(ignored.stdout)")
  }

  @Test("A full disk is told")
  func fullDisk() throws {
    let result = try place.shell("stemma show a.json >/dev/full")
    #expect(result.status == 2)
    #expect(
      result.stderr == "stemma: standard output: No space left on device; nothing more was written\n")
  }
}
