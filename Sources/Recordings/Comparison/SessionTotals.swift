import Transcripts

/// What a recorded session came to, over all its inferences.
public struct SessionTotals: Sendable, Hashable {
  /// Requests, answered or not.
  public var requests = 0
  /// Passes of models.
  public var inferences = 0
  /// Tokens; nil when no inference tells. A sum is as good as the weakest of its numbers.
  public var input: Quantity?
  /// Of the input, taken from the cache.
  public var reused: Quantity?
  /// Of the input, prefilled.
  public var prefilled: Quantity?
  /// Tokens that prewarms prefilled: they are no inference's.
  public var warmed: Quantity?
  /// Tokens that models wrote.
  public var output: Quantity?
  /// Milliseconds by the session's clock, from each request's beginning to its end.
  public var milliseconds: Quantity?
  /// Tokens of the model's window, where the session tells them.
  public var window: Quantity?
  /// The most tokens that an inference had, its answer among them.
  public var fullest = 0
  /// Requests that failed because they did not fit the window.
  public var overflows = 0
  /// Requests that failed.
  public var failures = 0

  /// Reused over input, 0…1; nil when either is unknown.
  public var hitRate: Double? {
    guard let input, let reused, input.value > 0 else { return nil }
    return Double(reused.value) / Double(input.value)
  }

  /// Of nothing.
  public init() {}

  /// - Throws: `RecordingError`, where the recording cannot be read.
  public init(of session: SessionRow, in recording: Recording) throws(RecordingError) {
    let rows = try recording.requests(of: session.id)
    let all = try recording.inferences(of: session.id)
    requests = rows.count
    inferences = all.count
    input = Quantity.sum(all.map(\.input))
    reused = Quantity.sum(all.map(\.reused))
    prefilled = Quantity.sum(all.map(\.prefilled))
    warmed = Quantity.sum(try recording.prewarms(of: session.id).map { $0.end?.prefilled })
    output = Quantity.sum(all.map(\.output))
    milliseconds = Quantity.sum(rows.map { Quantity.time(from: $0.started, to: $0.ended) })
    window = session.window
    fullest = all.map { ($0.input?.value ?? 0) + ($0.output?.value ?? 0) }.max() ?? 0
    failures = rows.count { $0.outcome == .failed }
    for event in try recording.events(of: session.id, kind: "request-failed") {
      guard case .requestFailed(_, let failure)? = LiveEvent(event) else { continue }
      if failure.kind == .contextSizeExceeded { overflows += 1 }
    }
  }
}
