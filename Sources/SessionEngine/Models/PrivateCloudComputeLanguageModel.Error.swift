import FoundationEssentials

extension PrivateCloudComputeLanguageModel {
  /// What only this model fails at (API §13).
  public enum Error: LocalizedError, CustomDebugStringConvertible {
    /// The service can't be reached; another model may answer.
    case networkFailure(NetworkFailure)
    /// The person's limit is used up. Trying again does not help before the limit begins anew.
    case quotaLimitReached(QuotaLimitReached)
    /// The service does not answer; `availability` may say why.
    case serviceUnavailable(ServiceUnavailable)

    /// What is known of it.
    public struct NetworkFailure: Sendable {
      /// In one line.
      public var debugDescription: String

      /// With one line on it.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// What is known of it.
    public struct QuotaLimitReached: Sendable {
      /// A way to a higher limit, where there is one.
      public var limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion?
      /// When the limit begins anew; nil where that isn't known.
      public var resetDate: Date?
      /// In one line.
      public var debugDescription: String

      /// With one line on it.
      public init(
        limitIncreaseSuggestion: QuotaUsage.LimitIncreaseSuggestion? = nil, resetDate: Date? = nil,
        debugDescription: String
      ) {
        self.limitIncreaseSuggestion = limitIncreaseSuggestion
        self.resetDate = resetDate
        self.debugDescription = debugDescription
      }
    }

    /// What is known of it.
    public struct ServiceUnavailable: Sendable {
      /// In one line.
      public var debugDescription: String

      /// With one line on it.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// In one line, with what can be done.
    public var errorDescription: String? {
      switch self {
      case .networkFailure: "\(debugDescription): use another model, or try again"
      case .quotaLimitReached: "\(debugDescription): use another model until it begins anew"
      case .serviceUnavailable: "\(debugDescription): check availability, or use another model"
      }
    }

    /// In one line.
    public var debugDescription: String {
      switch self {
      case .networkFailure(let error): error.debugDescription
      case .quotaLimitReached(let error): error.debugDescription
      case .serviceUnavailable(let error): error.debugDescription
      }
    }
  }
}
