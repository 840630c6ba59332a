import Transcripts

/// What was sent, as it was sent.
public struct AsRecorded: Policy {
  public let name = "as recorded"
  public let about = "what was sent, recomputed"

  public init() {}

  public func sending(for step: CourseStep) -> Sending { step.sending(step.sent) }
}
