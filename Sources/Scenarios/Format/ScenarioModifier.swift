import Transcripts

/// One modifier of a profile, as the file declares it (P2). Values may depend on state.
enum ScenarioModifier: Sendable, Hashable {
  case model(Conditional<String>)
  case temperature(Conditional<Double>)
  case sampling(Conditional<Sampling>)
  case maximumResponseTokens(Conditional<Int>)
  case reasoning(Conditional<String>)
  case toolCalling(Conditional<String>)
  case errors(Conditional<String>)
  case transform([HistoryOperation])
  case hook(Event, [Rule])

  enum Sampling: Sendable, Hashable {
    case greedy
    case topK(Int, seed: UInt64?)
    case probability(Double, seed: UInt64?)
  }

  enum Event: String, Sendable, CaseIterable {
    case prompt, response, reasoning, toolCall, toolOutput, activate, deactivate

    var isOfTool: Bool { self == .toolCall || self == .toolOutput }
  }

  /// What is done at an event, if the tool is the one and the condition holds.
  struct Rule: Sendable, Hashable {
    var tool: String?
    var when = ScenarioCondition.always
    var action = ScenarioAction()
  }

  static let keys = [
    "model", "temperature", "sampling", "maximumResponseTokens", "reasoning", "toolCalling", "errors",
    "transform", "on",
  ]

  /// The modifiers of one member; `on` has as many as it names events.
  static func read(
    _ member: JSON5Node.Member, _ names: ScenarioNames
  ) throws(JSON5Error) -> [ScenarioModifier] {
    let node = member.value
    switch member.key {
    case "model":
      return [.model(try Conditional(node, names) { node throws(JSON5Error) in try names.model(node) })]
    case "temperature":
      return [
        .temperature(
          try Conditional(node, names) { node throws(JSON5Error) in
            try node.double("a temperature", in: 0...2)
          })
      ]
    case "maximumResponseTokens":
      return [
        .maximumResponseTokens(
          try Conditional(node, names) { node throws(JSON5Error) in
            try node.int("a number of tokens", in: 1...1_000_000)
          })
      ]
    case "sampling":
      return [
        .sampling(try Conditional(node, names) { node throws(JSON5Error) in try Sampling(node) })
      ]
    case "reasoning":
      return [
        .reasoning(
          try Conditional(node, names) { node throws(JSON5Error) in try node.string("a reasoning level") })
      ]
    case "toolCalling":
      return [.toolCalling(try word(node, names, "a mode", ["allowed", "required", "disallowed"]))]
    case "errors": return [.errors(try word(node, names, "an error policy", ["revert", "preserve"]))]
    case "transform": return [.transform(try HistoryOperation.list(node, names))]
    default: return try hooks(node, names)
    }
  }

  private static func word(
    _ node: JSON5Node, _ names: ScenarioNames, _ what: String, _ words: [String]
  ) throws(JSON5Error) -> Conditional<String> {
    try Conditional(node, names) { node throws(JSON5Error) in try node.choice(what, of: words) }
  }

  private static func hooks(
    _ node: JSON5Node, _ names: ScenarioNames
  ) throws(JSON5Error) -> [ScenarioModifier] {
    var hooks: [ScenarioModifier] = []
    for member in try node.members(of: "on", allowing: Event.allCases.map(\.rawValue)) {
      guard let event = Event(rawValue: member.key) else { continue }
      var rules: [Rule] = []
      for element in member.value.elements ?? [member.value] {
        rules.append(try Rule(element, event, names))
      }
      hooks.append(.hook(event, rules))
    }
    return hooks
  }
}

extension ScenarioModifier.Sampling {
  /// `"greedy"`, `{ topK: 40, seed: 7 }`, `{ probability: 0.9 }`.
  fileprivate init(_ node: JSON5Node) throws(JSON5Error) {
    if node.stringValue != nil {
      _ = try node.choice("how tokens are chosen", of: ["greedy"])
      self = .greedy
      return
    }
    var seed: UInt64?
    if let node = node["seed"] { seed = UInt64(try node.int("a seed", in: 0...Int.max)) }
    for member in try node.members(of: "sampling", allowing: ["topK", "probability", "seed"]) {
      switch member.key {
      case "topK":
        self = .topK(try member.value.int("a number of tokens", in: 1...1_000_000), seed: seed)
        return
      case "probability":
        self = .probability(try member.value.double("a probability", in: 0...1), seed: seed)
        return
      default: continue
      }
    }
    throw node.fault("sampling is \"greedy\", { topK: … } or { probability: … }")
  }
}

extension ScenarioModifier.Rule {
  fileprivate init(
    _ node: JSON5Node, _ event: ScenarioModifier.Event, _ names: ScenarioNames
  ) throws(JSON5Error) {
    let isLifecycle = event == .activate || event == .deactivate
    var keys = ["when"] + ScenarioAction.keys
    if event.isOfTool { keys.append("tool") }
    // Neither throws in the framework (L1).
    if isLifecycle { keys.removeAll { $0 == "throw" } }
    for member in try node.members(of: "a rule of \(event.rawValue)", allowing: keys) {
      switch member.key {
      case "when": when = try ScenarioCondition(member.value, names)
      case "tool": tool = try names.tool(member.value)
      default: try action.read(member, names, arguments: event.isOfTool)
      }
    }
  }
}
