import FoundationModels
import Testing

// 000 §5: a profile and its modifiers; the conditional tool-calling mode.

private struct BreadBook: Tool {
  let name = "searchBread"
  let description = "Search the bread recipes."

  @Generable struct Arguments {
    @Guide(description: "What to search for") var term: String
    @Guide(.range(1...5)) var limit: Int
  }

  func call(arguments: Arguments) async throws -> String { "Sourdough: 500 g flour, 350 g water." }
}

extension SessionPropertyValues {
  @SessionPropertyEntry
  fileprivate var searches: Int = 0
}

/// The mode is left as soon as the tool was called once.
private struct RecipeProfile: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.searches)
  var searches

  var body: some LanguageModelSession.DynamicProfile {
    Profile {
      Instructions("You answer from the recipe book.")
      BreadBook()
    }
    .toolCallingMode(searches < 1 ? .required : .allowed)
    .onToolCall {
      searches += 1
    }
  }
}

/// The same with two branches: in the second there is no tool at all.
private struct LookUpOnceProfile: LanguageModelSession.DynamicProfile {
  let model: SystemLanguageModel

  @SessionProperty(\.searches)
  var searches

  var body: some LanguageModelSession.DynamicProfile {
    if searches == 0 {
      Profile {
        Instructions {
          "Search once, then answer with what was found."
        }
        BreadBook()
      }
      .model(model)
      .toolCallingMode(.required)
      .onToolCall {
        searches += 1
      }
    } else {
      Profile {
        Instructions {
          "Answer with what the search found, and nothing else."
        }
      }
      .model(model)
      .toolCallingMode(.disallowed)
    }
  }
}

private struct EveryModifier: LanguageModelSession.DynamicProfile {
  var model: any LanguageModel = PrivateCloudComputeLanguageModel()
  var isHard = true

  var body: some DynamicProfile {
    Profile {
      Instructions("You bake.")
      BreadBook()
    }
    .model(model)
    .model(PrivateCloudComputeLanguageModel())
    .temperature(0.4)
    .samplingMode(.random(top: 5, seed: 7))
    .reasoningLevel(isHard ? .deep : .light)
    .maximumResponseTokens(200)
    .toolCallingMode(.allowed)
    .transcriptErrorHandlingPolicy(.preserveTranscript)
    .historyTransform { entries in entries }
    .onActivate {}
    .onDeactivate {}
    .onPrompt {}
    .onResponse {}
    .onReasoning {}
    .onToolCall {}
    .onToolOutput {}
    // No opinion, so that those above hold.
    .temperature(nil)
    .samplingMode(nil)
    .reasoningLevel(nil)
    .maximumResponseTokens(nil)
    .toolCallingMode(nil)
    .transcriptErrorHandlingPolicy(nil)
  }
}

@Suite("000 §5: profiles and their modifiers")
struct ProfileModifierTests {
  @Test("P2: Every modifier reaches the inference; nil is no opinion")
  func catalogue() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: EveryModifier())
      try await session.respond(to: "Bread?")
      #expect(watch.inferences.first?.model == "private-cloud")
      #expect(watch.option("temperature") == "0.4")
      #expect(watch.option("samplingMode")?.contains("5") == true)
      #expect(watch.option("reasoningLevel") == "deep")
      #expect(watch.option("maximumResponseTokens") == "200")
      #expect(watch.option("toolCallingMode") == "allowed")
    }
  }

  @Test("P6, R3, S3: A mode that depends on a property is left when the hook changes the property")
  func conditionalMode() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: RecipeProfile())
      let response = try await session.respond(to: "What's in a sourdough?")
      #expect(session.properties.searches == 1)
      #expect(
        watch.inferences.indices.map { watch.option("toolCallingMode", of: $0) } == ["required", "allowed"])
      #expect(
        outline(session.transcript).dropLast() == [
          "instructions", "prompt: What's in a sourdough?", "calls: searchBread",
          "output searchBread: Sourdough: 500 g flour, 350 g water.",
        ])
      #expect(!response.content.isEmpty)
    }
  }

  @Test("P1, P6, R4: The second branch answers without tools, and is sent the output")
  func twoBranches() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: LookUpOnceProfile(model: SystemLanguageModel()))
      try await session.respond(to: "What's in a sourdough?")
      #expect(session.properties.searches == 1)
      #expect(watch.inferences.map(\.tools) == [["searchBread"], []])
      #expect(
        watch.inferences.map { $0.sent.instructionBlocks } == [
          ["Search once, then answer with what was found."],
          ["Answer with what the search found, and nothing else."],
        ])
      #expect(watch.sent.last?.last == "output searchBread: Sourdough: 500 g flour, 350 g water.")
      #expect(session.transcript.declaredTools == [])
    }
  }

  @Test("M7: The schema of the tool is the schema of its arguments")
  func schema() {
    let session = LanguageModelSession(profile: RecipeProfile())
    guard case .instructions(let instructions)? = session.transcript.first else {
      Issue.record("no instructions")
      return
    }
    #expect(instructions.toolDefinitions.first?.description == "Search the bread recipes.")
    #expect(
      instructions.toolDefinitions.first?.parameters.debugDescription.contains(
        "\"x-order\":[\"term\",\"limit\"]")
        == true)
  }
}
