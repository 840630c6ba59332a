/// What an inference finds in the cache of its model, in the numbers that a recording stores.
///
/// The cache is predicted as an append-only one: it holds the context of the model's inference before, answer
/// included.
public struct CacheReuse: Sendable, Hashable {
  /// Why it is no more.
  public var cause: CacheCause
  /// Where the two contexts part; nil when nothing was lost.
  public var divergence: Divergence?
  /// Tokens that the cache gives.
  public var tokens: Int
  /// Tokens that were held and are prefilled again; 0 when nothing was lost.
  public var lostTokens: Int
  /// The splice against what is held: entries before `position` are kept, `removed` of the held ones are
  /// lost, `inserted` of the wanted ones are prefilled.
  public var position: Int
  public var removed: Int
  public var inserted: Int
  /// Tokens of the wanted context that no cache can have held: what follows the last entry that came over.
  public var newTokens: Int

  /// - Parameters:
  ///   - comparison: of what is held with what is wanted; its wanted side may reach past the context.
  ///   - held: entries that the cache holds.
  ///   - wanted: entries of the context that is sent.
  ///   - tokens: the tokens of a range of the wanted entries.
  public init(_ comparison: CacheComparison, held: Int, wanted: Int, tokens: (Range<Int>) -> Int) {
    let input = tokens(0..<wanted)
    self.tokens = Self.usable(comparison.commonTokens, of: input)
    cause = comparison.cause
    divergence = comparison.divergence
    position = comparison.commonEntries
    removed = max(0, held - comparison.commonEntries)
    inserted = max(0, wanted - comparison.commonEntries)
    newTokens = tokens(min(comparison.tailStart, wanted)..<wanted)
    lostTokens = cause.isLoss ? max(0, input - self.tokens - newTokens) : 0
  }

  /// A context that goes on where the cache ends, without a comparison.
  /// - Parameters:
  ///   - held: entries that the cache holds; they are the first of the wanted ones.
  ///   - tokens: the tokens of a range of the wanted entries.
  public init(appendingTo held: Int, wanted: Int, isFirst: Bool, tokens: (Range<Int>) -> Int) {
    self.tokens = Self.usable(tokens(0..<held), of: tokens(0..<wanted))
    cause = isFirst ? .cold : .appended
    divergence = nil
    position = held
    removed = 0
    inserted = max(0, wanted - held)
    newTokens = tokens(min(held, wanted)..<wanted)
    lostTokens = 0
  }

  /// The last token of a request is always fed again: its answer has to come from somewhere.
  private static func usable(_ common: Int, of input: Int) -> Int { min(common, max(0, input - 1)) }
}
