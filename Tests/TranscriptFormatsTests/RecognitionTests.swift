import Testing
import Transcripts

@testable import TranscriptFormats

/// A reader that remembers the last dump must find in the next one what a reader without memory finds.
@Suite("Reading: entries of the last dump are recognised, and only they")
struct RecognitionTests {
  /// Reads dumps one after another; a handle stands for an entry's canonical JSON.
  struct Follower {
    var reader = TranscriptReader()
    var handles: [[UInt8]: Int] = [:]
    var scanned = 0

    mutating func read(_ text: String, remembering: Bool = true) throws -> [Int] {
      let bytes = Array(text.utf8)
      var (handles, scanned) = (self.handles, self.scanned)
      defer { (self.handles, self.scanned) = (handles, scanned) }
      let document = try bytes.withUnsafeBufferPointer { text in
        try reader.read(text, file: "t.json") { scanner in
          scanned += 1
          if let known = handles[scanner.json] { return known }
          handles[scanner.json] = handles.count
          return handles.count - 1
        }
      }
      if remembering { _ = reader.remember(bytes, keyOrders: document.keyOrders) }
      return document.entries
    }

    /// What a reader without memory finds, told by the same handles.
    func fresh(_ text: String) throws -> [Int] {
      var other = Follower(handles: handles)
      let entries = try other.read(text)
      #expect(other.handles.count == handles.count, "an entry was missed")
      return entries
    }
  }

  @Test("What stands in the same bytes is not read again")
  func recognises() throws {
    var follower = Follower()
    let session: [Written] = [.instructions("i"), .prompt("a"), .response("b"), .prompt("c")]
    #expect(try follower.read(envelope(session)) == [0, 1, 2, 3] && follower.scanned == 4)
    #expect(try follower.read(envelope(session)) == [0, 1, 2, 3] && follower.scanned == 4)
    #expect(
      try follower.read(envelope(session + [.response("d")])) == [0, 1, 2, 3, 4] && follower.scanned == 5)
    // One edited in the middle, one dropped, one put in: only those are read again, and the one after a gap.
    var edited = session + [.response("d")]
    edited[1] = .prompt("A")
    #expect(try follower.read(envelope(edited)) == [0, 5, 2, 3, 4] && follower.scanned == 6)
    edited.remove(at: 2)
    #expect(try follower.read(envelope(edited)) == [0, 5, 3, 4] && follower.scanned == 7)
    edited.insert(.prompt("new"), at: 1)
    #expect(try follower.read(envelope(edited)) == [0, 6, 5, 3, 4])
  }

  @Test("A number that begins like the last one is not the last one")
  func prefixes() throws {
    var follower = Follower()
    let first = try follower.read(envelope([.prompt("a"), .raw("1"), .raw(#""x""#)]))
    let second = try follower.read(envelope([.prompt("a"), .raw("12"), .raw(#""x""#)]))
    #expect(first == [0, 1, 2] && second == [0, 3, 2])
  }

  @Test("A dump that was refused changes nothing in what is known")
  func afterRefusal() throws {
    var follower = Follower()
    let session: [Written] = [.instructions("i"), .prompt("a"), .response("b")]
    _ = try follower.read(envelope(session))
    for length in [40, 120, 200] {
      let cut = String(envelope(session + [.prompt("c")]).prefix(length))
      #expect(throws: TranscriptFileError.self) { try follower.read(cut) }
    }
    #expect(try follower.read(envelope(session + [.prompt("c")])) == [0, 1, 2, 3])
  }

  @Test("Shuffled keys are noticed, within a dump and from one to the next")
  func shuffledKeys() throws {
    func shuffles(_ texts: [String]) throws -> [Bool] {
      var reader = TranscriptReader()
      return try texts.map { text in
        let bytes = Array(text.utf8)
        let document = try bytes.withUnsafeBufferPointer { try reader.read($0, file: "t.json") { _ in 0 } }
        _ = reader.remember(bytes, keyOrders: document.keyOrders)
        return document.shufflesKeys
      }
    }
    let other = Written.raw(#"{"role":"response","id":"R-x","contents":[]}"#)
    let sorted = Written.raw(#"{"contents":[],"id":"R-y","role":"response"}"#)
    #expect(try shuffles([envelope([sorted, sorted]), envelope([sorted])]) == [false, false])
    #expect(try shuffles([envelope([sorted, other])]) == [true])
    #expect(try shuffles([envelope([sorted]), envelope([other])]) == [false, true])
    #expect(try shuffles([envelope([.prompt("a"), sorted, .toolCalls("f")])]) == [false])
  }

  @Test("Whatever is edited: read with memory is read fresh", arguments: 1...40 as ClosedRange<UInt64>)
  func property(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var follower = Follower()
    var session: [Written] = [.instructions("i")]
    var number = 0
    for step in 0..<30 {
      for _ in 0..<random.below(4) { Self.edit(&session, &number, &random) }
      let text = Self.layout(session, &random)
      let entries = try follower.read(text, remembering: random.below(8) > 0)
      try #require(try entries == follower.fresh(text), "seed \(seed), step \(step): \(text)")
    }
  }

  private static func edit(_ session: inout [Written], _ number: inout Int, _ random: inout SeededGenerator) {
    func place() -> Int { random.below(max(1, session.count)) }
    func new() -> Written {
      number += 1
      let text = random.pick(["n\(number)", "same", "é\(number)", "😀"])
      return random.pick([
        .prompt(text), .response(text), .toolCalls(text), .raw(#"{"role":"x\#(text)"}"#), .raw("\(number)"),
      ])
    }
    switch random.below(9) {
    case 0, 1, 2: session.append(new())
    case 3 where !session.isEmpty: session.remove(at: place())
    case 4 where !session.isEmpty: session[place()] = new()
    case 5: session.insert(new(), at: place())
    case 6 where !session.isEmpty: session.insert(session.remove(at: place()), at: place())
    case 7 where !session.isEmpty: session.insert(session[place()], at: place())
    case 8 where session.count > 4: session.removeSubrange(1..<3)
    default: break
    }
  }

  /// The session as text, now and then with other white space or keys in another order.
  private static func layout(_ session: [Written], _ random: inout SeededGenerator) -> String {
    let space = random.pick(["", "", "", " ", "\n  "])
    let turns = random.below(6) == 0
    let entries = session.map {
      turns ? $0.json.replacing(#","role":"user"}"#, with: #", "role":"user"}"#) : $0.json
    }
    let text = "[" + entries.map { space + $0 }.joined(separator: ",") + "]"
    let body = #""transcript":{"entries":\#(text)}"#
    return random.below(5) == 0 ? #"{"version":1,\#(body)}"# : #"{\#(body),"version":"1.1"}"#
  }
}
