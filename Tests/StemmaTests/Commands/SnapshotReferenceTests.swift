import Testing
import Transcripts

@Suite("FILE@N")
struct SnapshotReferenceTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(workshop, to: "a.json")
  }

  @Test(
    "From the beginning and from the end",
    arguments: [
      ("a.json@0", 0, 3), ("a.json@1", 1, 5), ("a.json@2", 2, 7), ("a.json", 2, 7), ("a.json@-1", 2, 7),
      ("a.json@-3", 0, 3),
    ])
  func numbers(word: String, snapshot: Int, entries: Int) throws {
    let shown = try place.json("show", word, "--json")
    #expect(shown["file"] == "a.json")
    #expect(shown["snapshot"] == .number(snapshot))
    #expect(shown["snapshots"] == 3)
    #expect(shown["entries"]?.arrayValue?.count == entries)
  }

  @Test("Out of range")
  func outOfRange() throws {
    try place.run("show", "a.json@3").expectRefusal(
      "a.json: no snapshot @3; there are @0 to @2, and @-1 is the last")
    try place.run("show", "a.json@-4", "--json").expectRefusal(
      "a.json: no snapshot @-4; there are @0 to @2, and @-1 is the last")
    try place.write(Transcript(.prompt("a")), to: "one.json")
    try place.run("budget", "one.json@1").expectRefusal("one.json: no snapshot @1; the only one is @0")
    try place.run("show", "a.json", "--session", "2").expectRefusal(
      "a.json: no session 2; there is only session 1")
    try place.run("show", "a.json", "--entry", "7").expectRefusal("a.json@2: no entry 7; there are 0 to 6")
  }

  @Test("A file that really has an @ in its name is meant first")
  func literalNames() throws {
    try place.write(Transcript(.prompt("the file itself")), to: "a.json@1")
    let shown = try place.json("show", "a.json@1", "--json")
    #expect(shown["file"] == "a.json@1")
    #expect(shown["snapshots"] == 1)
    #expect(try place.json("show", "a.json@1@0", "--json")["file"] == "a.json@1")
    try place.run("show", "a.json@x").expectRefusal("a.json@x: no such file or folder")
  }

  @Test("A second snapshot of the same file needs no name, unless there is a file of that name")
  func bareSnapshots() throws {
    let diff = try place.json("diff", "a.json@0", "@1", "--json", status: 1)
    #expect(diff["splice"] == ["position": 3, "removed": 0, "inserted": 2])
    try place.write(workshop, to: "@1")
    #expect(try place.json("diff", "a.json@0", "@1", "--json", status: 1)["splice"]?["inserted"] == 4)
    try place.run("why", "a.json", "b.json").expectRefusal(
      "one too many: “b.json”; usage: stemma why FILE|DIR [@N] [OPTION…]")
  }
}
