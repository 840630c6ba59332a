import FoundationModels
import Observation
import Testing

// 001 §2: one session, two personas, and a tool with which the model passes the baton.

/// Unchecked, because tool and test take turns.
@Observable
private final class Workshop: @unchecked Sendable {
  enum Mode { case ideas, steps }
  var mode: Mode = .ideas
  var choice: String?
}

/// Named in the text and in the code, once.
private enum ToolNames {
  static let toSteps = "switchToSteps"
  static let toIdeas = "switchToIdeas"
}

private struct SwitchToStepsTool: Tool {
  let name = ToolNames.toSteps
  let description = """
    Hand over to the one who writes steps, as soon as the person \
    has chosen what to make.
    """

  let workshop: Workshop

  @Generable
  struct Arguments: Sendable {
    @Guide(description: "What was chosen, in the person's words")
    var choice: String
  }

  func call(arguments: Arguments) async throws -> String {
    workshop.choice = arguments.choice
    workshop.mode = .steps
    // The next persona reads this as its briefing.
    return """
      Handed over. The person chose: \(arguments.choice). \
      Write the steps now.
      """
  }
}

private struct SwitchToIdeasTool: Tool {
  let name = ToolNames.toIdeas
  let description = "Hand back to the one who has ideas."
  let workshop: Workshop

  @Generable struct Arguments: Sendable {}

  func call(arguments: Arguments) async throws -> String {
    workshop.mode = .ideas
    return "Handed back. Offer other ideas."
  }
}

private struct IdeaTool: Tool {
  let name = "generateIdea"
  let description = "Make up an idea."
  @Generable struct Arguments: Sendable {}
  func call(arguments: Arguments) async throws -> String { "A kite." }
}

private struct WorkshopProfile: LanguageModelSession.DynamicProfile {
  let workshop: Workshop

  var body: some DynamicProfile {
    switch workshop.mode {
    case .ideas:
      Profile {
        Instructions {
          """
          Offer ideas. When the person chooses one, \
          call the \(ToolNames.toSteps) tool.
          """
        }
        SwitchToStepsTool(workshop: workshop)
      }
      .model(PrivateCloudComputeLanguageModel())
      .temperature(1.0)

    case .steps:
      Profile {
        Instructions {
          """
          Write numbered steps. For other ideas, \
          call the \(ToolNames.toIdeas) tool.
          """
        }
        SwitchToIdeasTool(workshop: workshop)
      }
      .model(PrivateCloudComputeLanguageModel())
      .reasoningLevel(.deep)
    }
  }
}

/// The same state machine, driven by the program, and with another model for each persona.
private struct TwoModelProfile: LanguageModelSession.DynamicProfile {
  let workshop: Workshop
  var largeModel = SystemLanguageModel()

  var body: some DynamicProfile {
    switch workshop.mode {
    case .ideas:
      if !isOnDevice {
        Profile { Instructions("Offer many ideas.") }.model(largeModel).temperature(1.0)
      } else {
        Profile { Instructions("Offer an idea.") }.model(SystemLanguageModel())
      }
    case .steps:
      Profile { Instructions("Write steps.") }
        .model(PrivateCloudComputeLanguageModel())
        .historyTransform(shortHistory(_:))
    }
  }

  private var isOnDevice: Bool {
    type(of: largeModel) == SystemLanguageModel.self
  }

  private func shortHistory(_ entries: [Transcript.Entry]) -> [Transcript.Entry] {
    entries.suffix(2)
  }
}

private let rules: [Rule] = [
  .prompt("crane", .call(ToolNames.toSteps, #"{"choice": "a crane"}"#), .say("1. Fold it.")),
  .prompt("other", .call(ToolNames.toIdeas), .say("A boat?")),
  .prompt("", .say("Yes.")),
]

@Suite("001 §2: passing the baton")
struct BatonPassTests {
  @Test("P6, D3: With the next inference, the receiving persona writes the answer of the same request")
  func nextInference() async throws {
    try await watched(rules) { watch in
      let workshop = Workshop()
      let session = LanguageModelSession(profile: WorkshopProfile(workshop: workshop))
      let response = try await session.respond(to: "How do I fold a crane?")
      #expect(response.content == "1. Fold it.")
      #expect(workshop.choice == "a crane")
      #expect(
        outline(session.transcript) == [
          "instructions", "prompt: How do I fold a crane?", "calls: switchToSteps",
          "output switchToSteps: Handed over. The person chose: a crane. Write the steps now.",
          "response: 1. Fold it.",
        ])
      #expect(watch.inferences.map(\.tools) == [[ToolNames.toSteps], [ToolNames.toIdeas]])
      #expect(session.transcript.instructionBlocks.first?.hasPrefix("Write numbered steps.") == true)
      #expect(watch.activations.count == 2)
      #expect(watch.option("reasoningLevel", of: 1) == "deep")
    }
  }

  @Test("P6: With the next request, the persona that called the tool finishes")
  func nextRequest() async throws {
    try await watched(rules, timing: .nextRequest) { watch in
      let workshop = Workshop()
      let session = LanguageModelSession(profile: WorkshopProfile(workshop: workshop))
      try await session.respond(to: "How do I fold a crane?")
      #expect(workshop.mode == .steps)
      #expect(watch.inferences.map(\.tools) == [[ToolNames.toSteps], [ToolNames.toSteps]])
      #expect(watch.activations.count == 1)
      try await session.respond(to: "Go on")
      #expect(watch.inferences.last?.tools == [ToolNames.toIdeas])
      #expect(watch.activations.count == 2)
    }
  }

  @Test("P6: The baton goes back the same way")
  func back() async throws {
    try await watched(rules) { watch in
      let workshop = Workshop()
      let session = LanguageModelSession(profile: WorkshopProfile(workshop: workshop))
      try await session.respond(to: "A crane, please")
      let response = try await session.respond(to: "No, something other")
      #expect(response.content == "A boat?")
      #expect(workshop.mode == .ideas)
      #expect(watch.activations.count == 3)
    }
  }

  @Test("P5, P6, C5: The program switches the mode; another model is sent what its transform leaves")
  func byState() async throws {
    try await watched(rules) { watch in
      let workshop = Workshop()
      let session = LanguageModelSession(profile: TwoModelProfile(workshop: workshop))
      try await session.respond(to: "Ideas?")
      workshop.mode = .steps
      try await session.respond(to: "Steps?")
      #expect(watch.inferences.map(\.model) == ["system", "private-cloud"])
      #expect(watch.inferences.first?.sent.instructionBlocks == ["Offer an idea."])
      #expect(watch.sent.last == ["response: Yes.", "prompt: Steps?"])
      #expect(session.transcript.count == 5)
    }
  }

  @Test("D1, T3: Every tool that the prose names is declared, and entry 0 shows which")
  func registered() {
    let workshop = Workshop()
    let tools: [any Tool] = [IdeaTool(), SwitchToStepsTool(workshop: workshop)]
    let registered = Set(tools.map(\.name))
    #expect(registered.contains(ToolNames.toSteps))

    let session = LanguageModelSession(profile: WorkshopProfile(workshop: workshop))
    var advertised: [String] = []
    if case .instructions(let instructions) = session.transcript.first {
      advertised = instructions.toolDefinitions.map(\.name)
    }
    #expect(advertised == [ToolNames.toSteps])
  }

  @Test("L1: A hook notices a model that calls one tool again and again")
  func stuck() async throws {
    try await watched([.always(.call("generateIdea"))], limit: 6) {
      watch in
      let calls = Log()
      let session = LanguageModelSession(profile: DetectingProfile(calls: calls))
      await #expect(throws: (any Error).self) { try await session.respond(to: "Hand over") }
      #expect(calls.lines.filter { $0 == "stuck on generateIdea" }.count >= 1)
      #expect(watch.inferences.count <= 6)
    }
  }
}

private struct DetectingProfile: LanguageModelSession.DynamicProfile {
  let calls: Log

  var body: some DynamicProfile {
    Profile {
      Instructions("Call the handOver tool.")
      IdeaTool()
    }
    .onToolCall { call in
      calls.add(call.toolName)
      if calls.lines.count >= 4, calls.lines.suffix(4).allSatisfy({ $0 == call.toolName }) {
        calls.add("stuck on \(call.toolName)")
      }
    }
  }
}
