import Transcripts

/// Calls and outputs before the last response or call are not sent (H3, 003 §3.1): the exchange that runs, or ran last, stays.
public struct DroppingCompletedToolCalls: Policy {
  public let name = "drop completed tool calls"
  public let about = "calls and outputs before the last response or call are left out"

  /// The history up to the boundary, without calls and outputs, and how much of the history that is made of.
  private var kept = CourseList()
  private var looked = 0

  public init() {}

  public mutating func sending(for step: CourseStep) -> Sending {
    let history = step.history
    var tail = 0
    for number in history.backwards {
      tail += 1
      let kind = step.kind(of: number)
      if kind == .response || kind == .toolCalls { break }
    }
    // Nothing is ever taken out of the history: the boundary goes on, and what is before it stays.
    let boundary = history.count - tail
    for run in history[min(looked, boundary)..<boundary].runs {
      for number in run where step.kind(of: number) != .toolCalls && step.kind(of: number) != .toolOutput {
        kept.append(step.again(number))
      }
    }
    looked = max(looked, boundary)
    return step.sending(step.instructions.followed(by: kept).followed(by: history.dropFirst(looked)))
  }
}
