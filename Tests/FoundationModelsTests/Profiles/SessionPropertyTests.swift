import FoundationModels
import Testing

// 000 §11: state that belongs to the session.

extension SessionPropertyValues {
  @SessionPropertyEntry
  fileprivate var openDrawers: [String: Bool] = [:]

  @SessionPropertyEntry fileprivate var phase = "asking"

  @SessionPropertyEntry fileprivate var summary: String? = nil

  /// Without a value: nil.
  @SessionPropertyEntry fileprivate var author: String?

  @SessionPropertyEntry fileprivate var total = 0.5
}

private struct DrawerTool: Tool {
  let description = "Open drawers of the cabinet"

  // Shared with the profile.
  @SessionProperty(\.openDrawers)
  var openDrawers

  @SessionProperty(\.phase) var phase

  @Generable
  struct Arguments {
    @Guide(description: "The drawers to open", .count(1...2), .element(.anyOf(["left", "right"])))
    var drawers: [String]
  }

  func call(arguments: Arguments) -> String {
    for drawer in arguments.drawers {
      openDrawers[drawer] = true
    }
    phase = "looking"
    return "Opened: \(arguments.drawers.joined(separator: ", "))"
  }
}

private struct CabinetInstructions: DynamicInstructions {
  @SessionProperty(\.openDrawers) var openDrawers
  @SessionProperty(\.summary) var summary

  var body: some DynamicInstructions {
    Instructions("You know the cabinet.")
    if let summary {
      Instructions("So far: \(summary)")
    }
    if openDrawers.isEmpty {
      DrawerTool()
    }
  }
}

private struct CabinetProfile: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.phase) var phase
  @SessionProperty(\.summary) var summary

  var body: some LanguageModelSession.DynamicProfile {
    if phase == "asking" {
      Profile { CabinetInstructions() }
        .toolCallingMode(.required)
    } else {
      Profile { CabinetInstructions() }
        .onResponse { summary = "the drawers were opened" }
    }
  }
}

@Suite("000 §11: session properties")
struct SessionPropertyTests {
  @Test("S1: A property begins with its initial value, with or without a type or a value written")
  func beginnings() {
    let session = LanguageModelSession(profile: CabinetProfile())
    #expect(session.properties.openDrawers == [:])
    #expect(session.properties.phase == "asking")
    #expect(session.properties.summary == nil)
    #expect(session.properties.author == nil)
    #expect(session.properties.total == 0.5)
  }

  @Test(
    "S1, S3: What a tool writes, the next evaluation of the body reads; a hook and the outside write, too")
  func writing() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: CabinetProfile())
      try await session.respond(to: "What's in there?")
      #expect(!session.properties.openDrawers.isEmpty)
      #expect(Set(session.properties.openDrawers.keys).isSubset(of: ["left", "right"]))
      #expect(session.properties.phase == "looking")
      #expect(session.properties.summary == "the drawers were opened")
      #expect(watch.inferences.map(\.tools) == [["DrawerTool"], []])

      session.properties.summary = "nothing was found"
      try await session.respond(to: "And now?")
      #expect(
        watch.inferences.last?.sent.instructionBlocks == [
          "You know the cabinet.", "So far: nothing was found",
        ])
    }
  }

  @Test("S1: Each session has its own values")
  func separate() {
    let one = LanguageModelSession(profile: CabinetProfile())
    let other = LanguageModelSession(profile: CabinetProfile())
    one.properties.phase = "looking"
    one.properties.openDrawers["left", default: false] = true
    #expect(other.properties.phase == "asking")
    #expect(other.properties.openDrawers == [:])
    #expect(one.properties.openDrawers == ["left": true])
  }
}
