/// A profile under one of the framework's own modifiers.
struct ConfiguredProfile<Content: LanguageModelSession.DynamicProfile>: LanguageModelSession.DynamicProfile {
  typealias Body = Never
  let content: Content
  /// Set by `profileName(_:)`.
  var name: String?
  /// Adds the modifier's opinion; the string says at which level it stood.
  let configure: (inout ResolvedProfile, _ level: String) -> Void

  var body: Never { bodiless(Self.self) }
}

extension ConfiguredProfile: ProfileWrapper {
  var wrapped: any LanguageModelSession.DynamicProfile { content }

  func resolve(into resolution: inout ProfileResolution) throws {
    resolution.step(into: self)
    configure(&resolution.resolved, resolution.level)
    try resolution.visit(content)
  }
}

extension LanguageModelSession.DynamicProfile {
  /// The modifiers are visited from the outside in, so what `configure` writes over an outer opinion is nearer to the profile (P3), and
  /// what it appends comes after what is outside (L4).
  func configured(
    name: String? = nil, _ configure: @escaping (inout ResolvedProfile, _ level: String) -> Void
  ) -> ConfiguredProfile<Self> {
    ConfiguredProfile(content: self, name: name, configure: configure)
  }
}
