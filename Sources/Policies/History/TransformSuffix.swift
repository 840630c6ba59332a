import Transcripts

/// A transform that sends the last entries of the transcript, as the framework utilities' window does now: the instructions are
/// among what it is given, and go when they are too far back (H1, H4). The tools are sent all the same.
public struct TransformSuffix: Policy {
  private let entries: Int

  /// - Parameter entries: how many are sent, the instructions among them.
  public init(entries: Int) { self.entries = max(0, entries) }

  public var name: String { "transform suffix \(entries)" }
  public var about: String {
    "a transform that sends the last \(entries) entries; instructions are cut off, too"
  }

  public func sending(for step: CourseStep) -> Sending { step.sending(step.whole.suffix(entries)) }
}
