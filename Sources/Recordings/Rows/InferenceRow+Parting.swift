import PrefixCache
import Transcripts

extension InferenceRow {
  /// Where what the model reused parts from what was predicted; nil where it does not, or nothing was told.
  ///
  /// - Parameters:
  ///   - before: the inference before of the same model and session.
  ///   - window: the model's; tokens.
  public func parting(after before: InferenceRow?, window: Int?) -> ReuseParting? {
    guard let prediction, let input, let reused, input.origin.isTold, reused.origin.isTold else { return nil }
    var facts = ReuseParting.Facts(
      predictedInput: prediction.input, predictedReused: prediction.reused, input: input.value,
      reused: reused.value, isContinued: removed == 0, window: window, remark: remark)
    if let before, let sent = before.input, sent.origin.isTold, let answered = before.output {
      facts.before = (sent.value, answered.value)
    }
    return ReuseParting(facts)
  }
}

extension [InferenceRow] {
  /// Where inferences of one session, in their order, part from what was predicted.
  public func partings(window: Int?) -> [InferenceID: ReuseParting] {
    var last: [String?: InferenceRow] = [:]
    var partings: [InferenceID: ReuseParting] = [:]
    for row in self {
      if let parting = row.parting(after: last[row.model], window: window) { partings[row.id] = parting }
      last[row.model] = row
    }
    return partings
  }
}

extension Recording {
  /// So far back the inference before is looked for.
  private static let reach: Int64 = 16

  /// Where one inference parts from what was predicted; nil where it does not.
  public func parting(of row: InferenceRow, window: Int?) throws(RecordingError) -> ReuseParting? {
    guard row.prediction != nil else { return nil }
    let near = try inferences(
      of: row.session, after: InferenceID(row.id.rawValue - Self.reach - 1), limit: Int(Self.reach) + 1)
    return row.parting(after: near.last { $0.id < row.id && $0.model == row.model }, window: window)
  }
}
