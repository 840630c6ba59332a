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

  /// - Parameter counted: our count of what each of the inferences was sent.
  init(_ inferences: [InferenceRow], counted: [InferenceID: Int]) {
    self = Self.defaults
    let prefills = inferences.compactMap(\.prefillSample)
    if let fit = LinearFit(prefills), let error = fit.error(on: prefills) {
      (prefill, prefillError) = (fit, error)
    }
    let decodes = inferences.compactMap(\.decodeSample)
    if let fit = LinearFit(decodes), let error = fit.error(on: decodes) {
      (decode, decodeError) = (fit, error)
    }
    var (told, ours) = (0, 0)
    for inference in inferences {
      guard let input = inference.input, input.origin.isTold, let count = counted[inference.id] else {
        continue
      }
      told += input.value
      ours += count
    }
    if told > 0, ours > 0, isMeasured { modelTokens = Double(told) / Double(ours) }
  }

  private init(
    prefill: LinearFit, decode: LinearFit, prefillError: Double?, decodeError: Double?, modelTokens: Double
  ) {
    (self.prefill, self.decode, self.modelTokens) = (prefill, decode, modelTokens)
    (self.prefillError, self.decodeError) = (prefillError, decodeError)
  }

  /// The time of one inference in milliseconds; tokens as counted here.
  func milliseconds(reused: Int, prefilled: Int, output: Int) -> Double {
    let (tokens, before) = (Double(prefilled) * modelTokens, Double(reused) * modelTokens)
    return prefill.milliseconds(for: tokens, pairs: LinearFit.pairs(tokens: tokens, after: before))
      + decode.milliseconds(for: Double(max(0, output - 1)) * modelTokens)
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
