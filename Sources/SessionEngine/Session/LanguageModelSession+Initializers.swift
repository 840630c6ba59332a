import Transcripts

// All the ways to make a session (API §1). A session of a profile evaluates it at once, so that its transcript begins with the instructions; no
// hook runs before the first request.

extension LanguageModelSession {
  /// A session whose instructions, tools, model and options come from a profile, before every inference anew.
  ///
  /// - Parameter history: What was said before. A leading instructions entry in it is replaced by the profile's; the model begins with a cold
  ///   cache (R10).
  public convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
  ) {
    self.init(
      source: ProfileSource(profile: profile, model: Resolved(SystemLanguageModel.default, "default")),
      entries: Transcript(entries: history))
  }

  /// A session of one model whose instructions and tools are evaluated before every inference anew.
  ///
  /// - Parameter history: As for a profile.
  public convenience init(
    model: some LanguageModel = SystemLanguageModel.default,
    dynamicInstructions: sending some DynamicInstructions,
    history: some Collection<Transcript.Entry> = []
  ) {
    let profile = Profile { AnyDynamicInstructions(erasing: dynamicInstructions) }
    self.init(
      source: ProfileSource(profile: profile, model: Resolved(model, "session")),
      entries: Transcript(entries: history))
  }

  /// A session of one model with fixed instructions and tools.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    self.init(fixed: model, tools: tools, instructions: instructions)
  }

  /// A session of one model with fixed instructions and tools.
  @_disfavoredOverload
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(fixed: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// A session of one model with fixed instructions and tools.
  ///
  /// - Throws: What `instructions` throws.
  public convenience init<Failure>(
    model: some LanguageModel, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws(Failure) -> Instructions
  ) throws(Failure) where Failure: Swift.Error {
    self.init(fixed: model, tools: tools, instructions: try instructions())
  }

  /// A session that goes on where a transcript ends. Its instructions stay as they are, the tools are these; the model begins with a
  /// cold cache (R10).
  public convenience init(model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript) {
    self.init(restored: model, tools: tools, transcript: transcript)
  }

  /// A session of the system's model with fixed instructions and tools.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    self.init(fixed: model, tools: tools, instructions: instructions)
  }

  /// A session of the system's model with fixed instructions and tools.
  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(fixed: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// A session of the system's model with fixed instructions and tools.
  ///
  /// - Throws: What `instructions` throws.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(fixed: model, tools: tools, instructions: try instructions())
  }

  /// A session of the system's model that goes on where a transcript ends; as for any model.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(restored: model, tools: tools, transcript: transcript)
  }

  private convenience init(fixed model: some LanguageModel, tools: [any Tool], instructions: Instructions?) {
    let profile = Profile {
      if let instructions { instructions }
      tools
    }
    self.init(
      source: ProfileSource(profile: profile, model: Resolved(model, "session")), entries: Transcript())
  }

  private convenience init(restored model: some LanguageModel, tools: [any Tool], transcript: Transcript) {
    let profile = Profile { tools }
    self.init(
      source: ProfileSource(
        profile: profile, model: Resolved(model, "session"), keepsInstructions: true),
      entries: transcript)
  }
}
