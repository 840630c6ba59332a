/// How a model's cache remembers what it was fed, and so how far it can go back (C3; 004 §10).
public enum CacheKind: Sendable, Hashable {
  /// A row for every token: goes back to any place.
  case attention
  /// Rows for the last so many tokens only: goes back to a place that it still has a row before, and refuses below.
  case slidingWindow(Int)
  /// One state that every token is folded into: is only where it is. With checkpoints, a copy of the state is kept after every
  /// so many tokens, and the cache goes back to the last copy that is not beyond the place asked for.
  case recurrent(checkpointEvery: Int? = nil)

  /// As the screen and a configuration name it: `attention`, `sliding-window:512`, `recurrent`, `recurrent:256`.
  public var name: String {
    switch self {
    case .attention: "attention"
    case .slidingWindow(let size): "sliding-window:\(size)"
    case .recurrent(nil): "recurrent"
    case .recurrent(let every?): "recurrent:\(every)"
    }
  }

  /// The kind of that name; nil for a name of none.
  public init?(name: String) {
    let pieces = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let number = pieces.count > 1 ? Int(pieces[1]) : nil
    if pieces.count > 1, (number ?? 0) < 1 { return nil }
    switch (pieces.first, number) {
    case ("attention", nil): self = .attention
    case ("sliding-window", let size?): self = .slidingWindow(size)
    case ("recurrent", let every): self = .recurrent(checkpointEvery: every)
    default: return nil
    }
  }
}
