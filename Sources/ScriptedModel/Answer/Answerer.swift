import Transcripts

/// Decides what a request is answered with: by the script where it has a rule, else by the built-in behaviour.
///
/// A function of the request alone. Whatever the cache reuses, the answer is the same (C7).
struct Answerer {
  let configuration: ScriptedModelConfiguration
  let request: ScriptedGenerator.Request
  /// Of the request's tokens.
  let seed: UInt64
  private let conversation: Conversation

  init(_ request: ScriptedGenerator.Request, configuration: ScriptedModelConfiguration, seed: UInt64) {
    self.configuration = configuration
    self.request = request
    self.seed = seed
    conversation = Conversation(request.entries)
  }

  /// The tools that may be called.
  private var tools: [Transcript.ToolDefinition] {
    request.toolCallingMode == .disallowed ? [] : request.tools
  }

  private var reasons: Bool { configuration.hasReasoning && request.reasoningLevel != nil }

  /// - Throws: What a script or a schema makes impossible; failures that a script asks for are items.
  func answer() throws(ScriptedFailure) -> [AnswerItem] {
    guard let (actions, captures) = scripted() else {
      return try BuiltInBehaviour(
        conversation: conversation, tools: tools, schema: request.schema,
        mustCall: request.toolCallingMode == .required,
        reasoningLevel: reasons ? request.reasoningLevel : nil, seed: seed
      ).answer()
    }
    let values = TemplateValues(
      captures: captures, prompt: conversation.prompt, toolOutput: conversation.outputs.last?.text)
    var items: [AnswerItem] = []
    for action in actions {
      if let item = try item(action, values) { items.append(item) }
    }
    return items
  }

  // MARK: The script

  /// The actions of the first rule that answers this inference, and what its patterns captured.
  private func scripted() -> ([Script.Action], [String: String])? {
    guard let script = configuration.script else { return nil }
    for rule in script.rules {
      guard let index = answerIndex(rule), let captures = captures(rule.conditions) else { continue }
      return (rule.answers[index], captures)
    }
    return nil
  }

  /// Which of the rule's answers this round gets.
  private func answerIndex(_ rule: Script.Rule) -> Int? {
    let index: Int =
      switch rule.conditions.round {
      case nil: conversation.round
      case .from(let first): conversation.round - first
      case .any: min(conversation.round, rule.answers.count - 1)
      }
    return rule.answers.indices.contains(index) ? index : nil
  }

  private func captures(_ conditions: Script.Conditions) -> [String: String]? {
    if let tool = conditions.tool, !tools.contains(where: { $0.name == tool }) { return nil }
    var captures: [String: String] = [:]
    let output = conversation.outputs.map(\.text).joined(separator: "\n")
    // Of equal names, the prompt's capture counts.
    for (condition, text) in [
      (conditions.prompt, conversation.prompt), (conditions.instructions, conversation.instructions),
      (conditions.toolOutput, output),
    ] {
      guard let condition else { continue }
      if condition == conditions.toolOutput, conversation.outputs.isEmpty { return nil }
      guard let found = condition.captures(in: text) else { return nil }
      captures.merge(found) { first, _ in first }
    }
    return captures
  }

  private func item(_ action: Script.Action, _ values: TemplateValues) throws(ScriptedFailure) -> AnswerItem?
  {
    switch action {
    case .reasoning(let template): return reasons ? .reasoning(try values.text(template)) : nil
    case .text(let template): return .text(try values.text(template))
    case .pause(let duration): return .pause(duration)
    case .fail(let failure): return .fail(failure)
    case .structured(.fill):
      guard let schema = request.schema else {
        throw .script(message: "“structured: 'fill'” in a request that asks for no structure")
      }
      var filler = SchemaFiller(schema, hints: PromptHints(conversation.prompt), seed: seed)
      return .structure(try filler.value())
    case .structured(.value(let value)):
      return .structure(try values.json(value, schema: request.schema?.json))
    case .calls(let calls):
      var made: [AnswerItem.Call] = []
      for call in calls { made.append(try self.call(call, values)) }
      return .calls(made)
    }
  }

  private func call(_ call: Script.Call, _ values: TemplateValues) throws(ScriptedFailure) -> AnswerItem.Call
  {
    // A script may call a tool that nobody declared: a model may, too.
    let schema = request.tools.first { $0.name == call.tool }?.parameters
    switch call.arguments {
    case .value(let value):
      return AnswerItem.Call(tool: call.tool, arguments: try values.json(value, schema: schema?.json))
    case .fill:
      guard let schema else { return AnswerItem.Call(tool: call.tool, arguments: .object([])) }
      var filler = SchemaFiller(schema, hints: PromptHints(conversation.prompt), seed: seed)
      return AnswerItem.Call(tool: call.tool, arguments: try filler.value())
    }
  }
}
