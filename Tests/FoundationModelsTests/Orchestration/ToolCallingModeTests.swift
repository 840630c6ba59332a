import FoundationModels
import Testing

// 001 §5: the mode in which tools are called, given by the call or by the profile.

private struct Shelf: Sendable { var titles = ["Dracula", "Carmilla"] }

private struct ShelfTool: Tool {
  let name = "searchShelf"
  let description = "Search the person's own books."
  let shelf: Shelf

  @Generable struct Arguments: Sendable { var words: String }

  func call(arguments: Arguments) async throws -> String { shelf.titles.joined(separator: ", ") }
}

private let rules: [Rule] = [
  .prompt("own", .call("searchShelf", #"{"words": "gothic"}"#), .say("Two.")),
  .prompt("Sum up", .say("Two gothic novels.")),
  .prompt("", .say("Fine.")),
]

private struct ShelfProfile: LanguageModelSession.DynamicProfile {
  let mode: GenerationOptions.ToolCallingMode?

  var body: some DynamicProfile {
    Profile {
      Instructions("Answer from the shelf.")
      ShelfTool(shelf: Shelf())
    }
    .toolCallingMode(mode)
  }
}

/// What a provider does with the mode.
private func enabled(
  _ mode: GenerationOptions.ToolCallingMode?, from definitions: [Transcript.ToolDefinition]
) -> [Transcript.ToolDefinition] {
  switch (mode ?? .allowed).kind {
  case .allowed, .required: definitions
  case .disallowed: []
  }
}

@Suite("001 §5: the tool-calling mode")
struct ToolCallingModeTests {
  @Test("R3, R4, P3: A session without a profile gets the mode with the call")
  func callSite() async throws {
    try await watched(rules) { watch in
      let session = LanguageModelSession(tools: [ShelfTool(shelf: Shelf())]) {
        "You answer questions about the reader's own library."
      }
      let first = try await session.respond(to: "What do I own?")
      #expect(first.content == "Two.")

      let summary = try await session.respond(
        to: "Sum up the books.",
        options: GenerationOptions(toolCallingMode: .disallowed)
      )
      #expect(summary.content == "Two gothic novels.")
      #expect(watch.inferences.map(\.tools) == [["searchShelf"], ["searchShelf"], []])
      // R4: no definitions are sent, and the transcript's own entry keeps them.
      #expect(watch.inferences.last?.sent.declaredTools == [])
    }
  }

  @Test("R4: Required with no tools is an error before anything is asked")
  func requiredWithoutTools() async throws {
    try await watched { watch in
      let session = LanguageModelSession(instructions: "You have no tools.")
      let error = await #expect(throws: LanguageModelError.self) {
        try await session.respond(to: "Go", options: GenerationOptions(toolCallingMode: .required))
      }
      if case .unsupportedGenerationGuide? = error {} else { Issue.record("\(String(describing: error))") }
      #expect(watch.sent.isEmpty)
    }
  }

  @Test("P2, R4: The profile's modifier sets the mode; nil is the default")
  func modifier() async throws {
    try await watched(rules) { watch in
      for mode in [GenerationOptions.ToolCallingMode?.some(.disallowed), .allowed, nil] {
        try await LanguageModelSession(profile: ShelfProfile(mode: mode)).respond(to: "Hello")
      }
      #expect(watch.inferences.map(\.tools) == [[], ["searchShelf"], ["searchShelf"]])
    }
  }

  @Test("R4: A mode has a kind to switch over")
  func kinds() {
    let definition = Transcript.ToolDefinition(tool: ShelfTool(shelf: Shelf()))
    #expect(enabled(.disallowed, from: [definition]) == [])
    #expect(enabled(nil, from: [definition]) == [definition])
    #expect(GenerationOptions.ToolCallingMode.required.kind == .required)
  }
}
