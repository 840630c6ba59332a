import Transcripts

/// One step of a scenario's script.
enum ScenarioStep: Sendable, Hashable {
  case prompt(ScenarioTemplate, Options, End?)
  case set([ScenarioAction.Change])
  /// Answers the tool that asks; the oldest when no tool is named.
  case answer(tool: String?, approve: Bool)
  case availability(model: String, to: String)
  case quota(model: String, to: String)
  case prewarm(prefix: String?)
  /// A new session with the history of this one, changed by the operations.
  case restore([HistoryOperation])

  /// Options of the call (P3).
  struct Options: Sendable, Hashable {
    var temperature: Double?
    var maximumResponseTokens: Int?
    var toolCalling: String?
    var reasoning: String?
  }

  /// How a request is to end where it is not to be answered.
  enum End: Sendable, Hashable {
    /// Cancelled when so many tokens were decoded.
    case cancelled(after: Int)
    /// With this error; anything else is a failure of the run.
    case failed(RequestFailure.Kind)

    var words: String {
      switch self {
      case .cancelled(let tokens): "cancelled after \(tokens) tokens"
      case .failed(let kind): "which fails (\(kind.rawValue))"
      }
    }
  }

  /// What it does, for a person.
  func words(prompt: (ScenarioTemplate) -> String) -> String {
    switch self {
    case .prompt(let template, _, let end):
      "prompt “\(prompt(template))”" + (end.map { ", \($0.words)" } ?? "")
    case .set(let changes): "set " + changes.map(\.variable).joined(separator: ", ")
    case .answer(let tool, let approve): (approve ? "approve " : "decline ") + (tool ?? "what is asked")
    case .availability(let model, let state): "\(model) becomes \(state)"
    case .quota(let model, let state): "the quota of \(model) is \(state)"
    case .prewarm: "prewarm"
    case .restore: "restore the session"
    }
  }
}

extension ScenarioStep {
  private static let keys = [
    "prompt", "options", "cancelAfter", "fails", "set", "approve", "decline", "availability", "quota",
    "prewarm",
    "restore",
  ]

  /// The steps of one element of `steps`: a text is a prompt; an object has one key that says what is done.
  /// `availability` and `quota` may name several models.
  static func read(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) -> [ScenarioStep] {
    if node.stringValue != nil {
      return [.prompt(try ScenarioTemplate(node, names), Options(), nil)]
    }
    let members = try node.members(of: "a step", allowing: keys)
    let further = ["options", "cancelAfter", "fails"]
    guard let first = members.first(where: { !further.contains($0.key) }) else {
      throw node.fault("an empty step; it has one of \(keys.joined(separator: ", "))")
    }
    for member in members where member.key != first.key {
      guard first.key == "prompt", further.contains(member.key) else {
        throw JSON5Error(
          "a step does one thing, and this one has \(first.key) already; make two steps of it",
          at: member.keyPosition)
      }
    }
    switch first.key {
    case "prompt":
      let options = try node["options"].map { node throws(JSON5Error) in try Options(node) }
      return [
        .prompt(try ScenarioTemplate(first.value, names), options ?? Options(), try End(of: node))
      ]
    case "set": return [.set(try ScenarioAction.changes(first.value, names, arguments: false))]
    case "approve", "decline":
      let tool = first.value.boolValue == true ? nil : try names.tool(first.value)
      return [.answer(tool: tool, approve: first.key == "approve")]
    case "availability", "quota": return try states(first, names)
    case "prewarm":
      if first.value.boolValue == true { return [.prewarm(prefix: nil)] }
      return [.prewarm(prefix: try first.value.string("the beginning of a prompt, or true"))]
    default:
      if first.value.boolValue == true { return [.restore([])] }
      return [.restore(try HistoryOperation.list(first.value, names))]
    }
  }

  private static func states(
    _ member: JSON5Node.Member, _ names: ScenarioNames
  ) throws(JSON5Error) -> [ScenarioStep] {
    let isQuota = member.key == "quota"
    let words = isQuota ? ScenarioModel.quotas : ScenarioModel.availabilities
    var steps: [ScenarioStep] = []
    for state in try member.value.members(of: member.key, allowing: names.models) {
      let word = try state.value.choice("a state", of: words)
      steps.append(
        isQuota ? .quota(model: state.key, to: word) : .availability(model: state.key, to: word))
    }
    return steps
  }
}

extension ScenarioStep.End {
  /// `cancelAfter` or `fails` of a prompt's step; nil where it has neither.
  fileprivate init?(of step: JSON5Node) throws(JSON5Error) {
    switch (step["cancelAfter"], step["fails"]) {
    case (nil, nil): return nil
    case (let tokens?, nil): self = .cancelled(after: try tokens.int("a number of tokens", in: 0...1_000_000))
    case (_, let kind?):
      guard step["cancelAfter"] == nil else {
        throw kind.fault("a request is cancelled or fails; take out cancelAfter or fails")
      }
      let word = try kind.choice("an error", of: RequestFailure.Kind.allCases.map(\.rawValue))
      guard let kind = RequestFailure.Kind(rawValue: word) else { return nil }
      self = .failed(kind)
    }
  }
}

extension ScenarioStep.Options {
  fileprivate init(_ node: JSON5Node) throws(JSON5Error) {
    let keys = ["temperature", "maximumResponseTokens", "toolCalling", "reasoning"]
    for member in try node.members(of: "options", allowing: keys) {
      switch member.key {
      case "temperature": temperature = try member.value.double("a temperature", in: 0...2)
      case "maximumResponseTokens":
        maximumResponseTokens = try member.value.int("a number of tokens", in: 1...1_000_000)
      case "toolCalling":
        toolCalling = try member.value.choice("a mode", of: ["allowed", "required", "disallowed"])
      default: reasoning = try member.value.string("a reasoning level")
      }
    }
  }
}
