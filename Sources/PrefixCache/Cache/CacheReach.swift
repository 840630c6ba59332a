/// How much of its context a prefix cache holds, and how far back it can go: what a `ModelCache` knows without the tokens.
///
/// A value: a copy is another cache's.
public struct CacheReach: Sendable {
  /// How the cache remembers.
  public let kind: CacheKind
  /// Tokens held.
  public private(set) var count = 0
  /// The first position that still has a row (sliding window).
  private var lowest = 0
  /// Positions with a copy of the state, ascending (recurrent).
  private var checkpoints: [Int] = []

  /// An empty cache.
  public init(_ kind: CacheKind) { self.kind = kind }

  /// Gets ready for a request of so many tokens that begins with so many of those held: keeps what the cache can keep of them, but never
  /// all of the request, so that there is always a token to run the model on.
  public mutating func prepare(input: Int, common: Int) -> ModelCache.Preparation {
    var reused = trim(to: min(common, max(0, input - 1)))
    if reused < 0 {
      reset()
      reused = 0
    }
    return ModelCache.Preparation(input: input, common: common, reused: reused)
  }

  /// Goes back to `length` tokens, and says how many are really held then: it may be fewer. Negative: this cache cannot go back
  /// there; it is as it was, and the caller has to `reset()` and feed everything.
  public mutating func trim(to length: Int) -> Int {
    guard length >= 0 else { return -1 }
    guard length < count else { return count }
    guard length > 0 else {
      reset()
      return 0
    }
    switch kind {
    case .attention:
      count = length
    case .slidingWindow:
      // A place without a row before it is as good as lost.
      guard length > lowest else { return -1 }
      count = length
    case .recurrent:
      guard let last = checkpoints.lastIndex(where: { $0 <= length }) else { return -1 }
      count = checkpoints[last]
      checkpoints.removeSubrange((last + 1)...)
    }
    return count
  }

  /// Forgets everything.
  public mutating func reset() {
    count = 0
    lowest = 0
    checkpoints = []
  }

  /// Moves over the next tokens of a context of `available`; over as many as there are.
  public mutating func feed(_ tokens: Int, of available: Int) {
    let end = count + min(max(0, tokens), max(0, available - count))
    switch kind {
    case .attention, .recurrent(nil): break
    case .slidingWindow(let size): lowest = max(lowest, end - max(0, size))
    case .recurrent(let every?):
      let every = max(1, every)
      var next = (count / every + 1) * every
      while next <= end {
        checkpoints.append(next)
        next += every
      }
    }
    count = end
  }
}
