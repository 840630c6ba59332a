/// Writes a text that a regular expression matches from end to end.
///
/// It understands the constructs that patterns for generated texts use: characters, classes, groups, alternatives, repetition and
/// anchors. What it has written is checked against the expression by Swift's own engine. A pattern that is beyond it (look-around,
/// back references …) is an error.
struct PatternText {
  struct Fault: Error, Equatable {
    var reason: String
  }

  indirect enum Node {
    case set([ClosedRange<UInt32>])
    case sequence([Node])
    case choice([Node])
    case repeated(Node, least: Int, most: Int)
  }

  private static let longest = 2_000
  private let pattern: String
  private let node: Node

  init(_ pattern: String) throws(Fault) {
    self.pattern = pattern
    do {
      _ = try Regex(pattern)
    } catch {
      throw Fault(reason: "no regular expression that Swift reads")
    }
    var parser = PatternParser(pattern)
    node = try parser.pattern()
  }

  func matches(_ text: String) -> Bool {
    guard let regex = try? Regex(pattern) else { return false }
    do {
      return try regex.wholeMatch(in: text) != nil
    } catch {
      return false
    }
  }

  /// A text of the pattern, chosen by the numbers.
  func text(_ numbers: inout SeededNumbers) throws(Fault) -> String {
    // Anchors and word borders in the middle of a pattern can forbid a choice; another one may do.
    for _ in 0..<8 {
      var out = String.UnicodeScalarView()
      try write(node, &out, &numbers)
      let text = String(out)
      if matches(text) { return text }
    }
    throw Fault(reason: "beyond what can be filled")
  }

  private func write(
    _ node: Node, _ out: inout String.UnicodeScalarView, _ numbers: inout SeededNumbers
  ) throws(Fault) {
    guard out.count <= Self.longest else {
      throw Fault(reason: "it asks for more than \(Self.longest) characters")
    }
    switch node {
    case .set(let ranges): out.append(try pick(from: ranges, &numbers))
    case .sequence(let nodes): for node in nodes { try write(node, &out, &numbers) }
    case .choice(let nodes):
      guard !nodes.isEmpty else { return }
      try write(nodes[numbers.below(nodes.count)], &out, &numbers)
    case .repeated(let node, let least, let most):
      // A few more than the least, so that `.*` is a word and not nothing.
      let more =
        least < most ? min(most - least, (least == 0 ? 1 : 0) + numbers.below(least == 0 ? 3 : 4)) : 0
      for _ in 0..<least + more { try write(node, &out, &numbers) }
    }
  }

  /// One of the characters, a plain letter or digit where the set has any.
  private func pick(
    from ranges: [ClosedRange<UInt32>], _ numbers: inout SeededNumbers
  ) throws(Fault) -> Unicode.Scalar {
    for preferred in [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x21...0x7E, 0x20...0x7E]
      as [ClosedRange<UInt32>]
    {
      let within = ranges.compactMap { range -> ClosedRange<UInt32>? in
        guard range.overlaps(preferred) else { return nil }
        return range.clamped(to: preferred)
      }
      if !within.isEmpty { return try scalar(within, &numbers) }
    }
    return try scalar(ranges, &numbers)
  }

  private func scalar(
    _ ranges: [ClosedRange<UInt32>], _ numbers: inout SeededNumbers
  ) throws(Fault) -> Unicode.Scalar {
    guard !ranges.isEmpty else { throw Fault(reason: "a class without a character") }
    let range = ranges[numbers.below(ranges.count)]
    let value = range.lowerBound + UInt32(numbers.below(min(range.count, 1 << 16)))
    guard let scalar = Unicode.Scalar(value) else { throw Fault(reason: "a class of no characters") }
    return scalar
  }
}
