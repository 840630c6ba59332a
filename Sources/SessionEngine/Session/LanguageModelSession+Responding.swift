import Transcripts

// The many spellings of `respond` (API §1): a prompt as value, text or builder; an answer as text, content or a type; the options of
// version 26, or those of 27 with context options and metadata. `includeSchemaInPrompt` and the context option of that name are one knob,
// recorded on the prompt's entry.
//
// Each throws what the request failed with: an error of the model (`LanguageModelError` and others), of a tool
// (`LanguageModelSession.ToolCallError`), of a hook, `Error.concurrentRequests` when the session is busy, `GeneratedContent.ParsingError` when
// the answer does not have its shape, `CancellationError`. What becomes of the transcript then, the error policy says (R5).

extension LanguageModelSession {
  // MARK: - Version 27

  /// Answers a prompt with plain text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await answer(prompt, options, contextOptions, metadata)
  }

  /// Answers a prompt with plain text.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await answer(Prompt(prompt), options, contextOptions, metadata)
  }

  /// Answers a prompt with plain text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(try prompt(), options, contextOptions, metadata)
  }

  /// Answers a prompt with content that follows `schema`.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await answer(prompt, schema: schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content that follows `schema`.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await answer(Prompt(prompt), schema: schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content that follows `schema`.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await answer(try prompt(), schema: schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> where Content: Generable {
    try await answer(prompt, as: type, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond<Content>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> where Content: Generable {
    try await answer(Prompt(prompt), as: type, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> where Content: Generable {
    try await answer(try prompt(), as: type, options, contextOptions, metadata)
  }

  // MARK: - Version 26

  /// Answers a prompt with plain text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(prompt, options, ContextOptions(), [:])
  }

  /// Answers a prompt with plain text.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await answer(Prompt(prompt), options, ContextOptions(), [:])
  }

  /// Answers a prompt with plain text.
  @discardableResult
  public nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await answer(try prompt(), options, ContextOptions(), [:])
  }

  /// Answers a prompt with content that follows `schema`.
  @discardableResult
  public nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      prompt, schema: schema, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  /// Answers a prompt with content that follows `schema`.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      Prompt(prompt), schema: schema, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt),
      [:])
  }

  /// Answers a prompt with content that follows `schema`.
  @discardableResult
  public nonisolated(nonsending) func respond(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await answer(
      try prompt(), schema: schema, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:]
    )
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> where Content: Generable {
    try await answer(
      prompt, as: type, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func respond<Content>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> where Content: Generable {
    try await answer(
      Prompt(prompt), as: type, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public nonisolated(nonsending) func respond<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> where Content: Generable {
    try await answer(
      try prompt(), as: type, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  // MARK: - What all come down to

  private nonisolated(nonsending) func answer(
    _ prompt: Prompt, _ options: GenerationOptions, _ contextOptions: ContextOptions,
    _ metadata: [String: any ConvertibleToGeneratedContent]
  ) async throws -> Response<String> {
    try await answer(RequestDescription(prompt, schema: nil, options, contextOptions, metadata))
  }

  private nonisolated(nonsending) func answer(
    _ prompt: Prompt, schema: GenerationSchema, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent]
  ) async throws -> Response<GeneratedContent> {
    try await answer(RequestDescription(prompt, schema: schema, options, contextOptions, metadata))
  }

  private nonisolated(nonsending) func answer<Content: Generable>(
    _ prompt: Prompt, as type: Content.Type, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent]
  ) async throws -> Response<Content> {
    try await answer(RequestDescription(prompt, as: type, options, contextOptions, metadata))
  }

  private nonisolated(nonsending) func answer<Content: Generable>(
    _ request: RequestDescription
  ) async throws -> Response<Content> {
    try begin()
    return try Response(outcome: try await run(request))
  }
}
