import Transcripts

/// What a rule or a tool does to the session: sets variables, rewrites the history, throws.
struct ScenarioAction: Sendable, Hashable {
  /// In the order of the file.
  var changes: [Change] = []
  var history: [HistoryOperation]?
  /// The words of the error that is thrown after everything else was done.
  var error: ScenarioTemplate?

  struct Change: Sendable, Hashable {
    var variable: String
    var value: NewValue
  }

  enum NewValue: Sendable, Hashable {
    case fixed(ScenarioValue)
    case filled(ScenarioTemplate)
    case added(Double)
  }

  static let keys = ["set", "history", "throw"]

  /// Reads a member if its key is one of `keys`.
  mutating func read(
    _ member: JSON5Node.Member, _ names: ScenarioNames, arguments: Bool
  ) throws(JSON5Error) {
    switch member.key {
    case "set": changes = try Self.changes(member.value, names, arguments: arguments)
    case "history": history = try HistoryOperation.list(member.value, names)
    case "throw": error = try ScenarioTemplate(member.value, names, arguments: arguments)
    default: break
    }
  }

  static func changes(
    _ node: JSON5Node, _ names: ScenarioNames, arguments: Bool
  ) throws(JSON5Error) -> [Change] {
    guard let members = node.members else {
      throw node.fault("\(node.kindWords) where variables and values should stand: { mode: \"tutorial\" }")
    }
    var changes: [Change] = []
    for member in members {
      let variable = try names.variable(member.key, at: member.keyPosition)
      changes.append(
        Change(variable: variable.name, value: try value(member.value, variable, names, arguments)))
    }
    return changes
  }

  private static func value(
    _ node: JSON5Node, _ variable: ScenarioVariable, _ names: ScenarioNames, _ arguments: Bool
  ) throws(JSON5Error) -> NewValue {
    if let text = node.stringValue, text.contains("${") {
      return .filled(try ScenarioTemplate(node, names, arguments: arguments))
    }
    if node.members != nil {
      for member in try node.members(of: "a change of \(variable.name)", allowing: ["add"]) {
        guard variable.kind == .number else {
          throw member.value.fault(
            "\(variable.name) is no number that one could add to; it is \(variable.words)")
        }
        return .added(try member.value.double("a number to add", in: -1e15...1e15))
      }
    }
    return .fixed(try variable.value(node))
  }
}
