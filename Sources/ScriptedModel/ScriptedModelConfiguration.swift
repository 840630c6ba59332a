import PrefixCache

/// Everything that makes one scripted model differ from another.
public struct ScriptedModelConfiguration: Hashable, Sendable {
  /// What the model is called: `scripted`.
  public var name: String
  /// Tokens that a request and its answer may have together.
  public var contextSize: Int
  /// How its cache remembers (C3).
  public var cacheKind: CacheKind
  /// False for a model that begins every request anew.
  public var cacheEnabled: Bool
  /// Tokens a second that are prefilled; nil for no time at all.
  public var prefillRate: Double?
  /// Tokens a second that are decoded; nil for no time at all.
  public var decodeRate: Double?
  /// Tokens that are prefilled between two reports of progress.
  public var prefillChunk: Int
  /// True for a model that reasons when a request asks for it.
  public var hasReasoning: Bool
  /// What it answers; nil for the built-in behaviour alone.
  public var script: Script?

  /// The rates are those of a small model on a laptop, so that a demo shows what a person would wait for.
  public init(
    name: String = "scripted", contextSize: Int = 4_096, cacheKind: CacheKind = .attention,
    cacheEnabled: Bool = true,
    prefillRate: Double? = 1_200, decodeRate: Double? = 60, prefillChunk: Int = 128,
    hasReasoning: Bool = true,
    script: Script? = nil
  ) {
    self.name = name
    self.contextSize = contextSize
    self.cacheKind = cacheKind
    self.cacheEnabled = cacheEnabled
    self.prefillRate = prefillRate
    self.decodeRate = decodeRate
    self.prefillChunk = prefillChunk
    self.hasReasoning = hasReasoning
    self.script = script
  }

  /// The time that so many tokens take at a rate.
  static func cost(of tokens: Int, at rate: Double?) -> Duration {
    guard let rate, rate > 0, rate.isFinite, tokens > 0 else { return .zero }
    return .seconds(Double(tokens) / rate)
  }
}
