import Foundation
import FoundationModels
import Observation
import Testing

// 000 §7: sessions of profiles; seeding, restoring and saving a history.

private struct DeskProfile: LanguageModelSession.DynamicProfile {
  let desk: FrontDesk

  var body: some LanguageModelSession.DynamicProfile {
    Profile { Instructions("You welcome guests to \(desk.house).") }
  }
}

/// Unchecked, because the test uses it from one task.
@Observable
private final class FrontDesk: @unchecked Sendable {
  let house = "the Linden Inn"
  var guest: String? = "Ms Okafor"

  @ObservationIgnored
  private(set) lazy var session = LanguageModelSession(
    profile: DeskProfile(desk: self),
    history: Transcript(
      entries: beginning
    )
  )

  /// What the assistant knows already, as if it had said it itself: instructions stay the same for every guest.
  var beginning: [Transcript.Entry] {
    var entries: [Transcript.Entry] = []
    entries.append(
      .response(
        Transcript.Response(
          assetIDs: [""],
          segments: [
            .text(
              Transcript
                .TextSegment(
                  content: "There are two rooms free tonight."
                )
            )
          ]
        )
      )
    )
    if let guest {
      entries.append(
        .response(
          Transcript.Response(
            assetIDs: [""],
            segments: [.text(Transcript.TextSegment(content: "\(guest) is at the desk."))]
          )
        )
      )
    }
    return entries
  }
}

private struct PlainProfile: LanguageModelSession.DynamicProfile {
  var body: some DynamicProfile {
    Profile { Instructions("You are brief.") }
  }
}

@Suite("000 §7: making sessions")
struct SessionMakingTests {
  @Test("R10: A profile makes a session, whose transcript begins with its instructions")
  func simple() {
    let session = LanguageModelSession(
      profile: PlainProfile()
    )
    #expect(outline(session.transcript) == ["instructions"])
    #expect(!session.isResponding)
  }

  @Test("R10: A lazy session in an observable object is seeded with entries that the program wrote")
  func seeded() async throws {
    try await watched { watch in
      let desk = FrontDesk()
      try await desk.session.respond(to: "A room, please")
      #expect(
        watch.sent == [
          [
            "instructions", "response: There are two rooms free tonight.",
            "response: Ms Okafor is at the desk.", "prompt: A room, please",
          ]
        ])
    }
  }

  @Test("R10, T6: A transcript that was saved as JSON goes on where it ended, with a cold cache")
  func restored() async throws {
    try await watched { watch in
      let first = LanguageModelSession(profile: PlainProfile())
      try await first.respond(to: "Good morning")
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let data = try encoder.encode(first.transcript)
      let saved = try JSONDecoder().decode(Transcript.self, from: data)
      #expect(saved == first.transcript)

      let second = LanguageModelSession(
        profile: PlainProfile(),
        history: saved
      )
      second.prewarm()
      let response = try await second.respond(to: "Where were we?")
      #expect(watch.sent.last?.count == 4)
      #expect(outline(second.transcript).first == "instructions")
      #expect(outline(second.transcript).filter { $0 == "instructions" }.count == 1)
      #expect(response.usage.input.totalTokenCount > 0)
    }
  }

  @Test("R10: The older initializer takes a whole transcript and keeps its instructions")
  func transcriptInitializer() async throws {
    try await watched { watch in
      let first = LanguageModelSession(model: SystemLanguageModel(), instructions: "You count.")
      try await first.respond(to: "One")
      let second = LanguageModelSession(
        model: SystemLanguageModel(), tools: [], transcript: first.transcript)
      try await second.respond(to: "Two")
      #expect(watch.inferences.last?.sent.instructionBlocks == ["You count."])
      #expect(second.transcript.count == first.transcript.count + 2)
    }
  }
}
