import Examples
import FoundationModels
import PrefixCache
import Recordings
import ScriptedModel
import SessionEngine
import Testing
import Transcripts

@testable import Scenarios

@Suite("The patterns that come with the program")
struct PatternTests {
  private func recorded(_ name: String) async throws -> Recorded {
    try await Recorded(try #require(ShippedScenario.named(name)).scenario())
  }

  @Test("O1: the baton is passed by a tool and by the app")
  func batonPass() async throws {
    let recorded = try await recorded("O1")
    #expect(recorded.summary.switches == ["Greeter → Planner", "Planner → Bookkeeper"])
    #expect(recorded.summary.failures == [])
    #expect(try recorded.inferences().map(\.cause) == [.cold, .profileSwitch, .profileSwitch])
    let property = try recorded.events.compactMap { event -> String? in
      if case .property(let name, let value) = event { "\(name)=\(value)" } else { nil }
    }
    #expect(property == ["destination=Lisbon", "desk=planner", "desk=bookkeeper"])
  }

  @Test("O2: the friend's session is linked to the call, and only its answer comes back")
  func phoneAFriend() async throws {
    let recorded = try await recorded("O2")
    let sessions = try recorded.recording.sessions()
    #expect(sessions.map(\.title) == ["O2", "forester"])
    #expect(sessions[1].parent == sessions[0].id)
    let call = try recorded.events.compactMap { event -> String? in
      if case .toolStarted(let call, "askForester") = event { call } else { nil }
    }
    #expect(sessions[1].parentCall != nil && [sessions[1].parentCall] == call.map(Optional.init))
    #expect(
      try recorded.shape() == [
        "instructions", "prompt", "toolCalls askForester", "toolOutput askForester", "response",
      ])
    #expect(try recorded.shape(of: 1) == ["instructions", "prompt", "response"])
    let (mine, theirs) = (
      try recorded.texts(#require(try recorded.recording.snapshots(of: sessions[0].id).last?.id)),
      try recorded.texts(#require(try recorded.recording.snapshots(of: sessions[1].id).last?.id))
    )
    #expect(mine[3] == theirs[2])
    #expect(!mine.contains(theirs[1]))
    // A child starts cold (C5, R10).
    #expect(try recorded.inferences(of: 1).map(\.cause) == [.cold])
  }

  @Test("O3: a tool acts only when a person approves")
  func consent() async throws {
    let recorded = try await recorded("O3")
    #expect(recorded.summary.failures == [])
    let last = try #require(try recorded.recording.snapshots().last)
    let texts = try recorded.texts(last.id)
    #expect(texts.contains("Ordered 2 of runner beans; they come on Thursday."))
    #expect(texts.last == "I left it. The person declined; nothing was ordered.")
    let ordered = try recorded.events.filter { $0.kind == "property" }
    #expect(ordered == [.property(name: "ordered", value: "1")])
  }

  @Test("O4, R3: both exits end the request, and the limit ends what has none")
  func required() async throws {
    let recorded = try await recorded("O4")
    let requests = try recorded.recording.requests()
    #expect(requests.map(\.outcome) == [.completed, .failed, .failed])
    let inferences = try recorded.inferences()
    let counts = requests.map { request in inferences.count { $0.request == request.id } }
    #expect(counts == [2, 2, 4])
    #expect(recorded.summary.failures.first?.contains("done: name: Ines, card: 4711") == true)
    #expect(recorded.summary.failures.last?.contains("4 inferences") == true)
    // What was looked up stays (R5, preserve).
    #expect(try recorded.shape().count { $0 == "toolOutput lookUp" } == 6)
    let modes = try inferences.map { inference in
      try recorded.recording.profile(of: inference.id)?.options.first { $0.name == "toolCallingMode" }?.value
    }
    #expect(modes == ["required", "allowed"] + Array(repeating: "required", count: 6))
  }

  @Test("O5: a skill's text comes into the instructions, and costs the prefix once")
  func skills() async throws {
    let recorded = try await recorded("O5")
    #expect(
      try recorded.inferences().map(\.cause) == [.cold, .instructionsEdited, .appended, .appended])
    let last = try #require(try recorded.recording.snapshots().last?.id)
    #expect(try recorded.texts(last)[0].contains("Salt comes last"))
  }

  @Test("O6, M2, C5: quota and availability route; each model keeps its own cache")
  func routing() async throws {
    let recorded = try await recorded("O6")
    #expect(recorded.summary.failures == [])
    let inferences = try recorded.inferences()
    let models = inferences.map { $0.model ?? "" }
    #expect(models[0] == models[1] && models[2] == models[3] && models[4] == models[0])
    #expect(models[2] != models[0])
    #expect(inferences.map(\.cause) == [.cold, .appended, .modelSwitch, .appended, .appended])
    // Back at the large model, what it held is still there.
    #expect(inferences[4].reused?.value ?? 0 > 0)
  }

  @Test("O7, H2: at the boundary the history becomes one paragraph, for good")
  func summary() async throws {
    let recorded = try await recorded("O7")
    #expect(
      try recorded.shape() == ["instructions", "prompt", "response", "prompt", "response"])
    let texts = try recorded.texts(#require(try recorded.recording.snapshots().last?.id))
    #expect(
      texts[1]
        == "The story so far: A keeper finds a letter from herself that forbids her to light the lamp on Thursday."
    )
    #expect(try recorded.inferences().count { $0.cause.isLoss } == 1)
    #expect(try recorded.recording.snapshots().contains { $0.cause == "history" })
  }

  @Test("C1: a plain chat goes on where it was, but for the moment when its instructions grow")
  func chat() async throws {
    let recorded = try await recorded("chat")
    #expect(recorded.summary.failures == [])
    let inferences = try recorded.inferences()
    #expect(
      inferences.map(\.cause) == [.cold, .appended, .appended, .instructionsEdited, .appended, .appended])
    let input = inferences.compactMap(\.input?.value)
    #expect(input.count == 6 && input[..<3].allSatisfy { (250..<450).contains($0) })
    #expect(input[3...].allSatisfy { (4_000..<4_600).contains($0) })
    for (before, now) in zip(inferences, inferences.dropFirst()) where now.cause == .appended {
      let held = try #require(before.input).value + (try #require(before.output).value)
      #expect(now.reused?.value == held)
    }
    // The short list stands before the rest, so that it is not read again.
    let kept = try #require(inferences[3].reused?.value)
    #expect((200..<input[0]).contains(kept))
  }

  @Test("O8, R8, R9, R10: overflow leaves the transcript alone; condensed and restored, the session goes on")
  func overflow() async throws {
    let recorded = try await recorded("O8")
    let sessions = try recorded.recording.sessions()
    #expect(sessions.count == 2)
    #expect(
      try recorded.recording.requests(of: sessions[0].id).map(\.outcome) == [.completed, .completed, .failed])
    #expect(recorded.summary.failures.first?.contains("360") == true)
    #expect(try recorded.recording.snapshots(of: sessions[0].id).last?.cause == "reverted")
    #expect(try recorded.shape(of: 1) == ["instructions", "prompt", "prompt", "response"])
    #expect(try recorded.recording.requests(of: sessions[1].id).map(\.outcome) == [.completed])
  }
}

@Suite("The patterns as Swift")
struct PatternExampleTests {
  private func model(of name: String) throws -> ScriptedLanguageModel {
    let scenario = try #require(ShippedScenario.named(name)).scenario()
    var configuration = scenario.models[0].configuration
    configuration.prefillRate = nil
    configuration.decodeRate = nil
    return ScriptedLanguageModel(configuration: configuration)
  }

  @Test("O2: a guide who may phone the forester")
  func phoneAFriend() async throws {
    let session = LanguageModelSession(profile: WoodlandGuide(model: try model(of: "O2")))
    let answer = try await session.respond(to: "I found a mushroom with white gills. Can I take it?")
    #expect(answer.content.contains("death cap"))
    #expect(session.transcript.count == 5)
  }

  @Test("O3: a no is an answer as well")
  func consent() async throws {
    let tool = OrderSeeds(ask: { _ in false }, order: { _, _ in Issue.record("ordered all the same") })
    let session = LanguageModelSession(
      model: try model(of: "O3"), tools: [tool], instructions: "You help with a small garden.")
    let answer = try await session.respond(to: "We need seeds for the fence.")
    #expect(answer.content == "The person declined; nothing was ordered.")
  }

  @Test("O4, R3: the mode that changes, and the tool that throws")
  func required() async throws {
    let first = LanguageModelSession(profile: LooksFirst(model: try model(of: "O4")))
    #expect(try await first.respond(to: "What are the opening hours?").content.contains("ten to six"))
    #expect(first.properties.pagesFound == 1)
    let second = LanguageModelSession(profile: HandsIn(model: try model(of: "O4")))
    let summary = try await HandsIn.summary(of: "Fill in the form for Ines.", from: second)
    #expect(summary == "name: Ines, card: 4711, renewed for a year")
    #expect(second.transcript.count > 2)
  }

  @Test("O6, M2: a quota that is reached routes to the device")
  func routing() async throws {
    var models = ModelBinding.Models()
    models.system.backend = ModelBinding.Backend(try fast("device"), contextSize: 4_096)
    models.privateCloudCompute.backend = ModelBinding.Backend(try fast("cloud"), contextSize: 32_000)
    let binding = ModelBinding(models)
    try await ModelBinding.$current.withValue(binding) { () async throws in
      let naturalist = Naturalist(cloud: PrivateCloudComputeLanguageModel(), device: SystemLanguageModel())
      let session = LanguageModelSession(profile: naturalist)
      let first = try await session.respond(to: "Why?").content
      #expect(first.hasPrefix("From the large model"))
      binding.update { $0.privateCloudCompute.quota = .limitReached(resetDate: nil) }
      let second = try await session.respond(to: "Why?").content
      #expect(second.hasPrefix("From the device"))
    }
  }

  private func fast(_ name: String) throws -> ScriptedLanguageModel {
    let scenario = try #require(ShippedScenario.named("O6")).scenario()
    var configuration = try #require(scenario.models.first { $0.name == name }).configuration
    configuration.prefillRate = nil
    configuration.decodeRate = nil
    return ScriptedLanguageModel(configuration: configuration)
  }

  @Test("O8, R8: a conversation survives the end of its window")
  func overflow() async throws {
    let model = try model(of: "O8")
    let scenario = try #require(ShippedScenario.named("O8")).scenario()
    let long = try #require(
      scenario.steps.compactMap { step in
        if case .prompt(let template, _, _) = step { template.text(value: { _ in .text("") }) } else { nil }
      }.max { $0.count < $1.count })
    var conversation = CondensedConversation(
      profile: { Boatswain(model: model) }, condense: { _ in "three knots, and the bowline" })
    _ = try await conversation.respond(to: "Which knots should I learn first?")
    _ = try await conversation.respond(to: "How do I tie the bowline?")
    let before = conversation.session
    #expect(try await !conversation.respond(to: long).isEmpty)
    #expect(conversation.session !== before)
    #expect(before.transcript.count == 5)
    #expect(
      conversation.session.transcript.history.first?.text == "We spoke before: three knots, and the bowline")
  }

  private struct Boatswain: LanguageModelSession.DynamicProfile {
    let model: any LanguageModel

    var body: some DynamicProfile {
      Profile { Instructions("You teach knots to people who go to sea for the first time.") }.model(model)
    }
  }
}
