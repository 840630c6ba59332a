import Transcripts

/// A session as a JSON5 file: models and what they say, state, tools, personas, and the steps to take.
///
/// `Sources/Scenarios/README.md` describes the format.
public struct Scenario: Sendable, Hashable {
  /// What it is called; the session's title.
  public internal(set) var name = ""
  /// One line: what it shows.
  public internal(set) var about = ""
  var settings = Settings()
  /// The first is the one that answers where no profile says otherwise.
  var models: [ScenarioModel] = []
  var variables: [ScenarioVariable] = []
  var tools: [ScenarioTool] = []
  /// The first whose condition holds is the active one.
  var personas: [ScenarioPersona] = []
  /// Around every persona, the first nearest to it.
  var outer: [ScenarioModifier] = []
  /// What the session begins with.
  var history: [Remembered] = []
  var steps: [ScenarioStep] = []

  /// What the framework leaves open.
  struct Settings: Sendable, Hashable {
    var switchesAtNextRequest = false
    var promptsOnce = false
    var maximumInferences: Int?
    var preservesOnError: Bool?
  }

  /// An entry of an earlier life.
  enum Remembered: Sendable, Hashable {
    case prompt(String)
    case response(String)
  }

  /// Reads a scenario.
  /// - Parameter file: what errors call the text.
  /// - Throws: `ScenarioError` with line and column.
  public init(json5 text: String, file: String) throws(ScenarioError) {
    do throws(JSON5Error) {
      try read(JSON5Node(parsing: text).likeAnother())
    } catch {
      throw ScenarioError(
        file: file, line: error.position.line, column: error.position.column, message: error.message)
    }
    if name.isEmpty { name = file }
  }
}

// MARK: - Reading

extension Scenario {
  private static let keys = [
    "name", "about", "like", "session", "model", "models", "state", "tools", "profiles", "outer", "history",
    "steps",
  ]

  private mutating func read(_ node: JSON5Node) throws(JSON5Error) {
    let members = try node.members(of: "a scenario", allowing: Self.keys)
    // What others refer to comes first, wherever it stands in the file.
    var names = ScenarioNames()
    names.tools = node["tools"]?.members?.map(\.key) ?? []
    for key in ["model", "models", "state", "tools"] {
      guard let member = members.first(where: { $0.key == key }) else { continue }
      try readDeclaration(member, &names)
    }
    if models.isEmpty {
      models = [try ScenarioModel(name: "scripted", JSON5Node(.object([]), at: node.position))]
    }
    names.models = models.map(\.name)
    for member in members { try readUse(member, names) }
    guard !personas.isEmpty else { throw node.fault("a scenario needs profiles, one at least") }
  }

  private mutating func readDeclaration(
    _ member: JSON5Node.Member, _ names: inout ScenarioNames
  ) throws(JSON5Error) {
    switch member.key {
    case "model": models.append(try ScenarioModel(name: "scripted", member.value))
    case "models":
      for model in member.value.members ?? [] {
        models.append(try ScenarioModel(name: model.key, model.value))
      }
      for kind in [ScenarioModel.Kind.system, .cloud] where models.count(where: { $0.kind == kind }) > 1 {
        throw member.value.fault("there can be one model of kind \(kind.rawValue)")
      }
      names.models = models.map(\.name)
    case "state":
      for variable in member.value.members ?? [] {
        guard !ScenarioCondition.reserved.contains(variable.key) else {
          throw JSON5Error(
            "a state variable can’t be called \(variable.key); conditions have another meaning for it",
            at: variable.keyPosition)
        }
        variables.append(try ScenarioVariable(name: variable.key, variable.value))
      }
      names.variables = variables
    default:
      names.models = models.isEmpty ? ["scripted"] : models.map(\.name)
      for tool in member.value.members ?? [] {
        tools.append(try ScenarioTool(name: tool.key, tool.value, names))
      }
    }
    guard member.value.members != nil else {
      throw member.value.fault("\(member.value.kindWords) where an object should stand")
    }
  }

  private mutating func readUse(
    _ member: JSON5Node.Member, _ names: ScenarioNames
  ) throws(JSON5Error) {
    let node = member.value
    switch member.key {
    case "name": name = try node.string("the scenario’s name")
    case "about": about = try node.string("what the scenario shows")
    case "session": settings = try Settings(node)
    case "profiles":
      for element in try node.array("profiles") {
        let persona = try ScenarioPersona(element, names)
        guard !personas.contains(where: { $0.name == persona.name }) else {
          throw element.fault("there is a profile \(persona.name) already")
        }
        personas.append(persona)
      }
    case "outer":
      for member in try node.members(of: "outer", allowing: ScenarioModifier.keys) {
        outer += try ScenarioModifier.read(member, names)
      }
    case "history":
      for element in try node.array("entries") { history += try Remembered.read(element) }
    case "steps":
      for element in try node.array("steps") { steps += try ScenarioStep.read(element, names) }
    default: break
    }
  }
}

extension Scenario.Settings {
  fileprivate init(_ node: JSON5Node) throws(JSON5Error) {
    let keys = ["profileSwitchTiming", "promptHookTiming", "maximumInferencesPerRequest", "errors"]
    for member in try node.members(of: "session", allowing: keys) {
      switch member.key {
      case "profileSwitchTiming":
        let word = try member.value.choice("a moment", of: ["nextInference", "nextRequest"])
        switchesAtNextRequest = word == "nextRequest"
      case "promptHookTiming":
        let word = try member.value.choice("a moment", of: ["everyInference", "oncePerPrompt"])
        promptsOnce = word == "oncePerPrompt"
      case "errors":
        let word = try member.value.choice("an error policy", of: ["revert", "preserve"])
        preservesOnError = word == "preserve"
      default: maximumInferences = try member.value.int("a number of inferences", in: 1...100_000)
      }
    }
  }
}

extension Scenario.Remembered {
  fileprivate static func read(_ node: JSON5Node) throws(JSON5Error) -> [Scenario.Remembered] {
    var entries: [Scenario.Remembered] = []
    for member in try node.members(of: "an entry of the history", allowing: ["prompt", "response"]) {
      let text = try member.value.string("a text")
      entries.append(member.key == "prompt" ? .prompt(text) : .response(text))
    }
    return entries
  }
}
