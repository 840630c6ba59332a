import Transcripts

/// One step of a list that makes other entries of entries: a history transform, or what a rule makes of the
/// history.
///
/// `{ suffix: 6 }` keeps the last six; `{ drop: { kind: "toolOutput", tool: "lookUp", exceptLast: 2 } }` and
/// `{ keep: { kind: ["prompt", "response"] } }` pick; `"dropInstructions"` and `"clear"` say what they do;
/// `{ summary: "…", keep: 2 }` puts one prompt in the place of all but the last two; `{ instruct: "…" }` adds instructions at the end.
enum HistoryOperation: Sendable, Hashable {
  case suffix(Int)
  case dropInstructions
  case clear
  case drop(Pick)
  case keep(Pick)
  case summary(ScenarioTemplate, keeping: Int)
  case instruct(ScenarioTemplate)

  /// Which entries: of one of the kinds, of the tool, all but the last of them. Instructions are never picked
  /// by a `drop`, and always by a `keep`.
  struct Pick: Sendable, Hashable {
    var kinds: [EntryKind]
    var tool: String?
    var exceptLast: Int

    func picks(_ entry: Transcript.Entry) -> Bool {
      guard kinds.isEmpty || kinds.contains(entry.kind) else { return false }
      guard let tool else { return true }
      switch entry {
      case .toolOutput(let output): return output.toolName == tool
      case .toolCalls(let calls): return calls.contains { $0.toolName == tool }
      default: return false
      }
    }
  }

  /// - Parameters:
  ///   - fill: fills a template in.
  ///   - makeID: makes the ids of entries that are new.
  func apply(
    to entries: [Transcript.Entry], fill: (ScenarioTemplate) -> String, makeID: () -> String
  ) -> [Transcript.Entry] {
    switch self {
    case .suffix(let count): return Array(entries.suffix(count))
    case .dropInstructions: return entries.filter { $0.kind != .instructions }
    case .clear: return []
    case .keep(let pick): return entries.filter { $0.kind == .instructions || pick.picks($0) }
    case .drop(let pick):
      var left = entries.count { $0.kind != .instructions && pick.picks($0) } - pick.exceptLast
      return entries.filter { entry in
        guard entry.kind != .instructions, pick.picks(entry) else { return true }
        left -= 1
        return left < 0
      }
    case .instruct(let template):
      let instructions = Transcript.Instructions(
        id: makeID(), segments: [.text(.init(id: makeID(), content: fill(template)))], toolDefinitions: [])
      return entries + [.instructions(instructions)]
    case .summary(let template, let count):
      let prompt = Transcript.Prompt(
        id: makeID(), segments: [.text(.init(id: makeID(), content: fill(template)))])
      let leading = entries.first.flatMap { $0.kind == .instructions ? $0 : nil }
      let rest = leading == nil ? entries[...] : entries.dropFirst()
      return (leading.map { [$0] } ?? []) + [.prompt(prompt)] + rest.suffix(count)
    }
  }
}

extension HistoryOperation {
  static func list(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) -> [HistoryOperation] {
    var operations: [HistoryOperation] = []
    for element in node.elements ?? [node] { operations.append(try HistoryOperation(element, names)) }
    return operations
  }

  private static let words = ["dropInstructions", "clear"]

  init(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) {
    if node.stringValue != nil {
      let word = try node.choice("a word or an object that changes a list of entries", of: Self.words)
      self = word == "clear" ? .clear : .dropInstructions
      return
    }
    var keeping = 0
    var found: HistoryOperation?
    let members = try node.members(
      of: "a change of entries", allowing: ["suffix", "drop", "keep", "summary", "instruct"])
    for member in members {
      switch member.key {
      case "suffix": found = .suffix(try member.value.int("a number of entries", in: 0...100_000))
      case "drop": found = .drop(try Self.pick(member.value, names))
      case "keep":
        if node["summary"] != nil {
          keeping = try member.value.int("a number of entries", in: 0...100_000)
        } else {
          found = .keep(try Self.pick(member.value, names))
        }
      case "instruct": found = .instruct(try ScenarioTemplate(member.value, names))
      default: found = .summary(try ScenarioTemplate(member.value, names), keeping: 0)
      }
    }
    guard let found, members.count == 1 || node["summary"] != nil else {
      throw node.fault(
        "a change of entries has one of suffix, drop, keep, instruct and summary (which may have keep)")
    }
    if case .summary(let template, _) = found {
      self = .summary(template, keeping: keeping)
    } else {
      self = found
    }
  }

  private static func pick(_ node: JSON5Node, _ names: ScenarioNames) throws(JSON5Error) -> Pick {
    var pick = Pick(kinds: [], tool: nil, exceptLast: 0)
    for member in try node.members(of: "a choice of entries", allowing: ["kind", "tool", "exceptLast"]) {
      switch member.key {
      case "kind":
        for element in member.value.elements ?? [member.value] {
          let word = try element.choice(
            "a kind of entry", of: EntryKind.allCases.filter { $0 != .unknown }.map(\.rawValue))
          if let kind = EntryKind(rawValue: word) { pick.kinds.append(kind) }
        }
      case "tool": pick.tool = try names.tool(member.value)
      default: pick.exceptLast = try member.value.int("a number of entries", in: 0...100_000)
      }
    }
    return pick
  }
}
