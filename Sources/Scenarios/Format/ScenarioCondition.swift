import Transcripts

/// When something holds: conditions on state, models and the length of the history.
///
/// `{ mode: "tutorial", step: { atLeast: 3 } }` holds when all its members do. `any` takes an array of
/// conditions, `not` one.
indirect enum ScenarioCondition: Sendable, Hashable {
  case always
  case all([ScenarioCondition])
  case any([ScenarioCondition])
  case not(ScenarioCondition)
  case variable(String, Test)
  case isAvailable(model: String)
  /// The quota of a model is one of these.
  case quota(model: String, of: [String])
  /// Entries of the history, the leading instructions not among them.
  case entries(Test)

  enum Test: Sendable, Hashable {
    case isOne(of: [ScenarioValue])
    case isNone(of: [ScenarioValue])
    case atLeast(Double)
    case below(Double)
    case both([Test])

    func holds(_ value: ScenarioValue) -> Bool {
      switch self {
      case .isOne(let values): values.contains(value)
      case .isNone(let values): !values.contains(value)
      case .atLeast(let least): value.number.map { $0 >= least } ?? false
      case .below(let bound): value.number.map { $0 < bound } ?? false
      case .both(let tests): tests.allSatisfy { $0.holds(value) }
      }
    }
  }

  /// What conditions are about, at one moment.
  struct Facts {
    var value: (String) -> ScenarioValue
    var isAvailable: (String) -> Bool
    var quota: (String) -> String?
    var entries: () -> Int
  }

  func holds(_ facts: Facts) -> Bool {
    switch self {
    case .always: true
    case .all(let conditions): conditions.allSatisfy { $0.holds(facts) }
    case .any(let conditions): conditions.contains { $0.holds(facts) }
    case .not(let condition): !condition.holds(facts)
    case .variable(let name, let test): test.holds(facts.value(name))
    case .isAvailable(let model): facts.isAvailable(model)
    case .quota(let model, let states): facts.quota(model).map(states.contains) ?? false
    case .entries(let test): test.holds(.number(Double(facts.entries())))
    }
  }

  /// Words that are no variables here.
  static let reserved = ["any", "not", "available", "quota", "entries"]
}

// MARK: - Reading

extension ScenarioCondition {
  init(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) {
    guard let members = node.members else {
      throw node.fault("\(node.kindWords) where a condition should stand, such as { mode: \"tutorial\" }")
    }
    var conditions: [ScenarioCondition] = []
    for member in members { conditions.append(try Self.read(member, names)) }
    self = conditions.count == 1 ? conditions[0] : conditions.isEmpty ? .always : .all(conditions)
  }

  private static func read(
    _ member: JSON5Node.Member, _ names: ScenarioNames
  ) throws(JSON5Error) -> ScenarioCondition {
    switch member.key {
    case "any":
      var conditions: [ScenarioCondition] = []
      for element in try member.value.array("conditions") {
        conditions.append(try ScenarioCondition(element, names))
      }
      return .any(conditions)
    case "not": return .not(try ScenarioCondition(member.value, names))
    case "available": return .isAvailable(model: try names.model(member.value))
    case "quota":
      var conditions: [ScenarioCondition] = []
      for quota in try member.value.members(of: "quota", allowing: names.models) {
        let states = quota.value.elements ?? [quota.value]
        var words: [String] = []
        for state in states {
          words.append(try state.choice("a quota’s state", of: ScenarioModel.quotas))
        }
        conditions.append(.quota(model: quota.key, of: words))
      }
      return .all(conditions)
    case "entries":
      return .entries(
        try Test(member.value, "the number of entries") { node throws(JSON5Error) in
          .number(Double(try node.int("a number of entries", in: 0...1_000_000)))
        })
    default:
      let variable = try names.variable(member.key, at: member.keyPosition)
      return .variable(
        variable.name,
        try Test(member.value, variable.name) { node throws(JSON5Error) in try variable.value(node) })
    }
  }
}

extension ScenarioCondition.Test {
  /// A value, an array of values, or bounds.
  fileprivate init(
    _ node: JSON5Node, _ what: String, value: (JSON5Node) throws(JSON5Error) -> ScenarioValue
  ) throws(JSON5Error) {
    func values(_ node: JSON5Node) throws(JSON5Error) -> [ScenarioValue] {
      var values: [ScenarioValue] = []
      for element in node.elements ?? [node] { values.append(try value(element)) }
      return values
    }
    guard node.members != nil else {
      self = .isOne(of: try values(node))
      return
    }
    var tests: [Self] = []
    for member in try node.members(of: "a test of \(what)", allowing: ["atLeast", "below", "not"]) {
      switch member.key {
      case "atLeast": tests.append(.atLeast(try member.value.double("a bound", in: -1e15...1e15)))
      case "below": tests.append(.below(try member.value.double("a bound", in: -1e15...1e15)))
      default: tests.append(.isNone(of: try values(member.value)))
      }
    }
    self = .both(tests)
  }
}

/// A value that depends: the first case whose condition holds.
struct Conditional<Value: Sendable & Hashable>: Sendable, Hashable {
  struct Case: Sendable, Hashable {
    var when: ScenarioCondition
    var value: Value
  }

  var cases: [Case]

  func value(_ facts: ScenarioCondition.Facts) -> Value? {
    cases.first { $0.when.holds(facts) }?.value
  }

  /// One value, or an array whose elements are values or `{ when: …, is: … }`.
  init(
    _ node: JSON5Node, _ names: ScenarioNames, value: (JSON5Node) throws(JSON5Error) -> Value
  ) throws(JSON5Error) {
    cases = []
    guard let elements = node.elements else {
      cases = [Case(when: .always, value: try value(node))]
      return
    }
    for element in elements {
      guard element["is"] != nil || element["when"] != nil else {
        cases.append(Case(when: .always, value: try value(element)))
        continue
      }
      var when = ScenarioCondition.always
      var found: Value?
      for member in try element.members(of: "a case", allowing: ["when", "is"]) {
        if member.key == "when" {
          when = try ScenarioCondition(member.value, names)
        } else {
          found = try value(member.value)
        }
      }
      guard let found else { throw element.fault("a case needs what it is: { when: …, is: … }") }
      cases.append(Case(when: when, value: found))
    }
  }
}
