import Foundation
import FoundationModels
import Testing

// 001 §3: a tool that asks a short-lived session.

private struct AskNamerTool: Tool {
  let name = "nameProject"
  let description = """
    Ask the naming specialist for a title. Do not invent one yourself.
    """

  @Generable
  struct Arguments: Sendable {
    @Guide(description: "The project in a sentence or two")
    var project: String

    @Guide(description: "Who it is for, if known")
    var audience: String?
  }

  func call(arguments: Arguments) async throws -> String {
    // A session of its own, which is gone when this returns.
    let child = LanguageModelSession(
      model: SystemLanguageModel(),
      instructions: """
        You name things. Reply with one title of six words at most.
        """
    )

    let prompt = Prompt {
      arguments.project
      if let audience = arguments.audience {
        "For: \(audience)."
      }
    }

    let response = try await child.respond(to: prompt)
    return response.content
  }
}

private struct NamerProfile: LanguageModelSession.DynamicProfile {
  var body: some DynamicProfile {
    Profile {
      Instructions {
        """
        You name things. Reply with one title of six words at most.
        """
      }
    }
    .model(SystemLanguageModel())
    .temperature(0.4)
    .maximumResponseTokens(24)
  }
}

/// Says what went wrong instead of making something up, and never swallows a cancellation.
private struct CarefulNamerTool: Tool {
  let name = "nameProject"
  let description = "Ask the naming specialist."

  @Generable struct Arguments: Sendable { var project: String }

  func call(arguments: Arguments) async throws -> String {
    do {
      let child = LanguageModelSession(profile: NamerProfile())
      let title = try await child.respond(to: arguments.project).content
      let trimmed = title.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !trimmed.isEmpty, trimmed.split(separator: " ").count <= 6 else {
        return "The specialist's title cannot be used. Ask the person."
      }
      return trimmed
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return "The specialist is not there. Go on without a title."
    }
  }
}

private struct PlanProfile<Namer: Tool>: LanguageModelSession.DynamicProfile {
  let namer: Namer

  var body: some DynamicProfile {
    Profile {
      Instructions("You plan projects.")
      namer
    }
    .model(PrivateCloudComputeLanguageModel())
  }
}

@Generable
private struct FoundWords: Codable {
  var words: [String]
}

private enum WordFinder {
  static func find(in text: String) async throws -> [String] {
    let session = LanguageModelSession(
      model: SystemLanguageModel(),
      instructions: "List the hard words."
    )
    let response = try await session.respond(
      to: text,
      generating: FoundWords.self
    )
    // What isn't in the text was made up.
    return response.content.words.filter { text.contains($0) }
  }
}

private let rules: [Rule] = [
  .prompt(
    "Plan", .call("nameProject", #"{"project": "A lamp of paper", "audience": "children"}"#),
    .say("Let's call it that.")),
  .prompt("A lamp of paper", .say("Paper Moon")),
]

@Suite("001 §3: phoning a friend")
struct PhoneAFriendTests {
  @Test("R10, R2: The child has its own transcript; the parent gets one call and one output")
  func isolation() async throws {
    try await watched(rules) { watch in
      let session = LanguageModelSession(profile: PlanProfile(namer: AskNamerTool()))
      let response = try await session.respond(to: "Plan something")
      #expect(response.content == "Let's call it that.")
      #expect(
        outline(session.transcript) == [
          "instructions", "prompt: Plan something", "calls: nameProject", "output nameProject: Paper Moon",
          "response: Let's call it that.",
        ])
      #expect(watch.sent[1] == ["instructions", "prompt: A lamp of paper\nFor: children."])
      #expect(watch.inferences.map(\.model) == ["private-cloud", "system", "private-cloud"])
      // The recording can tell whose child it was.
      #expect(watch.sessions.count == 2)
      #expect(watch.sessions.last?.parent?.session == watch.sessions.first?.id)
      guard case .toolCalls(let calls) = session.transcript[2] else { return }
      #expect(watch.sessions.last?.parent?.toolCall == calls.first?.id)
    }
  }

  @Test("P2: A child may have a profile of its own, which leaves the parent's alone")
  func ownProfile() async throws {
    try await watched(rules) { watch in
      let session = LanguageModelSession(profile: PlanProfile(namer: CarefulNamerTool()))
      try await session.respond(to: "Plan something")
      #expect(outline(session.transcript)[3] == "output nameProject: Paper Moon")
      #expect(watch.option("temperature", of: 1) == "0.4")
      #expect(watch.option("maximumResponseTokens", of: 1) == "24")
      #expect(watch.option("temperature", of: 2) == nil)
    }
  }

  @Test("R2: A child whose answer is of no use is reported in words, and the turn goes on")
  func uselessAnswer() async throws {
    let verbose: [Rule] = [
      rules[0], .prompt("A lamp of paper", .say("one two three four five six seven")),
    ]
    try await watched(verbose) { _ in
      let session = LanguageModelSession(profile: PlanProfile(namer: CarefulNamerTool()))
      try await session.respond(to: "Plan something")
      #expect(
        outline(session.transcript)[3]
          == "output nameProject: The specialist's title cannot be used. Ask the person.")
    }
  }

  @Test("R2, R7: A child that fails is caught by the careful tool, and ends the turn of the plain one")
  func failingChild() async throws {
    try await watched(rules, system: .unavailable(.modelNotReady)) { _ in
      let careful = LanguageModelSession(profile: PlanProfile(namer: CarefulNamerTool()))
      try await careful.respond(to: "Plan something")
      #expect(
        outline(careful.transcript)[3]
          == "output nameProject: The specialist is not there. Go on without a title.")

      let plain = LanguageModelSession(profile: PlanProfile(namer: AskNamerTool()))
      let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await plain.respond(to: "Plan something")
      }
      #expect(error?.underlyingError is SystemLanguageModel.Error)
      #expect(outline(plain.transcript) == ["instructions"])
    }
  }

  @Test("M7, R1: A side session answers with a private type")
  func typed() async throws {
    try await watched { watch in
      let words = try await WordFinder.find(in: "The kiln was hot.")
      // Whatever the model made up is not in the text.
      #expect(words.allSatisfy("The kiln was hot.".contains))
      #expect(watch.sent.count == 1)
    }
  }
}
