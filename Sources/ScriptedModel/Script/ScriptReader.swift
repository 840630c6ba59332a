import Transcripts

/// Reads the rules of a script, and says line, column and what is allowed where something else stands.
enum ScriptReader {
  /// The names of captures that a rule's answers may use.
  struct Captures {
    var names: Set<String> = []
    /// True when there is a pattern at all, so that numbers mean something.
    var hasPattern = false
  }

  static func rule(_ node: JSON5Node) throws(JSON5Error) -> Script.Rule {
    _ = try node.members(of: "a rule", allowing: ["when", "answer", "answers"])
    var captures = Captures()
    var rule = Script.Rule(answers: [])
    if let when = node["when"] { rule.conditions = try conditions(when, &captures) }
    switch (node["answer"], node["answers"]) {
    case (let answer?, nil):
      rule.answers = [try actions(answer, captures)]
    case (nil, let answers?):
      let rounds = try answers.array("the answers, one for each round")
      if rounds.isEmpty { throw answers.fault("a rule without an answer") }
      for answer in rounds { rule.answers.append(try actions(answer, captures)) }
    case (_?, let answers?): throw answers.fault("“answer” and “answers” in one rule; write one of them")
    case (nil, nil):
      throw node.fault(
        "a rule without an answer; write answer: [ … ], or answers: [ [ … ], … ] for several rounds")
    }
    return rule
  }

  // MARK: Conditions

  private static func conditions(
    _ node: JSON5Node, _ captures: inout Captures
  ) throws(JSON5Error) -> Script.Conditions {
    _ = try node.members(
      of: "the conditions", allowing: ["prompt", "instructions", "toolOutput", "tool", "round"])
    var conditions = Script.Conditions()
    if let prompt = node["prompt"] { conditions.prompt = try condition(prompt, &captures) }
    if let text = node["instructions"] { conditions.instructions = try condition(text, &captures) }
    if let text = node["toolOutput"] { conditions.toolOutput = try condition(text, &captures) }
    if let tool = node["tool"] { conditions.tool = try tool.string("the name of a tool") }
    if let round = node["round"] {
      if round.stringValue == "any" {
        conditions.round = .any
      } else if let number = round.intValue, (0...1_000).contains(number) {
        conditions.round = .from(number)
      } else {
        throw round.fault("a round is a number from 0, or 'any'")
      }
    }
    return conditions
  }

  private static func condition(
    _ node: JSON5Node, _ captures: inout Captures
  ) throws(JSON5Error) -> Script.TextCondition {
    if let text = node.stringValue { return Script.TextCondition(.contains(text)) }
    let tests = ["contains", "equals", "matches"]
    _ = try node.members(of: "a condition on a text", allowing: tests + ["caseSensitive"])
    let given = tests.filter { node[$0] != nil }
    guard given.count == 1, let test = given.first, let value = node[test] else {
      throw node.fault("a condition on a text is one of contains, equals and matches")
    }
    let text = try value.string("what the text \(test)")
    let isStrict = try node["caseSensitive"]?.bool("caseSensitive") ?? false
    switch test {
    case "contains": return Script.TextCondition(.contains(text), caseSensitive: isStrict)
    case "equals": return Script.TextCondition(.equals(text), caseSensitive: isStrict)
    default:
      do {
        _ = try Regex(text)
      } catch {
        throw value.fault("“\(JSON5Error.shown(text))” is no regular expression that Swift reads")
      }
      captures.hasPattern = true
      captures.names.formUnion(names(in: text))
      return Script.TextCondition(.matches(text), caseSensitive: isStrict)
    }
  }

  /// The names of the groups of a pattern: `(?<name>`.
  private static func names(in pattern: String) -> [String] {
    pattern.matches(of: /\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>/).map { String($0.output.1) }
  }

  // MARK: Answers

  private static func actions(_ node: JSON5Node, _ captures: Captures) throws(JSON5Error) -> [Script.Action] {
    // One action needs no brackets.
    if node.elements == nil { return [try action(node, captures)] }
    var actions: [Script.Action] = []
    for element in try node.array("an answer") { actions.append(try action(element, captures)) }
    return actions
  }

  private static let kinds = ["text", "reasoning", "call", "calls", "structured", "fail", "pause"]

  private static func action(_ node: JSON5Node, _ captures: Captures) throws(JSON5Error) -> Script.Action {
    if node.stringValue != nil { return .text(try template(node, captures)) }
    guard let members = node.members else {
      throw node.fault(
        "\(node.kindWords) where an action should stand: a text, or an object with one of \(kinds.joined(separator: ", "))"
      )
    }
    let given = members.filter { kinds.contains($0.key) }
    guard given.count == 1, let kind = given.first else {
      if let unknown = members.first(where: { !kinds.contains($0.key) && $0.key != "arguments" }),
        given.isEmpty
      {
        throw JSON5Error(
          "“\(JSON5Error.shown(unknown.key))” is no action; there are \(kinds.joined(separator: ", "))",
          at: unknown.keyPosition)
      }
      throw node.fault("an action is one of \(kinds.joined(separator: ", ")), and only one")
    }
    _ = try node.members(
      of: "the action “\(kind.key)”", allowing: kind.key == "call" ? ["call", "arguments"] : [kind.key])
    switch kind.key {
    case "text": return .text(try template(kind.value, captures))
    case "reasoning": return .reasoning(try template(kind.value, captures))
    case "call":
      let name = try kind.value.string("the name of a tool")
      return .calls([Script.Call(tool: name, arguments: try content(node["arguments"], captures))])
    case "calls":
      var calls: [Script.Call] = []
      for call in try kind.value.array("the calls, each { tool, arguments }") {
        calls.append(try self.call(call, captures))
      }
      if calls.isEmpty { throw kind.value.fault("calls without a call") }
      return .calls(calls)
    case "structured": return .structured(try content(kind.value, captures))
    case "fail": return .fail(try ScriptedFailure(node: kind.value))
    default: return .pause(.seconds(try kind.value.double("the seconds of a pause", in: 0...86_400)))
    }
  }

  private static func call(_ node: JSON5Node, _ captures: Captures) throws(JSON5Error) -> Script.Call {
    _ = try node.members(of: "a call", allowing: ["tool", "arguments"])
    guard let tool = node["tool"] else { throw node.fault("a call without a tool") }
    return Script.Call(
      tool: try tool.string("the name of a tool"), arguments: try content(node["arguments"], captures))
  }

  /// Nothing said, or `'fill'`, is whatever fits the schema.
  private static func content(_ node: JSON5Node?, _ captures: Captures) throws(JSON5Error) -> Script.Content {
    guard let node, node.stringValue != "fill" else { return .fill }
    return .value(try value(node, captures))
  }

  private static func value(_ node: JSON5Node, _ captures: Captures) throws(JSON5Error)
    -> Script.Content.Value
  {
    switch node.value {
    case .string: return .text(try template(node, captures))
    case .array(let elements):
      var values: [Script.Content.Value] = []
      for element in elements { values.append(try value(element, captures)) }
      return .array(values)
    case .object(let members):
      var properties: [Script.Content.Property] = []
      for member in members { properties.append(.init(member.key, try value(member.value, captures))) }
      return .object(properties)
    case .number:
      guard node.doubleValue?.isFinite ?? false else { throw node.fault("JSON has no infinite numbers") }
      return .plain(node.json)
    case .bool, .null: return .plain(node.json)
    }
  }

  private static func template(_ node: JSON5Node, _ captures: Captures) throws(JSON5Error) -> Script.Template
  {
    let text = try node.string("a text")
    guard let template = Script.Template(reading: text) else {
      throw node.fault("a “${” without a name and “}”; write “$${” for the characters themselves")
    }
    for name in template.variables {
      let head = name.prefix { $0 != "." }
      if head == "prompt" || head == "toolOutput" { continue }
      if captures.names.contains(name)
        || (Int(name).map { (0...99).contains($0) } ?? false) && captures.hasPattern
      {
        continue
      }
      throw node.fault(
        "“${\(JSON5Error.shown(name))}” is not known; there are prompt, toolOutput, toolOutput.PATH"
          + (captures.hasPattern
            ? " and the captures of the rule’s patterns" : ", and captures where a condition “matches”"))
    }
    return template
  }
}

extension ScriptedFailure {
  private static let kinds = [
    "contextSizeExceeded", "rateLimited", "guardrailViolation", "refusal", "unsupportedLanguageOrLocale",
    "timeout",
    "unsupportedGenerationGuide",
  ]

  /// A failure as a script says it: its name, or `{ kind, message, retryAfter, language, contextSize, tokenCount }`.
  init(node: JSON5Node) throws(JSON5Error) {
    var kindNode = node
    var message: String?
    if node.members != nil {
      _ = try node.members(
        of: "a failure", allowing: ["kind", "message", "retryAfter", "language", "contextSize", "tokenCount"])
      guard let kind = node["kind"] else { throw node.fault("a failure without a kind") }
      kindNode = kind
      message = try node["message"]?.string("the message of a failure")
    }
    let kind = try kindNode.choice("the kind of a failure", of: Self.kinds)
    switch kind {
    case "contextSizeExceeded":
      self = .contextSizeExceeded(
        contextSize: try node["contextSize"]?.int("the size of the window", in: 1...1_000_000_000) ?? 4_096,
        tokenCount: try node["tokenCount"]?.int("the tokens there are", in: 1...1_000_000_000) ?? 4_097)
    case "rateLimited":
      let wait = try node["retryAfter"]?.double("the seconds to wait", in: 0...31_536_000)
      self = .rateLimited(
        retryAfter: wait.map { .seconds($0) },
        message: message ?? "too many requests; wait before the next one")
    case "guardrailViolation":
      self = .guardrailViolation(message: message ?? "prompt or answer were found unsafe")
    case "refusal": self = .refusal(explanation: message ?? "I will not help with that.")
    case "unsupportedLanguageOrLocale":
      let language = try node["language"]?.string("the code of a language") ?? "und"
      self = .unsupportedLanguageOrLocale(
        language: language, message: message ?? "the model does not know this language")
    case "timeout": self = .timeout(message: message ?? "the model did not answer in time")
    default:
      self = .unsupportedGenerationGuide(schemaName: nil, message: message ?? "the schema cannot be followed")
    }
  }
}
