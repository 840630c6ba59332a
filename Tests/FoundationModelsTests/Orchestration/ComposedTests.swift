import FoundationModels
import Testing

// 001 §4: a baton for the mode, and a friend for a question within it.

/// Unchecked, because tools and test take turns.
private final class Kitchen: @unchecked Sendable {
  enum Mode { case menu, cooking }
  var mode = Mode.menu
}

private struct StartCookingTool: Tool {
  let name = "startCooking"
  let description = "Hand over to the cook."
  let kitchen: Kitchen
  @Generable struct Arguments: Sendable { var dish: String }

  func call(arguments: Arguments) async throws -> String {
    kitchen.mode = .cooking
    return "The cook takes over: \(arguments.dish)."
  }
}

private struct BackToMenuTool: Tool {
  let name = "backToMenu"
  let description = "Hand back to the one with the menu."
  let kitchen: Kitchen
  @Generable struct Arguments: Sendable {}

  func call(arguments: Arguments) async throws -> String {
    kitchen.mode = .menu
    return "Back to the menu."
  }
}

private struct AskWineTool: Tool {
  let name = "askForWine"
  let description = "Ask someone who knows wine."
  @Generable struct Arguments: Sendable { var dish: String }

  func call(arguments: Arguments) async throws -> String {
    let child = LanguageModelSession(
      model: SystemLanguageModel(), instructions: "You know wine. Name one.")
    return try await child.respond(to: "Wine for \(arguments.dish)").content
  }
}

private struct OunceTool: Tool {
  let name = "convertOunces"
  let description = "Convert ounces to grams."
  @Generable struct Arguments: Sendable { var ounces: Double }
  func call(arguments: Arguments) async throws -> String { "\(arguments.ounces * 28.35) g" }
}

private struct KitchenProfile: LanguageModelSession.DynamicProfile {
  let kitchen: Kitchen

  var body: some DynamicProfile {
    switch kitchen.mode {
    case .menu:
      Profile {
        Instructions("Offer dishes.")
        StartCookingTool(kitchen: kitchen)  // the baton
        AskWineTool()  // the friend
      }
      .model(PrivateCloudComputeLanguageModel())
      .temperature(1.0)

    case .cooking:
      Profile {
        Instructions("Give steps.")
        BackToMenuTool(kitchen: kitchen)  // the baton back
        OunceTool()
      }
      .model(PrivateCloudComputeLanguageModel())
      .reasoningLevel(.deep)
    }
  }
}

private let rules: [Rule] = [
  .prompt("Wine for trout", .say("A Riesling.")),
  .prompt("drink", .call("askForWine", #"{"dish": "trout"}"#), .say("Take the Riesling.")),
  .prompt("cook", .call("startCooking", #"{"dish": "trout"}"#), .say("Heat the pan.")),
]

@Suite("001 §4: both together")
struct ComposedTests {
  @Test("P6, R2, R10: A friend leaves the persona alone, a baton changes it; both leave an output")
  func together() async throws {
    try await watched(rules) { watch in
      let kitchen = Kitchen()
      let session = LanguageModelSession(profile: KitchenProfile(kitchen: kitchen))
      try await session.respond(to: "What to drink?")
      #expect(watch.inferences.map(\.model) == ["private-cloud", "system", "private-cloud"])
      // The child's own persona is the only other one so far.
      #expect(watch.sessions.count == 2)
      #expect(kitchen.mode == .menu)

      let answer = try await session.respond(to: "Let's cook")
      #expect(answer.content == "Heat the pan.")
      #expect(watch.inferences.last?.tools == ["backToMenu", "convertOunces"])
      #expect(
        outline(session.transcript).filter { $0.hasPrefix("output") } == [
          "output askForWine: A Riesling.", "output startCooking: The cook takes over: trout.",
        ])
    }
  }
}
