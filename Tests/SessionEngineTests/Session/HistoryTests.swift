import SessionEngine
import Testing
import Transcripts

@Suite("History and transforms in a session")
struct HistoryTests {
  @Test(
    "H1: a transform gets everything, the instructions too, before every inference, and is never written back"
  )
  func transforms() async throws {
    let seen = Log()
    let model = ProbeLanguageModel([.call("look")], [.text("b")], [.text("d")])
    let profile = LanguageModelSession.Profile {
      Instructions("i")
      ProbeTool("look")
    }
    .model(model)
    .historyTransform { entries in
      seen.add("\(entries.count)")
      return entries.suffix(2)
    }
    let session = LanguageModelSession(profile: profile)
    _ = try await session.respond(to: "a")
    _ = try await session.respond(to: "c")
    #expect(seen.take() == ["2", "4", "6"])
    #expect(
      model.probe.requests.map { shape($0.transcript) } == [
        ["instructions: i [look]", "prompt: a"], ["calls: look", "output look: done"],
        ["response: b", "prompt: c"],
      ])
    #expect(
      shape(session.transcript) == [
        "instructions: i [look]", "prompt: a", "calls: look", "output look: done", "response: b", "prompt: c",
        "response: d",
      ])
  }

  @Test("H1: transforms compose from the outside in")
  func composition() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let profile = LanguageModelSession.Profile { Instructions("i") }
      .model(model)
      .historyTransform { $0.filter { shape([$0]) != ["prompt: 2"] } }
      .historyTransform { $0.suffix(3) }
    let session = LanguageModelSession(profile: profile)
    for prompt in ["1", "2", "3"] { _ = try await session.respond(to: prompt) }
    // The outer one cuts first: prompt 2, its answer and prompt 3 are left for the inner one.
    #expect(shape(model.probe.requests[2].transcript) == ["response: ok", "prompt: 3"])
  }

  @Test("H1, P3: each persona has its own transforms")
  func perProfile() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let session = LanguageModelSession(profile: OneForgets(model: model))
    _ = try await session.respond(to: "1")
    session.properties.count = 1
    _ = try await session.respond(to: "2")
    session.properties.count = 0
    _ = try await session.respond(to: "3")
    #expect(model.probe.requests.map(\.transcript.count) == [2, 1, 6])
  }

  @Test("H2: writing the history in a hook is for good and for all, and leaves the instructions")
  func writing() async throws {
    let model = ProbeLanguageModel([.text("b")], [.text("d")], [.text("f")])
    let session = LanguageModelSession(profile: Summarising(model: model))
    _ = try await session.respond(to: "a")
    _ = try await session.respond(to: "c")
    #expect(
      shape(session.transcript) == ["instructions: i", "response: b", "prompt: c", "response: d"])
    #expect(shape(model.probe.requests[1].transcript) == ["instructions: i", "response: b", "prompt: c"])
  }

  @Test("H2: reading leaves out the leading instructions entry only")
  func reading() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("b")]), instructions: "i")
    _ = try await session.respond(to: "a")
    #expect(shape(session.properties.history) == ["prompt: a", "response: b"])
    #expect(shape(session.transcript.history) == ["prompt: a", "response: b"])
  }

  @Test("T3, D4: the leading entry is rendered anew when the profile says something else, and keeps its ids")
  func instructionsEntry() async throws {
    let log = EventLog()
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(profile: TwoBlocks(model: ProbeLanguageModel([.text("ok")])))
    }
    let before = try #require(session.transcript.first)
    #expect(shape([before]) == ["instructions: always | 0 [look]"])
    _ = try await session.respond(to: "1")
    #expect(log.lines.filter { $0.hasPrefix("transcript instructions") }.isEmpty)
    session.properties.count = 2
    _ = try await session.respond(to: "2")
    let after = try #require(session.transcript.first)
    #expect(shape([after]) == ["instructions: always | 2 [look]"])
    #expect(after.id == before.id)
    #expect(after.segments.map(\.id) == before.segments.map(\.id))
    #expect(
      log.lines.filter { $0.hasPrefix("transcript instructions") } == ["transcript instructions @0 -1 +1 =4"])
  }

  @Test("D4: what is sent is instructions, tool definitions, then entries from the oldest to the newest")
  func order() async throws {
    let model = ProbeLanguageModel([.text("b")])
    let session = LanguageModelSession(
      model: model, tools: [ProbeTool("f"), ProbeTool("g")], instructions: "i")
    _ = try await session.respond(to: "a")
    _ = try await session.respond(to: "c")
    #expect(
      shape(model.probe.requests[1].transcript) == [
        "instructions: i [f, g]", "prompt: a", "response: b", "prompt: c",
      ])
    #expect(model.probe.requests[1].enabledToolDefinitions.map(\.name) == ["f", "g"])
  }
}

private struct OneForgets: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    if count == 0 {
      Profile { Instructions("A") }.model(model)
    } else {
      Profile { Instructions("B") }.model(model).historyTransform { $0.suffix(1) }
    }
  }
}

private struct Summarising: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.history) var history
  var body: some DynamicProfile {
    Profile { Instructions("i") }
      .model(model)
      .onPrompt { if history.count > 2 { history = history.suffix(2) } }
  }
}

private struct TwoBlocks: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    Profile {
      Instructions("always")
      ProbeTool("look")
      Instructions("\(count)")
    }.model(model)
  }
}
