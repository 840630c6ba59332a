/// Time by tokens, laid through measurements by least squares: a fixed part and a part for each token; or, where that is nearer by
/// far, a part for each token and one for each earlier token that it attends to.
public struct LinearFit: Sendable, Hashable {
  /// One measurement.
  public struct Sample: Sendable, Hashable {
    public var tokens: Double
    public var milliseconds: Double
    /// Pairs of a token and an earlier one that it attends to; 0 where that is not looked at.
    public var pairs: Double

    public init(tokens: Double, milliseconds: Double, pairs: Double = 0) {
      self.tokens = tokens
      self.milliseconds = milliseconds
      self.pairs = pairs
    }
  }

  /// Milliseconds that come with every inference.
  public var fixed: Double
  /// Milliseconds a token.
  public var perToken: Double
  /// Milliseconds for each pair of a token and an earlier one.
  public var perPair = 0.0
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
    guard let line = Self.line(through: samples) else { return nil }
    self = line
    // The line has to be worse by far: a recording's few times bend by themselves.
    guard let curve = Self.curve(through: samples), let ours = line.error(on: samples),
      let theirs = curve.error(on: samples), theirs * 2 < ours
    else { return }
    self = curve
  }

  /// With attention: two parts, both above zero; nil where the measurements do not tell them apart.
  private static func curve(through samples: [Sample]) -> LinearFit? {
    guard samples.count > 3, samples.allSatisfy({ $0.pairs > 0 }) else { return nil }
    var (xx, xp, pp, xt, pt) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for sample in samples {
      xx += sample.tokens * sample.tokens
      xp += sample.tokens * sample.pairs
      pp += sample.pairs * sample.pairs
      xt += sample.tokens * sample.milliseconds
      pt += sample.pairs * sample.milliseconds
    }
    let determinant = xx * pp - xp * xp
    guard determinant > 1e-9 * xx * pp else { return nil }
    var fit = LinearFit(fixed: 0, perToken: (xt * pp - pt * xp) / determinant, samples: samples.count)
    fit.perPair = (xx * pt - xp * xt) / determinant
    return fit.perToken > 0 && fit.perPair > 0 ? fit : nil
  }

  private static func line(through samples: [Sample]) -> LinearFit? {
    let samples = samples.filter { $0.tokens > 0 && $0.milliseconds >= 0 }
    let count = Double(samples.count)
    let (x, y) = samples.reduce(into: (0.0, 0.0)) { $0 = ($0.0 + $1.tokens, $0.1 + $1.milliseconds) }
    guard count > 0, x > 0, y > 0 else { return nil }
    var (xx, xy) = (0.0, 0.0)
    for sample in samples {
      xx += (sample.tokens - x / count) * (sample.tokens - x / count)
      xy += (sample.tokens - x / count) * (sample.milliseconds - y / count)
    }
    if samples.count > 2, xx > 0 {
      let perToken = xy / xx
      let fixed = (y - perToken * x) / count
      if perToken > 0, fixed >= 0 {
        return LinearFit(fixed: fixed, perToken: perToken, samples: samples.count)
      }
    }
    let squares = samples.reduce(0) { $0 + $1.tokens * $1.tokens }
    let sum = samples.reduce(0) { $0 + $1.tokens * $1.milliseconds }
    return LinearFit(fixed: 0, perToken: sum / squares, samples: samples.count)
  }

  /// Pairs of so many tokens and the tokens before each of them, `reused` of which were there already.
  public static func pairs(tokens: Double, after reused: Double) -> Double {
    tokens * reused + tokens * tokens / 2
  }

  /// Tokens a second.
  public var rate: Double { perToken > 0 ? 1000 / perToken : 0 }

  /// The time that so many tokens take in one inference; milliseconds.
  /// - Parameter pairs: as in a sample.
  public func milliseconds(for tokens: Double, pairs: Double = 0) -> Double {
    tokens > 0 ? fixed + tokens * perToken + pairs * perPair : 0
  }

  /// How far the line is from measurements: the root of the mean squared difference over the mean time; 0.03 is three percent.
  /// Nil without measurements.
  public func error(on samples: [Sample]) -> Double? {
    let samples = samples.filter { $0.tokens > 0 && $0.milliseconds >= 0 }
    let total = samples.reduce(0) { $0 + $1.milliseconds }
    guard !samples.isEmpty, total > 0 else { return nil }
    let squares = samples.reduce(0) { sum, sample in
      let difference = milliseconds(for: sample.tokens, pairs: sample.pairs) - sample.milliseconds
      return sum + difference * difference
    }
    return (squares / Double(samples.count)).squareRoot() / (total / Double(samples.count))
  }
}
