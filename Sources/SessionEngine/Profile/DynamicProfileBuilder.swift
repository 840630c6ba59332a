extension LanguageModelSession {
  /// What a body of `DynamicProfile` may be: one profile, chosen by `if`–`else` or `switch` where there are several (P1, API §3).
  @resultBuilder
  public struct DynamicProfileBuilder {
    /// One profile, as it is.
    public static func buildBlock<T>(_ content: T) -> T where T: LanguageModelSession.DynamicProfile {
      content
    }

    /// The branch that holds.
    public static func buildEither<TrueContent, FalseContent>(
      first content: TrueContent
    ) -> LanguageModelSession.ConditionalDynamicProfile<TrueContent, FalseContent>
    where
      TrueContent: LanguageModelSession.DynamicProfile, FalseContent: LanguageModelSession.DynamicProfile
    {
      ConditionalDynamicProfile(.trueContent(content))
    }

    /// The branch that doesn't.
    public static func buildEither<TrueContent, FalseContent>(
      second content: FalseContent
    ) -> LanguageModelSession.ConditionalDynamicProfile<TrueContent, FalseContent>
    where
      TrueContent: LanguageModelSession.DynamicProfile, FalseContent: LanguageModelSession.DynamicProfile
    {
      ConditionalDynamicProfile(.falseContent(content))
    }

    /// Not supported: which of them would be active?
    @available(
      *, unavailable,
      message: "a 'DynamicProfile' has one active profile at a time; choose it with 'if'–'else' or 'switch'"
    )
    public static func buildBlock<each Content>(_ contents: repeat each Content) -> Never
    where repeat each Content: LanguageModelSession.DynamicProfile {
      bodiless(Self.self)
    }

    /// The content of an `if #available`.
    public static func buildLimitedAvailability(
      _ component: some LanguageModelSession.DynamicProfile
    ) -> LanguageModelSession.AnyDynamicProfile {
      AnyDynamicProfile(component)
    }
  }
}
