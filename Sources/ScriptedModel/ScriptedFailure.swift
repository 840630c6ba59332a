/// Why a scripted model gave no answer, or no whole one: what a script says, or what a real model would say, too.
///
/// Each case but the last has its counterpart among the framework's `LanguageModelError` (API §10).
public enum ScriptedFailure: Error, Sendable, Hashable {
  /// The request and its answer need more tokens than the window holds (R8). `tokenCount` is what they would have needed when the
  /// model stopped, at least.
  case contextSizeExceeded(contextSize: Int, tokenCount: Int)
  /// `retryAfter`: how long to wait before it may work again, where the script says so.
  case rateLimited(retryAfter: Duration?, message: String)
  case guardrailViolation(message: String)
  case refusal(explanation: String)
  /// `language`: a BCP 47 code.
  case unsupportedLanguageOrLocale(language: String, message: String)
  case timeout(message: String)
  /// No value could be made that obeys the schema (or a pattern in it is beyond the filler).
  case unsupportedGenerationGuide(schemaName: String?, message: String)
  /// The script itself is wrong where it is only seen when it runs: a capture that the pattern does not have.
  case script(message: String)
}

extension ScriptedFailure: CustomStringConvertible {
  /// One line for a person.
  public var description: String {
    switch self {
    case .contextSizeExceeded(let contextSize, let tokenCount):
      "\(tokenCount) tokens do not fit the window of \(contextSize); shorten the history or take a larger model"
    case .rateLimited(let retryAfter, let message):
      retryAfter.map { "\(message) (again in \($0.components.seconds) s)" } ?? message
    case .guardrailViolation(let message), .timeout(let message), .script(let message): message
    case .refusal(let explanation): explanation
    case .unsupportedLanguageOrLocale(let language, let message): "\(message) (\(language))"
    case .unsupportedGenerationGuide(let name, let message): name.map { "\($0): \(message)" } ?? message
    }
  }
}
