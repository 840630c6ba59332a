import FoundationEssentials
import ScriptedModel
import Transcripts

extension ModelBinding.Backend {
  /// The tokens of a request, by the backend's own tokenizer, or by the embedded model's where it has none.
  func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int {
    if let model = model as? any TokenCounting { return try await model.tokenCount(of: request) }
    return try await ScriptedLanguageModel(configuration: ScriptedModelConfiguration()).tokenCount(
      of: request)
  }

  /// The tokens that these entries, and a schema for the answer, add to a request.
  func tokenCount(of entries: [Transcript.Entry], schema: GenerationSchema? = nil) async throws -> Int {
    // What every request has, such as a token at its beginning, belongs to none of its parts.
    let whole = try await tokenCount(of: Self.request(entries, schema: schema))
    return try await whole - tokenCount(of: Self.request([], schema: nil))
  }

  private static func request(
    _ entries: [Transcript.Entry], schema: GenerationSchema?
  ) -> LanguageModelExecutorGenerationRequest {
    var tools: [Transcript.ToolDefinition] = []
    if case .instructions(let instructions)? = entries.first { tools = instructions.toolDefinitions }
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: entries), enabledTools: tools, schema: schema,
      generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
  }
}
