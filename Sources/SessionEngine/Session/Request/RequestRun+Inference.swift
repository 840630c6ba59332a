import FoundationEssentials
import Transcripts

// One inference: what is sent, what may be sent, and what becomes of what comes back.
extension RequestRun {
  /// Asks the model, and appends what it answers.
  ///
  /// - Returns: The tools that it calls.
  func infer() async throws -> [Transcript.ToolCall] {
    let model = profile.model ?? session.source.model
    return try await infer(on: model.value, level: model.level)
  }

  private func infer(on model: some LanguageModel, level: String) async throws -> [Transcript.ToolCall] {
    let result = try await ask(model, level: level)
    usage = usage + result.usage
    session.add(result.usage)
    if let error = result.error {
      for entry in result.assembly.partial() { add(entry, cause: .partial) }
      throw error
    }
    return try await take(result.assembly)
  }

  /// What is sent ends with this, so that the transcript can grow in its place and is not copied.
  private func ask(_ model: some LanguageModel, level: String) async throws -> InferenceRun.Result {
    let sent = try await render()
    try refuseUnsupported(sent, by: model)
    let window = try await window(of: model, for: sent)
    let number = session.nextInference()
    session.announcer.announce(.inferenceStarted(start(number, model: model, level: level, sent, window)))
    let run = InferenceRun(
      session: session, number: number, request: sent, window: window, publish: { [self] in publish($0, $1) })
    return await run.run(on: model)
  }

  /// What the model is to see: the transcript after the profile's transforms (H1), which are never written back.
  private func render() async throws -> LanguageModelExecutorGenerationRequest {
    let enabled = enabledTools.map { Transcript.ToolDefinition(tool: $0) }
    var transcript = try await session.source.transform(
      session.state.withLock { $0.transcript }, by: profile, for: session.properties)
    transcript.enable(enabled)
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: transcript, enabledTools: enabled, schema: request.schema,
      generationOptions: options.generation, contextOptions: options.context, metadata: request.metadata)
  }

  /// - Throws: `LanguageModelError.unsupportedCapability` when the request needs what the model does not declare.
  private func refuseUnsupported(
    _ request: LanguageModelExecutorGenerationRequest, by model: some LanguageModel
  ) throws {
    let capabilities = model.capabilities
    func need(_ capability: LanguageModelCapabilities.Capability, for what: String, _ isNeeded: Bool) throws {
      guard isNeeded, !capabilities.contains(capability) else { return }
      throw LanguageModelError.unsupportedCapability(
        LanguageModelError.UnsupportedCapability(
          capability: capability, debugDescription: "\(profile.name) asks \(model.announcedName) for \(what)")
      )
    }
    try need(.toolCalling, for: "tool calls", !request.enabledToolDefinitions.isEmpty)
    try need(.guidedGeneration, for: "an answer that follows a schema", request.schema != nil)
    try need(.reasoning, for: "reasoning", request.contextOptions.reasoningLevel != nil)
    // Looked through only for a model that cannot read them, and all of it only where a transform may have made all of it.
    if !capabilities.contains(.vision) {
      let hasImage =
        profile.historyTransforms.isEmpty
        ? session.holdsAttachment : request.transcript.contains(where: \.hasAttachment)
      try need(.vision, for: "reading an image", hasImage)
    }
  }

  /// The model's window and what the request takes of it; nil for a model that does not count.
  ///
  /// - Throws: `LanguageModelError.contextSizeExceeded` when the request does not fit (R8).
  private func window(
    of model: some LanguageModel, for request: LanguageModelExecutorGenerationRequest
  ) async throws -> InferenceRun.Window? {
    guard let counting = model as? any TokenCounting else { return nil }
    let executor = try session.executors.executor(for: model)
    var input = try await (executor as? any RequestCounting)?.tokenCount(of: request, for: model)
    if input == nil { input = try await counting.tokenCount(of: request) }
    let window = InferenceRun.Window(size: try await counting.contextSize, input: input ?? 0)
    try window.check(decoded: 0)
    return window
  }

  private func start(
    _ number: Int, model: some LanguageModel, level: String,
    _ sent: LanguageModelExecutorGenerationRequest, _ window: InferenceRun.Window?
  ) -> InferenceStart {
    var options = options
    options.note("model", model.announcedName, level: level)
    if let policy = profile.errorPolicy {
      options.note("transcriptErrorHandlingPolicy", policy.value.kind.rawValue, level: policy.level)
    } else if let policy = session.transcriptErrorHandlingPolicy {
      options.note("transcriptErrorHandlingPolicy", policy.kind.rawValue, level: "session")
    }
    return InferenceStart(
      number: number, request: self.number, model: model.announcedName, contextSize: window?.size,
      profile: profile.name, sent: sent.transcript.entries,
      transcriptCount: session.state.withLock { $0.transcript.count },
      tools: sent.enabledToolDefinitions.map(\.name), options: options.options)
  }

  /// Appends what a finished inference brought, and runs the hooks for it.
  private func take(_ assembly: TranscriptAssembly) async throws -> [Transcript.ToolCall] {
    var brought = assembly.finished()
    let calls = brought.flatMap { entry -> [Transcript.ToolCall] in
      if case .toolCalls(let calls) = entry { Array(calls) } else { [] }
    }
    text = assembly.text
    content = GeneratedContent(text)
    var failure: (any Error)?
    if calls.isEmpty, let schema = request.schema {
      do {
        content = try GeneratedContent(json: text)
        try request.check(content)
        brought = brought.structured(by: schema, content)
        content.id = contentID
      } catch {
        failure = error
      }
    }
    for entry in brought { add(entry, cause: entry.cause) }
    if let failure { throw failure }
    if calls.isEmpty, !text.isEmpty { feed?.publish(outcome) }
    for entry in brought {
      switch entry {
      case .reasoning(let reasoning):
        try await run("onReasoning", profile.hooks.onReasoning, with: reasoning)
      case .response(let response): try await run("onResponse", profile.hooks.onResponse, with: response)
      default: break
      }
    }
    return calls
  }

  /// Gives the stream's readers what there is so far.
  private func publish(_ assembly: TranscriptAssembly, _ usage: LanguageModelSession.Usage) {
    guard let feed else { return }
    let text = assembly.text
    guard !text.isEmpty else { return }
    // What is no JSON at all will be told by the end of the request.
    let content = request.schema == nil ? GeneratedContent(text) : try? GeneratedContent(partialJSON: text)
    guard var content else { return }
    content.id = contentID
    feed.publish(
      RequestOutcome(
        text: text, content: content, entries: ArraySlice(entries + assembly.finished()),
        usage: self.usage + usage))
  }
}

extension Transcript.Entry {
  fileprivate var cause: TranscriptChange.Cause {
    switch self {
    case .reasoning: .reasoning
    case .toolCalls: .toolCalls
    default: .response
    }
  }
}

extension [Transcript.Entry] {
  /// The same entries, the text of an only response made into the structure that it is.
  fileprivate func structured(
    by schema: GenerationSchema, _ content: GeneratedContent
  ) -> [Transcript.Entry] {
    let responses = indices.filter { if case .response = self[$0] { true } else { false } }
    guard responses.count == 1, let index = responses.first, case .response(var response) = self[index]
    else { return self }
    let place = response.segments.firstIndex { if case .text = $0 { true } else { false } }
    guard let place else { return self }
    let structure = Transcript.StructuredSegment(
      id: response.segments[place].id, schemaName: schema.name, content: content)
    response.segments[place] = .structure(structure)
    response.segments = response.segments.enumerated()
      .filter { offset, segment in
        if case .text = segment { offset < place } else { true }
      }
      .map(\.element)
    var entries = self
    entries[index] = .response(response)
    return entries
  }
}
