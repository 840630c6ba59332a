import FoundationEssentials
import SessionEngine
import Transcripts

extension ServerFailure {
  /// The session's error that says the same, with the server's words.
  ///
  /// - Parameter request: What the server was asked.
  func error(for request: LanguageModelExecutorGenerationRequest) -> any Error {
    let words = "\(server): \(message)"
    let lowered = message.lowercased()
    if isOverflow(lowered) {
      let (size, count) = overflow
      return LanguageModelError.contextSizeExceeded(
        .init(contextSize: size, tokenCount: count, debugDescription: words))
    }
    if status == 429 || type == "rate_limit_error" || code == "rate_limit_exceeded" {
      return LanguageModelError.rateLimited(.init(resetDate: resetDate, debugDescription: words))
    }
    if ["content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation"].contains(code) {
      return LanguageModelError.guardrailViolation(.init(debugDescription: words))
    }
    if status == 408 || status == 504 {
      return LanguageModelError.timeout(.init(debugDescription: words))
    }
    if let error = unsupported(lowered, words, request) { return error }
    if let unknown {
      return ChatCompletionsLanguageModel.RequestError.httpError(statusCode: status, data: .init(unknown))
    }
    return ChatCompletionsLanguageModel.APIError(
      message: remedied, type: type, param: parameter, code: code ?? (status == 0 ? nil : String(status)))
  }

  private var remedied: String {
    guard status == 401 || status == 403 else { return "\(server): \(message)" }
    return "\(server): \(message): the key is taken from STEMMA_API_KEY, or from a file of mode 0600"
  }

  private func isOverflow(_ lowered: String) -> Bool {
    if type == "exceed_context_size_error" || code == "context_length_exceeded" { return true }
    guard status == 0 || (400..<500).contains(status) else { return false }
    return [
      "maximum context length", "context length exceeded", "context size", "prompt is too long",
      "context window", "exceeds the context", "too large for model",
    ].contains { lowered.contains($0) }
  }

  /// Both numbers as far as they are told; 0 for one that is not.
  ///
  /// Services tell them in a sentence: the window beside the words for it, and the largest number that does not fit.
  private var overflow: (size: Int, count: Int) {
    if let contextSize { return (contextSize, promptTokens ?? 0) }
    let numbers = message.split { !$0.isNumber || !$0.isASCII }.compactMap { Int($0) }.filter { $0 >= 16 }
    let size = Self.windowPatterns.lazy.compactMap { pattern -> Int? in
      message.lowercased().firstMatch(of: pattern).flatMap { Int($0.1) }
    }.first
    guard let size else { return (0, numbers.max() ?? 0) }
    let largest = numbers.max() ?? 0
    return (size, largest > size ? largest : 0)
  }

  private static var windowPatterns: [Regex<(Substring, Substring)>] {
    [
      /(?:maximum context length|context size|context window|context length|maximum length)\D{0,24}?(\d+)/,
      /(\d+) maximum/, /> (\d+)/,
    ]
  }

  private func unsupported(
    _ lowered: String, _ words: String, _ request: LanguageModelExecutorGenerationRequest
  ) -> LanguageModelError? {
    guard (400..<502).contains(status), status != 401, status != 403 else { return nil }
    if !request.enabledToolDefinitions.isEmpty,
      lowered.contains("not support tools") || lowered.contains("tool choice")
        || lowered.contains("tools param") || lowered.contains("tool_choice")
    {
      return .unsupportedCapability(.init(capability: .toolCalling, debugDescription: words))
    }
    if request.transcript.hasImages, lowered.contains("image") || lowered.contains("multimodal") {
      return .unsupportedCapability(.init(capability: .vision, debugDescription: words))
    }
    if let schema = request.schema,
      ["schema", "grammar", "response_format"].contains(where: { lowered.contains($0) })
    {
      return .unsupportedGenerationGuide(.init(schemaName: schema.name, debugDescription: words))
    }
    return nil
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// For errors of what is asked beside a session's requests.
  static var none: Self {
    .init(
      id: .init(), transcript: Transcript(), enabledTools: [], generationOptions: GenerationOptions(),
      contextOptions: ContextOptions(), metadata: [:])
  }
}

extension HTTPError {
  /// The session's error for a server that takes too long; any other stays what it is.
  var sessionError: any Error {
    switch self {
    case .connectTimedOut, .noAnswer, .stalled:
      LanguageModelError.timeout(.init(debugDescription: errorDescription ?? "\(self)"))
    default: self
    }
  }
}

extension Transcript {
  /// Whether a prompt shows an image.
  var hasImages: Bool {
    contains { entry in
      entry.segments.contains { if case .attachment = $0 { true } else { false } }
    }
  }
}
