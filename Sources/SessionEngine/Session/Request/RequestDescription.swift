import Transcripts

/// What the many spellings of `respond` and `streamResponse` come down to.
struct RequestDescription: Sendable {
  var prompt: Prompt
  var options: GenerationOptions
  var contextOptions: ContextOptions
  var metadata: [String: GeneratedContent]
  /// Nil for plain text.
  var schema: GenerationSchema?
  /// Throws when the final content does not make a value of the type that was asked for.
  var check: @Sendable (GeneratedContent) throws -> Void = { _ in }

  init(
    _ prompt: Prompt, schema: GenerationSchema?, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.prompt = prompt
    self.schema = schema
    self.options = options
    self.contextOptions = contextOptions
    self.metadata = metadata.mapValues(\.generatedContent)
  }

  /// A request for a value of a type. Text is not guided.
  init<Content: Generable>(
    _ prompt: Prompt, as type: Content.Type, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    let isText = type == String.self
    self.init(
      prompt, schema: isText ? nil : type.generationSchema, options, contextOptions, metadata)
    if !isText { check = { _ = try Content($0) } }
  }
}

/// What came of a request, or of a request so far, before it is made into the type that was asked for.
struct RequestOutcome: Sendable {
  /// The text of the round (R1).
  var text: String
  var content: GeneratedContent
  /// What came after the prompt.
  var entries: ArraySlice<Transcript.Entry>
  var usage: LanguageModelSession.Usage

  init(
    text: String, content: GeneratedContent, entries: ArraySlice<Transcript.Entry>,
    usage: LanguageModelSession.Usage
  ) {
    self.text = text
    self.content = content
    self.entries = entries
    self.usage = usage
  }

  /// Plain text that took no inference.
  init(text: String, entries: ArraySlice<Transcript.Entry> = []) {
    self.init(text: text, content: GeneratedContent(text), entries: entries, usage: .zero)
  }
}
