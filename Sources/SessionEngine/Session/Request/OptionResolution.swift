import Transcripts

/// The options of one inference, as they follow from all who may have an opinion: the call before the innermost modifier before the outer ones
/// (P3), and for each who it was.
struct OptionResolution {
  var generation: GenerationOptions
  var context: ContextOptions
  /// Every option that somebody set, in the order of its name here.
  private(set) var options: [ResolvedOption] = []

  /// Whether tools may, must or must not be called.
  var mode: GenerationOptions.ToolCallingMode.Kind { generation.toolCallingMode?.kind ?? .allowed }

  init(request: RequestDescription, profile: ResolvedProfile) {
    generation = request.options
    context = request.contextOptions
    generation.temperature = settle(
      "temperature", call: request.options.temperature, profile.temperature)
    generation.samplingMode = settle(
      "samplingMode", call: request.options.samplingMode, profile.samplingMode)
    generation.maximumResponseTokens = settle(
      "maximumResponseTokens", call: request.options.maximumResponseTokens, profile.maximumResponseTokens)
    generation.toolCallingMode = settle(
      "toolCallingMode", call: request.options.toolCallingMode, profile.toolCallingMode)
    context.reasoningLevel = settle(
      "reasoningLevel", call: request.contextOptions.reasoningLevel, profile.reasoningLevel)
    context.includeSchemaInPrompt = settle(
      "includeSchemaInPrompt", call: request.contextOptions.includeSchemaInPrompt, nil)
  }

  private mutating func settle<Value>(_ name: String, call: Value?, _ modifier: Resolved<Value>?) -> Value? {
    if let call {
      options.append(ResolvedOption(name: name, value: Self.text(call), level: "call"))
      return call
    }
    guard let modifier else { return nil }
    options.append(ResolvedOption(name: name, value: Self.text(modifier.value), level: modifier.level))
    return modifier.value
  }

  mutating func note(_ name: String, _ value: String, level: String) {
    options.append(ResolvedOption(name: name, value: value, level: level))
  }

  private static func text<Value>(_ value: Value) -> String {
    switch value {
    case let mode as GenerationOptions.ToolCallingMode: "\(mode.kind)"
    case let mode as GenerationOptions.SamplingMode: text(of: mode.kind)
    case let level as ContextOptions.ReasoningLevel: text(of: level)
    default: "\(value)"
    }
  }

  private static func text(of mode: GenerationOptions.SamplingMode.Kind) -> String {
    switch mode {
    case .greedy: "greedy"
    case .randomTopK(let count, let seed): "top \(count)" + (seed.map { ", seed \($0)" } ?? "")
    case .randomProbabilityThreshold(let threshold, let seed):
      "probability \(threshold)" + (seed.map { ", seed \($0)" } ?? "")
    }
  }

  private static func text(of level: ContextOptions.ReasoningLevel) -> String {
    if case .custom(let name) = level { name } else { "\(level)" }
  }
}
