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

  /// - Throws: `RecordingError`, where the recording cannot be read.
  public init(of session: SessionRow, in recording: Recording) throws(RecordingError) {
    let rows = try recording.requests(of: session.id)
    let all = try recording.inferences(of: session.id)
    requests = rows.count
    inferences = all.count
    input = Self.sum(all.map(\.input))
    reused = Self.sum(all.map(\.reused))
    prefilled = Self.sum(all.map(\.prefilled))
    output = Self.sum(all.map(\.output))
    milliseconds = Self.sum(
      rows.map { row in
        guard let started = row.started, let ended = row.ended, ended >= started else { return nil }
        return .measured(Int(clamping: ended.milliseconds - started.milliseconds))
      })
    window = session.window
    fullest = all.map { ($0.input?.value ?? 0) + ($0.output?.value ?? 0) }.max() ?? 0
    failures = rows.count { $0.outcome == .failed }
    for event in try recording.events(of: session.id, kind: "request-failed") {
      guard case .requestFailed(_, let error)? = LiveEvent(event) else { continue }
      // The words of R8, whoever says them.
      if error.contains("do not fit into") || error.contains("tokens, the window") { overflows += 1 }
    }
  }

  private static func sum(_ quantities: [Quantity?]) -> Quantity? {
    let known = quantities.compactMap { $0 }
    guard !known.isEmpty else { return nil }
    let order: [Origin] = [.measured, .reported, .counted, .predicted]
    let weakest = known.map { order.firstIndex(of: $0.origin) ?? 0 }.max() ?? 0
    return Quantity(known.reduce(0) { $0 + $1.value }, order[weakest])
  }
}
