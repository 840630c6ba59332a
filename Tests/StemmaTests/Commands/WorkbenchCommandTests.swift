import Testing
import Transcripts

@Suite("The workbench from the command line")
struct WorkbenchCommandTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(workshop, to: "a.json")
  }

  @Test("--once prints one screen of the size asked for")
  func once() throws {
    let result = try place.run("a.json", "--once", "--size", "100x30")
    #expect(result.status == 0)
    let rows = result.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(rows.count == 30)
    #expect(rows.allSatisfy { $0.count <= 100 })
    #expect(rows.first?.contains("a.json") == true)
    #expect(rows.contains { $0.contains("The peas are fine.") })
  }

  @Test("A file opens on a terminal, and q leaves it as it was")
  func opens() async throws {
    let terminal = try TmuxDriver(stemma: ["a.json"], directory: place.folder)
    try await terminal.waitUntil(shows: "The peas are fine.")
    #expect(try terminal.isOnAlternateScreen())
    try terminal.send("Q")
    #expect(try await terminal.waitForExit() == 0)
  }

  @Test("watch shows what comes")
  func watches() async throws {
    _ = try place.shell("mkdir dumps && cp a.json dumps/chat_20260314-090000.json")
    let terminal = try TmuxDriver(stemma: ["watch", "dumps"], directory: place.folder)
    try await terminal.waitUntil(shows: "The peas are fine.")
    let more = Transcript(
      Array(workshop).map(Transcript.Line.entry) + [.prompt("Rain?"), .response("Tomorrow.")])
    try place.write(more, to: "b.json")
    _ = try place.shell("mv b.json dumps/chat_20260314-090100.json")
    try await terminal.waitUntil(shows: "Tomorrow.")
    try terminal.send("Q")
    #expect(try await terminal.waitForExit() == 0)
  }

  @Test("Several files are one recording on screen; recordings are opened alone")
  func severalFiles() throws {
    try place.write(Transcript(.prompt("other")), to: "b.json")
    #expect(try place.run("a.json", "b.json", "--once").status == 0)
    _ = try place.run("import", "a.json", "-o", "a.stemma")
    try place.run("a.stemma", "b.json", "--once").expectRefusal(
      "a.stemma is a recording; open it alone; “stemma help” tells more")
  }

  @Test("A terminal that terminfo does not know is told")
  func unknownTerminal() async throws {
    let terminal = try TmuxDriver(
      stemma: ["a.json"], environment: ["TERM": "no-such-terminal"], directory: place.folder)
    #expect(try await terminal.waitForExit() == 2)
    #expect(try terminal.screen()[0].hasPrefix("stemma: TERM is \"no-such-terminal\""))
  }
}
