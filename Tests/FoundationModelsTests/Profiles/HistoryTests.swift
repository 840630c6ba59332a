import FoundationModels
import Testing

// 000 §12: the history that is kept, and the view that a model is given of it.

private enum Pace { case whole, recent, clean }

/// Unchecked, because the test writes it between requests only.
private final class Pacer: @unchecked Sendable { var pace = Pace.recent }

private struct BookProfile: LanguageModelSession.DynamicProfile {
  let pacer: Pacer

  var body: some DynamicProfile {
    switch pacer.pace {
    case .whole:
      Profile { Instructions("You know it all.") }
        .model(PrivateCloudComputeLanguageModel())
    case .recent:
      Profile { Instructions("You know the last lines.") }
        .model(SystemLanguageModel())
        .historyTransform(shortHistory(_:))
    case .clean:
      Profile { Instructions("You know no secrets.") }
        .historyTransform { history in
          history.map(Self.redacted)
        }
    }
  }

  /// A transform by name, that can be tried without a model.
  func shortHistory(_ entries: [Transcript.Entry]) -> [Transcript.Entry] {
    Array(entries.suffix(2))
  }

  /// In place: as many entries as before.
  static func redacted(_ entry: Transcript.Entry) -> Transcript.Entry {
    guard case .prompt(var prompt) = entry else { return entry }
    prompt.segments = prompt.segments.map { segment in
      guard case .text(var text) = segment else { return segment }
      text.content = text.content.replacing("secret", with: "******")
      return .text(text)
    }
    return .prompt(prompt)
  }
}

private struct Counter: Tool {
  let name = "count"
  let description = "Count the entries so far."
  @SessionProperty(\.history) var history
  var isRude = false

  @Generable struct Arguments {}

  func call(arguments: Arguments) async throws -> String {
    if isRude { history = [] }
    return "\(history.count)"
  }
}

private struct CounterProfile: LanguageModelSession.DynamicProfile {
  var isRude = false
  @SessionProperty(\.history) var history

  var body: some DynamicProfile {
    Profile { Counter(isRude: isRude) }
      .toolCallingMode(
        history.contains { if case .toolOutput = $0 { true } else { false } } ? .disallowed : .required)
  }
}

private func prompt(_ text: String) -> Transcript.Entry {
  .prompt(Transcript.Prompt(segments: [.text(Transcript.TextSegment(content: text))]))
}

@Suite("000 §12: history and transforms")
struct HistoryTests {
  @Test("H1: A transform narrows one profile's view; another one still sees everything")
  func views() async throws {
    try await watched { watch in
      let pacer = Pacer()
      let session = LanguageModelSession(profile: BookProfile(pacer: pacer))
      try await session.respond(to: "a")
      try await session.respond(to: "b")
      pacer.pace = .whole
      try await session.respond(to: "c")
      #expect(watch.sent.map(\.count) == [2, 2, 6])
      // The input has the leading instructions entry in it, so that a suffix can drop it.
      #expect(watch.sent[1].last == "prompt: b" && watch.sent[1].first?.hasPrefix("response") == true)
      #expect(watch.sent[2].first == "instructions")
      #expect(session.transcript.count == 7)
    }
  }

  @Test("H1: A transform that replaces in place keeps the shape, and what it hides stays in the transcript")
  func redaction() async throws {
    try await watched { watch in
      let pacer = Pacer()
      pacer.pace = .clean
      let session = LanguageModelSession(profile: BookProfile(pacer: pacer))
      try await session.respond(to: "my secret is blue")
      #expect(watch.sent == [["instructions", "prompt: my ****** is blue"]])
      #expect(outline(session.transcript)[1] == "prompt: my secret is blue")
    }
  }

  @Test("H1: A transform can be tried without a session")
  func alone() {
    let entries = (1...10).map { prompt("\($0)") }
    let short = BookProfile(pacer: Pacer()).shortHistory(entries)
    #expect(outline(short) == ["prompt: 9", "prompt: 10"])
  }

  @Test("T4, H2: The history leaves out a leading instructions entry, and takes arrays and its own slices")
  func view() {
    var transcript = Transcript(entries: [
      .instructions(Transcript.Instructions(segments: [], toolDefinitions: [])), prompt("a"), prompt("b"),
      prompt("c"),
    ])
    #expect(transcript.history.count == 3)
    transcript.history = transcript.history.suffix(2)
    #expect(outline(transcript) == ["instructions", "prompt: b", "prompt: c"])
    let cut = transcript.history.lastIndex { _ in true } ?? transcript.history.startIndex
    transcript.history = transcript.history.prefix(upTo: cut) + transcript.history.suffix(from: cut)
    #expect(transcript.history.count == 2)
    transcript.history = [prompt("d")]
    #expect(outline(transcript) == ["instructions", "prompt: d"])
    #expect(transcript.history.first == transcript.last)
  }

  @Test("S2: A tool reads the history; to write it there is an error, and nothing is lost")
  func readOnly() async throws {
    try await watched { _ in
      let polite = LanguageModelSession(profile: CounterProfile())
      try await polite.respond(to: "How many?")
      #expect(outline(polite.transcript).contains("output count: 2"))

      let rude = LanguageModelSession(profile: CounterProfile(isRude: true))
      rude.transcriptErrorHandlingPolicy = .preserveTranscript
      await #expect(throws: (any Error).self) { try await rude.respond(to: "How many?") }
      #expect(outline(rude.transcript).contains("prompt: How many?"))
    }
  }
}
