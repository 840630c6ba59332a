import Transcripts

// The many spellings of `streamResponse` (API §1), as for `respond`. The request begins with the call; what it throws, reading the stream throws.

extension LanguageModelSession {
  // MARK: - Version 27

  /// Answers a prompt with plain text, as it comes.
  public func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    stream(prompt, options, contextOptions, metadata)
  }

  /// Answers a prompt with plain text, as it comes.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    stream(Prompt(prompt), options, contextOptions, metadata)
  }

  /// Answers a prompt with plain text, as it comes.
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    stream(try prompt(), options, contextOptions, metadata)
  }

  /// Answers a prompt with content that follows `schema`, as it comes.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    stream(prompt, schema: schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content that follows `schema`, as it comes.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    stream(Prompt(prompt), schema: schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with content that follows `schema`, as it comes.
  @_disfavoredOverload
  public func streamResponse(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    stream(try prompt(), schema: schema, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type, as it comes.
  public func streamResponse<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> where Content: Generable {
    stream(prompt, as: type, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type, as it comes.
  @_disfavoredOverload
  public func streamResponse<Content>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> where Content: Generable {
    stream(Prompt(prompt), as: type, options, contextOptions, metadata)
  }

  /// Answers a prompt with a value of a type, as it comes.
  public func streamResponse<Content>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> where Content: Generable {
    stream(try prompt(), as: type, options, contextOptions, metadata)
  }

  // MARK: - Version 26

  /// Answers a prompt with plain text, as it comes.
  public func streamResponse(to prompt: Prompt, options: GenerationOptions = GenerationOptions())
    -> sending ResponseStream<String>
  {
    stream(prompt, options, ContextOptions(), [:])
  }

  /// Answers a prompt with plain text, as it comes.
  @_disfavoredOverload
  public func streamResponse(to prompt: String, options: GenerationOptions = GenerationOptions())
    -> sending ResponseStream<String>
  {
    stream(Prompt(prompt), options, ContextOptions(), [:])
  }

  /// Answers a prompt with plain text, as it comes.
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    stream(try prompt(), options, ContextOptions(), [:])
  }

  /// Answers a prompt with content that follows `schema`, as it comes.
  public func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    stream(prompt, schema: schema, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  /// Answers a prompt with content that follows `schema`, as it comes.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    stream(
      Prompt(prompt), schema: schema, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt),
      [:])
  }

  /// Answers a prompt with content that follows `schema`, as it comes.
  public func streamResponse(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    stream(
      try prompt(), schema: schema, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:]
    )
  }

  /// Answers a prompt with a value of a type, as it comes.
  public func streamResponse<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    stream(prompt, as: type, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  /// Answers a prompt with a value of a type, as it comes.
  @_disfavoredOverload
  public func streamResponse<Content>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    stream(
      Prompt(prompt), as: type, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  /// Answers a prompt with a value of a type, as it comes.
  public func streamResponse<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> where Content: Generable {
    stream(try prompt(), as: type, options, ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), [:])
  }

  // MARK: - What all come down to

  private func stream(
    _ prompt: Prompt, _ options: GenerationOptions, _ contextOptions: ContextOptions,
    _ metadata: [String: any ConvertibleToGeneratedContent]
  ) -> sending ResponseStream<String> {
    stream(RequestDescription(prompt, schema: nil, options, contextOptions, metadata))
  }

  private func stream(
    _ prompt: Prompt, schema: GenerationSchema, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent]
  ) -> sending ResponseStream<GeneratedContent> {
    stream(RequestDescription(prompt, schema: schema, options, contextOptions, metadata))
  }

  private func stream<Content: Generable>(
    _ prompt: Prompt, as type: Content.Type, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent]
  ) -> sending ResponseStream<Content> {
    stream(RequestDescription(prompt, as: type, options, contextOptions, metadata))
  }

  private func stream<Content: Generable>(_ request: RequestDescription) -> sending ResponseStream<Content> {
    let feed = RequestFeed()
    do {
      try begin()
      feed.fed(
        by: Task {
          do {
            feed.finish(.success(try await run(request, feed: feed)))
          } catch {
            feed.finish(.failure(error))
          }
        })
    } catch {
      feed.finish(.failure(error))
    }
    return ResponseStream(feed: feed)
  }
}
