import Transcripts

extension LanguageModelSession {
  /// Which profile a session has at the moment (000 §3, API §3).
  ///
  /// The body resolves to exactly one `Profile`: it is one expression, `if`–`else`, or `switch`. A bare `if` and two expressions side by
  /// side don't compile (P1). It is evaluated before every inference, perhaps more than once: read state in it, and change none; what
  /// changes state belongs in a hook (P6). Profiles nest, and every modifier applies to a profile and to a whole `DynamicProfile`.
  ///
  /// A profile that reads state of an actor says so in its conformance, `struct Craft: @MainActor DynamicProfile`, and is evaluated on that
  /// actor, whoever asks the session. A conformance that is only `@preconcurrency` says nothing of the kind, so that the program
  /// stops where such a body is evaluated off its actor.
  ///
  /// ```swift
  /// struct Craft: LanguageModelSession.DynamicProfile {
  ///   var app: App
  ///   var body: some DynamicProfile {
  ///     switch app.mode {
  ///     case .ideas: Profile { IdeasInstructions() }.temperature(1)
  ///     case .coach: Profile { CoachInstructions(app: app) }.onResponse { app.turns += 1 }
  ///     }
  ///   }
  /// }
  /// ```
  @_typeEraser(AnyDynamicProfile)
  public protocol DynamicProfile {
    /// What the body is made of; inferred.
    associatedtype Body: LanguageModelSession.DynamicProfile
    /// The profile as it is now. Must have no effects.
    @LanguageModelSession.DynamicProfileBuilder var body: Self.Body { get }
  }
}

extension LanguageModelSession.DynamicProfile {
  /// One profile, by its short name.
  public typealias Profile = LanguageModelSession.Profile
  /// The protocol by its short name: `var body: some DynamicProfile`.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile
  /// The property wrapper by its short name: `@SessionProperty(\.summary) var summary`.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}
