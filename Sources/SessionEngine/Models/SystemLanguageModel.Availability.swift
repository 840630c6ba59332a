extension SystemLanguageModel {
  /// Whether the model can be asked.
  @frozen
  public enum Availability: Equatable, Sendable {
    /// It can.
    case available
    /// It can't, and why.
    case unavailable(UnavailableReason)

    /// Why the model can't be asked.
    public enum UnavailableReason: Hashable, Sendable {
      /// The device can't run it.
      case deviceNotEligible
      /// The person has not turned it on.
      case appleIntelligenceNotEnabled
      /// It is still on its way.
      case modelNotReady
    }
  }
}
