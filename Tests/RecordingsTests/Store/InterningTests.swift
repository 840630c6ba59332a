import Testing
import Transcripts

@testable import Recordings

@Suite("Entries are stored once")
struct InterningTests {
  private func colliding(_ json: String) -> EntryRecord {
    let digest = EntryDigest(high: 1, low: 2)
    return EntryRecord(kind: .prompt, json: [UInt8](json.utf8), digest: digest, content: digest, tokens: 3)
  }

  @Test("an equal entry has the id that it had, in this transaction and in later ones")
  func once() throws {
    let recording = try Recording.inMemory(tokenizer: "none")
    let first = try recording.write { writer in [try writer.intern(record(1)), try writer.intern(record(1))] }
    let second = try recording.write { writer in [try writer.intern(record(1)), try writer.intern(record(2))]
    }
    #expect(first.map(\.rawValue) == [1, 1])
    #expect(second.map(\.rawValue) == [1, 2])
    #expect(try recording.counts().entries == 2)
  }

  @Test("different entries with one digest are kept apart by their bytes")
  func collisions() throws {
    let recording = try Recording.inMemory(tokenizer: "none")
    let texts = ["a", "b", "ab", "", "b\u{0}"]
    let ids = try recording.write { writer in
      var ids: [EntryID] = []
      for text in texts + texts.reversed() { ids.append(try writer.intern(colliding(text))) }
      return ids
    }
    #expect(ids.map(\.rawValue) == [1, 2, 3, 4, 5, 5, 4, 3, 2, 1])
    let records = try recording.entries(ids.prefix(5))
    #expect(records.map { String(decoding: $0.json, as: UTF8.self) } == texts)
    #expect(Set(records.map(\.digest)).count == 5)
    #expect(records[0].digest == EntryDigest(high: 1, low: 2))
  }
}
