/// The prefix cache of one model (C5): what it was fed last, how far back it can go, and what it can give to the next request.
///
/// How a request goes (C2): `prepare(for:)` finds how much of the request the cache holds already, goes back to there, and says how much
/// that is; `feed(_:)` moves over what has to be fed; `append(_:)` and `feed(_:)` again hold the answer as it is decoded. Whatever
/// stops in between, the cache holds what it was fed and no more (C4).
///
/// A value: a copy of a cache is another cache.
public struct ModelCache: Sendable {
  /// What a request found.
  public struct Preparation: Sendable, Hashable {
    /// Tokens of the request.
    public var input: Int
    /// Tokens that the request and the cache both begin with.
    public var common: Int
    /// Tokens kept: feeding begins here.
    public var reused: Int

    public init(input: Int, common: Int, reused: Int) {
      self.input = input
      self.common = common
      self.reused = reused
    }

    /// True when the cache had more in common with the request than it could keep.
    public var refused: Bool { reused < min(common, max(0, input - 1)) }
  }

  public let kind: CacheKind
  /// What is held is the beginning of this.
  private var context = TokenContext()
  /// Tokens held.
  public private(set) var count = 0
  /// The first position that still has a row (sliding window).
  private var lowest = 0
  /// Positions with a copy of the state, ascending (recurrent).
  private var checkpoints: [Int] = []

  public init(_ kind: CacheKind) { self.kind = kind }

  /// The tokens held: for tests, and to show them.
  public var held: [ContextToken] { Array(context.tokens.prefix(count)) }

  /// Gets ready for a request: keeps what the cache can keep of the tokens that both begin with, but never all of the request, so that
  /// there is always a token to run the model on.
  public mutating func prepare(for full: TokenContext) -> Preparation {
    let common = full.commonPrefix(with: context, limit: count)
    let want = min(common, max(0, full.count - 1))
    var reused = trim(to: want)
    if reused < 0 {
      reset()
      reused = 0
    }
    context = full
    return Preparation(input: full.count, common: common, reused: reused)
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
    context = TokenContext()
    count = 0
    lowest = 0
    checkpoints = []
  }

  /// Moves over the next tokens of the request or the answer; over as many as there are.
  public mutating func feed(_ tokens: Int) {
    let end = count + min(max(0, tokens), context.count - count)
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

  /// Adds an answer's tokens behind the request; they are held once they are fed.
  public mutating func append(_ answer: TokenBlock) { context.append(answer) }
}
