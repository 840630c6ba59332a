import Recordings
import Testing
import Transcripts

@Suite("Two recordings, session by session")
struct RecordingComparisonTests {
  private struct Sessions {
    let recording: Recording

    init() throws { recording = try Recording.inMemory(tokenizer: "none") }

    /// A session with so many requests; its id.
    @discardableResult
    func add(_ title: String, below parent: SessionID? = nil, call: String? = nil, requests: Int = 0) throws
      -> SessionID
    {
      try recording.write { writer in
        let id = try writer.insertSession(
          uuid: title, title: title, origin: "live", started: Timestamp(milliseconds: 0), parent: parent,
          parentCall: call)
        for _ in 0..<requests {
          let request = try writer.insertRequest(
            session: id, prompt: "p", started: Timestamp(milliseconds: 0))
          try writer.updateRequest(request, ended: Timestamp(milliseconds: 10), outcome: .completed)
        }
        return id
      }
    }

    var roots: [SessionRow] { get throws { try recording.sessions().filter { $0.parent == nil } } }
  }

  private func titles(_ comparison: RecordingComparison) -> [[String]] {
    comparison.pairs.map {
      [$0.before?.session.title ?? "–", $0.after?.session.title ?? "–", $0.parent.map(String.init) ?? ""]
    }
  }

  @Test("M6: sessions of tools belong together by their call, then by their order, below their parents")
  func calls() throws {
    let (old, new) = (try Sessions(), try Sessions())
    let a = try old.add("a", requests: 2)
    let x = try old.add("x", below: a, call: "1", requests: 1)
    try old.add("y", below: a, call: "2")
    try old.add("z", below: a)
    try old.add("deep", below: x, call: "3")
    try old.add("b")
    let a2 = try new.add("A", requests: 1)
    try new.add("Y", below: a2, call: "2")
    let x2 = try new.add("X", below: a2, call: "1", requests: 3)
    try new.add("Deep", below: x2, call: "3")
    try new.add("Z", below: a2, call: "other")
    try new.add("more", below: a2, call: "another")
    let comparison = try RecordingComparison(of: old.roots, in: old.recording, with: new.recording)
    #expect(
      titles(comparison) == [
        ["a", "A", ""], ["x", "X", "0"], ["deep", "Deep", "1"], ["y", "Y", "0"], ["z", "Z", "0"],
        ["–", "more", "0"], ["b", "–", ""],
      ])
    #expect(comparison.pairs.map { $0.before?.number } == [1, 2, 5, 3, 4, nil, 6])
    #expect(comparison.before.requests == 3 && comparison.after.requests == 4)
    // Two requests of 10 ms each; what x took is in them.
    #expect(comparison.before.milliseconds?.value == 20 && comparison.after.milliseconds?.value == 10)
  }

  @Test("M6: one session is shown with its own numbers")
  func only() throws {
    let (old, new) = (try Sessions(), try Sessions())
    let a = try old.add("a", requests: 2)
    try old.add("x", below: a, call: "1", requests: 1)
    let a2 = try new.add("A", requests: 2)
    try new.add("X", below: a2, call: "1", requests: 3)
    let comparison = try RecordingComparison(
      of: old.roots, in: old.recording, with: new.recording, only: 2)
    #expect(titles(comparison) == [["x", "X", ""]])
    #expect(comparison.before.requests == 1 && comparison.after.requests == 3)
  }

  @Test("A session that stands above itself, or behind its own child, is no way round in circles")
  func circles() throws {
    let (old, new) = (try Sessions(), try Sessions())
    try old.add("a")
    try old.add("self", below: SessionID(2))
    try old.add("early", below: SessionID(4))
    try old.add("late", below: SessionID(3))
    try new.add("A")
    let comparison = try RecordingComparison(of: old.roots, in: old.recording, with: new.recording)
    #expect(titles(comparison) == [["a", "A", ""]])
  }

  @Test("Sums of nothing are nothing")
  func none() throws {
    let (old, new) = (try Sessions(), try Sessions())
    let comparison = try RecordingComparison(of: [], in: old.recording, with: new.recording)
    #expect(comparison.pairs.isEmpty && comparison.departure == nil && comparison.prefilledMore == nil)
    #expect(comparison.before == SessionTotals())
  }
}
