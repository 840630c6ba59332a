/// What a backend says of its cache where it reused another number of tokens than it could have.
public struct CacheRemark: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    /// More than the session's slot held.
    case surplus
    /// Another slot answered than was asked.
    case otherSlot = "other-slot"
    /// The slot held something else by then.
    case taken
    /// It went back to a state that was kept some tokens before.
    case checkpoint
    /// Its memory cannot go back to where the request parts from what was held.
    case refusal
    /// Anything else.
    case other
  }

  public var kind: Kind
  /// One line, in the backend's words.
  public var words: String

  public init(kind: Kind, words: String) {
    self.kind = kind
    self.words = words
  }

  /// As a recording stores it: the kind, a blank, the words.
  public var text: String { "\(kind.rawValue) \(words)" }

  /// Nil for a text without a kind.
  public init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind: kind, words: String(parts[1]))
  }
}
