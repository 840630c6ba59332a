import Recordings
import Transcripts

/// What time a session's tokens take: laid through the times that its inferences took, or the embedded model's rates where a
/// recording has none.
public struct CostRates: Sendable, Hashable {
  /// Of prefilled tokens to the time until the first token of the answer.
  public var prefill: LinearFit
  /// Of the tokens after the first to the time from the first token to the end.
  public var decode: LinearFit
  /// How far the lines are from the measurements, as shares of the mean time; nil for rates that were not measured.
  public var prefillError: Double?
  public var decodeError: Double?
  /// The model's tokens for one of those counted here: models have vocabularies of their own.
  public var modelTokens: Double

  /// Tokens a second of a small model on a laptop, as the embedded one takes them.
  public static let defaults = CostRates(
    prefill: LinearFit(fixed: 0, perToken: 1000.0 / 1200), decode: LinearFit(fixed: 0, perToken: 1000.0 / 60),
    prefillError: nil, decodeError: nil, modelTokens: 1)

  public var isMeasured: Bool { prefillError != nil || decodeError != nil }

  init(_ samples: CostSamples) {
    self = Self.defaults
    if let fit = LinearFit(samples.prefills), let error = fit.error(on: samples.prefills) {
      (prefill, prefillError) = (fit, error)
    }
    if let fit = LinearFit(samples.decodes), let error = fit.error(on: samples.decodes) {
      (decode, decodeError) = (fit, error)
    }
    if samples.told > 0, samples.counted > 0, isMeasured {
      modelTokens = Double(samples.told) / Double(samples.counted)
    }
  }

  private init(
    prefill: LinearFit, decode: LinearFit, prefillError: Double?, decodeError: Double?, modelTokens: Double
  ) {
    (self.prefill, self.decode, self.modelTokens) = (prefill, decode, modelTokens)
    (self.prefillError, self.decodeError) = (prefillError, decodeError)
  }

  /// The time of inferences in milliseconds; tokens as counted here.
  func milliseconds(_ taken: TakenTokens) -> Double {
    // All of it is linear in the sums; a pair is of two tokens.
    prefill.fixed * Double(taken.prefills) + prefill.perToken * Double(taken.prefilled) * modelTokens
      + prefill.perPair * taken.pairs * modelTokens * modelTokens
      + decode.fixed * Double(taken.decodes) + decode.perToken * Double(taken.decoded) * modelTokens
  }
}

/// Tokens that inferences took, added up for their time.
struct TakenTokens: Sendable, Hashable {
  /// Inferences that prefilled anything, and their tokens.
  private(set) var prefills = 0
  private(set) var prefilled = 0
  /// Pairs of a prefilled token and one before it.
  private(set) var pairs = 0.0
  /// Inferences that answered more than a token, and their tokens after the first.
  private(set) var decodes = 0
  private(set) var decoded = 0

  mutating func add(reused: Int, prefilled: Int, output: Int) {
    if prefilled > 0 {
      prefills += 1
      self.prefilled += prefilled
      pairs += LinearFit.pairs(tokens: Double(prefilled), after: Double(reused))
    }
    if output > 1 {
      decodes += 1
      decoded += output - 1
    }
  }
}

/// What a recording tells of its models' times.
struct CostSamples: Sendable, Hashable {
  private(set) var prefills: [LinearFit.Sample] = []
  private(set) var decodes: [LinearFit.Sample] = []
  /// Tokens of the requests that models told, in theirs and in ours.
  private(set) var told = 0
  private(set) var counted = 0

  /// - Parameter counted: our count of what the inference was sent.
  mutating func add(_ inference: InferenceRow, counted: Int) {
    if let sample = inference.prefillSample { prefills.append(sample) }
    if let sample = inference.decodeSample { decodes.append(sample) }
    guard let input = inference.input, input.origin.isTold else { return }
    told += input.value
    self.counted += counted
  }
}

extension InferenceRow {
  /// Tokens prefilled and the time until the first token; nil where either was not told.
  public var prefillSample: LinearFit.Sample? {
    guard let prefilled, prefilled.origin.isTold, prefilled.value > 0, let started, let firstToken,
      firstToken > started
    else { return nil }
    return LinearFit.Sample(
      tokens: Double(prefilled.value), milliseconds: Double(firstToken.milliseconds - started.milliseconds),
      pairs: LinearFit.pairs(tokens: Double(prefilled.value), after: Double(reused?.value ?? 0)))
  }

  /// Tokens after the first and the time they took; nil where either was not told.
  public var decodeSample: LinearFit.Sample? {
    guard let output, output.origin.isTold, output.value > 1, let firstToken, let finished,
      finished > firstToken
    else { return nil }
    return LinearFit.Sample(
      tokens: Double(output.value - 1),
      milliseconds: Double(finished.milliseconds - firstToken.milliseconds))
  }
}
