import Testing

@testable import ModelBackends

@Suite("Why a server reused less than it could")
struct CacheShortfallTests {
  private static let held = Array(0..<100)

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var prompt: [Int]
    var reused: Int
    var answered = 0
    var hasRewound = false
    var expected: CacheShortfall
  }

  static let cases = [
    Case(testDescription: "continued", prompt: held + [7], reused: 100, expected: .none),
    Case(testDescription: "the same again", prompt: held, reused: 99, expected: .none),
    Case(testDescription: "cut", prompt: Array(held[..<50]) + [7], reused: 50, expected: .none),
    Case(testDescription: "shortened", prompt: Array(held[..<50]), reused: 49, expected: .none),
    Case(testDescription: "nothing in common", prompt: [500, 501], reused: 0, expected: .none),
    Case(testDescription: "continued, and gone", prompt: held + [7], reused: 0, expected: .taken),
    Case(testDescription: "continued, and half gone", prompt: held + [7], reused: 30, expected: .taken),
    Case(
      testDescription: "another slot", prompt: held + [7], reused: 0, answered: 1,
      expected: .otherSlot(asked: 0, answered: 1)),
    Case(testDescription: "a checkpoint", prompt: held, reused: 96, expected: .checkpoint(missing: 3)),
    Case(
      testDescription: "a memory that does not go back", prompt: Array(held[..<50]) + [7], reused: 0,
      expected: .refusal(memory: "recurrent, hybrid or sliding-window", cut: 50, reused: 0)),
    Case(
      testDescription: "a memory that went back before", prompt: [0, 1, 500], reused: 0, hasRewound: true,
      expected: .refusal(memory: "sliding-window", cut: 2, reused: 0)),
    Case(
      testDescription: "more than was held", prompt: held + [7, 8, 9], reused: 102, expected: .surplus(2)),
  ]

  @Test("C3, C6: the likely reason", arguments: cases)
  func reasons(given: Case) {
    let found = CacheShortfall(
      held: Self.held, prompt: given.prompt, reused: given.reused, asked: 0, answered: given.answered,
      traits: CacheTraits(hasRewound: given.hasRewound))
    #expect(found == given.expected)
    #expect((found.words == nil) == (given.expected == .none))
  }
}
