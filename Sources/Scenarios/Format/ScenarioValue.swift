import Transcripts

/// What a state variable holds.
enum ScenarioValue: Sendable, Hashable, CustomStringConvertible {
  case text(String)
  case number(Double)
  case bool(Bool)

  /// As a person reads it: whole numbers without a fraction.
  var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    case .bool(let bool): bool ? "true" : "false"
    }
  }

  var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }
}

/// A state variable as the file declares it: what it is at first and what it may be.
struct ScenarioVariable: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case choice([String])
    case text, number, bool
  }

  var name: String
  var kind: Kind
  var initial: ScenarioValue

  /// `["brainstorm", "tutorial"]` is a choice whose first is the first; `{ choices: […], initial: "…" }` says
  /// which; a text, a number, true or false is free and begins as that.
  init(name: String, _ node: JSON5Node) throws(JSON5Error) {
    self.name = name
    switch node.value {
    case .string(let text): (kind, initial) = (.text, .text(text))
    case .number:
      (kind, initial) = (.number, .number(try node.double("the variable’s first value", in: -1e15...1e15)))
    case .bool(let bool): (kind, initial) = (.bool, .bool(bool))
    case .array:
      let choices = try Self.choices(node)
      (kind, initial) = (.choice(choices), .text(choices[0]))
    case .object:
      var choices: [String] = []
      var first: JSON5Node?
      for member in try node.members(of: "a variable", allowing: ["choices", "initial"]) {
        if member.key == "choices" { choices = try Self.choices(member.value) } else { first = member.value }
      }
      guard !choices.isEmpty else { throw node.fault("a variable that is an object needs choices") }
      (kind, initial) = (.choice(choices), .text(choices[0]))
      if let first { initial = .text(try first.choice("one of the choices", of: choices)) }
    case .null: throw node.fault("null where a variable’s first value should stand: \(Self.allowed)")
    }
  }

  private static let allowed = "a text, a number, true, false, or an array of choices"

  private static func choices(_ node: JSON5Node) throws(JSON5Error) -> [String] {
    var choices: [String] = []
    for element in try node.array("the choices") { choices.append(try element.string("a choice")) }
    guard !choices.isEmpty else { throw node.fault("a variable needs at least one choice") }
    return choices
  }

  var choices: [String]? {
    switch kind {
    case .choice(let choices): choices
    case .bool: ["false", "true"]
    case .text, .number: nil
    }
  }

  /// What it may be, in words.
  var words: String {
    switch kind {
    case .choice(let choices): choices.joined(separator: " or ")
    case .text: "any text"
    case .number: "a number"
    case .bool: "true or false"
    }
  }

  /// A value from its text; nil when the variable can't be that.
  func value(of text: String) -> ScenarioValue? {
    switch kind {
    case .choice(let choices): choices.contains(text) ? .text(text) : nil
    case .text: .text(text)
    case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .bool: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    }
  }

  /// A value as the file writes it where this variable is set or compared.
  func value(_ node: JSON5Node) throws(JSON5Error) -> ScenarioValue {
    switch node.value {
    case .string(let text): if let value = value(of: text), kind != .number, kind != .bool { return value }
    case .number:
      if kind == .number { return .number(try node.double("the value", in: -1e15...1e15)) }
    case .bool(let bool): if kind == .bool { return .bool(bool) }
    default: break
    }
    throw node.fault("\(name) can’t be that; it is \(words)")
  }
}
