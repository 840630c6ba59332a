import Testing
import Tokenizers
import Transcripts

@testable import Recordings

@Suite("Import: a recording counted again")
struct RecountTests {
  /// A token a character, to differ from the one token a word of the other tests.
  private struct Letters: TokenCounter {
    let name = "letters/1"
    func count(utf8: UnsafeBufferPointer<UInt8>) -> Int { utf8.count }
  }

  @Test("The same snapshots, and every number as if the folder had been imported with that tokenizer")
  func recounted() throws {
    let dumps = try DumpFolder()
    for (index, dump) in FolderTests.dumps.enumerated() { try dumps.write("d-\(index).json", dump) }
    var clock = FolderTests.dumps[2]
    clock[0] = .instructions("Be brief then.")
    try dumps.write("d-3.json", clock + [.response("yes")])
    try dumps.importer().update()
    let options = ImportOptions(counter: Letters())
    let again = try #require(try Source.recounted(dumps.recording, options: options))
    let afresh = try Recording.inMemory(tokenizer: "letters/1")
    try FolderImport(dumps.folder.path, into: afresh, options: options).update()
    #expect(again.tokenizer == "letters/1")
    #expect(try again.snapshotLines == dumps.recording.snapshotLines)
    #expect(try again.snapshots() == afresh.snapshots())
    #expect(try again.inferences() == afresh.inferences())
    #expect(try again.inferences().map(\.cause) == dumps.recording.inferences().map(\.cause))
    #expect(try again.inferences() != dumps.recording.inferences())
    #expect(try again.requestLines == dumps.recording.requestLines)
    let session = try #require(try again.sessions().first)
    #expect(try again.envelope(of: session.id) == afresh.envelope(of: session.id))
  }

  @Test("What was recorded live is not counted again")
  func live() throws {
    let recording = try Recording.inMemory(tokenizer: "words")
    try recording.write { writer in
      _ = try writer.insertSession(uuid: "u", title: "live", origin: "live")
    }
    #expect(try Source.recounted(recording, options: ImportOptions(counter: Letters())) == nil)
  }
}
