import Transcripts

/// Nothing is cut until the context takes three quarters of the window; then the oldest turns go in one step, down to half of
/// it, at the beginning of a request (H4, `tokenWindow`). The newest turn always stays.
public struct Consolidation: Policy {
  /// Shares of the window: above the first, turns go until the context is no larger than the second.
  static let (trigger, target) = (0.75, 0.5)

  public let name = "consolidate at 75%"
  public let about = "above 75% of the window the oldest turns go at once, down to 50%"
  public let rewritesHistory = true
  private var window = 0
  /// Entries of the history that went.
  private var gone = 0

  public init() {}

  public mutating func begin(_ outline: CourseOutline) throws(PolicyObstacle) {
    guard let window = outline.window, window > 0 else {
      throw PolicyObstacle("the window is unknown: --window N")
    }
    self.window = window
  }

  public mutating func sending(for step: CourseStep) -> Sending {
    let leading = step.instructions
    let window = Double(step.window ?? self.window)
    if step.opensRequest {
      var left =
        step.tokens(of: step.sending(leading).entries) + step.tokens(of: step.history.dropFirst(gone))
      if Double(left) > window * Self.trigger {
        while Double(left) > window * Self.target, let next = nextTurn(in: step) {
          left -= step.tokens(of: step.history[gone..<next])
          gone = next
        }
      }
    }
    return step.sending(leading.followed(by: step.history.dropFirst(gone)))
  }

  /// Where the turn after the oldest begins; nil when there is only one.
  private func nextTurn(in step: CourseStep) -> Int? {
    var place = gone + 1
    for run in step.history.dropFirst(place).runs {
      for number in run {
        if step.kind(of: number) == .prompt { return place }
        place += 1
      }
    }
    return nil
  }
}
