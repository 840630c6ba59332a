import Recordings

/// Two sessions that the replay view shows, one above the other.
public struct ComparedSessions: Sendable {
  /// What was replayed, and how: `craft.stemma · craft-static-first`.
  public var title: String
  public var comparison: SessionComparison

  public init(title: String, comparison: SessionComparison) {
    self.title = title
    self.comparison = comparison
  }
}
