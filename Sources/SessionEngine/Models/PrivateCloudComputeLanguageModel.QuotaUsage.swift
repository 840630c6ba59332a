import FoundationEssentials

extension PrivateCloudComputeLanguageModel {
  /// How much of a person's limit is used (001 §8.6, API §13): below, approaching, reached, and no number.
  public struct QuotaUsage: Sendable {
    /// Below or at the limit.
    public var status: Status
    /// A way to a higher limit, where there is one.
    public var limitIncreaseSuggestion: LimitIncreaseSuggestion?
    /// When the limit begins anew; nil where that isn't known or far from mattering.
    public var resetDate: Date?

    /// Whether requests fail.
    public var isLimitReached: Bool {
      if case .limitReached = status { true } else { false }
    }

    init(_ bound: ModelBinding.PrivateCloudCompute) {
      switch bound.quota {
      case .belowLimit:
        status = .belowLimit(.init(isApproachingLimit: false))
      case .approachingLimit(let date):
        status = .belowLimit(.init(isApproachingLimit: true))
        resetDate = date
      case .limitReached(let date):
        status = .limitReached(.init())
        resetDate = date
      }
      limitIncreaseSuggestion = bound.suggestLimitIncrease.map { LimitIncreaseSuggestion(present: $0) }
    }

    /// Which side of the limit.
    public enum Status: Sendable {
      /// Requests are answered.
      case belowLimit(BelowLimit)
      /// Requests fail.
      case limitReached(LimitReached)

      /// How far below.
      public struct BelowLimit: Sendable {
        /// Whether it is time to warn.
        public var isApproachingLimit: Bool
      }

      /// Nothing more is told.
      public struct LimitReached: Sendable {}
    }

    /// A way to a higher limit.
    public struct LimitIncreaseSuggestion: Sendable {
      fileprivate let present: @Sendable () -> Void

      /// Offers it to the person: runs `ModelBinding.PrivateCloudCompute.suggestLimitIncrease`.
      public func show() { present() }
    }
  }
}
