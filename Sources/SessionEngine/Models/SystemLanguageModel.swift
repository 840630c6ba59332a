import FoundationEssentials
import Observation
import Transcripts

/// The framework's model on the device, as a name (M2, API §13): `ModelBinding` says what answers under it.
///
/// By default that is the embedded scripted model with a window of 4,096 tokens and no reasoning.
public final class SystemLanguageModel: Sendable, Observable, LanguageModel, NamedLanguageModel {
  private let binding: ModelBinding
  private let useCase: UseCase
  private let guardrails: Guardrails

  /// The model as it is commonly used.
  public static var `default`: SystemLanguageModel {
    let binding = ModelBinding.current
    return binding === ModelBinding.process ? common : SystemLanguageModel(binding, .general, .default)
  }
  private static let common = SystemLanguageModel(ModelBinding.process, .general, .default)

  /// A model for a use case.
  public convenience init(
    useCase: SystemLanguageModel.UseCase = .general,
    guardrails: SystemLanguageModel.Guardrails = Guardrails.default
  ) {
    self.init(ModelBinding.current, useCase, guardrails)
  }

  /// A model with an adapter, of which there are none here.
  @available(*, deprecated, message: "adapters are gone in 27")
  public convenience init(
    adapter: SystemLanguageModel.Adapter, guardrails: SystemLanguageModel.Guardrails = .default
  ) {
    self.init(ModelBinding.current, .general, guardrails)
  }

  private init(_ binding: ModelBinding, _ useCase: UseCase, _ guardrails: Guardrails) {
    self.binding = binding
    self.useCase = useCase
    self.guardrails = guardrails
  }

  var bound: ModelBinding.System { binding.models.system }

  /// Whether requests can be answered at all.
  public var availability: SystemLanguageModel.Availability { bound.availability }

  /// Whether requests can be answered at all.
  public var isAvailable: Bool { availability == .available }

  /// What the backend can do.
  public var capabilities: LanguageModelCapabilities { bound.backend.model.capabilities }

  /// One executor, and one prefix cache, for each use case.
  public var executorConfiguration: SystemLanguageModel.Executor.Configuration {
    Executor.Configuration(useCase: useCase, guardrails: guardrails)
  }

  /// Which generation of the model it is.
  public var variant: SystemLanguageModel.Variant { bound.variant }

  /// `system`.
  public var modelName: String { "system" }

  /// The languages that prompts may be in.
  public var supportedLanguages: Set<Locale.Language> {
    Set(bound.backend.supportedLanguages.map { LanguageTag($0).asLanguage })
  }

  /// Whether prompts may be in the language of `locale`.
  public func supportsLocale(_ locale: Locale = Locale.current) -> Bool { bound.backend.supports(locale) }

  /// - Throws: `SystemLanguageModel.Error.assetsUnavailable`, `LanguageModelError.unsupportedLanguageOrLocale`.
  func checkUsable() throws {
    let bound = bound
    if case .unavailable(let reason) = bound.availability {
      throw Error.assetsUnavailable(.init(debugDescription: "the system model is unavailable: \(reason)"))
    }
    try bound.backend.checkLanguage()
  }

  /// What the model is used for.
  public struct UseCase: Sendable, Equatable {
    private enum Kind: Hashable { case general, contentTagging }
    private let kind: Kind

    /// Whatever the instructions say.
    public static let general = UseCase(kind: .general)
    /// Finding topics, people and actions in a text.
    public static let contentTagging = UseCase(kind: .contentTagging)
  }

  /// How strictly what is unsafe is kept out. The scripted model has no opinion of its own; a script may fail with
  /// `guardrailViolation`.
  public struct Guardrails: Sendable {
    private enum Kind: Hashable { case `default`, permissiveContentTransformations }
    private let kind: Kind

    /// Prompts and answers are checked.
    public static let `default` = Guardrails(kind: .default)
    /// Less strict where a given text is to be changed, not a new one written.
    public static let permissiveContentTransformations = Guardrails(kind: .permissiveContentTransformations)
  }

  /// A generation of the model.
  public struct Variant: Sendable, Hashable {
    /// For people.
    public let displayName: String

    /// The model of most devices.
    public static var core3: Variant { Variant(displayName: "Core 3") }
    /// The larger one.
    public static var coreAdvanced3: Variant { Variant(displayName: "Core Advanced 3") }
  }
}

extension SystemLanguageModel.UseCase: Hashable {}
extension SystemLanguageModel.Guardrails: Hashable {}
