extension LanguageModelSession {
  /// Instructions and tools for one persona; modifiers add the model and how it is asked (000 §5, API §3).
  ///
  /// ```swift
  /// Profile { CoachInstructions() }
  ///   .model(SystemLanguageModel())
  ///   .temperature(0.2)
  /// ```
  public struct Profile: LanguageModelSession.DynamicProfile {
    /// It has none.
    public typealias Body = Never
    let dynamicInstructions: any DynamicInstructions

    /// A profile with these instructions and tools. The closure runs at once, each time the body around it is evaluated.
    public init(@DynamicInstructionsBuilder _ dynamicInstructions: () -> some DynamicInstructions) {
      self.dynamicInstructions = dynamicInstructions()
    }

    /// Never evaluated.
    public var body: Never { bodiless(Self.self) }
  }
}

extension LanguageModelSession.Profile: ProfileNode {
  func resolve(into resolution: inout ProfileResolution) throws {
    try resolution.finish(with: dynamicInstructions)
  }
}
