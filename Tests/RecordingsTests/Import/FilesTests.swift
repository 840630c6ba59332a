import Foundation
import PrefixCache
import Testing
import TranscriptFormats
import Transcripts

@testable import Recordings

@Suite("Import: damaged, unusual and growing files")
struct FilesTests {
  let first: [Written] = [.prompt("a"), .response("b")]
  let second: [Written] = [.prompt("a"), .response("b"), .prompt("c"), .response("d")]

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: Broken files

  @Test("A broken file among good ones is refused and told; the good ones are imported")
  func oneBroken() throws {
    let dumps = try DumpFolder()
    try dumps.write("d-1.json", first)
    try dumps.write("d-2.json", "{\"transcript\": oops}")
    try dumps.write("d-3.json", #"[{"role":"user","content":"hi"}]"#)
    try dumps.write("d-4.json", second)
    let importer = try dumps.importer()
    #expect(try importer.update() == 2)
    #expect(
      importer.refused.map(\.description) == [
        "\(dumps.folder("d-2.json")):1:16: “o” where a value should stand",
        "\(dumps.folder("d-3.json")): looks like a list of chat messages, not a FoundationModels transcript; this version reads"
          + " FoundationModels transcripts and .stemma recordings",
      ])
    #expect(try dumps.recording.snapshotLines == ["d-1.json: pr", "d-4.json: prpr"])
    #expect(try importer.update() == 0 && importer.refused.count == 2, "a refused file is not read again")
    // Saved again and whole, it is no longer refused.
    try dumps.write("d-2.json", second + [.prompt("e")])
    #expect(try importer.update() == 1 && importer.refused.count == 1)
  }

  @Test("Only broken files, no files, no folder: an error in one line")
  func onlyBroken() throws {
    let dumps = try DumpFolder()
    #expect(
      message { try dumps.importer().update() }
        == "\(dumps.folder.path): no transcripts in this folder (files named *.json); name the folder that an app writes its dumps to"
    )
    try dumps.write("a.json", "{")
    try dumps.write("b.json", "[]")
    let importer = try dumps.importer()
    let line =
      "\(dumps.folder.path): none of its 2 files is a transcript; the first one: \(dumps.folder("a.json")):1:2: the text ends inside"
      + " the document; the file looks cut off: save it again"
    #expect(message { try importer.update() } == line)
    #expect(message { try importer.update() } == line, "asked again, it says the same")
    #expect(try dumps.recording.counts().snapshots == 0)
    try dumps.write("a.json", first)
    #expect(try importer.update() == 1)
    let missing = dumps.folder("missing.json")
    #expect(message { _ = try dumps.importer("missing.json") } == "\(missing): no such file or folder")
    #expect(
      message { _ = try Source.open(missing, options: DumpFolder.options) }
        == "\(missing): no such file or folder")
  }

  @Test("One broken file is an error; saved again and whole it is imported as if nothing had been")
  func singleBroken() throws {
    let dumps = try DumpFolder()
    let text = envelope(second).text()
    try dumps.write("t.json", String(text.dropLast(30)))
    let importer = try dumps.importer("t.json")
    #expect(message { try importer.update() }?.hasSuffix("the file looks cut off: save it again") == true)
    #expect(try dumps.recording.counts().entries == 0 && dumps.recording.counts().sessions == 0)
    try dumps.write("t.json", text)
    #expect(try importer.update() == 1)
    #expect(try dumps.recording.snapshotLines == ["-: pr", "-: prpr"])
    #expect(try dumps.recording.lastEntries().count == 4)
  }

  @Test("Text that is none: empty, blank, NUL bytes, UTF-16 with and without a mark")
  func encodings() throws {
    let dumps = try DumpFolder()
    func refusal(_ bytes: [UInt8]) throws -> String? {
      try dumps.write("t.json", bytes)
      return message { _ = try Source.open(dumps.folder("t.json"), options: DumpFolder.options) }?
        .replacing(dumps.folder("t.json"), with: "t.json")
    }
    for bytes in [[], [0x20, 0x0A], [0, 0, 0]] as [[UInt8]] {
      #expect(try refusal(bytes) == "t.json: the file is empty; nothing was saved into it")
    }
    let text = envelope(first).text()
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
      #expect(try refusal(bytes) == "t.json: the text is UTF-16; convert it to UTF-8 first (iconv -t UTF-8)")
    }
    #expect(try refusal([0xEF, 0xBB, 0xBF] + Array("[1 2]".utf8))?.hasPrefix("t.json:1:4: ") == true)
    // A mark of UTF-8, blanks around, and zeros that a file system left behind are no part of the text.
    #expect(try refusal([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == nil)
    #expect(try refusal(Array("\n\n  \(text)\n\n".utf8)) == nil)
    #expect(try refusal(Array(text.utf8) + [0, 0, 0, 0]) == nil)
    #expect(
      try refusal(Array(text.utf8) + Array("x".utf8))?.contains("“x” where a value should stand") == true)
  }

  @Test("A folder where a file should stand, and a recording among the sources")
  func sources() throws {
    let dumps = try DumpFolder()
    try dumps.write("t.json", first)
    let recording = try Recording.create(at: dumps.folder("r.stemma"), tokenizer: "words/1")
    try FolderImport(dumps.folder("t.json"), into: recording, options: DumpFolder.options).update()
    recording.close()
    let opened = try Source.open(dumps.folder("r.stemma"), options: DumpFolder.options)
    #expect(try opened.snapshotLines == ["-: pr"])
    #expect(try Source.open(dumps.folder.path, options: DumpFolder.options).snapshotLines == ["t.json: pr"])
  }

  // MARK: Growing

  @Test("A dump that is cut off now is imported when it is whole")
  func cutOff() throws {
    let dumps = try DumpFolder()
    try dumps.write("d-1.json", first)
    let importer = try dumps.importer()
    try importer.update()
    let text = envelope(second + [.prompt("😀")]).text()
    for length in [0, 1, 40, text.utf8.count / 2, text.utf8.count - 1] {
      try dumps.write("d-2.json", Array(text.utf8.prefix(length)))
      #expect(try importer.update() == 0 && importer.refused.isEmpty, "\(length) bytes")
    }
    // In the middle of a character as well.
    let smile = try #require(Array(text.utf8).firstIndex(of: 0xF0))
    try dumps.write("d-2.json", Array(text.utf8.prefix(smile + 2)))
    #expect(try importer.update() == 0 && importer.refused.isEmpty)
    try dumps.write("d-2.json", text)
    #expect(try importer.update() == 1)
    #expect(try dumps.recording.snapshotLines == ["d-1.json: pr", "d-2.json: prprp"])
    #expect(try dumps.recording.inferences().map(\.cause) == [.cold, .appended])
  }

  @Test("A file that is written again is a new moment of its session; one that is only touched is not")
  func rewritten() throws {
    for name in [nil, "t.json"] {
      let dumps = try DumpFolder()
      try dumps.write("t.json", first)
      let importer = try dumps.importer(name)
      try importer.update()
      try dumps.write("t.json", second)
      #expect(try importer.update() == 1)
      try dumps.write("t.json", second)
      #expect(try importer.update() == 0)
      #expect(try importer.update() == 0)
      try dumps.write(
        "t.json", [.prompt("A"), .response("b"), .prompt("c"), .response("d"), .prompt("e"), .response("f")])
      #expect(try importer.update() == 1)
      let recording = dumps.recording
      #expect(try recording.sessions().count == 1)
      #expect(try recording.snapshots().map(\.count) == [2, 4, 6])
      #expect(try recording.inferences().map(\.cause) == [.cold, .appended, .entryEdited])
      #expect(try recording.snapshots().last?.source == "t.json")
    }
  }

  @Test("Documents one after another are the moments of one session", arguments: ["", "\n", "\u{1E}"])
  func severalDocuments(_ separator: String) throws {
    let dumps = try DumpFolder()
    let third = second + [.prompt("e")]
    try dumps.write(
      "t.json", [first, second, third].map { envelope($0).text() }.joined(separator: separator) + "\n")
    let recording = try Source.open(dumps.folder("t.json"), options: DumpFolder.options)
    #expect(try recording.sessionLines == ["t.json: 3 snapshots"])
    #expect(try recording.snapshotLines == ["t.json#1: pr", "t.json#2: prpr", "t.json#3: prprp"])
    #expect(try recording.inferences().map(\.cause) == [.cold, .appended])
  }

  @Test("A file that documents are added to: only the new ones are imported, and only when they are whole")
  func growingLines() throws {
    for name in [nil, "t.json"] {
      let dumps = try DumpFolder()
      func write(_ series: [[Written]], cut: Int = 0) throws {
        let text = series.map { envelope($0).text() + "\n" }.joined()
        try dumps.write("t.json", String(text.dropLast(cut)))
      }
      let third = second + [.prompt("e"), .response("f")]
      try write([first])
      let importer = try dumps.importer(name)
      try importer.update()
      try write([first, second])
      #expect(try importer.update() == 1)
      try write([first, second, third], cut: 20)
      #expect(try importer.update() == 0)
      try write([first, second, third])
      #expect(try importer.update() == 1)
      #expect(try dumps.recording.sessions().count == 1)
      #expect(try dumps.recording.snapshots().map(\.count) == [2, 4, 6])
      #expect(try dumps.recording.inferences().map(\.cause) == [.cold, .appended, .appended])
    }
  }

  @Test("Of a file that breaks off in its second document nothing is imported")
  func allOrNothing() throws {
    let dumps = try DumpFolder()
    try dumps.write("a.json", first)
    try dumps.write("b.json", envelope([.prompt("x")]).text() + "{")
    let importer = try dumps.importer()
    #expect(try importer.update() == 1 && importer.refused.count == 1)
    #expect(try dumps.recording.snapshotLines == ["a.json: pr"])
  }
}
