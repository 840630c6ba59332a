import Transcripts

extension Quantity {
  /// The milliseconds from one moment to another; nil where either is unknown, or the other one came before.
  public static func time(from start: Timestamp?, to end: Timestamp?) -> Quantity? {
    guard let start, let end, end >= start else { return nil }
    return .measured(Int(clamping: end.milliseconds - start.milliseconds))
  }
}
