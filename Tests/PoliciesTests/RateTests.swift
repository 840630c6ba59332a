import Policies
import Testing

@Suite("Rates by least squares")
struct RateTests {
  private func samples(_ pairs: [(Double, Double)]) -> [LinearFit.Sample] {
    pairs.map { LinearFit.Sample(tokens: $0.0, milliseconds: $0.1) }
  }

  @Test("A line that is one is found: 20 ms and half a millisecond a token")
  func line() throws {
    let samples = samples([(100, 70), (200, 120), (1000, 520)])
    let fit = try #require(LinearFit(samples))
    #expect(abs(fit.perToken - 0.5) < 1e-9 && abs(fit.fixed - 20) < 1e-9)
    #expect(fit.samples == 3 && abs(fit.rate - 2000) < 1e-6)
    #expect(try #require(fit.error(on: samples)) < 1e-9)
    #expect(fit.milliseconds(for: 400) == fit.fixed + 400 * fit.perToken)
    #expect(fit.milliseconds(for: 0) == 0)
  }

  @Test("The error is the root of the mean squared difference over the mean time")
  func error() throws {
    let fit = LinearFit(fixed: 0, perToken: 1)
    // Differences 3 and 4 of times 97 and 104: the root of 12.5 over 100.5.
    let error = try #require(fit.error(on: samples([(100, 97), (100, 104)])))
    #expect(abs(error - 12.5.squareRoot() / 100.5) < 1e-12)
    #expect(fit.error(on: []) == nil)
  }

  @Test("A line that would begin below zero, and one of two measurements, go through zero")
  func throughZero() throws {
    let steep = try #require(LinearFit(samples([(10, 5), (20, 30), (30, 55)])))
    #expect(steep.fixed == 0)
    // (10·5 + 20·30 + 30·55) / (100 + 400 + 900)
    #expect(abs(steep.perToken - 2300.0 / 1400) < 1e-12)
    let two = try #require(LinearFit(samples([(10, 30), (20, 40)])))
    #expect(two.fixed == 0 && abs(two.perToken - 1100.0 / 500) < 1e-12)
  }

  @Test("Where attention takes the time, its part is found: 0.01 ms a token and 0.00002 ms a pair")
  func attention() throws {
    let samples = [300.0, 700, 1200, 2000, 2900].map { tokens in
      LinearFit.Sample(
        tokens: tokens, milliseconds: 0.01 * tokens + 0.00002 * tokens * tokens / 2,
        pairs: LinearFit.pairs(tokens: tokens, after: 0))
    }
    let fit = try #require(LinearFit(samples))
    #expect(abs(fit.perToken - 0.01) < 1e-9 && abs(fit.perPair - 0.00002) < 1e-12 && fit.fixed == 0)
    // A hundred tokens behind a thousand: 1 ms, and 105,000 pairs.
    #expect(LinearFit.pairs(tokens: 100, after: 1000) == 105_000)
    #expect(abs(fit.milliseconds(for: 100, pairs: 105_000) - 3.1) < 1e-9)
  }

  @Test("Nothing measured makes no line")
  func nothing() {
    #expect(LinearFit([]) == nil)
    #expect(LinearFit(samples([(0, 10), (5, 0)])) == nil)
  }
}
