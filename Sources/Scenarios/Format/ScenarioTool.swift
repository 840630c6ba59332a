import Transcripts

/// A tool as the file declares it: what the model is told, and what comes of a call.
struct ScenarioTool: Sendable, Hashable {
  var name: String
  var description: String
  var parameters: [Parameter] = []
  /// What a call returns: one text, or one for each call in turn, the last again and again; each may depend
  /// on state.
  var answers: [Conditional<ScenarioTemplate>] = []
  /// Done before the answer is made.
  var action = ScenarioAction()
  /// Only when this holds does `action` throw.
  var throwsWhen = ScenarioCondition.always
  /// Seconds on the model's clock.
  var takes: Double = 0
  /// What a person is asked before anything is done; nil for a tool that just does it.
  var asks: ScenarioTemplate?
  /// What a call returns when the person said no.
  var declined: ScenarioTemplate?
  /// A session of its own that answers the call.
  var child: Child?

  struct Parameter: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case text, number, integer, bool
      case choice([String])
      case list(of: String)
    }

    var name: String
    var kind: Kind
    var description: String?
    var isOptional = false
  }

  /// A session that answers one call and is gone (001 §3).
  struct Child: Sendable, Hashable {
    var title: String
    var model: String?
    var instructions: ScenarioTemplate
    var prompt: ScenarioTemplate
  }
}

extension ScenarioTool {
  private static let keys = [
    "description", "parameters", "answer", "answers", "set", "throw", "throwWhen", "takes", "asks",
    "declined", "child",
  ]

  init(name: String, _ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) {
    self.name = name
    description = ""
    for member in try node.members(of: "the tool \(name)", allowing: Self.keys) {
      let value = member.value
      switch member.key {
      case "description": description = try value.string("what the tool is for")
      case "parameters": parameters = try Self.parameters(value)
      case "answer": answers = [try Self.answer(value, names)]
      case "answers":
        for element in try value.array("answers, one for each call") {
          answers.append(try Self.answer(element, names))
        }
      case "throwWhen": throwsWhen = try ScenarioCondition(value, names)
      case "takes": takes = try value.double("seconds", in: 0...3600)
      case "asks": asks = try ScenarioTemplate(value, names, arguments: true)
      case "declined": declined = try ScenarioTemplate(value, names, arguments: true)
      case "child": child = try Child(value, names)
      default: try action.read(member, names, arguments: true)
      }
    }
    guard !answers.isEmpty || child != nil || action.error != nil else {
      throw node.fault("the tool \(name) needs an answer, answers, a child or a throw")
    }
  }

  private static func answer(
    _ node: JSON5Node, _ names: ScenarioNames
  ) throws(JSON5Error) -> Conditional<ScenarioTemplate> {
    try Conditional(node, names) { node throws(JSON5Error) in
      try ScenarioTemplate(node, names, arguments: true)
    }
  }

  /// `{ craft: "string", steps: "integer", paper: ["washi", "kraft"], note: { type: "string", optional: true
  /// } }`
  private static func parameters(_ node: JSON5Node) throws(JSON5Error) -> [Parameter] {
    guard let members = node.members else {
      throw node.fault("\(node.kindWords) where parameters should stand: { name: \"string\" }")
    }
    var parameters: [Parameter] = []
    for member in members {
      var parameter = Parameter(name: member.key, kind: .text)
      if member.value.members != nil {
        for part in try member.value.members(
          of: "a parameter", allowing: ["type", "description", "optional"])
        {
          switch part.key {
          case "type": parameter.kind = try kind(part.value)
          case "description": parameter.description = try part.value.string("what the parameter is")
          default: parameter.isOptional = try part.value.bool("whether it may be left out")
          }
        }
      } else {
        parameter.kind = try kind(member.value)
      }
      parameters.append(parameter)
    }
    return parameters
  }

  private static func kind(_ node: JSON5Node) throws(JSON5Error) -> Parameter.Kind {
    if let elements = node.elements {
      var choices: [String] = []
      for element in elements { choices.append(try element.string("a choice")) }
      guard !choices.isEmpty else { throw node.fault("a parameter needs at least one choice") }
      return .choice(choices)
    }
    switch try node.choice(
      "a parameter’s type or an array of choices", of: ["string", "number", "integer", "boolean", "strings"])
    {
    case "number": return .number
    case "integer": return .integer
    case "boolean": return .bool
    case "strings": return .list(of: "string")
    default: return .text
    }
  }
}

extension ScenarioTool.Child {
  init(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) {
    title = "child"
    instructions = ScenarioTemplate(text: "")
    var prompt: ScenarioTemplate?
    for member in try node.members(of: "a child", allowing: ["title", "model", "instructions", "prompt"]) {
      switch member.key {
      case "title": title = try member.value.string("what the session is called")
      case "model": model = try names.model(member.value)
      case "instructions": instructions = try ScenarioTemplate(member.value, names, arguments: true)
      default: prompt = try ScenarioTemplate(member.value, names, arguments: true)
      }
    }
    guard let prompt else { throw node.fault("a child needs a prompt") }
    self.prompt = prompt
  }
}
