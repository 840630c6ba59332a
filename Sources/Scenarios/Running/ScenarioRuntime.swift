import ScriptedModel
import SessionEngine
import Synchronization
import Transcripts

/// What a scenario's profile and tools share while it runs: its models, the consents that wait, and how often
/// a tool was called.
final class ScenarioRuntime: Sendable {
  let scenario: Scenario
  let binding: ModelBinding
  /// By the names of the file.
  let models: [String: any LanguageModel]
  let configuration: SessionConfiguration
  let consents: ConsentDesk
  /// What is known to come of a call.
  let knownOutput:
    (@Sendable (_ tool: String, _ arguments: JSONValue) -> ScenarioDriver.Options.KnownOutput?)?
  private let calls = Mutex<[String: Int]>([:])

  init(
    _ scenario: Scenario, configuration: SessionConfiguration, options: ScenarioDriver.Options,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.scenario = scenario
    self.configuration = configuration
    binding = ModelBinding()
    knownOutput = options.knownOutput
    models = scenario.bind(binding) { configuration in
      options.backend
        ?? ModelBinding.Backend(
          options.model?(configuration) ?? ScriptedLanguageModel(configuration: configuration),
          contextSize: configuration.contextSize)
    }
    consents = ConsentDesk(onChange: onChange)
  }

  /// How often a tool was called before.
  func countCall(of tool: String) -> Int {
    calls.withLock { calls in
      defer { calls[tool, default: 0] += 1 }
      return calls[tool, default: 0]
    }
  }

  // MARK: - State

  /// What a variable is in the session whose code is running, or in the one given.
  func value(_ name: String, in values: SessionPropertyValues? = nil) -> ScenarioValue {
    let found = (values ?? .running)?[named: name, as: ScenarioValue.self]
    return found ?? scenario.variables.first { $0.name == name }?.initial ?? .text("")
  }

  func facts(in values: SessionPropertyValues? = nil) -> ScenarioCondition.Facts {
    ScenarioCondition.Facts(
      value: { self.value($0, in: values) },
      isAvailable: { self.isAvailable($0) },
      quota: { self.quota(of: $0) },
      entries: { (values ?? .running)?.history.count ?? 0 })
  }

  func make(
    _ changes: [ScenarioAction.Change], arguments: JSONValue = .null, in values: SessionPropertyValues? = nil
  ) {
    guard let properties = values ?? .running else { return }
    for change in changes {
      let new: ScenarioValue? =
        switch change.value {
        case .fixed(let value): value
        case .added(let number): .number((value(change.variable, in: values).number ?? 0) + number)
        case .filled(let template):
          scenario.variables.first { $0.name == change.variable }?
            .value(of: template.text(value: { value($0, in: values) }, arguments: arguments))
        }
      // A text that the variable can't be leaves it as it is: the model may write anything.
      if let new { properties[named: change.variable, as: ScenarioValue.self] = new }
    }
  }

  func changed(
    _ entries: [Transcript.Entry], by operations: [HistoryOperation], in values: SessionPropertyValues? = nil
  ) -> [Transcript.Entry] {
    operations.reduce(entries) { entries, operation in
      operation.apply(
        to: entries, fill: { $0.text(value: { value($0, in: values) }) }, makeID: configuration.makeID)
    }
  }

  // MARK: - Rules

  /// Does what the rules say that are about this tool and whose conditions hold, in order.
  /// - Throws: the error of the first rule that throws.
  func run(_ rules: [ScenarioModifier.Rule], tool: String? = nil, arguments: JSONValue = .null) throws {
    for rule in rules where rule.tool == nil || rule.tool == tool {
      guard rule.when.holds(facts()) else { continue }
      make(rule.action.changes, arguments: arguments)
      if let operations = rule.action.history, let values = SessionPropertyValues.running {
        values.history = Transcript.HistoryView(changed(Array(values.history), by: operations))
      }
      if let template = rule.action.error {
        throw ScenarioFailure(words: template.text(value: { value($0) }, arguments: arguments))
      }
    }
  }
}

/// What a rule or a tool of a scenario throws.
public struct ScenarioFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// As the file says it.
  public var words: String

  public var description: String { words }
}
