import FoundationModels
import Testing

// 004 §7: getting room back: a narrower view for one profile, or a shorter history for all.

/// A window of entries, as a modifier that rewrites the history.
private struct WindowModifier: LanguageModelSession.DynamicProfileModifier {
  let entries: Int
  @SessionProperty(\.history) private var history

  func body(content: Content) -> some DynamicProfile {
    content.onPrompt {
      history = history.suffix(entries)
    }
  }
}

/// The traffic of tools that are done is dropped, except for the last exchange.
private struct DropCompletedModifier: LanguageModelSession.DynamicProfileModifier {
  @SessionProperty(\.history)
  private var history

  func body(content: Content) -> some DynamicProfile {
    content.onPrompt {
      let last =
        history.lastIndex(where: { entry in
          if case .response = entry { return true }
          if case .toolCalls = entry { return true }
          return false
        }) ?? history.startIndex

      let done = history.prefix(upTo: last).filter { entry in
        if case .toolCalls = entry { return false }
        if case .toolOutput = entry { return false }
        return true
      }
      let rest = history.suffix(from: last)
      history = done + rest
    }
  }
}

/// Everything becomes one prompt, if the last entry is one and there are enough.
private struct SummaryModifier: LanguageModelSession.DynamicProfileModifier {
  let threshold: Int
  @SessionProperty(\.history) private var history

  func body(content: Content) -> some DynamicProfile {
    content.onPrompt {
      guard history.count > threshold else { return }
      guard case .prompt(let prompt) = history.last else { return }
      let summary = Transcript.TextSegment(content: "\(history.count - 1) entries before this")
      history = [
        .prompt(
          Transcript.Prompt(
            segments: [.text(summary)] + prompt.segments,
            options: prompt.options,
            responseFormat: prompt.responseFormat))
      ]
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  fileprivate func window(entries: Int) -> some DynamicProfile { modifier(WindowModifier(entries: entries)) }
  fileprivate func droppingCompleted() -> some DynamicProfile { modifier(DropCompletedModifier()) }
  fileprivate func summarized(over threshold: Int) -> some DynamicProfile {
    modifier(SummaryModifier(threshold: threshold))
  }
}

private struct Scale: Tool {
  let name = "weigh"
  let description = "Weigh something."
  @Generable struct Arguments { var what: String }
  func call(arguments: Arguments) async throws -> String { "3 kg" }
}

private struct WindowProfile: LanguageModelSession.DynamicProfile {
  var body: some DynamicProfile {
    Profile { Instructions("Short memory.") }.window(entries: 3)
  }
}

private struct ScaleProfile: LanguageModelSession.DynamicProfile {
  var body: some DynamicProfile {
    Profile {
      Instructions("You weigh.")
      Scale()
    }
    .droppingCompleted()
  }
}

private struct StackedProfile: LanguageModelSession.DynamicProfile {
  let threshold: Int
  var body: some DynamicProfile {
    Profile { Instructions("Stacked.") }
      .summarized(over: threshold)
      .window(entries: 3)
  }
}

private struct MarketProfile: LanguageModelSession.DynamicProfile {
  let isDetailed: Bool

  var body: some DynamicProfile {
    if isDetailed {
      Profile { Instructions("Everything.") }.model(PrivateCloudComputeLanguageModel())
    } else {
      Profile { Instructions("Prices only.") }
        .model(SystemLanguageModel())
        .historyTransform(withoutToolTraffic(_:))
    }
  }

  private func withoutToolTraffic(_ entries: [Transcript.Entry]) -> [Transcript.Entry] {
    entries.filter { entry in
      switch entry {
      case .toolCalls, .toolOutput: return false
      default: return true
      }
    }
  }
}

private let rules: [Rule] = [
  .prompt("weigh", .call("weigh", #"{"what": "a melon"}"#), .say("Three kilograms.")),
  .prompt("", .say("Yes.")),
]

@Suite("004 §7: reclaiming context")
struct ReclaimingTests {
  @Test("H1, R8: A view for one profile leaves the transcript whole")
  func view() async throws {
    try await watched(rules) { watch in
      let weighed = LanguageModelSession(profile: ScaleProfile())
      try await weighed.respond(to: "weigh this")
      let history = Array(weighed.transcript.history)
      try await LanguageModelSession(profile: MarketProfile(isDetailed: false), history: history)
        .respond(to: "Well?")
      try await LanguageModelSession(profile: MarketProfile(isDetailed: true), history: history)
        .respond(to: "Well?")
      #expect(
        watch.sent.suffix(2).first == [
          "instructions", "prompt: weigh this", "response: Three kilograms.", "prompt: Well?",
        ])
      #expect(watch.sent.last?.count == 6)
    }
  }

  @Test("H2, L3: A window cuts inside a turn, and leaves an answer without its question")
  func window() async throws {
    try await watched(rules) { watch in
      let session = LanguageModelSession(profile: WindowProfile())
      for prompt in ["a", "b", "c"] { try await session.respond(to: prompt) }
      #expect(watch.sent.last == ["instructions", "prompt: b", "response: Yes.", "prompt: c"])
      #expect(session.transcript.instructionBlocks == ["Short memory."])
      #expect(session.transcript.count == 5)
    }
  }

  @Test("H2, L3: The last exchange with a tool stays, those before it go")
  func dropping() async throws {
    try await watched(rules) { _ in
      let session = LanguageModelSession(profile: ScaleProfile())
      try await session.respond(to: "weigh one")
      #expect(session.transcript.count == 5)
      try await session.respond(to: "weigh two")
      #expect(
        outline(session.transcript) == [
          "instructions", "prompt: weigh one", "response: Three kilograms.", "prompt: weigh two",
          "calls: weigh", "output weigh: 3 kg", "response: Three kilograms.",
        ])
    }
  }

  @Test("H2, L4: The outer modifier runs first, so that a summary over the window's size never comes")
  func stacked() async throws {
    try await watched(rules) { watch in
      let inert = LanguageModelSession(profile: StackedProfile(threshold: 3))
      for prompt in ["a", "b", "c"] { try await inert.respond(to: prompt) }
      #expect(!outline(inert.transcript).contains { $0.contains("entries before this") })

      let live = LanguageModelSession(profile: StackedProfile(threshold: 2))
      for prompt in ["a", "b"] { try await live.respond(to: prompt) }
      #expect(watch.sent.last == ["instructions", "prompt: 2 entries before this | b"])
      #expect(
        outline(live.transcript) == ["instructions", "prompt: 2 entries before this | b", "response: Yes."])
    }
  }
}
