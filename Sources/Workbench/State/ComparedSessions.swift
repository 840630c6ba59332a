import Recordings

/// Two sessions that the replay view shows, one above the other.
public struct ComparedSessions: Sendable {
  /// What was replayed, and how: `craft.stemma · craft-static-first`.
  public var title: String
  /// The two, inference by inference.
  public var comparison: SessionComparison

  /// Two sessions under a title.
  public init(title: String, comparison: SessionComparison) {
    self.title = title
    self.comparison = comparison
  }
}
