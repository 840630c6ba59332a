import Testing
import Transcripts

@Suite("watch")
struct WatchTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func writeDump(_ number: Int) throws {
    var lines: [Transcript.Line] = []
    for index in 0...number { lines += [.prompt("question \(index)"), .response("answer \(index)")] }
    // An app writes beside and renames, so that no half of a file is ever seen.
    try place.write(Transcript(lines), to: "beside.json")
    _ = try place.shell("mv beside.json dumps/chat_20260314-09000\(number).json")
  }

  @Test("Without a terminal, a line a snapshot as it comes")
  func followsFolder() async throws {
    _ = try place.shell("mkdir dumps")
    try writeDump(0)
    let terminal = try TmuxDriver(
      ["sh", "-c", "\(StemmaProcess.binary) watch dumps --limit 3 | cat; echo done"], directory: place.folder)
    try await terminal.waitUntil(shows: "@0  2026-03-14 09:00:00  2 entries  +2")
    try writeDump(1)
    try await terminal.waitUntil(shows: "@1  2026-03-14 09:00:01  4 entries  +2")
    try writeDump(2)
    try await terminal.waitUntil(shows: "@2  2026-03-14 09:00:02  6 entries  +2")
    try await terminal.waitUntil(shows: "done")
  }

  @Test("A folder may be empty at first")
  func startsEmpty() async throws {
    _ = try place.shell("mkdir dumps")
    let terminal = try TmuxDriver(
      ["sh", "-c", "echo begun; \(StemmaProcess.binary) watch dumps --limit 1 | cat"], directory: place.folder
    )
    try await terminal.waitUntil(shows: "begun")
    try writeDump(0)
    try await terminal.waitUntil(shows: "chat_20260314-090000.json")
  }

  @Test("A folder that is not there is refused")
  func missing() throws {
    try place.run("watch", "gone").expectRefusal("gone: no such file or folder")
  }
}
