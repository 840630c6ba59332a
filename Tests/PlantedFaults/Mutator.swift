/// Damages the bytes of a JSON text in the ways that real files are damaged, and some that only an enemy thinks of.
///
/// For tests that no input, however broken, makes a reader crash or hang. The same bytes and seed always give the same
/// result.
public struct Mutator: Sendable {
  /// One way to damage a file.
  public enum Mutation: String, Sendable, CaseIterable {
    /// The end is missing.
    case truncate
    /// One to eight bits are the other way round.
    case flipBits
    /// A value is one of another type.
    case swapType
    /// A member of an object stands there twice.
    case duplicateKey
    /// Up to 64 bytes are missing.
    case deleteBytes
    /// Up to 64 random bytes are too many.
    case insertBytes
    /// A value is wrapped in many thousand containers.
    case nestDeeply
    /// A value is a number that no machine type holds.
    case hugeNumber
    /// A sequence that is not UTF-8, or an escape that is half a character.
    case invalidUTF8
  }

  /// A mutator. It holds nothing: a seed goes with each call.
  public init() {}

  /// A mutation with the seed that says where and how.
  public struct Step: Sendable, Equatable {
    /// What is done.
    public var mutation: Mutation
    /// What everything random in it follows from.
    public var seed: UInt64
  }

  /// The one to three mutations that `seed` chooses, in order.
  public func steps(seed: UInt64) -> [Step] {
    var random = SplitMix64(seed: seed)
    return (0...random.number(below: 3)).map { _ in
      Step(mutation: random.pick(Mutation.allCases), seed: random.next())
    }
  }

  /// `bytes` with the mutations that `seed` chooses. Empty input may stay as it is.
  public func mutated(_ bytes: [UInt8], seed: UInt64) -> [UInt8] { mutated(bytes, by: steps(seed: seed)) }

  /// `bytes` after some mutations, one after the other: fewer than a seed chooses make a smaller case of a failure.
  public func mutated(_ bytes: [UInt8], by steps: [Step]) -> [UInt8] {
    steps.reduce(bytes) { mutated($0, by: $1.mutation, seed: $1.seed) }
  }

  /// `bytes` after one mutation; as they were where it finds nothing to work on.
  public func mutated(_ bytes: [UInt8], by mutation: Mutation, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var result = bytes
    switch mutation {
    case .truncate:
      guard !bytes.isEmpty else { return bytes }
      result.removeLast(1 + random.number(below: bytes.count))
    case .flipBits:
      guard !bytes.isEmpty else { return bytes }
      for _ in 0...random.number(below: 8) {
        result[random.number(below: bytes.count)] ^= 1 << UInt8(random.number(below: 8))
      }
    case .swapType:
      guard let place = value(in: bytes, using: &random) else { return bytes }
      let literals = [
        "null", "true", "-7", "1.5", #""text""#, "[]", "{}", #"[{"id":1}]"#, #"{"type":"text"}"#,
      ]
      result.replaceSubrange(place, with: random.pick(literals).utf8)
    case .duplicateKey:
      let members = JSONPlaces(bytes).members
      guard !members.isEmpty else { return bytes }
      let member = random.pick(members)
      result.insert(contentsOf: [UInt8(ascii: ",")] + bytes[member], at: member.upperBound)
    case .deleteBytes:
      guard !bytes.isEmpty else { return bytes }
      let start = random.number(below: bytes.count)
      result.removeSubrange(start..<min(bytes.count, start + 1 + random.number(below: 64)))
    case .insertBytes:
      let extra = (0...random.number(below: 64)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      result.insert(contentsOf: extra, at: random.number(below: bytes.count + 1))
    case .nestDeeply:
      guard let place = value(in: bytes, using: &random) else { return bytes }
      let depth = 1000 + random.number(below: 100_000)
      let (open, close) = random.pick([("[", "]"), (#"{"a":"#, "}")])
      result.replaceSubrange(
        place,
        with: Array(String(repeating: open, count: depth).utf8) + bytes[place]
          + Array(String(repeating: close, count: depth).utf8))
    case .hugeNumber:
      guard let place = value(in: bytes, using: &random) else { return bytes }
      let numbers = [
        String(repeating: "9", count: 400), "-" + String(repeating: "8", count: 4000), "1e999999999",
        "-1E+400",
        "1e-999999999", "9223372036854775808", "18446744073709551616",
        "0." + String(repeating: "3", count: 5000),
      ]
      result.replaceSubrange(place, with: random.pick(numbers).utf8)
    case .invalidUTF8:
      let sequences: [[UInt8]] = [
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0x80],
        Array(#"\ud800"#.utf8), Array(#"\udc00\ud800"#.utf8), Array(#"\uZZZZ"#.utf8),
      ]
      // Inside a value, most of which are strings.
      let place = value(in: bytes, using: &random) ?? 0..<bytes.count
      result.insert(
        contentsOf: random.pick(sequences), at: place.lowerBound + random.number(below: place.count + 1))
    }
    return result
  }

  private func value(in bytes: [UInt8], using random: inout SplitMix64) -> Range<Int>? {
    let values = JSONPlaces(bytes).values
    return values.isEmpty ? nil : random.pick(values)
  }
}
