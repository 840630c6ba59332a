import Testing

@testable import Recordings

@Suite("A splice between two lists")
struct SpliceTests {
  private func ids(_ numbers: Int64...) -> [EntryID] { numbers.map { EntryID($0) } }
  private func ids(_ numbers: ClosedRange<Int64>) -> [EntryID] { numbers.map { EntryID($0) } }

  private func between(_ old: [EntryID], _ new: [EntryID]) -> Splice {
    let splice = Splice.between(old, new)
    #expect(splice.applied(to: old) == new)
    return splice
  }

  @Test("appending, cutting, inserting and replacing")
  func edits() {
    #expect(
      between(ids(1, 2), ids(1, 2, 3)) == Splice(position: 2, removed: 0, inserted: [.entry(EntryID(3))]))
    #expect(between(ids(1, 2, 3), ids(1)) == Splice(position: 1, removed: 2))
    #expect(
      between(ids(1, 3), ids(1, 2, 3)) == Splice(position: 1, removed: 0, inserted: [.entry(EntryID(2))]))
    #expect(
      between(ids(1, 2, 3), ids(1, 4, 5, 3))
        == Splice(position: 1, removed: 1, inserted: [.entry(EntryID(4)), .entry(EntryID(5))]))
    #expect(between([], []) == Splice(position: 0))
    #expect(between(ids(1, 2), ids(1, 2)) == Splice(position: 2))
    #expect(
      between(ids(1, 1), ids(1, 1, 1)) == Splice(position: 2, removed: 0, inserted: [.entry(EntryID(1))]))
  }

  @Test("instructions edited and a prompt added: what is between is copied")
  func bothEnds() {
    #expect(
      between(ids(1...100), ids(500) + ids(2...100) + ids(501))
        == Splice(
          position: 0, removed: 100, inserted: [.entry(EntryID(500)), .copy(1..<100), .entry(EntryID(501))]))
  }

  @Test("two halves that changed places")
  func moved() {
    #expect(
      between(ids(1...10), ids(6...10) + ids(1...5))
        == Splice(position: 0, removed: 10, inserted: [.copy(5..<10), .copy(0..<5)]))
  }

  @Test("runs of three are not worth a copy, runs of four are")
  func shortRuns() {
    #expect(
      between(ids(1, 2, 3, 4, 5, 6, 7), ids(9, 2, 3, 4, 8, 4, 5, 6, 7, 9)).inserted == [
        .entry(EntryID(9)), .entry(EntryID(2)), .entry(EntryID(3)), .entry(EntryID(4)), .entry(EntryID(8)),
        .copy(3..<7), .entry(EntryID(9)),
      ])
  }

  @Test("the longest of several runs, and a thousand equal entries")
  func repeats() {
    #expect(
      between(ids(1, 2, 3, 4, 1, 2, 3, 4, 5), ids(7, 1, 2, 3, 4, 5, 8)).inserted == [
        .entry(EntryID(7)), .copy(4..<9), .entry(EntryID(8)),
      ])
    let same = [EntryID](repeating: EntryID(1), count: 1_000)
    #expect(
      between(ids(2) + same + ids(3), ids(4) + same + ids(5))
        == Splice(
          position: 0, removed: 1_002, inserted: [.entry(EntryID(4)), .copy(1..<1_001), .entry(EntryID(5))]))
  }

  @Test("a splice that does not fit gives nothing")
  func misfits() {
    #expect(Splice(position: 3).applied(to: ids(1, 2)) == nil)
    #expect(Splice(position: 1, removed: 2).applied(to: ids(1, 2)) == nil)
    #expect(Splice(position: 0, inserted: [.copy(1..<3)]).applied(to: ids(1, 2)) == nil)
    #expect(Splice(position: 0, inserted: [.copy(-1..<1)]).applied(to: ids(1, 2)) == nil)
  }
}
