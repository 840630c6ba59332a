import Testing
import Transcripts

@testable import Scenarios

@Suite("A scenario's file")
struct FormatTests {
  /// A text with a mistake in it, and the line that says so.
  static let mistakes: [(text: String, message: String)] = [
    ("{ profiles: [] }", "t.json5:1:1: a scenario needs profiles, one at least"),
    (
      "{\n  colour: 1,\n}",
      "t.json5:2:3: “colour” is not known in a scenario; it may have name, about, like, session, model, models, state, tools, "
        + "profiles, outer, history and steps"
    ),
    (
      "{\n profiles: [{ name: 'A', when: { mod: 'x' } }],\n state: { mode: ['x'] } }",
      "t.json5:2:34: there is no state variable “mod”; the scenario has mode"
    ),
    (
      "{ profiles: [{ name: 'A', when: { mode: 'y' } }], state: { mode: ['x', 'z'] } }",
      "t.json5:1:41: mode can’t be that; it is x or z"
    ),
    (
      "{ profiles: [{ name: 'A', tools: ['f'] }] }",
      "t.json5:1:35: there is no tool “f”; the scenario has none"
    ),
    (
      "{ tools: { f: { description: 'd' } }, profiles: [{ name: 'A' }] }",
      "t.json5:1:15: the tool f needs an answer, answers, a child or a throw"
    ),
    (
      "{ profiles: [{ name: 'A', temperature: 'hot' }] }",
      "t.json5:1:40: “hot” where a temperature, a number from 0 to 2 should stand"
    ),
    (
      "{ profiles: [{ name: 'A', instructions: 'in ${where}' }] }",
      "t.json5:1:41: there is no state variable “where”; the scenario has none"
    ),
    (
      "{ profiles: [{ name: 'A', instructions: 'a ${mode' }], state: { mode: 'x' } }",
      "t.json5:1:41: a place that begins with ${ and has no } in this text"
    ),
    (
      "{ profiles: [{ name: 'A' }], steps: [{ set: { a: 1 }, prompt: 'x' }] }",
      "t.json5:1:55: a step does one thing, and this one has set already; make two steps of it"
    ),
    (
      "{ profiles: [{ name: 'A' }], steps: [{ prompt: 'x', cancelAfter: 3, fails: 'refusal' }] }",
      "t.json5:1:76: a request is cancelled or fails; take out cancelAfter or fails"
    ),
    (
      "{ profiles: [{ name: 'A', on: { activate: { throw: 'x' } } }] }",
      "t.json5:1:45: “throw” is not known in a rule of activate; it may have when, set and history"
    ),
    (
      "{ profiles: [{ name: 'A' }], state: { not: 'x' } }",
      "t.json5:1:39: a state variable can’t be called not; conditions have another meaning for it"
    ),
    (
      "{ model: { cache: 'big' }, profiles: [{ name: 'A' }] }",
      "t.json5:1:19: “big” is no kind of cache; there are attention, sliding-window:512, recurrent, recurrent:256 and none"
    ),
    (
      "{ models: { m: { kind: 'system', availability: 'systemNotReady' } }, profiles: [{ name: 'A' }] }",
      "t.json5:1:48: “systemNotReady” where an availability of its kind: available, deviceNotEligible, "
        + "appleIntelligenceNotEnabled or modelNotReady should stand"
    ),
    (
      "{ profiles: [{ name: 'A' }, { name: 'A' }] }", "t.json5:1:29: there is a profile A already"
    ),
    (
      "{ profiles: [{ name: 'A', transform: { suffix: 1, drop: {} } }] }",
      "t.json5:1:38: a change of entries has one of suffix, drop, keep, instruct and summary (which may have keep)"
    ),
    (
      "{ model: { script: [{ when: { prompt: 'x' } }] }, profiles: [{ name: 'A' }] }",
      "t.json5:1:21: a rule without an answer; write answer: [ … ], or answers: [ [ … ], … ] for several rounds"
    ),
  ]

  @Test("a mistake is named with file, line, column and what is allowed there", arguments: mistakes)
  func mistake(_ item: (text: String, message: String)) {
    let error = #expect(throws: ScenarioError.self) { try Scenario(json5: item.text, file: "t.json5") }
    #expect(error?.description == item.message)
  }

  @Test("no cut of a scenario is read, and none traps")
  func cuts() throws {
    let text = try #require(ShippedScenario.named("O4")?.json5)
    for length in stride(from: 0, to: text.count - 2, by: 7) {
      #expect(throws: ScenarioError.self) { try Scenario(json5: String(text.prefix(length)), file: "cut") }
    }
  }

  @Test("the scenarios that come with the program are read, and each says what it shows")
  func shipped() throws {
    #expect(
      ShippedScenario.all.map(\.name) == [
        "craft", "craft-static-first", "chat", "O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8",
      ])
    for shipped in ShippedScenario.all {
      let scenario = try shipped.scenario()
      #expect(scenario.name == shipped.name)
      #expect(!scenario.about.isEmpty && !scenario.about.contains("\n"))
      #expect(!scenario.steps.isEmpty)
    }
    #expect(ShippedScenario.named("CRAFT")?.name == "craft")
    #expect(ShippedScenario.named("O9") == nil)
  }
}

@Suite("What a scenario's texts and conditions mean")
struct MeaningTests {
  private func facts(_ values: [String: ScenarioValue], entries: Int = 0) -> ScenarioCondition.Facts {
    ScenarioCondition.Facts(
      value: { values[$0] ?? .text("") }, isAvailable: { $0 == "device" },
      quota: { $0 == "cloud" ? "reached" : nil }, entries: { entries })
  }

  private func condition(_ text: String) throws -> ScenarioCondition {
    var names = ScenarioNames()
    names.variables = [
      try ScenarioVariable(name: "mode", JSON5Node(parsing: "['a', 'b', 'c']")),
      try ScenarioVariable(name: "step", JSON5Node(parsing: "0")),
      try ScenarioVariable(name: "photo", JSON5Node(parsing: "false")),
    ]
    names.models = ["cloud", "device"]
    return try ScenarioCondition(JSON5Node(parsing: text), names)
  }

  @Test(
    "a condition holds when all its members do",
    arguments: [
      ("{}", true), ("{ mode: 'b' }", true), ("{ mode: 'a' }", false), ("{ mode: ['a', 'b'] }", true),
      ("{ mode: { not: 'b' } }", false), ("{ mode: { not: ['a', 'c'] } }", true),
      ("{ step: { atLeast: 3 } }", true), ("{ step: { atLeast: 3, below: 3 } }", false),
      ("{ step: 3 }", true),
      ("{ photo: true }", false), ("{ mode: 'b', photo: true }", false),
      ("{ any: [{ mode: 'a' }, { step: 3 }] }", true), ("{ not: { mode: 'b' } }", false),
      ("{ available: 'device' }", true), ("{ available: 'cloud' }", false),
      ("{ quota: { cloud: ['reached', 'below'] } }", true), ("{ quota: { device: 'below' } }", false),
      ("{ entries: { atLeast: 5 } }", true), ("{ entries: { below: 5 } }", false),
    ])
  func conditions(_ text: String, _ holds: Bool) throws {
    let facts = facts(["mode": .text("b"), "step": .number(3), "photo": .bool(false)], entries: 5)
    #expect(try condition(text).holds(facts) == holds)
  }

  @Test("places are filled with state and arguments, and calculated with")
  func templates() throws {
    var names = ScenarioNames()
    names.variables = [try ScenarioVariable(name: "craft", JSON5Node(parsing: "'crane'"))]
    let node = try JSON5Node(
      parsing:
        "'A ${craft}: ${arguments.inches * 2.54} cm, ${arguments.n}, ${arguments.none}, ${arguments.list}.'")
    let template = try ScenarioTemplate(node, names, arguments: true)
    let arguments = try JSONValue(parsing: #"{"inches":6,"n":4.0,"list":[1,"a"]}"#.utf8)
    #expect(
      template.text(value: { _ in .text("crane") }, arguments: arguments)
        == #"A crane: 15.24 cm, 4, , [1,"a"]."#)
  }

  @Test("H1: changes of entries pick what they say, and instructions stay")
  func operations() throws {
    func change(_ text: String, _ entries: [Transcript.Entry]) throws -> [String] {
      var names = ScenarioNames()
      names.tools = ["f"]
      return try HistoryOperation.list(JSON5Node(parsing: text), names)
        .reduce(entries) { entries, operation in
          operation.apply(to: entries, fill: { $0.text(value: { _ in .text("") }) }, makeID: { "new" })
        }
        .map { $0.kind == .toolOutput ? "output" : $0.text }
    }
    func text(_ id: String, _ content: String) -> [Transcript.Segment] {
      [.text(.init(id: id, content: content))]
    }
    let entries: [Transcript.Entry] = [
      .instructions(.init(id: "i", segments: text("1", "I"), toolDefinitions: [])),
      .prompt(.init(id: "p", segments: text("2", "p"))),
      .toolOutput(.init(id: "o", toolName: "f", segments: text("3", "x"))),
      .toolOutput(.init(id: "q", toolName: "g", segments: text("4", "y"))),
      .response(.init(id: "r", assetIDs: [], segments: text("5", "r"))),
    ]
    #expect(try change("{ suffix: 2 }", entries) == ["output", "r"])
    #expect(try change("'dropInstructions'", entries) == ["p", "output", "output", "r"])
    #expect(try change("'clear'", entries) == [])
    #expect(try change("{ keep: { kind: ['prompt', 'response'] } }", entries) == ["I", "p", "r"])
    #expect(try change("{ drop: { kind: 'toolOutput' } }", entries) == ["I", "p", "r"])
    #expect(try change("{ drop: { tool: 'f' } }", entries) == ["I", "p", "output", "r"])
    #expect(
      try change("{ drop: { kind: 'toolOutput', exceptLast: 1 } }", entries) == ["I", "p", "output", "r"])
    #expect(try change("{ summary: 'so far', keep: 1 }", entries) == ["I", "so far", "r"])
    #expect(try change("[{ suffix: 3 }, { drop: { tool: 'f' } }]", entries) == ["output", "r"])
  }
}
