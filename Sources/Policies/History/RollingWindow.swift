import Transcripts

/// Before every inference the history is cut to its last entries; the instructions stay (003 §3.2: the variant that rewrites
/// the history). The cut takes no notice of turns (H4).
public struct RollingWindow: Policy {
  public let rewritesHistory = true
  private let entries: Int

  /// - Parameter entries: how many are kept, the instructions not among them.
  public init(entries: Int) { self.entries = max(0, entries) }

  public var name: String { "rolling window \(entries)" }
  public var about: String {
    "before each inference the history is cut to its last \(entries); instructions stay"
  }

  public func sending(for step: CourseStep) -> Sending {
    // Cutting what was cut before leaves the same as cutting once.
    step.sending(step.instructions.followed(by: step.history.suffix(entries)))
  }
}
