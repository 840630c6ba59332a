extension LanguageModelSession {
  /// A profile whose type is forgotten (API §3). A persona's identity (P7) looks through it: two profiles without a named type of their
  /// own are the same persona in it, unless `profileName(_:)` tells them apart.
  public struct AnyDynamicProfile: LanguageModelSession.DynamicProfile {
    /// It has none.
    public typealias Body = Never
    let base: any LanguageModelSession.DynamicProfile

    /// Any profile.
    public init(_ dynamicProfile: any LanguageModelSession.DynamicProfile) {
      base = dynamicProfile
    }

    /// What the compiler calls to erase a type.
    public init(erasing dynamicProfile: some LanguageModelSession.DynamicProfile) {
      base = dynamicProfile
    }

    /// Never evaluated.
    public var body: Never { bodiless(Self.self) }
  }
}

extension LanguageModelSession.AnyDynamicProfile: ProfileNode {
  func resolve(into resolution: inout ProfileResolution) throws { try resolution.visit(base) }
}
