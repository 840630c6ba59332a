/// How a model generates: what one call may say of it (API §2). `OptionsCoding` tells how they are spelled in a file.
public struct GenerationOptions: Sendable, Equatable {
  /// How the next token is chosen; nil leaves it to the model.
  public var sampling: SamplingMode?
  /// From 0 up: how even the odds are made; nil leaves it to the model.
  public var temperature: Double?
  /// Tokens; the answer is cut there. Nil for no bound.
  public var maximumResponseTokens: Int?
  /// Whether the model may, must or must not call tools; nil leaves it to the profile.
  public var toolCallingMode: ToolCallingMode?
  /// What a file said besides, or in a way we don't read.
  var kept = KeptKeys()
  /// The options as a file spelled them.
  var spelling = Spelling<JSONValue>()

  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil
  ) {
    sampling = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
  }

  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
    toolCallingMode: ToolCallingMode?
  ) {
    self.init(
      samplingMode: samplingMode, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
    self.toolCallingMode = toolCallingMode
  }

  public init(sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
    self.init(
      samplingMode: sampling, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
  }

  /// The same as `sampling`.
  public var samplingMode: SamplingMode? {
    get { sampling }
    set { sampling = newValue }
  }

  /// How the next token is chosen.
  public struct SamplingMode: Sendable, Equatable {
    public let kind: Kind

    /// The likeliest token, always.
    public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

    /// One of the k likeliest tokens.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomTopK(k, seed: seed))
    }

    /// One of the likeliest tokens that together have this probability (0 to 1).
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }

    public enum Kind: Sendable, Equatable {
      case greedy
      case randomTopK(_: Int, seed: UInt64?)
      case randomProbabilityThreshold(_: Double, seed: UInt64?)
    }
  }

  /// Whether a model may call tools.
  public struct ToolCallingMode: Sendable, Equatable {
    public var kind: Kind

    /// The model decides.
    public static let allowed = ToolCallingMode(kind: .allowed)
    /// The model calls a tool in every step. There is no way out but a change of mode or a tool that throws (R3).
    public static let required = ToolCallingMode(kind: .required)
    /// The model is told of no tool (R4).
    public static let disallowed = ToolCallingMode(kind: .disallowed)

    public enum Kind: Sendable, Equatable, Hashable {
      case allowed
      case required
      case disallowed
    }
  }
}
