import FoundationEssentials
import Transcripts

/// What an executor is asked for: one inference (API §9).
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// Unique to this inference.
  public var id: UUID
  /// What the model is to see, after the profile's transforms. A leading instructions entry holds the definitions of the enabled tools.
  public var transcript: Transcript
  /// The tools that may be called; empty when none may (R4).
  public var enabledToolDefinitions: [Transcript.ToolDefinition]
  /// The shape that the answer must have; nil for plain text.
  public var schema: GenerationSchema?
  /// The options as resolved for this inference (P3).
  public var generationOptions: GenerationOptions
  /// How the prompt is put into the context, and how deep the model reasons.
  public var contextOptions: ContextOptions
  /// What the caller of `respond` sent along.
  public var metadata: [String: GeneratedContent]

  /// A request with these parts.
  public init(
    id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition],
    schema: GenerationSchema? = nil, generationOptions: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.id = id
    self.transcript = transcript
    enabledToolDefinitions = enabledTools
    self.schema = schema
    self.generationOptions = generationOptions
    self.contextOptions = contextOptions
    self.metadata = metadata.mapValues(\.generatedContent)
  }
}
