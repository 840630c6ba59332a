import Testing

@testable import Transcripts

/// Whoever is generic over these protocols takes a transcript: that this compiles is half of the test.
private func ids<C>(_ entries: C) -> [String]
where
  C: RandomAccessCollection & MutableCollection & RangeReplaceableCollection, C.Element == Transcript.Entry
{
  entries.map(\.id)
}

private func isSendable(_: some Sendable) {}

@Suite("Transcript: a collection of entries")
struct TranscriptCollectionTests {
  let session: [Written] = [
    .instructions("Be brief."), .prompt("a"), .toolCalls("f"), .toolOutput("f"), .response("b"),
  ]

  @Test("T1: random access, mutable, range-replaceable")
  func collection() throws {
    var transcript = try Transcript(session)
    isSendable(transcript)
    #expect(ids(transcript) == ["I", "P-a", "C-f", "call-f", "R-b"])
    #expect(transcript.count == 5 && transcript.startIndex == 0 && transcript.endIndex == 5)
    #expect(transcript.last?.kind == .response && transcript[3].kind == .toolOutput)
    #expect(ids(transcript[1..<3]) == ["P-a", "C-f"])
    #expect(ids(Transcript(entries: transcript.reversed())) == ["R-b", "call-f", "C-f", "P-a", "I"])
    transcript.swapAt(1, 4)
    #expect(ids(transcript) == ["I", "R-b", "C-f", "call-f", "P-a"])
    transcript.append(contentsOf: try Transcript([.prompt("c")]))
    transcript.removeFirst()
    transcript.replaceSubrange(1..<3, with: try Transcript([.response("x"), .response("y"), .response("z")]))
    #expect(ids(transcript) == ["R-b", "R-x", "R-y", "R-z", "P-a", "P-c"])
    transcript.removeAll { $0.kind == .response }
    #expect(ids(transcript) == ["P-a", "P-c"])
    #expect(Transcript().isEmpty && Transcript(entries: []) == Transcript())
  }

  @Test("T1: equal transcripts are equal, and every difference counts")
  func equality() throws {
    #expect(try Transcript(session) == Transcript(session))
    for index in session.indices {
      var other = session
      other[index] = .prompt("other")
      #expect(try Transcript(other) != Transcript(session))
      other.remove(at: index)
      #expect(try Transcript(other) != Transcript(session))
    }
    // Composed and decomposed letters look alike, but a model sees different tokens.
    #expect(
      try Transcript([.raw(#"{"role":"x","t":"\#u{E9}"}"#)])
        != Transcript([.raw(#"{"role":"x","t":"e\#u{301}"}"#)]))
  }

  @Test("T4: the history is everything but a leading instructions entry")
  func history() throws {
    #expect(ids(try Transcript(session).history) == ["P-a", "C-f", "call-f", "R-b"])
    #expect(
      ids(try Transcript([.prompt("a"), .instructions("late"), .response("b")]).history) == [
        "P-a", "I", "R-b",
      ])
    #expect(Transcript().history.isEmpty)
    #expect(try Transcript([.instructions("alone")]).history.isEmpty)
  }

  @Test("T4: history = history.suffix(n) shortens the session and keeps its instructions")
  func suffix() throws {
    var transcript = try Transcript(session)
    transcript.history = transcript.history.suffix(2)
    #expect(ids(transcript) == ["I", "call-f", "R-b"])
    transcript.history = transcript.history.suffix(50)
    #expect(ids(transcript) == ["I", "call-f", "R-b"])
    transcript.history = transcript.history.dropLast()
    #expect(ids(transcript) == ["I", "call-f"])
    transcript.history = transcript.history.suffix(0)
    #expect(ids(transcript) == ["I"])
  }

  @Test(
    "T4: an array literal and a part of a view can be assigned; with no instructions everything is replaced")
  func assignment() throws {
    var transcript = try Transcript(session)
    let (first, second) = (transcript[1], transcript[4])
    transcript.history = [first, second]
    #expect(ids(transcript) == ["I", "P-a", "R-b"])
    transcript.history = []
    #expect(ids(transcript) == ["I"])
    var bare = try Transcript([.prompt("a"), .response("b")])
    bare.history = [second]
    #expect(ids(bare) == ["R-b"])
    // A leading instructions entry in what is assigned is history like any other; the transcript's own stays.
    transcript.history = [transcript[0], first]
    #expect(ids(transcript) == ["I", "I", "P-a"])
  }

  @Test("T4: a view is a collection with an index of its own, and its parts are views")
  func view() throws {
    var transcript = try Transcript(session)
    var view = transcript.history
    #expect(view.startIndex == view.indices.first && view.endIndex == view.startIndex.advanced(by: 4))
    #expect(view.startIndex.distance(to: view.endIndex) == 4 && view.startIndex < view.endIndex)
    #expect(view[view.startIndex].id == "P-a" && view[view.index(before: view.endIndex)].id == "R-b")
    let part: Transcript.HistoryView = view.dropFirst().dropLast()
    #expect(ids(part) == ["C-f", "call-f"] && part.startIndex == view.index(after: view.startIndex))
    view[view.index(after: view.startIndex)..<view.index(before: view.endIndex)] = []
    #expect(ids(view) == ["P-a", "R-b"])
    view.append(transcript[2])
    view.append(contentsOf: [transcript[3]])
    view.insert(transcript[4], at: view.startIndex)
    view[view.startIndex] = transcript[1]
    #expect(ids(view) == ["P-a", "P-a", "R-b", "C-f", "call-f"])
    #expect(ids(transcript) == ["I", "P-a", "C-f", "call-f", "R-b"], "a view is a value of its own")
    transcript.history[transcript.history.startIndex] = transcript[4]
    transcript.history.removeLast()
    #expect(ids(transcript) == ["I", "R-b", "C-f", "call-f"])
  }
}
