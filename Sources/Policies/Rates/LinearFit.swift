/// A straight line through measurements by least squares: a fixed part and a part for each token.
public struct LinearFit: Sendable, Hashable {
  /// One measurement.
  public struct Sample: Sendable, Hashable {
    public var tokens: Double
    public var milliseconds: Double

    public init(tokens: Double, milliseconds: Double) {
      self.tokens = tokens
      self.milliseconds = milliseconds
    }
  }

  /// Milliseconds that come with every inference.
  public var fixed: Double
  /// Milliseconds a token.
  public var perToken: Double
  /// How many measurements the line was laid through.
  public var samples: Int

  public init(fixed: Double, perToken: Double, samples: Int = 0) {
    self.fixed = fixed
    self.perToken = perToken
    self.samples = samples
  }

  /// The line that the measurements are nearest to. A line that would begin below zero, or that two measurements alone or
  /// measurements at one place would have to tell, goes through zero.
  ///
  /// - Returns: Nil without a measurement of at least one token and some time.
  public init?(_ samples: [Sample]) {
    let samples = samples.filter { $0.tokens > 0 && $0.milliseconds >= 0 }
    let count = Double(samples.count)
    let (x, y) = samples.reduce(into: (0.0, 0.0)) { $0 = ($0.0 + $1.tokens, $0.1 + $1.milliseconds) }
    guard count > 0, x > 0, y > 0 else { return nil }
    var (xx, xy) = (0.0, 0.0)
    for sample in samples {
      xx += (sample.tokens - x / count) * (sample.tokens - x / count)
      xy += (sample.tokens - x / count) * (sample.milliseconds - y / count)
    }
    self.samples = samples.count
    if samples.count > 2, xx > 0 {
      perToken = xy / xx
      fixed = (y - perToken * x) / count
      if perToken > 0, fixed >= 0 { return }
    }
    let squares = samples.reduce(0) { $0 + $1.tokens * $1.tokens }
    perToken = samples.reduce(0) { $0 + $1.tokens * $1.milliseconds } / squares
    fixed = 0
  }

  /// Tokens a second.
  public var rate: Double { perToken > 0 ? 1000 / perToken : 0 }

  /// The time that so many tokens take in one inference; milliseconds.
  public func milliseconds(for tokens: Double) -> Double { tokens > 0 ? fixed + tokens * perToken : 0 }

  /// How far the line is from measurements: the root of the mean squared difference over the mean time; 0.03 is three percent.
  /// Nil without measurements.
  public func error(on samples: [Sample]) -> Double? {
    let samples = samples.filter { $0.tokens > 0 && $0.milliseconds >= 0 }
    let total = samples.reduce(0) { $0 + $1.milliseconds }
    guard !samples.isEmpty, total > 0 else { return nil }
    let squares = samples.reduce(0) { sum, sample in
      let difference = milliseconds(for: sample.tokens) - sample.milliseconds
      return sum + difference * difference
    }
    return (squares / Double(samples.count)).squareRoot() / (total / Double(samples.count))
  }
}
