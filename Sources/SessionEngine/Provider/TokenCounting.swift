/// A model that can tell how many tokens a request is, and how many fit.
///
/// A session asks before every inference, and refuses a request that does not fit (R8). A model that does not count is sent
/// everything and decides itself.
public protocol TokenCounting: LanguageModel {
  /// The tokens that a request and its answer may have together.
  var contextSize: Int { get async throws }

  /// The tokens of a request as the model would see it: instructions, tools, entries, schema.
  func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int
}

/// A model that has a name to be shown by.
public protocol NamedLanguageModel: LanguageModel {
  /// Such as `scripted` or `system`.
  var modelName: String { get }
}

extension LanguageModel {
  /// What events call the model: its name, or its type's.
  var announcedName: String {
    (self as? any NamedLanguageModel)?.modelName ?? String(describing: type(of: self))
  }
}

/// An executor that counts for its session, which may cost less than asking the model: it remembers what it has counted.
package protocol RequestCounting {
  /// The tokens of a request; nil for a model that cannot tell.
  func tokenCount(of request: LanguageModelExecutorGenerationRequest, for model: any LanguageModel)
    async throws -> Int?
}
