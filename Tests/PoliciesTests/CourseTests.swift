import PrefixCache
import Recordings
import Testing
import Tokenizers
import Transcripts

@testable import Policies

/// Lists as runs of numbers, and what is worked out on them, against the plain thing.
@Suite("Lists of entries as runs")
struct CourseTests {
  private func list(_ numbers: [Int]) -> CourseList {
    numbers.reduce(into: CourseList()) { $0.append($1) }
  }

  private func numbers(_ list: CourseList) -> [Int] { list.runs.flatMap(Array.init) }

  @Test("Slices, ends and joins are those of an array")
  func slices() {
    var random = Numbers(state: 5)
    for _ in 0..<300 {
      let count = Int.random(in: 0...12, using: &random)
      var plain: [Int] = []
      while plain.count < count {
        let start = Int.random(in: 0..<20, using: &random)
        plain += Array(start..<start + Int.random(in: 1...4, using: &random)).prefix(count - plain.count)
      }
      let list = list(plain)
      #expect(numbers(list) == plain && list.count == count)
      #expect(list.first == plain.first && list.last == plain.last)
      #expect(Array(list.backwards) == plain.reversed())
      for lower in 0...count {
        #expect(numbers(list.suffix(lower)) == plain.suffix(lower))
        #expect(numbers(list.dropFirst(lower)) == Array(plain.dropFirst(lower)))
        for upper in lower...count {
          let cut = list[lower..<upper]
          #expect(numbers(cut) == Array(plain[lower..<upper]) && cut.count == upper - lower)
        }
        #expect(numbers(list[0..<lower].followed(by: list.dropFirst(lower))) == plain)
        if lower < count { #expect(list[lower] == plain[lower]) }
      }
      #expect(list.suffix(count + 3) == list && list[0..<count + 3] == list)
    }
  }

  /// A generator with a fixed seed, so that a failing case comes again.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// Prompts of few words, so that lists part at any place, and some entries begin as others do.
  private func recording(_ texts: [String]) throws -> (Recording, [EntryID]) {
    let recording = try Recording.inMemory(tokenizer: "characters/1")
    let ids = try recording.write { writer in
      try texts.enumerated().map { number, text in
        let json =
          "{\"id\":\"p\(number)\",\"role\":\"user\",\"contents\":[{\"id\":\"s\",\"text\":\"\(text)\",\"type\":\"text\"}],\"options\":{}}"
        var scanner = EntryScanner()
        let bytes = Array(json.utf8)
        _ = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try scanner.scan(buffer, at: 0) }
        return try writer.intern(scanner.record(tokens: 1, toolTokens: 0))
      }
    }
    return (recording, ids)
  }

  @Test("C2: what two lists begin with alike is what two contexts do, token by token")
  func commonPrefix() throws {
    let texts = ["one two", "one two three", "one", "one two", "four", "", "one two three four five six"]
    let (recording, ids) = try recording(texts)
    let catalogue = CourseCatalogue(recording, .stemma)
    let numbers = try ids.map(catalogue.number(of:))
    var maker = ContextTokenizer(.stemma)
    let blocks = texts.map { text in
      maker.block(of: .prompt(.init(segments: [.text(.init(id: "", content: text))])))
    }
    #expect(numbers == Array(0..<texts.count))
    for (number, block) in zip(numbers, blocks) {
      #expect(catalogue.tokens(of: list([number])) == block.count)
    }
    var random = Numbers(state: 3)
    for _ in 0..<400 {
      func pick() -> [Int] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<texts.count, using: &random)
        }
      }
      let shared = pick()
      let (a, b) = (shared + pick(), shared + pick())
      let (mine, theirs) = (TokenContext(a.map { blocks[$0] }), TokenContext(b.map { blocks[$0] }))
      let limit = Int.random(in: 0...theirs.count, using: &random)
      #expect(
        try catalogue.commonPrefix(list(a), list(b), limit: limit)
          == mine.commonPrefix(with: theirs, limit: limit), "\(a) \(b) \(limit)")
    }
  }

  @Test("Another number for an entry is the same entry to caches and counts, and continues a run")
  func again() throws {
    let (recording, ids) = try recording(["one two", "three", "four five six"])
    let catalogue = CourseCatalogue(recording, .stemma)
    let numbers = try ids.map(catalogue.number(of:))
    let others = [catalogue.again(numbers[0]), catalogue.again(numbers[2])]
    #expect(others == [3, 4] && list(others).runs == [3..<5])
    #expect(catalogue.tokens(of: list(others)) == catalogue.tokens(of: list([0, 2])))
    #expect(catalogue.kind(of: others[1]) == .prompt)
    let whole = catalogue.tokens(of: list([0, 2]))
    #expect(try catalogue.commonPrefix(list([0, 2]), list(others), limit: .max) == whole)
    #expect(try catalogue.commonPrefix(list(others), list([0, 1]), limit: .max) < whole)
  }

  @Test("A session's lists, made of splices, are those that the recording spells out")
  func passage() throws {
    let (recording, ids) = try recording((0..<40).map { "number \($0)" })
    var random = Numbers(state: 9)
    try recording.write { writer in
      let session = try writer.insertSession(uuid: "s", title: "s", origin: "live")
      let request = try writer.insertRequest(session: session, prompt: "p")
      var parent: SnapshotID?
      var count = 0
      for number in 0..<700 {
        let position = Int.random(in: 0...count, using: &random)
        let removed = Int.random(in: 0...min(2, count - position), using: &random)
        var inserted: [Splice.Piece] = [.entry(ids[Int.random(in: 0..<ids.count, using: &random)])]
        if count > 3 { inserted.append(.copy(1..<2)) }
        // The list stays short.
        let cut = count > 20 ? count - position : removed
        let splice = Splice(position: position, removed: cut, inserted: inserted)
        parent = try writer.insertSnapshot(session: session, parent: parent, cause: "edit", splice: splice)
        count += splice.insertedCount - cut
        // Long stretches without an inference, too: from the second on the list is read whole.
        guard let parent, number % 3 == 0, !(100..<500).contains(number) else { continue }
        let row = InferenceRow(
          id: InferenceID(0), request: request, session: session, sequence: number, snapshot: parent,
          inputEntries: max(0, count - 1), position: 0, removed: 0, inserted: 0, cause: .appended)
        let id = try writer.insertInference(row)
        guard number % 2 == 0, count > 2 else { continue }
        try writer.setContext(
          of: id, profile: ProfileRow(name: "p", model: "m", window: nil, tools: [], options: []),
          sent: [.copy(1..<count - 1), .entry(ids[0])])
      }
    }
    let session = try #require(recording.sessions().first)
    let catalogue = CourseCatalogue(recording, .stemma)
    var passage = CoursePassage(recording, session.id)
    var count = 0
    while let row = try passage.next() {
      let list = try passage.list(of: row.snapshot, catalogue)
      #expect(try numbers(list) == recording.entryIDs(of: row.snapshot).map(catalogue.number(of:)))
      #expect(
        try numbers(passage.sent(by: row, of: list, catalogue))
          == recording.sent(by: row).map(catalogue.number(of:)))
      count += 1
    }
    #expect(count == (try recording.inferences(of: session.id).count))
  }
}
