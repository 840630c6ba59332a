extension LanguageModelSession {
  /// Modifiers under one name, to be used again (P4, 000 §10, API §3). May hold session properties.
  ///
  /// ```swift
  /// struct Brief: LanguageModelSession.DynamicProfileModifier {
  ///   func body(content: Content) -> some LanguageModelSession.DynamicProfile {
  ///     content.maximumResponseTokens(200).historyTransform { Array($0.suffix(12)) }
  ///   }
  /// }
  /// extension LanguageModelSession.DynamicProfile {
  ///   func brief() -> some LanguageModelSession.DynamicProfile { modifier(Brief()) }
  /// }
  /// ```
  public protocol DynamicProfileModifier {
    /// What the body is made of; inferred.
    associatedtype Body: LanguageModelSession.DynamicProfile
    /// `content` with whatever the modifier adds. Evaluated as often as the profile's body, and as free of effects.
    @LanguageModelSession.DynamicProfileBuilder func body(content: Self.Content) -> Self.Body
  }

  /// The profile that a modifier was applied to, as its body sees it (API §3).
  public struct DynamicProfileModifierContent<Modifier>: LanguageModelSession.DynamicProfile
  where Modifier: LanguageModelSession.DynamicProfileModifier {
    /// It has none.
    public typealias Body = Never
    let base: any LanguageModelSession.DynamicProfile
    /// Where the modifier stood, to go on from there.
    let place: ProfileResolution.Place

    /// Never evaluated.
    public var body: Never { bodiless(Self.self) }
  }

  /// A profile with a modifier (API §3).
  public struct ModifiedDynamicProfile<Content, Modifier>: LanguageModelSession.DynamicProfile
  where Content: LanguageModelSession.DynamicProfile, Modifier: LanguageModelSession.DynamicProfileModifier {
    /// It has none.
    public typealias Body = Never
    let content: Content
    let modifier: Modifier

    /// Never evaluated.
    public var body: Never { bodiless(Self.self) }
  }
}

extension LanguageModelSession.DynamicProfileModifier {
  /// The profile that the modifier is applied to.
  public typealias Content = LanguageModelSession.DynamicProfileModifierContent<Self>
  /// The protocol by its short name.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile
  /// The property wrapper by its short name: `@SessionProperty(\.history) var history`.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension LanguageModelSession.DynamicProfile {
  /// Applies `modifier` to this profile.
  public func modifier<Modifier>(_ modifier: Modifier) -> some LanguageModelSession.DynamicProfile
  where Modifier: LanguageModelSession.DynamicProfileModifier {
    LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
  }
}

extension LanguageModelSession.DynamicProfileModifierContent: ProfileNode {
  func resolve(into resolution: inout ProfileResolution) throws {
    resolution.leave(to: place)
    try resolution.visit(base)
  }
}

extension LanguageModelSession.ModifiedDynamicProfile: ProfileWrapper {
  var wrapped: any LanguageModelSession.DynamicProfile { content }
  var name: String? { nil }

  func resolve(into resolution: inout ProfileResolution) throws {
    resolution.step(into: self)
    let place = resolution.enter(modifier: Modifier.self)
    try resolution.visit(.init(base: content, place: place), in: modifier)
  }
}
