import FoundationEssentials

/// Errors of backends as a terminal shows them.
public enum BackendWords {
  /// An error in one line; nil for one that has no words of its own.
  public static func of(_ error: any Error) -> String? {
    (error as? any LocalizedError)?.errorDescription.map { Visible.text($0) }
  }
}
