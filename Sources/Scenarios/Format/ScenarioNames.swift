import Transcripts

/// What the rest of a scenario may refer to: known before it is read, so that a slip is found where it
/// stands.
struct ScenarioNames {
  var variables: [ScenarioVariable] = []
  var tools: [String] = []
  var models: [String] = []

  func variable(_ name: String, at position: JSON5Node.Position) throws(JSON5Error) -> ScenarioVariable {
    guard let variable = variables.first(where: { $0.name == name }) else {
      throw unknown("state variable", name, variables.map(\.name), position)
    }
    return variable
  }

  func tool(_ node: JSON5Node) throws(JSON5Error) -> String {
    let name = try node.string("a tool’s name")
    guard tools.contains(name) else { throw unknown("tool", name, tools, node.position) }
    return name
  }

  func model(_ node: JSON5Node) throws(JSON5Error) -> String {
    let name = try node.string("a model’s name")
    guard models.contains(name) else { throw unknown("model", name, models, node.position) }
    return name
  }

  private func unknown(
    _ what: String, _ name: String, _ known: [String], _ position: JSON5Node.Position
  ) -> JSON5Error {
    let list = known.isEmpty ? "none" : known.joined(separator: ", ")
    return JSON5Error(
      "there is no \(what) “\(JSON5Error.shown(name))”; the scenario has \(list)", at: position)
  }
}
