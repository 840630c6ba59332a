import FoundationEssentials
import ScriptedModel

extension ModelBinding {
  /// What answers under a name, and how much and in what languages it reads.
  public struct Backend: Sendable {
    /// The model that answers. Its capabilities are the name's.
    public var model: any LanguageModel
    /// Tokens of a request and its answer together. The embedded model keeps to it; another one must be told itself.
    public var contextSize: Int {
      didSet {
        guard var configuration = (model as? ScriptedLanguageModel)?.configuration else { return }
        configuration.contextSize = contextSize
        model = ScriptedLanguageModel(configuration: configuration)
      }
    }
    /// Languages as BCP 47 tags: `de`, `pt-BR`, `zh-Hans`. `de` stands for German in every region.
    public var supportedLanguages = LanguageTag.usual
    /// The language of whoever prompts, such as `de-CH`; nil for `Locale.current`, which is `en_001` in a program without the large
    /// half of Foundation. Requests in a language that is not supported fail.
    public var locale: String?

    /// `model` with a window of `contextSize` tokens.
    public init(_ model: any LanguageModel, contextSize: Int) {
      self.model = model
      self.contextSize = contextSize
    }

    /// The embedded model, with a cache of its own for each name.
    init(scripted name: String, contextSize: Int, hasReasoning: Bool) {
      let configuration = ScriptedModelConfiguration(
        name: name, contextSize: contextSize, hasReasoning: hasReasoning)
      self.init(ScriptedLanguageModel(configuration: configuration), contextSize: contextSize)
    }
  }

  /// What `SystemLanguageModel` stands for: by default the embedded model with 4,096 tokens and no reasoning.
  public struct System: Sendable {
    /// What answers.
    public var backend = Backend(scripted: "system", contextSize: 4_096, hasReasoning: false)
    /// Requests of an unavailable model fail with `SystemLanguageModel.Error.assetsUnavailable`.
    public var availability = SystemLanguageModel.Availability.available
    /// Which of the framework's models it poses as.
    public var variant = SystemLanguageModel.Variant.core3

    /// The embedded model, available.
    public init() {}
  }

  /// What `PrivateCloudComputeLanguageModel` stands for: by default the embedded model with 32,000 tokens and reasoning.
  public struct PrivateCloudCompute: Sendable {
    /// What answers.
    public var backend = Backend(scripted: "private-cloud", contextSize: 32_000, hasReasoning: true)
    /// Requests of an unavailable model fail with `PrivateCloudComputeLanguageModel.Error.serviceUnavailable`.
    public var availability = PrivateCloudComputeLanguageModel.Availability.available
    /// Requests without a network fail with `PrivateCloudComputeLanguageModel.Error.networkFailure`.
    public var isReachable = true
    /// Requests over the limit fail with `PrivateCloudComputeLanguageModel.Error.quotaLimitReached`.
    public var quota = Quota.belowLimit
    /// What `LimitIncreaseSuggestion.show()` does; nil where there is nothing to suggest.
    public var suggestLimitIncrease: (@Sendable () -> Void)?

    /// The embedded model, available.
    public init() {}
  }

  /// How much of a person's daily limit is used, as coarse as the framework tells it (001 §8.6).
  public enum Quota: Sendable, Hashable {
    /// Far from it.
    case belowLimit
    /// Still answering, not for long.
    case approachingLimit(resetDate: Date?)
    /// No request is answered until `resetDate`, where that is known.
    case limitReached(resetDate: Date?)
  }
}

extension ModelBinding.Backend {
  /// Whether requests in `locale` are answered.
  func supports(_ locale: Locale) -> Bool {
    LanguageTag(locale.identifier).isMatched(by: supportedLanguages)
  }

  /// - Throws: `LanguageModelError.unsupportedLanguageOrLocale`, when the language of whoever prompts is not supported.
  func checkLanguage() throws {
    let identifier = locale ?? Locale.current.identifier
    let tag = LanguageTag(identifier)
    guard !tag.isMatched(by: supportedLanguages) else { return }
    throw LanguageModelError.unsupportedLanguageOrLocale(
      .init(
        languageCode: Locale.LanguageCode(tag.language),
        debugDescription: "\(identifier) is not among \(supportedLanguages.joined(separator: ", "))"))
  }
}
