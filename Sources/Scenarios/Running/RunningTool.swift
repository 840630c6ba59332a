import ScriptedModel
import SessionEngine
import Transcripts

/// A tool of a scenario as a session calls it.
struct RunningTool: Tool {
  let name: String
  let description: String
  let parameters: GenerationSchema
  private let tool: ScenarioTool
  private let runtime: ScenarioRuntime

  init(_ tool: ScenarioTool, runtime: ScenarioRuntime) {
    self.tool = tool
    self.runtime = runtime
    name = tool.name
    description = tool.description
    parameters = tool.schema
  }

  func call(arguments: GeneratedContent) async throws -> String {
    let number = runtime.countCall(of: name)
    let json = arguments.json
    func fill(_ template: ScenarioTemplate) -> String {
      template.text(value: { runtime.value($0) }, arguments: json)
    }
    let known = runtime.knownOutput?(name, json)
    if let known, tool.asks != nil, known.text == (tool.declined.map(fill) ?? Self.declined) {
      return known.text
    }
    if known == nil, let question = tool.asks, try await !runtime.consents.ask(fill(question), tool: name) {
      return tool.declined.map(fill) ?? Self.declined
    }
    if tool.takes > 0 { try await ModelClock.current.sleep(for: .seconds(tool.takes)) }
    runtime.make(tool.action.changes, arguments: json)
    if let known {
      // What it fails with is its own session's: the output is known.
      if let child = tool.child, known.asksSession { _ = try? await answer(of: child, fill) }
      try Task.checkCancellation()
      return known.text
    }
    let facts = runtime.facts()
    if let error = tool.action.error, tool.throwsWhen.holds(facts) {
      throw ScenarioFailure(words: fill(error))
    }
    if let child = tool.child { return try await answer(of: child, fill) }
    guard !tool.answers.isEmpty else { return "" }
    return tool.answers[min(number, tool.answers.count - 1)].value(facts).map(fill) ?? ""
  }

  private static let declined = "The person declined."

  /// A session of its own, which ends with the call (001 §3).
  private func answer(
    of child: ScenarioTool.Child, _ fill: (ScenarioTemplate) -> String
  ) async throws -> String {
    // What the calling session hands on, its observers among it.
    var configuration = SessionConfiguration.current
    configuration.title = child.title
    let name = child.model ?? runtime.scenario.models[0].name
    guard let model = runtime.models[name] else { return "" }
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: model, instructions: fill(child.instructions))
    }
    return try await session.respond(to: fill(child.prompt)).content
  }
}

extension ScenarioTool {
  /// The schema that `@Generable struct Arguments` would have.
  var schema: GenerationSchema {
    let root = DynamicGenerationSchema(name: "Arguments", properties: parameters.map(\.property))
    // Names are the keys of an object, and so all different: there is nothing to refuse.
    return (try? GenerationSchema(root: root, dependencies: [])) ?? GeneratedContent.generationSchema
  }
}

extension ScenarioTool.Parameter {
  fileprivate var property: DynamicGenerationSchema.Property {
    let schema =
      switch kind {
      case .text: DynamicGenerationSchema(type: String.self)
      case .number: DynamicGenerationSchema(type: Double.self)
      case .integer: DynamicGenerationSchema(type: Int.self)
      case .bool: DynamicGenerationSchema(type: Bool.self)
      case .choice(let choices): DynamicGenerationSchema(type: String.self, guides: [.anyOf(choices)])
      case .list: DynamicGenerationSchema(arrayOf: DynamicGenerationSchema(type: String.self))
      }
    return DynamicGenerationSchema.Property(
      name: name, description: description, schema: schema, isOptional: isOptional)
  }
}
