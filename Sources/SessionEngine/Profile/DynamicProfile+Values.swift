import Transcripts

// What a profile asks of the model. Where several levels have an opinion, options given to `respond` win over the modifier nearest to
// the profile, and that over those further out (P3, U1); nil is no opinion (P2). 000 §5 and §8, API §3.

extension LanguageModelSession.DynamicProfile {
  /// The model that answers.
  public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
    configured { $0.model = Resolved(model, $1) }
  }

  /// The model that answers.
  public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
    configured { $0.model = Resolved(model, $1) }
  }

  /// How much chance there is in the choice of tokens, from 0 up; the model decides what is sensible.
  public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
    configured { $0.temperature.set(temperature, $1) }
  }

  /// How the next token is chosen.
  public func samplingMode(
    _ samplingMode: GenerationOptions.SamplingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.samplingMode.set(samplingMode, $1) }
  }

  /// The most tokens of a response; the model stops there, in the middle of a sentence if it must.
  public func maximumResponseTokens(
    _ maximumResponseTokens: Int?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.maximumResponseTokens.set(maximumResponseTokens, $1) }
  }

  /// How long a model that can reason does so before it answers.
  public func reasoningLevel(
    _ reasoningLevel: ContextOptions.ReasoningLevel?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.reasoningLevel.set(reasoningLevel, $1) }
  }

  /// Whether the model may, must or can't call tools. `.required` ends only where a tool throws or the mode changes (R3).
  public func toolCallingMode(
    _ toolCallingMode: GenerationOptions.ToolCallingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.toolCallingMode.set(toolCallingMode, $1) }
  }

  /// Changes what the model is sent, and nothing that is kept (H1).
  ///
  /// Applied before every inference, to all entries, the leading instructions among them. Transforms at several levels all run, the
  /// outermost first.
  public func historyTransform(
    _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
  ) -> some LanguageModelSession.DynamicProfile {
    configured { resolved, _ in resolved.historyTransforms.append(transform) }
  }

  /// What becomes of the transcript when a request fails or is cancelled (R5).
  public func transcriptErrorHandlingPolicy(
    _ transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.errorPolicy.set(transcriptErrorHandlingPolicy, $1) }
  }

  /// What the profile is called in a recording, and part of its identity (P7). Stemma's own addition: the framework has no such modifier.
  ///
  /// Without it a profile is called by the innermost named type it stands in: `Tutorial`, or `Craft.branch2` for the second profile in the
  /// body of `Craft`. Two names are two personas, even where the path through the body is the same.
  public func profileName(_ name: String) -> some LanguageModelSession.DynamicProfile {
    configured(name: name) { _, _ in }
  }
}

extension Optional {
  /// Takes an opinion, if there is one.
  fileprivate mutating func set<Value>(_ value: Value?, _ level: String) where Wrapped == Resolved<Value> {
    if let value { self = Resolved(value, level) }
  }
}
