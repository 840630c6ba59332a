import Foundation
import PrefixCache
import Synchronization
import Testing
import Transcripts

@testable import Recordings

@Suite("Import: a folder of dumps")
struct FolderTests {
  /// The dumps of a session that grows by an answer and a prompt at a time.
  static let dumps: [[Written]] = [
    [.instructions("Be brief now."), .prompt("first question")],
    [.instructions("Be brief now."), .prompt("first question"), .response("the answer"), .prompt("second")],
    [
      .instructions("Be brief now."), .prompt("first question"), .response("the answer"), .prompt("second"),
      .response("done"),
      .prompt("third one"),
    ],
  ]

  private func imported(_ dumps: DumpFolder) throws -> Recording {
    try dumps.importer().update()
    return dumps.recording
  }

  @Test("Names with a time: one session of that title, in the order of the times")
  func timedNames() throws {
    let dumps = try DumpFolder()
    try dumps.write("app_20260314-090222.json", Self.dumps[2], second: 1)
    try dumps.write("app_20260314-090000.json", Self.dumps[0], second: 2)
    try dumps.write("app_20260314-090111.json", Self.dumps[1], second: 3)
    let recording = try imported(dumps)
    #expect(try recording.sessionLines == ["app: 3 snapshots"])
    #expect(
      try recording.snapshotLines == [
        "app_20260314-090000.json: ip", "app_20260314-090111.json: iprp", "app_20260314-090222.json: iprprp",
      ])
    // Nine o'clock UTC on 14 March 2026, then 71 and 142 seconds later.
    #expect(
      try recording.snapshots().map { $0.at?.milliseconds } == [
        1_773_478_800_000, 1_773_478_871_000, 1_773_478_942_000,
      ])
    #expect(try recording.sessions()[0].started?.milliseconds == 1_773_478_800_000)
  }

  @Test("Request-style dumps: the answer of a request stands in the next dump")
  func requestStyle() throws {
    let dumps = try DumpFolder()
    for (index, dump) in Self.dumps.enumerated() { try dumps.write("d-\(index).json", dump) }
    let recording = try imported(dumps)
    #expect(
      try recording.inferenceLines == [
        "snapshot 1: 5 = 0 + 5 -> 2, cold",
        // 3 + 2 + 2 are held, the second prompt is new.
        "snapshot 2: 8 = 7 + 1 -> 1, appended",
      ])
    #expect(
      try recording.requestLines == ["first question: completed", "second: completed", "third one: open"])
  }

  @Test("Numbered names: by their numbers, whatever the modification times say")
  func numberedNames() throws {
    let dumps = try DumpFolder()
    for (index, number) in [9, 10, 11].enumerated() {
      try dumps.write("dump-\(number).json", Self.dumps[index], second: 50 - index)
    }
    #expect(
      try imported(dumps).snapshotLines == ["dump-9.json: ip", "dump-10.json: iprp", "dump-11.json: iprprp"])
  }

  @Test("Any other names: by modification time")
  func modificationTimes() throws {
    let dumps = try DumpFolder()
    try dumps.write("zeta.json", Self.dumps[0], second: 1)
    try dumps.write("alpha.json", Self.dumps[1], second: 2)
    try dumps.write("middle.json", Self.dumps[2], second: 3)
    let recording = try imported(dumps)
    #expect(try recording.snapshotLines == ["zeta.json: ip", "alpha.json: iprp", "middle.json: iprprp"])
    #expect(try recording.snapshots()[1].at?.milliseconds == 1_773_478_802_000)
  }

  @Test("Only JSON files are looked at")
  func otherFiles() throws {
    let dumps = try DumpFolder()
    try dumps.write("a.json", Self.dumps[0])
    try dumps.write("notes.txt", "x")
    try dumps.write(".hidden.json", "x")
    try FileManager.default.createDirectory(
      atPath: dumps.folder("folder.json"), withIntermediateDirectories: false)
    let importer = try dumps.importer()
    #expect(try importer.update() == 1 && importer.refused.isEmpty)
  }

  @Test("Titles that are mixed up in time are sessions of their own")
  func mixedTitles() throws {
    let dumps = try DumpFolder()
    for index in 0..<3 {
      try dumps.write("cook_20260314-09000\(index).json", Self.dumps[index])
      try dumps.write("garden_20260314-09000\(index).json", Self.dumps[index])
    }
    let recording = try imported(dumps)
    #expect(try recording.sessionLines == ["cook: 3 snapshots", "garden: 3 snapshots"])
    #expect(try recording.inferences().map(\.cause) == [.cold, .cold, .appended, .appended])
    #expect(try recording.counts().entries == 6, "equal entries are stored once")
  }

  @Test("Unrelated files are sessions of their own, even with the same instructions")
  func unrelated() throws {
    let dumps = try DumpFolder()
    try dumps.write("a.json", [.instructions("You are a cook.", id: "1"), .prompt("soup"), .response("x")])
    try dumps.write(
      "b.json", [.instructions("You are a gardener.", id: "2"), .prompt("beans"), .response("y")])
    try dumps.write("c.json", [.instructions("You are a cook.", id: "3"), .prompt("bread"), .response("z")])
    try dumps.write("d.json", [.prompt("alone"), .response("w")])
    let recording = try imported(dumps)
    #expect(try recording.sessions().count == 4)
    #expect(try recording.inferences().allSatisfy { $0.cause == .cold })
  }

  @Test("Files without a title go on with the session whose entries they share")
  func interleaved() throws {
    let dumps = try DumpFolder()
    let other: [Written] = [
      .instructions("Grow beans."), .prompt("how"), .response("so"), .prompt("and then"),
    ]
    try dumps.write("k.json", Self.dumps[0], second: 1)
    try dumps.write("b.json", Array(other.prefix(2)), second: 2)
    try dumps.write("z.json", Self.dumps[1], second: 3)
    try dumps.write("a.json", other, second: 4)
    // Instructions edited, the history kept.
    try dumps.write("e.json", [.instructions("Grow peas.")] + other[1...] + [.response("done")], second: 5)
    let recording = try imported(dumps)
    #expect(try recording.snapshots().map(\.session.rawValue) == [1, 2, 1, 2, 2])
    #expect(try recording.inferences().map(\.cause) == [.cold, .cold, .instructionsEdited])
  }

  @Test("The time in a name is read as UTC, leap days and all")
  func dumpNames() {
    #expect(DumpName("a_20240229-235959.json").at?.milliseconds == 1_709_251_199_000)
    #expect(DumpName("a_19700101-000000.json").at?.milliseconds == 0)
    #expect(DumpName("my_app_20260314-090000.json").title == "my_app")
    for name in [
      "a_20261314-090000.json", "a_20260332-090000.json", "a_20260314-240000.json", "a_2026031-090000.json",
      "a_20260314_090000.json", "a-20260314-090000.json", "a_20260314-0900.json", "a.json", "",
    ] {
      #expect(DumpName(name).at == nil && DumpName(name).title == nil, "\(name)")
    }
  }

  @Test("Names are sorted as people sort them")
  func naturalOrder() {
    let names = [
      "dump-1.json", "dump-2.json", "dump-010.json", "dump-11.json", "dump-11a.json", "dumps.json",
    ]
    #expect(names.shuffled().sorted { NaturalOrder.precedes($0, $1) } == names)
    #expect(
      !NaturalOrder.precedes("a", "a")
        && NaturalOrder.stem(of: "d-9.json") == NaturalOrder.stem(of: "d-10.json"))
  }

  @Test("Progress is told by bytes and names")
  func progress() throws {
    let dumps = try DumpFolder()
    for (index, dump) in Self.dumps.enumerated() { try dumps.write("d-\(index).json", dump) }
    let reports = Mutex<[ImportProgress]>([])
    try dumps.importer().update { progress in reports.withLock { $0.append(progress) } }
    let heard = reports.withLock { $0 }
    let total = Self.dumps.map { envelope($0).text().utf8.count }.reduce(0, +)
    #expect(heard.allSatisfy { $0.totalBytes == total } && heard.last?.doneBytes == total)
    #expect(heard.map(\.doneBytes) == heard.map(\.doneBytes).sorted())
    #expect(Set(heard.map(\.item)) == ["d-0.json", "d-1.json", "d-2.json"])
  }
}
