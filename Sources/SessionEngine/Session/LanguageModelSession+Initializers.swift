import Transcripts

// All the ways to make a session (API §1). A session of a profile evaluates it at once, so that its transcript begins with the instructions; no
// hook runs before the first request.

extension LanguageModelSession {
  /// A session whose instructions, tools, model and options come from a profile, before every inference anew.
  ///
  /// A profile that is isolated to an actor (`struct P: @MainActor DynamicProfile`), and modifiers and instructions that are, have their bodies
  /// evaluated on that actor, and their history transforms run there. Requests wait for it: a thread that belongs to it must not be blocked
  /// until one has ended. Any other profile is evaluated by the request itself and waits for no actor.
  ///
  /// - Parameters:
  ///   - history: What was said before. A leading instructions entry in it is replaced by the profile's; the model begins with a cold cache (R10).
  ///   - isolation: The actor that an isolated profile belongs to, when it is not the main actor: the caller's.
  public convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = [],
    isolation: (any Actor)? = #isolation
  ) {
    self.init(
      source: ProfileSource(
        profile: profile, model: Resolved(SystemLanguageModel.default, "default"), origin: isolation),
      entries: Transcript(entries: history))
  }

  /// The same with the framework's own parameters. A profile may be isolated to the main actor, and to no other.
  @_disfavoredOverload
  public convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
  ) {
    self.init(profile: profile, history: history, isolation: nil)
  }

  /// A session of one model whose instructions and tools are evaluated before every inference anew.
  ///
  /// - Parameters:
  ///   - history: As for a profile.
  ///   - isolation: As for a profile.
  public convenience init(
    model: some LanguageModel = SystemLanguageModel.default,
    dynamicInstructions: sending some DynamicInstructions,
    history: some Collection<Transcript.Entry> = [],
    isolation: (any Actor)? = #isolation
  ) {
    let profile = Profile { AnyDynamicInstructions(erasing: dynamicInstructions) }
    self.init(
      source: ProfileSource(profile: profile, model: Resolved(model, "session"), origin: isolation),
      entries: Transcript(entries: history))
  }

  /// The same with the framework's own parameters. Instructions may be isolated to the main actor, and to no other.
  @_disfavoredOverload
  public convenience init(
    model: some LanguageModel = SystemLanguageModel.default,
    dynamicInstructions: sending some DynamicInstructions,
    history: some Collection<Transcript.Entry> = []
  ) {
    self.init(model: model, dynamicInstructions: dynamicInstructions, history: history, isolation: nil)
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
