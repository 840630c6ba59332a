/// A small seeded generator of random numbers: the same seed gives the same numbers on every machine.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts from `seed`. Neighbouring seeds give unrelated sequences.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  // `Int.random(in:using:)` may change between standard libraries; these two may not.

  /// A number from 0 up to, but not including, `bound`, which is greater than 0.
  mutating func number(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// One of `choices`, which is not empty.
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(below: choices.count)]
  }
}
