import Transcripts

/// Nothing is ever taken out of the history or changed in it; the instructions are the recorded ones.
public struct AppendOnly: Policy {
  public let name = "append-only"
  public let about = "the history only grows: no transform, nothing dropped or edited"

  public init() {}

  public func sending(for step: CourseStep) -> Sending { step.sending(step.whole) }
}
