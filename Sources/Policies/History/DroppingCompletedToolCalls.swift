import Transcripts

/// Calls and outputs before the last response or call are not sent (H3, 003 §3.1): the exchange that runs, or ran last, stays.
public struct DroppingCompletedToolCalls: Policy {
  public let name = "drop completed tool calls"
  public let about = "calls and outputs before the last response or call are left out"

  public init() {}

  public func sending(
    for step: CourseStep, making make: (Transcript.Instructions) -> CourseEntry?
  ) -> Sending {
    let history = step.history
    let boundary = history.lastIndex { $0.kind == .response || $0.kind == .toolCalls } ?? history.startIndex
    let kept = history[..<boundary].filter { $0.kind != .toolCalls && $0.kind != .toolOutput }
    return step.sending((step.instructions.map { [$0] } ?? []) + kept + history[boundary...])
  }
}
