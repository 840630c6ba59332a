import Recordings

/// Two recordings whose sessions the replay view shows, one above the other.
public struct ComparedSessions: Sendable {
  /// What was replayed, and how: `craft.stemma · craft-static-first`.
  public var title: String
  /// The sessions of both, pair by pair, inference by inference.
  public var comparison: RecordingComparison

  /// The sessions of two recordings under a title.
  public init(title: String, comparison: RecordingComparison) {
    self.title = title
    self.comparison = comparison
  }

  /// The names of all profiles, in the order of meeting them.
  var profiles: [String] {
    comparison.pairs.flatMap(\.comparison.steps)
      .flatMap { [$0.before?.profile, $0.after?.profile] }.compactMap { $0 }
  }
}
