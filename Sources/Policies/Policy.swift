import PrefixCache
import Transcripts

/// A way of deciding what of a session is sent, whose cost can be recomputed from a recording.
///
/// A policy sees the session's inferences in their order, once, and may remember what it did. The prompts, the answers and the
/// tools' outputs are always the recorded ones: what a model would have answered to another context, nobody knows.
public protocol Policy: Sendable {
  /// As the table and `--json` have it: `rolling window 20`.
  var name: String { get }
  /// What it does, one line.
  var about: String { get }
  /// How the models' caches remember.
  var cache: CacheKind { get }

  /// Whether it changes the history itself when a prompt comes, as a hook does: a prewarm finds it as the last inference left it. What
  /// is decided of each sending, as a transform does, holds for a prewarm, too.
  var rewritesHistory: Bool { get }

  /// Called once before the first step.
  /// - Throws: `PolicyObstacle` when the policy cannot be applied to this session.
  mutating func begin(_ outline: CourseOutline) throws(PolicyObstacle)

  /// What is sent for a step.
  mutating func sending(for step: CourseStep) -> Sending
}

extension Policy {
  public var cache: CacheKind { .attention }
  public var rewritesHistory: Bool { false }
  public mutating func begin(_ outline: CourseOutline) throws(PolicyObstacle) {}
}

/// Why a policy has no numbers for a session.
public struct PolicyObstacle: Error, Sendable, Hashable, CustomStringConvertible {
  /// One line: what is missing.
  public var words: String

  public init(_ words: String) { self.words = words }

  public var description: String { words }
}

/// All policies that `stemma policies` compares, in the order of its table.
public enum Policies {
  /// Entries that the windows keep when nobody says.
  public static let entriesKept = 20

  /// - Parameter keeping: entries that the rolling window and the transform keep.
  public static func all(keeping count: Int = entriesKept) -> [any Policy] {
    [
      AsRecorded(), AppendOnly(), RollingWindow(entries: count), DroppingCompletedToolCalls(),
      TransformSuffix(entries: count), Consolidation(), StaticFirstInstructions(), NoProfileSwitch(),
      HybridCache(),
    ]
  }
}
