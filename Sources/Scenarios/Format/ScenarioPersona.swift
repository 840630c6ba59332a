import Transcripts

/// A persona as the file declares it: when it is the active one, what it tells the model, and how.
struct ScenarioPersona: Sendable, Hashable {
  var name: String
  var when = ScenarioCondition.always
  var blocks: [Block] = []
  /// In the order of the file, the first nearest to the profile.
  var modifiers: [ScenarioModifier] = []

  /// One part of the instructions, in the order in which the model sees them.
  struct Block: Sendable, Hashable {
    enum Content: Sendable, Hashable {
      case text(ScenarioTemplate)
      case tools([String])
    }

    var when = ScenarioCondition.always
    var content: Content
  }
}

extension ScenarioPersona {
  init(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) {
    name = ""
    let keys = ["name", "when", "instructions", "tools"] + ScenarioModifier.keys
    var tools: [Block] = []
    for member in try node.members(of: "a profile", allowing: keys) {
      switch member.key {
      case "name": name = try member.value.string("the persona’s name")
      case "when": when = try ScenarioCondition(member.value, names)
      case "instructions":
        for element in member.value.elements ?? [member.value] { blocks.append(try Block(element, names)) }
      case "tools":
        for element in try member.value.array("tools") { tools.append(try Block(tool: element, names)) }
      default: modifiers += try ScenarioModifier.read(member, names)
      }
    }
    blocks += tools
    guard !name.isEmpty else { throw node.fault("a profile needs a name") }
  }
}

extension ScenarioPersona.Block {
  /// A text, or `{ when: …, text: "…" }`, or `{ when: …, tools: […] }`.
  fileprivate init(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) {
    guard node.members != nil else {
      self.init(content: .text(try ScenarioTemplate(node, names)))
      return
    }
    var when = ScenarioCondition.always
    var content: Content?
    for member in try node.members(of: "a block of instructions", allowing: ["when", "text", "tools"]) {
      switch member.key {
      case "when": when = try ScenarioCondition(member.value, names)
      case "text": content = .text(try ScenarioTemplate(member.value, names))
      default:
        var tools: [String] = []
        for element in try member.value.array("tools") { tools.append(try names.tool(element)) }
        content = .tools(tools)
      }
    }
    guard let content else { throw node.fault("a block of instructions needs a text or tools") }
    self.init(when: when, content: content)
  }

  /// A tool's name, or `{ when: …, tool: "…" }`.
  fileprivate init(tool node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) {
    guard node.members != nil else {
      self.init(content: .tools([try names.tool(node)]))
      return
    }
    var when = ScenarioCondition.always
    var tool: String?
    for member in try node.members(of: "a tool of a profile", allowing: ["when", "tool"]) {
      if member.key == "when" {
        when = try ScenarioCondition(member.value, names)
      } else {
        tool = try names.tool(member.value)
      }
    }
    guard let tool else { throw node.fault("a tool of a profile needs its name: { when: …, tool: … }") }
    self.init(when: when, content: .tools([tool]))
  }
}
