import Transcripts

// How many tokens things are, by the tokenizer of the bound backend (M2, API §13). Each count is of the thing alone: what
// every request has besides is not in it.

extension SystemLanguageModel: TokenCounting {
  /// The tokens that a request and its answer may have together.
  public var contextSize: Int { bound.backend.contextSize }

  /// The tokens of `prompt`.
  public nonisolated(nonsending) func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    let entry = Transcript.Entry.prompt(.init(id: "", segments: prompt.promptRepresentation.segments))
    return try await bound.backend.tokenCount(of: [entry])
  }

  /// The tokens of `instructions`, without tools.
  public nonisolated(nonsending) func tokenCount(for instructions: Instructions) async throws -> Int {
    try await bound.backend.tokenCount(of: [
      .instructions(.init(id: "", segments: instructions.segments, toolDefinitions: []))
    ])
  }

  /// The tokens of the tools' definitions.
  public nonisolated(nonsending) func tokenCount(for tools: [any Tool]) async throws -> Int {
    try await bound.backend.tokenCount(of: [
      .instructions(
        .init(id: "", segments: [], toolDefinitions: tools.map { Transcript.ToolDefinition(tool: $0) }))
    ])
  }

  /// The tokens of a schema that an answer has to follow.
  public nonisolated(nonsending) func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try await bound.backend.tokenCount(of: schema)
  }

  /// The tokens of entries.
  public nonisolated(nonsending) func tokenCount(
    for transcriptEntries: some Collection<Transcript.Entry>
  ) async throws -> Int {
    try await bound.backend.tokenCount(of: Array(transcriptEntries))
  }

  /// The tokens of a whole request.
  public func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int {
    try await bound.backend.tokenCount(of: request)
  }
}
