import FoundationModels
import Testing

// 000 §6: the body is evaluated anew, is pure, and has one active profile.

private enum Step { case planning, painting, cleaning }

/// Unchecked, because the test writes it between requests only.
private final class Studio: @unchecked Sendable {
  var step = Step.planning
  var hasHelp = false
  private(set) var evaluations = 0
  func count() { evaluations += 1 }
}

private struct StudioProfile: LanguageModelSession.DynamicProfile {
  let studio: Studio

  var body: some DynamicProfile {
    let _ = studio.count()
    switch studio.step {
    case .planning:
      Profile { Instructions("Plan a picture.") }
    case .painting:
      if studio.hasHelp {
        Profile { Instructions("Paint together.") }.temperature(0.9)
      } else {
        Profile { Instructions("Paint alone.") }
      }
    case .cleaning:
      Profile { Instructions("Clean up.") }
    }
  }
}

private struct EditorProfile: LanguageModelSession.DynamicProfile {
  var isImage = false
  var isVideo = false

  var body: some LanguageModelSession.DynamicProfile {
    if isImage {
      Profile { Instructions("Edit an image.") }
    } else if isVideo {
      Profile { Instructions("Edit a video.") }
        .model(PrivateCloudComputeLanguageModel())
        .temperature(0.2)
        .reasoningLevel(.light)
    } else {
      Profile { Instructions("Improve the slides.") }
        .temperature(0.8)
    }
  }
}

extension SessionPropertyValues {
  @SessionPropertyEntry fileprivate var turns = 0
}

private struct CountingProfile: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.turns) var turns

  var body: some DynamicProfile {
    Profile { Instructions("Turn \(turns + 1).") }
      .onResponse {
        turns += 1
      }
  }
}

@Suite("000 §6: the body of a profile")
struct BodyTests {
  @Test("P1, P6: One branch of a switch is active, and the state chooses it at every prompt")
  func branches() async throws {
    let studio = Studio()
    try await watched { watch in
      let session = LanguageModelSession(profile: StudioProfile(studio: studio))
      try await session.respond(to: "a")
      studio.step = .painting
      try await session.respond(to: "b")
      studio.hasHelp = true
      try await session.respond(to: "c")
      studio.step = .cleaning
      try await session.respond(to: "d")
      #expect(
        watch.inferences.map { $0.sent.instructionBlocks } == [
          ["Plan a picture."], ["Paint alone."], ["Paint together."], ["Clean up."],
        ])
      #expect(watch.option("temperature", of: 2) == "0.9")
      // P7: four branches are four personas.
      #expect(Set(watch.activations.map(\.identity)).count == 4)
      // D3: at least once for each inference, however often.
      #expect(studio.evaluations >= 4)
    }
  }

  @Test("P1: if, else if and else are one choice")
  func ifElse() async throws {
    try await watched { watch in
      for profile in [EditorProfile(isImage: true), EditorProfile(isVideo: true), EditorProfile()] {
        try await LanguageModelSession(profile: profile).respond(to: "Go")
      }
      #expect(
        watch.inferences.map { $0.sent.instructionBlocks } == [
          ["Edit an image."], ["Edit a video."], ["Improve the slides."],
        ])
      #expect(watch.inferences.map(\.model) == ["system", "private-cloud", "system"])
      #expect(watch.inferences.indices.map { watch.option("temperature", of: $0) } == [nil, "0.2", "0.8"])
      #expect(watch.option("reasoningLevel", of: 1) == "light")
    }
  }

  @Test("D3, S3: A hook changes the state once a turn, however often the body is read")
  func purity() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: CountingProfile())
      for _ in 1...3 { try await session.respond(to: "Next") }
      #expect(session.properties.turns == 3)
      #expect(
        watch.inferences.map { $0.sent.instructionBlocks } == [["Turn 1."], ["Turn 2."], ["Turn 3."]])
    }
  }
}
