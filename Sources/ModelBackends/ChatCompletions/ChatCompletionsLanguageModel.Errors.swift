import FoundationEssentials

extension ChatCompletionsLanguageModel {
  /// An error that the server told and that is none of `LanguageModelError`'s (API §15).
  public struct APIError: LocalizedError, Hashable, Sendable {
    /// The server's words.
    public var message: String
    /// The server's kind of error.
    public var type: String?
    /// Which part of the request is at fault.
    public var param: String?
    /// The server's code, or the answer's status.
    public var code: String?

    /// An error with these words.
    public init(message: String, type: String? = nil, param: String? = nil, code: String? = nil) {
      self.message = message
      self.type = type
      self.param = param
      self.code = code
    }

    /// One line for a person.
    public var errorDescription: String? {
      let facts = [code.map { "code \($0)" }, type, param.map { "at \($0)" }].compactMap(\.self)
      return message + (facts.isEmpty ? "" : " (\(Visible.text(facts.joined(separator: ", "))))")
    }
  }

  /// A request that could not be made, or an answer that is none (API §15).
  public enum RequestError: LocalizedError, Hashable, Sendable {
    case invalidRequest(_ description: String)
    /// Something in the stream that is not an event of a chat completion.
    case invalidStreamData
    /// An error in no known shape.
    case httpError(statusCode: Int, data: Data)

    /// One line for a person.
    public var errorDescription: String? {
      switch self {
      case .invalidRequest(let description): "the request cannot be made: \(description)"
      case .invalidStreamData: "the server's stream holds something that is not an event of a chat completion"
      case .httpError(let status, let data):
        "the server answered with status \(status): "
          + Visible.text(String(decoding: data.prefix(2_000), as: UTF8.self), limit: 300)
      }
    }
  }
}
