import FoundationModels

/// What the scripted model does when a request's prompt has some words in it: one answer after the other, one for each inference of the
/// request. The first rule that fits holds; what no rule answers, the model answers in its own way.
struct Rule {
  enum Answer {
    case say(String)
    /// Calls a tool, with its arguments as JSON.
    case call(String, String = "{}")
  }

  var words: String
  var answers: [Answer]
  var isEndless = false

  static func prompt(_ words: String, _ answers: Answer...) -> Rule {
    Rule(words: words, answers: answers)
  }

  /// The same answer in every inference.
  static func always(_ answer: Answer) -> Rule { Rule(words: "", answers: [answer], isEndless: true) }

  /// The rule in a script.
  var json5: String {
    let answers = answers.map { answer in
      switch answer {
      case .say(let text): "[\(Self.quoted(text))]"
      case .call(let tool, let arguments): "[{ call: \(Self.quoted(tool)), arguments: \(arguments) }]"
      }
    }
    var conditions = words.isEmpty ? [] : ["prompt: \(Self.quoted(words))"]
    if isEndless { conditions.append("round: 'any'") }
    return
      "{ when: { \(conditions.joined(separator: ", ")) }, answers: [\(answers.joined(separator: ", "))] }"
  }

  private static func quoted(_ text: String) -> String { text.generatedContent.jsonString }
}

/// Runs `body` with both of the framework's models bound to the scripted one, which answers by `rules` and takes no time, and with every
/// session watched.
///
/// - Parameters:
///   - timing: When a change of profile lands.
///   - limit: The most inferences of a request.
///   - availability: That of the system's model.
func watched(
  _ rules: [Rule] = [], timing: SessionConfiguration.ProfileSwitchTiming = .nextInference, limit: Int? = nil,
  system availability: SystemLanguageModel.Availability = .available,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (Watch) async throws -> Void
) async throws {
  let watch = Watch()
  var configuration = SessionConfiguration()
  configuration.observers = [watch]
  configuration.profileSwitchTiming = timing
  configuration.maximumInferencesPerRequest = limit

  let script = "{ rules: [\(rules.map(\.json5).joined(separator: ", "))] }"
  var models = ModelBinding.Models()
  models.system.backend.model = try ScriptedLanguageModel(
    script: script, name: "system", contextSize: 4_096, hasReasoning: false, takesTime: false)
  models.privateCloudCompute.backend.model = try ScriptedLanguageModel(
    script: script, name: "private-cloud", contextSize: 32_000, takesTime: false)
  models.system.backend.locale = "en"
  models.privateCloudCompute.backend.locale = "en"
  models.system.availability = availability

  try await SessionConfiguration.$current.withValue(configuration) {
    try await ModelBinding.$current.withValue(ModelBinding(models)) {
      try await body(watch)
    }
  }
}
