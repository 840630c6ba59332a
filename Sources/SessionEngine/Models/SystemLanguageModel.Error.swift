import FoundationEssentials

extension SystemLanguageModel {
  /// What only this model fails at (API §13).
  public enum Error: LocalizedError, CustomDebugStringConvertible {
    /// The model is not available; `availability` says why.
    case assetsUnavailable(AssetsUnavailable)

    /// What is known of it.
    public struct AssetsUnavailable: Sendable {
      /// In one line.
      public var debugDescription: String

      /// With one line on it.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }

    /// In one line, with what can be done.
    public var errorDescription: String? { "\(debugDescription): check availability, or use another model" }

    /// In one line.
    public var debugDescription: String {
      switch self {
      case .assetsUnavailable(let error): error.debugDescription
      }
    }
  }
}
