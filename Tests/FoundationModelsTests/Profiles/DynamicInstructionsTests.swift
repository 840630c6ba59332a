import FoundationModels
import Testing

// 000 §4: instructions that are put together of text, tools and other instructions.

private struct SeedCatalogue: Tool {
  let name = "searchSeeds"
  let description = "Look up sowing dates and distances of a plant."

  @Generable struct Arguments {
    @Guide(description: "The plant's common name") var plant: String
  }

  func call(arguments: Arguments) async throws -> String { "\(arguments.plant): sow in April." }
}

private struct Thermometer: Tool {
  let description = "Read the soil temperature."

  @Generable struct Arguments {}

  func call(arguments: Arguments) -> String { "11 degrees" }
}

private struct Calendar: Tool {
  let name = "addReminder"
  let description = "Put a date into the person's calendar."

  @Generable struct Arguments { var day: String }

  func call(arguments: Arguments) async throws -> String { "Noted." }
}

/// A component that brings its tool along.
private struct SowingInstructions: DynamicInstructions {
  var body: some DynamicInstructions {
    Instructions(
      """
      Before you name a sowing date, call the searchSeeds tool \
      and go by what it returns.
      """)
    SeedCatalogue()
  }
}

private struct WatchInstructions: DynamicInstructions {
  var body: some DynamicInstructions {
    Instructions { "Mention the soil when it is cold." }
    Thermometer()
  }
}

/// What stays the same comes first, what depends on the state last.
private struct GardenInstructions: DynamicInstructions {
  var isSpring = true
  var isWatched = false

  var body: some DynamicInstructions {
    Instructions {
      "You advise people who have a small garden."
      "Answer in two sentences."
    }
    Calendar()

    if isSpring {
      SowingInstructions()
    }

    if isWatched {
      WatchInstructions()
    }
  }
}

private struct Bed: Identifiable {
  let id: Int
  let plant: String
}

private struct BedInstructions: DynamicInstructions {
  let beds: [Bed]
  let rules: [String]

  var body: some DynamicInstructions {
    DynamicInstructions.ForEach(beds) { bed in
      Instructions("In bed \(bed.id) grows \(bed.plant).")
    }
    DynamicInstructionsForEach(Array(rules.enumerated()), id: \.offset) { rule in
      Instructions("Rule \(rule.offset + 1): \(rule.element)")
    }
  }
}

@Suite("000 §4: dynamic instructions")
struct DynamicInstructionsTests {
  @Test("D1, D4, U2: Nested instructions and tools stand in the order of their declaration")
  func flattening() {
    let session = LanguageModelSession(
      model: SystemLanguageModel(), dynamicInstructions: GardenInstructions(isWatched: true))
    #expect(
      session.transcript.instructionBlocks == [
        "You advise people who have a small garden.\nAnswer in two sentences.",
        "Before you name a sowing date, call the searchSeeds tool and go by what it returns.",
        "Mention the soil when it is cold.",
      ])
    #expect(session.transcript.declaredTools == ["addReminder", "searchSeeds", "Thermometer"])
  }

  @Test("D2: A bare `if` leaves out what it is about, and what came before keeps its place")
  func bareIf() {
    let winter = LanguageModelSession(dynamicInstructions: GardenInstructions(isSpring: false))
    let spring = LanguageModelSession(dynamicInstructions: GardenInstructions())
    #expect(winter.transcript.declaredTools == ["addReminder"])
    #expect(spring.transcript.declaredTools == ["addReminder", "searchSeeds"])
    #expect(spring.transcript.instructionBlocks.first == winter.transcript.instructionBlocks.first)
  }

  @Test("D2: ForEach makes a block for each element, with both of its initializers")
  func forEach() {
    let session = LanguageModelSession(
      dynamicInstructions: BedInstructions(
        beds: [Bed(id: 4, plant: "leek"), Bed(id: 2, plant: "kale")], rules: ["Water at dusk."]))
    #expect(
      session.transcript.instructionBlocks == [
        "In bed 4 grows leek.", "In bed 2 grows kale.", "Rule 1: Water at dusk.",
      ])
  }

  @Test("D1: Every tool that the text names is declared")
  func noDrift() {
    let session = LanguageModelSession(dynamicInstructions: GardenInstructions())
    let text = session.transcript.instructionBlocks.joined(separator: " ")
    let named = ["searchSeeds", "addReminder"].filter(text.contains)
    #expect(named == ["searchSeeds"])
    #expect(Set(named).isSubset(of: session.transcript.declaredTools))
  }

  @Test("D3: The body is evaluated anew before every request, and the transcript follows it")
  func reevaluation() async throws {
    let season = Season()
    try await watched { watch in
      let session = LanguageModelSession(dynamicInstructions: SeasonInstructions(season: season))
      try await session.respond(to: "What now?")
      season.name = "autumn"
      try await session.respond(to: "And now?")
      #expect(watch.inferences.map { $0.sent.instructionBlocks } == [["It is spring."], ["It is autumn."]])
      #expect(session.transcript.instructionBlocks == ["It is autumn."])
      // The rest of the transcript was left alone.
      #expect(
        outline(session.transcript).filter { $0.hasPrefix("prompt") } == [
          "prompt: What now?", "prompt: And now?",
        ])
    }
  }
}

/// Unchecked, because the test writes it between requests only.
private final class Season: @unchecked Sendable { var name = "spring" }

private struct SeasonInstructions: DynamicInstructions {
  let season: Season

  var body: some DynamicInstructions { Instructions("It is \(season.name).") }
}
