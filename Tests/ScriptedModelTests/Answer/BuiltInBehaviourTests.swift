import ScriptedModel
import Testing
import Transcripts

@Suite struct BuiltInBehaviourTests {
  private let generator = ScriptedGenerator(configuration: ScriptedModelConfiguration())
  private let tools = [
    Transcript.ToolDefinition(
      "getWeather", "Tells the weather of a city.", ["city": "string", "days": "integer"]),
    Transcript.ToolDefinition(
      "searchRecipes", "Finds recipes for a dish.", ["searchTerm": "string", "limit": "integer"]),
    Transcript.ToolDefinition("finish", "Ends the conversation.", [:]),
  ]

  private func outcome(
    _ entries: [Transcript.Entry], _ mode: GenerationOptions.ToolCallingMode.Kind? = nil,
    tools: [Transcript.ToolDefinition]? = nil
  ) async throws -> Outcome {
    try await generator.outcome(.init(entries: entries, tools: tools ?? self.tools, toolCallingMode: mode))
  }

  @Test("M3: Required to call a tool, it calls the one that fits, with what the prompt gives")
  func required() async throws {
    #expect(
      try await outcome([.prompt("Which recipe for “brioche” is best? Show 3.")], .required).calls
        == [#"searchRecipes {"searchTerm": "brioche", "limit": 3}"#])
    #expect(
      try await outcome([.prompt("Is the weather good in “Oslo” over the next 2 days?")], .required).calls
        == [#"getWeather {"city": "Oslo", "days": 2}"#])
    // Nothing fits: still a call, for there has to be one.
    #expect(try await outcome([.prompt("Hm.")], .required).calls.count == 1)
    #expect(try await outcome([.prompt("Hm.")], .required, tools: []).calls.isEmpty)
  }

  @Test(
    "M3, R3: Still required after an output, it calls a tool that was not called yet, as long as there is one"
  )
  func requiredAgain() async throws {
    var entries: [Transcript.Entry] = [.prompt("Find recipes for “brioche”.")]
    var names: [String] = []
    for _ in 0..<4 {
      let call = try #require(try await outcome(entries, .required).calls.first)
      let name = String(call.prefix { $0 != " " })
      names.append(name)
      entries += [.toolCalls(("c", name, "{}")), .toolOutput(name, "ok")]
    }
    #expect(names[0] == "searchRecipes")
    #expect(Set(names.prefix(3)) == ["searchRecipes", "getWeather", "finish"])
    #expect(names[3] == "searchRecipes")
  }

  @Test("M3: Allowed to call tools, it does so only where the prompt names them, all of them at once")
  func allowed() async throws {
    #expect(try await outcome([.prompt("I like recipes.")], .allowed).calls.isEmpty)
    #expect(
      try await outcome([.prompt("Use searchRecipes for “soup”, 2 of them.")]).calls == [
        #"searchRecipes {"searchTerm": "soup", "limit": 2}"#
      ])
    #expect(try await outcome([.prompt("Please get weather and search recipes.")], .allowed).calls.count == 2)
    // A plain word is no name of a tool, unless it is marked as one.
    #expect(try await outcome([.prompt("Let us finish this.")]).calls.isEmpty)
    #expect(try await outcome([.prompt("Call the `finish` tool.")]).calls == ["finish {}"])
    #expect(try await outcome([.prompt("Use searchRecipes.")], .disallowed).calls.isEmpty)
  }

  @Test("M3: After the tools have answered, it answers with what they said")
  func outputs() async throws {
    let entries: [Transcript.Entry] = [
      .prompt("Use searchRecipes for “soup”."),
      .toolCalls(("c", "searchRecipes", "{}"), ("d", "getWeather", "{}")),
      .toolOutput("searchRecipes", "Found\n2 soups"), .toolOutput("getWeather", "Rain.", id: "d"),
    ]
    let outcome = try await outcome(entries)
    #expect(outcome.calls.isEmpty)
    #expect(outcome.text == "searchRecipes says: Found 2 soups.\ngetWeather says: Rain.")
  }

  @Test("M3: Without tools it answers from what was said, or says that nothing was")
  func texts() async throws {
    let said: [Transcript.Entry] = [
      .prompt("My loaf weighs 900 grams. I like it dark."), .response("Good."),
      .prompt("How many grams has the loaf?"),
    ]
    #expect(try await outcome(said, tools: []).text == "From what was said here: My loaf weighs 900 grams.")
    #expect(
      try await outcome([.prompt("What is a crane?")], tools: []).text
        == "About crane, this session has nothing to go by yet but your own words.")
    #expect(try await outcome([.prompt("")], tools: []).text == "There is nothing here to answer yet.")
    #expect(try await outcome([], tools: []).text == "There is nothing here to answer yet.")
    #expect(
      try await outcome(Array(said.prefix(2)) + [.prompt("Summarize this.")], tools: []).text
        == "In short: My loaf weighs 900 grams. Good.")
  }

  @Test("M3, M7: A schema is filled, also with what the tools said")
  func schema() async throws {
    let schema = GenerationSchema(
      json: [
        "type": "object", "title": "Card",
        "properties": ["title": ["type": "string"], "steps": ["type": "integer"]],
        "required": ["title", "steps"], "x-order": ["title", "steps"],
      ])
    var request = ScriptedGenerator.Request(
      entries: [.prompt("A card for “Crane” with 12 steps")], schema: schema)
    #expect(try await generator.outcome(request).text == #"{"title":"Crane","steps":12}"#)
    request.entries = [.prompt("A card"), .toolCalls(("c", "f", "{}")), .toolOutput("f", "“Frog” has 9")]
    #expect(try await generator.outcome(request).text == #"{"title":"Frog","steps":9}"#)
  }

  @Test("M3: It reasons as long as the level says, and about what it does")
  func reasoning() async throws {
    var request = ScriptedGenerator.Request(
      entries: [.prompt("Use searchRecipes for “soup”.")], tools: tools, reasoningLevel: .light)
    #expect(try await generator.outcome(request).reasoning == "searchRecipes fits, so that is called first.")
    request.reasoningLevel = .moderate
    let moderate = try await generator.outcome(request).reasoning
    request.reasoningLevel = .deep
    let deep = try await generator.outcome(request).reasoning
    #expect(deep.count > moderate.count)
    request.reasoningLevel = nil
    #expect(try await generator.outcome(request).reasoning.isEmpty)
  }
}
