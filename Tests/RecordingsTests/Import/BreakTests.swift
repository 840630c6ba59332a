import PrefixCache
import Testing
import Transcripts

@testable import Recordings

@Suite("Import: what a dump changed in the history")
struct BreakTests {
  /// 3 + 2 + 2 + 1 + 1 + 2 tokens.
  let session = FolderTests.dumps[2]

  private func imported(_ series: [[Written]]) throws -> Recording {
    let dumps = try DumpFolder()
    for (index, dump) in series.enumerated() { try dumps.write("d-\(index).json", dump) }
    try dumps.importer().update()
    #expect(try dumps.recording.sessions().count == 1)
    return dumps.recording
  }

  @Test("The first inference of a snapshot carries its break")
  func instructionsEdited() throws {
    let edited = [.instructions("Be brief then.")] + session[1...] + [.response("so"), .prompt("fourth")]
    let recording = try imported([session, edited])
    // Held are 3 + 2 + 2 + 1 + 1 tokens in five entries, of which "Be brief " stays; of the 11 that are sent, the third
    // prompt's 2 were never held.
    #expect(
      try recording.inferenceLines == [
        "snapshot 0: 5 = 0 + 5 -> 2, cold", "snapshot 0: 8 = 7 + 1 -> 1, appended",
        "snapshot 1: 11 = 2 + 9 -> 1, instructions-edited",
      ])
    let row = try #require(try recording.inferences().last)
    #expect(
      row.lostTokens == 7 && row.position == 0 && row.removed == 5 && row.inserted == 6
        && row.inputEntries == 6)
    #expect(row.divergence?.entry == 0 && row.divergence?.byte == 9 && row.divergence?.token == 2)
    #expect(row.divergence?.before == "Be brief now." && row.divergence?.after == "Be brief then.")
    #expect(row.fate(ofEntry: 0) == .lost && row.fate(ofEntry: 5) == .new)
  }

  @Test("Two model steps in one dump: the first carries the break, the second goes on from it")
  func twoSteps() throws {
    var next = session + [.toolCalls("f"), .toolOutput("f", "x"), .response("y z")]
    next[2] = .response("the other")
    let recording = try imported([session, next])
    // Sent are the 11, of which 3 + 2 + "the " are common; then 11 + 3 held and the output's 2.
    #expect(
      try recording.inferenceLines.suffix(2) == [
        "snapshot 1: 11 = 6 + 5 -> 3, entry-edited", "snapshot 1: 16 = 14 + 2 -> 2, appended",
      ])
    #expect(try recording.inferences().suffix(2).map(\.lostTokens) == [3, 0])
  }

  @Test("A break with no model step after it is told as the inference that the state asks for")
  func withoutStep() throws {
    let answered = Array(session.prefix(3))
    let recording = try imported([answered, [.instructions("Be brief then.")] + answered[1...]])
    #expect(
      try recording.inferenceLines == [
        "snapshot 0: 5 = 0 + 5 -> 2, cold", "snapshot 1: 7 = 2 + 5 -> ?, instructions-edited",
      ])
    #expect(try recording.inferences().last?.lostTokens == 5)
    #expect(try recording.requests().count == 1)
  }

  @Test("A compaction: what was dropped is lost, what is new is new")
  func compaction() throws {
    let next: [Written] = [
      session[0], .prompt("Part one"), .response("summed up"), session[4], session[5], .response("so"),
      .prompt("fourth"),
    ]
    let recording = try imported([session, next])
    // Sent: 3 + 2 + 2 + 1 + 2 = 10; "Be brief now." is held still. The summary's 4 and the prompt's 2 are new to the cache
    // as well, but only what follows the last entry that came over counts as new.
    #expect(try recording.inferenceLines.last == "snapshot 1: 10 = 3 + 7 -> 1, entry-dropped")
    let row = try #require(try recording.inferences().last)
    #expect(row.divergence?.entry == 1 && row.divergence?.byte == 0 && row.position == 1 && row.removed == 4)
    #expect(row.lostTokens == 5)
    // The snapshot's splice is one piece: all after the instructions.
    let splice = try #require(try recording.snapshots().last)
    #expect(splice.position == 1 && splice.removed == 5 && splice.inserted == 6)
  }

  @Test("The last answer made again, or grown while it was streamed, reuses its input and loses nothing")
  func rewrittenAnswer() throws {
    let start = Array(session.prefix(2))
    let recording = try imported([
      start + [.response("half an")], start + [.response("half an answer")],
      start + [.reasoning("hm"), .response("better")],
      start + [.reasoning("hm"), .response("better"), .prompt("next"), .response("x")],
    ])
    #expect(
      try recording.inferenceLines == [
        "snapshot 0: 5 = 0 + 5 -> 2, cold", "snapshot 1: 5 = 4 + 1 -> 3, appended",
        "snapshot 2: 5 = 4 + 1 -> 2, appended",
        "snapshot 3: 8 = 7 + 1 -> 1, appended",
      ])
    #expect(try recording.requestLines == ["first question: completed", "next: completed"])
    // With something after it, the edit is one.
    let edited = try imported([
      start + [.response("half an")], start + [.response("half of"), .prompt("next"), .response("x")],
    ])
    #expect(try edited.inferences().last?.cause == .entryEdited)
  }

  @Test("The tail undone, then gone on with: the cache still holds the beginning")
  func undone() throws {
    let recording = try imported([
      session, Array(session.prefix(3)), Array(session.prefix(3)) + [.prompt("else"), .response("x")],
    ])
    #expect(
      try recording.inferenceLines.suffix(2) == [
        "snapshot 1: 7 = 6 + 1 -> ?, entry-dropped", "snapshot 2: 8 = 7 + 1 -> 1, appended",
      ])
  }

  @Test("Other ids, options or metadata are other entries, but the same tokens")
  func idsOnly() throws {
    func response(_ id: String) -> Written {
      Written(json: [
        "contents": [["id": "s", "text": "the answer", "type": "text"]], "id": .string(id),
        "role": "response",
      ])
    }
    let start = Array(session.prefix(2))
    let recording = try imported([
      start + [response("1")], start + [response("2"), .prompt("next"), .response("x")],
    ])
    #expect(try recording.inferences().map(\.cause) == [.cold, .appended])
    #expect(try recording.snapshots().last?.removed == 1)
    let again = try imported([start + [response("1")], start + [response("2")]])
    #expect(try again.inferenceLines == ["snapshot 0: 5 = 0 + 5 -> 2, cold"])
  }
}
