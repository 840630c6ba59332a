import SessionEngine
import Testing
import Transcripts

@Suite("Profiles, instructions and properties in a running session")
struct ProfileInSessionTests {
  typealias Profile = LanguageModelSession.Profile

  struct Stocked: DynamicInstructions {
    @SessionProperty(\.count) var count
    var body: some DynamicInstructions {
      Instructions("Found so far: \(count)")
      if count < 2 { ProbeTool("find") { _ in "one" } }
      Note()
      ProbeTool("stop")
    }

    struct Note: DynamicInstructions {
      @SessionProperty(\.note) var note
      var body: some DynamicInstructions {
        if let note { Instructions(note) }
      }
    }
  }

  @Test(
    "D3, D4, P6: every inference of a tool loop is sent the instructions and tools of its moment, in order")
  func everyInference() async throws {
    let model = ProbeLanguageModel([.call("find")], [.call("find")], [.text("two")])
    let session = LanguageModelSession(profile: Counting(model: model))
    session.properties.note = "Be brief."
    let response = try await session.respond(to: "Find two")
    #expect(response.content == "two")
    let sent = model.probe.requests.map { shape($0.transcript) }
    #expect(
      sent.map(\.first) == [
        "instructions: Found so far: 0 | Be brief. [find, stop]",
        "instructions: Found so far: 1 | Be brief. [find, stop]",
        "instructions: Found so far: 2 | Be brief. [stop]",
      ])
    #expect(sent.map(\.count) == [2, 4, 6])
    #expect(sent.last?[1] == "prompt: Find two" && sent.last?.last == "output find: one")
    let tools = model.probe.requests.map { $0.enabledToolDefinitions.map(\.name) }
    #expect(tools == [["find", "stop"], ["find", "stop"], ["stop"]])
    #expect(session.properties.count == 2)
  }

  struct Counting: LanguageModelSession.DynamicProfile {
    var model: ProbeLanguageModel
    @SessionProperty(\.count) var count
    var body: some DynamicProfile {
      Profile { Stocked() }.model(model).onToolCall { count += 1 }
    }
  }

  @Test(
    "P3: options of the call win over the profile's, and what each inference used says which level set it")
  func callSite() async throws {
    let log = EventLog()
    let model = ProbeLanguageModel([.text("ok")])
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(
        profile: Profile { Instructions("x") }.model(model).temperature(0.2).maximumResponseTokens(50)
          .temperature(0.9).profileName("Writer"))
    }
    _ = try await session.respond(to: "a")
    _ = try await session.respond(to: "b", options: GenerationOptions(temperature: 0.6))
    #expect(model.probe.requests.map(\.generationOptions.temperature) == [0.2, 0.6])
    #expect(model.probe.requests.map(\.generationOptions.maximumResponseTokens) == [50, 50])
    let levels = log.events.compactMap { event -> [String]? in
      guard case .inferenceStarted(let start) = event else { return nil }
      return start.options.filter { ["temperature", "maximumResponseTokens"].contains($0.name) }
        .sorted { $0.name < $1.name }.map { "\($0.name) \($0.value): \($0.level)" }
    }
    #expect(
      levels == [
        [
          "maximumResponseTokens 50: modifier 2 of 4 on Writer",
          "temperature 0.2: modifier 3 of 4 on Writer",
        ],
        ["maximumResponseTokens 50: modifier 2 of 4 on Writer", "temperature 0.6: call"],
      ])
  }

  struct Forgetful: Tool {
    let name = "forget"
    let description = "Tries to forget everything"
    @SessionProperty(\.history) var history
    func call(arguments: GeneratedContent) async throws -> String {
      history = []
      return "forgotten"
    }
  }

  @Test("S2: a tool that writes the history fails, and the history is what it was")
  func toolWritesHistory() async throws {
    let model = ProbeLanguageModel([.text("one")], [.call("forget")])
    let session = LanguageModelSession(model: model, tools: [Forgetful()])
    _ = try await session.respond(to: "a")
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "b")
    }
    #expect(error?.underlyingError as? SessionPropertyError == .historyIsReadOnly)
    #expect(shape(session.transcript).dropFirst() == ["prompt: a", "response: one"])
  }

  struct Erasing: DynamicInstructions {
    @SessionProperty(\.history) var history
    @SessionProperty(\.count) var count
    var body: some DynamicInstructions { Instructions(text()) }
    func text() -> String {
      if count > 0 { history = [] }
      return "x"
    }
  }

  @Test("S2: instructions that write the history fail the request")
  func instructionsWriteHistory() async throws {
    let model = ProbeLanguageModel([.text("one")])
    let session = LanguageModelSession(model: model, dynamicInstructions: Erasing())
    _ = try await session.respond(to: "a")
    session.properties.count = 1
    await #expect(throws: SessionPropertyError.historyIsReadOnly) { try await session.respond(to: "b") }
    #expect(shape(session.transcript) == ["instructions: x", "prompt: a", "response: one"])
    #expect(model.probe.requests.count == 1)
  }

  struct Trimming: LanguageModelSession.DynamicProfile {
    var model: ProbeLanguageModel
    @SessionProperty(\.history) var history
    var body: some DynamicProfile {
      Profile { Instructions("x") }.model(model).onResponse {
        if history.count > 3 { history = history.suffix(2) }
      }
    }
  }

  @Test("S2, H2: a hook trims the history for good")
  func hookWritesHistory() async throws {
    let session = LanguageModelSession(profile: Trimming(model: ProbeLanguageModel([.text("ok")])))
    _ = try await session.respond(to: "a")
    #expect(session.transcript.count == 3)
    _ = try await session.respond(to: "b")
    #expect(shape(session.transcript) == ["instructions: x", "prompt: b", "response: ok"])
    #expect(session.properties.history.count == 2)
  }

  struct Adding: Tool {
    let name: String
    let description = "Adds one"
    @SessionProperty(\.count) var count
    init(_ name: String) {
      self.name = name
    }
    func call(arguments: GeneratedContent) async throws -> String {
      for _ in 0..<100 { count += 1 }
      return "added"
    }
  }

  @Test("S3: what tools of one inference write at once is all there at the next evaluation")
  func concurrentTools() async throws {
    let names = (0..<6).map { "add\($0)" }
    let model = ProbeLanguageModel(names.map { .call($0) }, [.text("done")])
    let session = LanguageModelSession(
      profile: Profile {
        Stocked()
        names.map { Adding($0) } as [any Tool]
      }.model(model))
    _ = try await session.respond(to: "Add")
    #expect(session.properties.count == 600)
    #expect(
      shape(model.probe.requests[1].transcript).first?.hasPrefix("instructions: Found so far: 600") == true)
  }

  @Test("S1: sessions do not see each other's properties")
  func twoSessions() async throws {
    func session() -> LanguageModelSession {
      LanguageModelSession(
        profile: Counting(model: ProbeLanguageModel([.call("find")], [.text("ok")])))
    }
    let (one, other) = (session(), session())
    _ = try await one.respond(to: "a")
    #expect(one.properties.count == 1 && other.properties.count == 0)
  }
}
