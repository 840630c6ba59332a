import FoundationModels
import Testing

// 000 §10: modifiers of one's own.

private struct TracingModifier: LanguageModelSession.DynamicProfileModifier {
  let log: Log

  func body(content: Content) -> some LanguageModelSession.DynamicProfile {
    content
      .temperature(0.0)
      .onResponse { response in
        log.add("response: \(response.segments.count)")
      }
  }
}

extension LanguageModelSession.DynamicProfile {
  fileprivate func traced(by log: Log) -> some LanguageModelSession.DynamicProfile {
    self.modifier(TracingModifier(log: log))
  }
}

/// Holds a session property of its own.
private struct ForgetModifier: LanguageModelSession.DynamicProfileModifier {
  @SessionProperty(\.history)
  private var history

  func body(content: Content) -> some DynamicProfile {
    content.onPrompt {
      history =
        history.filter { entry in
          if case .prompt = entry { true } else { false }
        }.asHistory
    }
  }
}

extension [Transcript.Entry] {
  fileprivate var asHistory: Transcript.HistoryView {
    var view = Transcript.HistoryView()
    view.append(contentsOf: self)
    return view
  }
}

/// Hides the traffic of tools from this profile's model, and leaves the transcript alone.
private struct WithoutTools: LanguageModelSession.DynamicProfileModifier {
  func body(content: Content) -> some LanguageModelSession.DynamicProfile {
    content.historyTransform(Self.withoutToolTraffic(_:))
  }

  private static func withoutToolTraffic(
    _ entries: [Transcript.Entry]
  ) -> [Transcript.Entry] {
    entries.filter { entry in
      switch entry {
      case .toolCalls, .toolOutput: false
      default: true
      }
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  fileprivate func forgetting() -> some DynamicProfile { modifier(ForgetModifier()) }
  fileprivate func withoutToolTraffic() -> some LanguageModelSession.DynamicProfile {
    modifier(WithoutTools())
  }
}

private struct TracedProfile: LanguageModelSession.DynamicProfile {
  let log: Log
  var body: some DynamicProfile {
    Profile {
      Instructions("You are a helpful assistant.")
    }
    .traced(by: log)
  }
}

private struct ForgettingProfile: LanguageModelSession.DynamicProfile {
  var body: some DynamicProfile {
    Profile { Instructions("You live in the moment.") }
      .forgetting()
  }
}

private struct ReviewProfile: LanguageModelSession.DynamicProfile {
  var body: some DynamicProfile {
    Profile { Instructions("Review what was said.") }
      .model(SystemLanguageModel())
      .withoutToolTraffic()
  }
}

@Suite("000 §10: custom modifiers")
struct CustomModifierTests {
  @Test("P4: A modifier brings values and hooks along")
  func bundle() async throws {
    try await watched { watch in
      let log = Log()
      try await LanguageModelSession(profile: TracedProfile(log: log)).respond(to: "Hi")
      #expect(watch.option("temperature") == "0.0")
      #expect(log.lines == ["response: 1"])
    }
  }

  @Test("P4, S2: A modifier holds session properties, and its hook writes the history")
  func history() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: ForgettingProfile())
      try await session.respond(to: "a")
      try await session.respond(to: "b")
      #expect(watch.sent.last == ["instructions", "prompt: a", "prompt: b"])
      #expect(outline(session.transcript).prefix(3) == ["instructions", "prompt: a", "prompt: b"])
    }
  }

  @Test("H1: A transform hides entries from the model, and not from the session")
  func transform() async throws {
    try await watched { watch in
      let entries: [Transcript.Entry] = [
        .prompt(Transcript.Prompt(segments: [.text(.init(content: "Count"))])),
        .toolCalls(
          Transcript.ToolCalls([
            Transcript.ToolCall(
              id: "1", toolName: "count", arguments: GeneratedContent(properties: ["to": 3]))
          ])),
        .toolOutput(
          Transcript.ToolOutput(id: "1", toolName: "count", segments: [.text(.init(content: "3"))])),
        .response(Transcript.Response(assetIDs: [], segments: [.text(.init(content: "Three"))])),
      ]
      let session = LanguageModelSession(profile: ReviewProfile(), history: entries)
      try await session.respond(to: "Right?")
      #expect(watch.sent == [["instructions", "prompt: Count", "response: Three", "prompt: Right?"]])
      #expect(session.transcript.count == 7)
    }
  }
}
