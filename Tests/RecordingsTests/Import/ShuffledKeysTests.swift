import PrefixCache
import Testing
import Transcripts

@testable import Recordings

@Suite("Import: writers that don't sort their keys")
struct ShuffledKeysTests {
  private static let schema: JSONValue = [
    "additionalProperties": false, "properties": ["bed": ["type": "string"], "depth": ["type": "integer"]],
    "required": ["bed"], "title": "Arguments", "type": "object",
  ]

  private static let session: [Written] = [
    .instructions("Be brief now.", tools: [Written.tool("f", schema), Written.tool("g", schema)]),
    .prompt("first"),
    .toolCalls("f"), .toolOutput("f", "ok"),
    .structure(["bed": "north", "litres": 3, "steps": [["a": 1, "b": 2]]]),
    .prompt("second"), .response("done"), .prompt("third"),
    .structure(["x": ["p": 1, "q": 2, "r": 3], "y": 0]),
    .prompt("fourth"), .response("end"),
  ]

  /// The same value with the keys of every object in another order.
  private func shuffled(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { shuffled($0, &random) })
    case .object(let members):
      var out: [JSONValue.Member] = []
      for member in members { out.append(.init(member.key, shuffled(member.value, &random))) }
      out.shuffle(using: &random)
      return .object(out)
    default: return value
    }
  }

  private func imported(_ series: [[Written]], shuffle: UInt64?) throws -> Recording {
    let dumps = try DumpFolder()
    var random = SeededGenerator(state: shuffle ?? 0)
    for (index, dump) in series.enumerated() {
      let value = shuffle == nil ? envelope(dump) : shuffled(envelope(dump), &random)
      try dumps.write("d-\(index).json", value.text())
    }
    try dumps.importer().update()
    return dumps.recording
  }

  @Test(
    "The same content in another order each time: nothing is lost, and nothing breaks",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func growing(_ seed: UInt64) throws {
    let series = (2...Self.session.count).map { Array(Self.session.prefix($0)) }
    let sorted = try imported(series, shuffle: nil)
    let recording = try imported(series, shuffle: seed)
    #expect(try recording.sessions().count == 1)
    #expect(try recording.snapshotLines == sorted.snapshotLines)
    #expect(try recording.inferences().allSatisfy { !$0.cause.isLoss })
    #expect(try recording.inferences().map(\.output) == sorted.inferences().map(\.output))
    #expect(try recording.snapshots().allSatisfy { $0.removed == 0 })
    // The content is all there, in whatever order.
    let entries = try recording.lastEntries().map { try JSONValue(parsing: $0) }
    #expect(entries == Self.session.map(\.json))
  }

  @Test(
    "An edit is still found, and an entry dropped from the front shifts nothing",
    arguments: [7, 8, 9] as [UInt64])
  func edited(_ seed: UInt64) throws {
    var edited = Self.session
    edited[6] = .response("over")
    let found = try #require(
      try imported([Self.session, Self.session, edited], shuffle: seed).inferences().last)
    #expect(found.cause == .entryEdited && found.divergence?.entry == 6)
    var dropped = Self.session
    dropped.removeSubrange(1...3)
    let cut = try imported([Self.session, Self.session, dropped], shuffle: seed)
    #expect(try cut.inferences().last?.cause == .entryDropped)
    // Out go three entries, nothing comes in.
    let splice = try #require(try cut.snapshots().last)
    #expect(splice.position == 1 && splice.removed == 3 && splice.inserted == 0)
  }

  @Test("A writer that sorts is taken at its word: a schema's order is content")
  func sortedWriter() throws {
    var turned = Self.session
    let properties: JSONValue = ["depth": ["type": "integer"], "bed": ["type": "string"]]
    let schema = JSONValue.object(
      (Self.schema.objectValue ?? []).map { $0.key == "properties" ? .init("properties", properties) : $0 })
    turned[0] = .instructions(
      "Be brief now.", tools: [Written.tool("f", schema), Written.tool("g", Self.schema)])
    let found = try #require(
      try imported([Self.session, turned + [.prompt("x"), .response("y")]], shuffle: nil).inferences().last)
    #expect(found.cause == .toolChanged && found.divergence?.detail == "key-order-only")
    #expect(found.divergence?.part == "tool:f")
  }
}
