import PrefixCache
import Testing
import Transcripts

/// C6: the cause, the place and the texts of a lost cache, for what happens to the history.
@Suite("Cause: the history")
struct CauseOfHistoryTests {
  /// 3 + 2 + 4 + 2 + 4 = 15 tokens.
  let session: [Written] = [
    .instructions("Be brief now."), .prompt("first question"), .response("an answer to it"),
    .prompt("second question"),
    .response("another answer to it"),
  ]

  @Test("C6: nothing held is a cold start")
  func cold() throws {
    let found = try compare([], session)
    #expect(
      found.cause == .cold && found.divergence == nil && found.commonTokens == 0 && found.tailStart == 0)
    #expect(try compare([], []).cause == .cold)
  }

  @Test("C6: not one token in common is a cold start as well")
  func unrelated() throws {
    let found = try compare([.prompt("x y"), .response("z")], [.prompt("a b"), .response("c")])
    #expect(
      found.cause == .cold && found.divergence == nil && found.commonTokens == 0 && found.commonEntries == 0)
  }

  @Test("C6: everything held is kept")
  func appended() throws {
    let found = try compare(session, session + [.prompt("third")])
    #expect(found.cause == .appended && found.divergence == nil)
    #expect(found.commonTokens == 15 && found.commonEntries == 5 && found.tailStart == 5)
    #expect(!found.cause.isLoss)
    #expect(try compare(session, session).cause == .appended)
  }

  @Test("C6: an entry edited in the middle")
  func edited() throws {
    var wanted = session
    wanted[2] = .response("an answer for it")
    let found = try compare(session, wanted + [.prompt("third")])
    #expect(found.cause == .entryEdited && found.cause.isLoss)
    // 3 + 2 before it, "an answer " is 10 bytes and 2 tokens.
    #expect(found.divergence?.place == "token 7, entry 2, text at 10")
    #expect(found.divergence?.before == "an answer to it" && found.divergence?.after == "an answer for it")
    #expect(found.divergence?.detail == nil)
    #expect(found.commonEntries == 2 && found.commonTokens == 7 && found.tailStart == 5)
  }

  @Test("C6: a call's arguments edited, then only the order of their keys")
  func arguments() throws {
    let held: [Written] = [
      .prompt("a"), .toolCalls("find", #"{"q": "x", "n": 1}"#), .toolOutput("find", "y"),
    ]
    var wanted = held
    wanted[1] = .toolCalls("find", #"{"q": "z", "n": 1}"#)
    let found = try compare(held, wanted)
    // The prompt, the tool's name, and `{"q":` before the value; 7 bytes up to its first letter.
    #expect(found.cause == .entryEdited && found.divergence?.place == "token 4, entry 1, arguments at 7")
    wanted[1] = .toolCalls("find", #"{"n": 1, "q": "x"}"#)
    let order = try compare(held, wanted)
    #expect(order.cause == .entryEdited && order.divergence?.detail == "key-order-only")
    #expect(order.divergence?.place == "token 3, entry 1, arguments at 2")
    wanted[1] = .toolCalls("seek", #"{"q": "x", "n": 1}"#)
    #expect(try compare(held, wanted).divergence?.place == "token 1, entry 1, name at 0")
  }

  @Test("C6: an entry of another kind in its place differs from its first byte, even with the same text")
  func otherKind() throws {
    let found = try compare([.prompt("a b"), .response("c d")], [.prompt("a b"), .reasoning("c d")])
    #expect(found.cause == .entryDropped && found.divergence?.place == "token 2, entry 1, text at 0")
    #expect(found.divergence?.before == "c d" && found.divergence?.after == "c d")
  }

  @Test("C6: entries dropped from the front, the middle and the tail")
  func dropped() throws {
    var front = session
    front.removeSubrange(1...2)
    let slid = try compare(session, front + [.prompt("third")])
    #expect(slid.cause == .entryDropped)
    // "first question" against "second question".
    #expect(slid.divergence?.place == "token 3, entry 1, text at 0")
    #expect(slid.divergence?.before == "first question" && slid.divergence?.after == "second question")
    #expect(slid.tailStart == 3 && slid.commonEntries == 1)

    var middle = session
    middle.remove(at: 3)
    let cut = try compare(session, middle)
    #expect(cut.cause == .entryDropped && cut.divergence?.place == "token 9, entry 3, text at 0")

    let shorter = try compare(session, Array(session.prefix(3)))
    #expect(shorter.cause == .entryDropped && shorter.divergence?.place == "token 9, entry 3, text at 0")
    #expect(shorter.divergence?.before == "second question" && shorter.divergence?.after == "")
    #expect(shorter.commonTokens == 9 && shorter.tailStart == 3)
  }

  @Test("C6: instructions that are gone, and instructions that came")
  func instructionsGone() throws {
    let found = try compare(session, Array(session.dropFirst()))
    #expect(found.cause == .entryDropped && found.divergence?.place == "token 0, entry 0, text at 0")
    #expect(found.divergence?.before == "Be brief now." && found.divergence?.after == "first question")
    let came = try compare(Array(session.dropFirst()), session)
    #expect(came.cause == .entryInserted && came.divergence?.place == "token 0, entry 0, text at 0")
  }

  @Test("C6: a compaction puts a summary where many entries stood")
  func compaction() throws {
    let wanted: [Written] = [session[0], .prompt("first sum"), session[3], session[4], .prompt("third")]
    let found = try compare(session, wanted)
    #expect(found.cause == .entryDropped)
    // "first " is common: 6 bytes, 1 token after the instructions' 3.
    #expect(found.divergence?.place == "token 4, entry 1, text at 6")
    #expect(found.tailStart == 4)
    // One entry for one is an edit.
    var same = session
    same[1] = .prompt("first sum")
    #expect(try compare(session, same).cause == .entryEdited)
  }

  @Test("C6: an entry inserted before what was there")
  func inserted() throws {
    var wanted = session
    wanted.insert(.prompt("between"), at: 3)
    let found = try compare(session, wanted)
    #expect(found.cause == .entryInserted && found.divergence?.place == "token 9, entry 3, text at 0")
    #expect(found.divergence?.after == "between" && found.divergence?.detail == nil && found.tailStart == 6)
    // Entries that stand several times are matched through their neighbours.
    let often: [Written] = [
      .prompt("go on"), .response("ok"), .prompt("go on"), .response("ok"), .prompt("x"),
    ]
    var more = often
    more.insert(.prompt("wait"), at: 2)
    #expect(try compare(often, more).cause == .entryInserted)
  }

  @Test("C6: a block moved to a later place is told by where it went")
  func moved() throws {
    let held = session + [.prompt("c"), .response("d"), .prompt("e"), .response("f")]
    var wanted = held
    wanted.removeSubrange(1...2)
    wanted.insert(contentsOf: held[1...2], at: 5)
    let found = try compare(held, wanted + [.prompt("new")])
    #expect(found.cause == .entryReordered && found.divergence?.detail == "moved-to:5")
    #expect(found.divergence?.place == "token 3, entry 1, text at 0" && found.tailStart == 9)
    // A block that is longer than what it passes: it is those few that moved, but the first difference is the same.
    var long = held
    long.removeSubrange(1...4)
    long.insert(contentsOf: held[1...4], at: 2)
    #expect(try compare(held, long).cause == .entryReordered)
    #expect(try compare(held, long).divergence?.detail == "moved-to:2")
    // Two entries that changed places.
    var swapped = held
    swapped.swapAt(2, 4)
    #expect(try compare(held, swapped).divergence?.detail == "moved-to:4")
    #expect(try compare(held, swapped).cause == .entryReordered)
  }

  @Test("C6: a look-alike means something only where a text was edited")
  func noLookAlikeAcrossEntries() throws {
    let held: [Written] = [.prompt("x"), .response("-"), .prompt("\u{2013}"), .response("y")]
    let found = try compare(held, [held[0], .response("\u{2013}"), held[3]])
    #expect(found.cause == .entryDropped && found.divergence?.detail == nil)
  }

  @Test("Entries without any text don't trap")
  func emptyEntries() throws {
    let empty = Written.raw(["role": "response", "id": "R", "contents": []])
    #expect(
      try compare([.prompt("a"), empty], [.prompt("a"), .response("b")]).divergence?.place
        == "token 1, entry 1, text at 0")
    #expect(try compare([.prompt("a"), .response("b")], [.prompt("a"), empty]).divergence?.before == "b")
    #expect(try compare([.prompt("a"), empty], [.prompt("a")]).cause == .entryDropped)
    #expect(try compare([empty], [empty, .prompt("a")]).cause == .appended)
    #expect(
      try compare([.instructions(nil), .prompt("a")], [.instructions("x"), .prompt("a")]).cause
        == .instructionsEdited)
  }

  @Test("Images and schemas are told as what they are")
  func otherParts() throws {
    func prompt(_ image: String, _ schema: JSONValue) -> Written {
      .raw([
        "role": "user", "id": "P", "options": [:],
        "contents": [
          ["type": "text", "id": "1", "text": "a b"], ["type": "image", "id": "2", "image": .string(image)],
        ],
        "responseFormat": ["jsonSchema": ["schema": schema]],
      ])
    }
    let image = "data:image/gif;base64,R0lGODlhAgADAA=="
    let found = try compare([prompt(image, [:])], [prompt("data:image/gif;base64,R0lGODlhBAAFAA==", [:])])
    #expect(found.cause == .entryEdited && found.divergence?.part == "image" && found.divergence?.token == 2)
    #expect(found.divergence?.before == "GIF 2×3, 10 B" && found.divergence?.after == "GIF 4×5, 10 B")
    let order = try compare([prompt(image, ["b": 1, "a": 2])], [prompt(image, ["a": 2, "b": 1])])
    #expect(order.divergence?.part == "schema" && order.divergence?.byte == 2)
    #expect(order.divergence?.detail == "key-order-only")
  }
}
