import PrefixCache
import Testing
import Transcripts

/// C6, T3: tool schemas live in entry 0, so that every change of them is told apart from a change of the text.
@Suite("Cause: the instructions and their tools")
struct CauseOfInstructionsTests {
  private func compareTools(_ before: [JSONValue], _ after: [JSONValue]) throws -> CacheComparison {
    let rest: [Written] = [.prompt("hello there"), .response("yes")]
    return try compare(
      [.instructions("Be brief.", tools: before)] + rest,
      [.instructions("Be brief.", tools: after)] + rest + [.prompt("x")])
  }

  private let a = Written.tool("a", "Apples fall.")
  private let b = Written.tool("b", "Boats float.")
  private let c = Written.tool("c", "Cats climb.")
  /// Bytes of a tool's JSON before its description.
  private let description = #"{"function":{"description":""#.utf8.count

  @Test("C6: the text edited")
  func text() throws {
    let rest: [Written] = [.prompt("hello")]
    let found = try compare(
      [.instructions("It is 10:41 now.", tools: [a])] + rest,
      [.instructions("It is 10:42 now.", tools: [a])] + rest)
    #expect(found.cause == .instructionsEdited)
    // "It is 10:4" is ten bytes and three words, the third of them begun.
    #expect(found.divergence?.place == "token 3, entry 0, text at 10")
    #expect(found.divergence?.before == "It is 10:41 now." && found.divergence?.after == "It is 10:42 now.")
    #expect(found.commonEntries == 0 && found.commonTokens == 3)
  }

  @Test("C6: text and tools edited: the text stands first")
  func textAndTools() throws {
    let found = try compare([.instructions("one two", tools: [a])], [.instructions("one 2", tools: [b])])
    #expect(found.cause == .instructionsEdited && found.divergence?.place == "token 1, entry 0, text at 4")
  }

  @Test("C6: a text that is gone or came, before the same tools")
  func textGone() throws {
    let rest: [Written] = [.prompt("hello")]
    let gone = try compare(
      [.instructions("Be brief.", tools: [a])] + rest, [.instructions(nil, tools: [a])] + rest)
    #expect(gone.cause == .instructionsEdited && gone.divergence?.place == "token 0, entry 0, text at 0")
    #expect(gone.divergence?.before == "Be brief." && gone.divergence?.after == "")
    let came = try compare(
      [.instructions(nil, tools: [a])] + rest, [.instructions("Be brief.", tools: [a])] + rest)
    #expect(came.cause == .instructionsEdited && came.divergence?.place == "token 0, entry 0, text at 0")
    #expect(came.divergence?.before == "" && came.divergence?.after == "Be brief.")
  }

  @Test("C6: a tool added at the end, in the middle and at the front")
  func added() throws {
    let end = try compareTools([a, b], [a, b, c])
    #expect(end.cause == .toolAdded && end.divergence?.part == "tool:c" && end.divergence?.byte == 0)
    #expect(end.divergence?.before == "" && end.divergence?.after.contains("Cats climb.") == true)
    #expect(end.divergence?.after.hasPrefix("c: ") == true)
    // The text is 2 tokens, a tool 2: `{…"Apples` and `fall.",…}`.
    #expect(end.divergence?.token == 6)
    let middle = try compareTools([a, b], [a, c, b])
    #expect(
      middle.cause == .toolAdded && middle.divergence?.part == "tool:c" && middle.divergence?.before == "")
    let front = try compareTools([a, b], [c, a, b])
    #expect(
      front.cause == .toolAdded && front.divergence?.part == "tool:c"
        && front.divergence?.after.contains("Cats") == true)
    #expect(try compareTools([], [a]).cause == .toolAdded)
    // Two at once are told by the first.
    #expect(try compareTools([a], [a, b, c]).divergence?.part == "tool:b")
  }

  @Test("C6: a tool removed from the end, the middle and the front")
  func removed() throws {
    let end = try compareTools([a, b, c], [a, b])
    #expect(end.cause == .toolRemoved && end.divergence?.place == "token 6, entry 0, tool:c at 0")
    #expect(end.divergence?.after == "" && end.divergence?.before.contains("Cats climb.") == true)
    let middle = try compareTools([a, b, c], [a, c])
    #expect(
      middle.cause == .toolRemoved && middle.divergence?.part == "tool:b" && middle.divergence?.after == "")
    let front = try compareTools([a, b, c], [b, c])
    #expect(front.cause == .toolRemoved && front.divergence?.part == "tool:a")
    let all = try compareTools([a, b], [])
    #expect(all.cause == .toolRemoved && all.divergence?.place == "token 2, entry 0, tool:a at 0")
  }

  @Test("C6: a tool's definition changed")
  func changed() throws {
    let found = try compareTools([a, b, c], [a, Written.tool("b", "Boats sink."), c])
    #expect(found.cause == .toolChanged && found.divergence?.part == "tool:b")
    // "Boats " is common: the text's 2 tokens, the first tool's 2, and `{…"Boats`.
    #expect(found.divergence?.byte == description + "Boats ".utf8.count && found.divergence?.token == 5)
    #expect(
      found.divergence?.before.contains("float.") == true && found.divergence?.after.contains("sink.") == true
    )
    #expect(found.divergence?.detail == nil)
    // Another name at the same place, with nothing else changed.
    let renamed = try compareTools([a, b], [a, Written.tool("z", "Boats float.")])
    #expect(renamed.cause == .toolChanged && renamed.divergence?.part == "tool:z")
  }

  @Test("C6: only the order of a schema's keys changed")
  func keyOrder() throws {
    let before = Written.tool("a", "Apples.", ["type": "object", "properties": ["x": [:], "y": [:]]])
    let after = Written.tool("a", "Apples.", ["type": "object", "properties": ["y": [:], "x": [:]]])
    let found = try compareTools([before], [after])
    #expect(found.cause == .toolChanged && found.divergence?.detail == "key-order-only")
    let head =
      #"{"function":{"description":"Apples.","name":"a","parameters":{"type":"object","properties":{""#
    #expect(found.divergence?.part == "tool:a" && found.divergence?.byte == head.utf8.count)
    // The order of a list is content.
    let list = Written.tool("a", "Apples.", ["x-order": ["x", "y"]])
    let other = Written.tool("a", "Apples.", ["x-order": ["y", "x"]])
    #expect(try compareTools([list], [other]).divergence?.detail == nil)
  }

  @Test("C6: tools reordered: two that changed places, one that moved")
  func reordered() throws {
    let swapped = try compareTools([a, b, c], [c, b, a])
    #expect(swapped.cause == .toolReordered && swapped.divergence?.detail == "swapped-with:2")
    #expect(swapped.divergence?.part == "tool:c" && swapped.divergence?.byte == description)
    #expect(
      swapped.divergence?.before.contains("Apples") == true
        && swapped.divergence?.after.contains("Cats") == true)
    // The two tools are named, wherever in their definitions the names stand.
    #expect(
      swapped.divergence?.before.hasPrefix("a: ") == true
        && swapped.divergence?.after.hasPrefix("c: ") == true)
    let neighbours = try compareTools([a, b, c], [a, c, b])
    #expect(neighbours.divergence?.detail == "swapped-with:2" && neighbours.divergence?.part == "tool:c")
    let moved = try compareTools([a, b, c], [b, c, a])
    #expect(
      moved.cause == .toolReordered && moved.divergence?.detail == "moved-to:2"
        && moved.divergence?.part == "tool:b")
  }

  @Test("C6: a tool both moved and another added is told by what stands first")
  func mixed() throws {
    #expect(try compareTools([a, b], [c, b, a]).cause == .toolAdded)
    #expect(try compareTools([a, b], [b, c]).cause == .toolRemoved)
    #expect(try compareTools([a, b], [c]).cause == .toolRemoved)
    #expect(try compareTools([a], [b, c]).cause == .toolAdded)
  }
}
