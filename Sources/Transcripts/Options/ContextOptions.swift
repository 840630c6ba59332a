/// How a prompt is put into the context (API §2). `OptionsCoding` tells how they are spelled in a file.
public struct ContextOptions: Sendable, Equatable {
  /// False when the response format's schema is not shown to the model; nil leaves it to the model.
  public var includeSchemaInPrompt: Bool?
  /// How much the model thinks before it answers; nil leaves it to the model.
  public var reasoningLevel: ReasoningLevel?
  /// What a file said besides, or in a way we don't read.
  var kept = KeptKeys()

  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }

  /// How much a model thinks before it answers.
  public enum ReasoningLevel: Sendable, Equatable {
    case light
    case moderate
    case deep
    /// A level that only some models know, by its name.
    case custom(String)
  }
}
