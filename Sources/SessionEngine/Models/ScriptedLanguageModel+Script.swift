import ScriptedModel
import Transcripts

extension ScriptedLanguageModel {
  /// A model that answers by a script, for a program that imports `FoundationModels` and nothing else (Stemma's addition, M3).
  ///
  /// ```swift
  /// let model = try ScriptedLanguageModel(script: "{ rules: [{ when: { prompt: 'ping' }, answer: ['pong'] }] }")
  /// ```
  ///
  /// - Parameters:
  ///   - script: JSON5, as `Script` describes it. What no rule answers, the model answers by its own small behaviour.
  ///   - name: What it is called in events and recordings.
  ///   - contextSize: Tokens that a request and its answer may have together.
  ///   - hasReasoning: Whether it reasons when a request asks for it.
  ///   - takesTime: False for tokens that cost no time, as tests want it.
  /// - Throws: `JSON5Error` with the line and the column of what cannot be read.
  public init(
    script: String, name: String = "scripted", contextSize: Int = 4_096, hasReasoning: Bool = true,
    takesTime: Bool = true
  ) throws {
    var configuration = ScriptedModelConfiguration(
      name: name, contextSize: contextSize, hasReasoning: hasReasoning, script: try Script(json5: script))
    if !takesTime {
      configuration.prefillRate = nil
      configuration.decodeRate = nil
    }
    self.init(configuration: configuration)
  }
}
