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

  /// How the cache remembers.
  public var kind: CacheKind { reach.kind }
  /// Tokens held.
  public var count: Int { reach.count }
  private var reach: CacheReach
  /// What is held is the beginning of this.
  private var context = TokenContext()

  public init(_ kind: CacheKind) { reach = CacheReach(kind) }

  /// The tokens held: for tests, and to show them.
  public var held: [ContextToken] { Array(context.tokens.prefix(count)) }

  /// Gets ready for a request: keeps what the cache can keep of the tokens that both begin with, but never all of the request, so that
  /// there is always a token to run the model on.
  public mutating func prepare(for full: TokenContext) -> Preparation {
    let common = full.commonPrefix(with: context, limit: count)
    defer { context = full }
    return reach.prepare(input: full.count, common: common)
  }

  /// Goes back to `length` tokens, and says how many are really held then: it may be fewer. Negative: this cache cannot go back
  /// there; it is as it was, and the caller has to `reset()` and feed everything.
  public mutating func trim(to length: Int) -> Int {
    let held = reach.trim(to: length)
    if held == 0 { context = TokenContext() }
    return held
  }

  /// Forgets everything.
  public mutating func reset() {
    context = TokenContext()
    reach.reset()
  }

  /// Moves over the next tokens of the request or the answer; over as many as there are.
  public mutating func feed(_ tokens: Int) { reach.feed(tokens, of: context.count) }

  /// Adds an answer's tokens behind the request; they are held once they are fed.
  public mutating func append(_ answer: TokenBlock) { context.append(answer) }
}
