import FoundationEssentials
import ScriptedModel
import Transcripts

extension ModelBinding.Backend {
  /// The tokens of a request, by the backend's own tokenizer, or by the embedded model's where it has none.
  func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int {
    if let model = model as? any TokenCounting { return try await model.tokenCount(of: request) }
    return ScriptedLanguageModel(configuration: ScriptedModelConfiguration()).tokenCount(
      of: request)
  }

  /// The tokens that these entries add to a request.
  func tokenCount(of entries: [Transcript.Entry]) async throws -> Int {
    try await difference(Self.request(entries), Self.request([]))
  }

  /// The tokens that a schema for the answer adds to a request. It stands with the prompt.
  func tokenCount(of schema: GenerationSchema) async throws -> Int {
    let plain = Transcript.Prompt(id: "", segments: [])
    var shaped = plain
    shaped.responseFormat = Transcript.ResponseFormat(schema: schema)
    return try await difference(
      Self.request([.prompt(shaped)], schema: schema), Self.request([.prompt(plain)]))
  }

  /// What every request has, such as a token at its beginning, belongs to none of its parts.
  private func difference(
    _ whole: LanguageModelExecutorGenerationRequest, _ rest: LanguageModelExecutorGenerationRequest
  ) async throws -> Int {
    let tokens = try await tokenCount(of: whole)
    return try await tokens - tokenCount(of: rest)
  }

  private static func request(
    _ entries: [Transcript.Entry], schema: GenerationSchema? = nil
  ) -> LanguageModelExecutorGenerationRequest {
    let transcript = Transcript(entries: entries)
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: transcript,
      enabledTools: transcript.leadingInstructions?.toolDefinitions ?? [], schema: schema,
      generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
  }
}
