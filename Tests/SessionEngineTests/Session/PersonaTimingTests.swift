import SessionEngine
import Testing
import Transcripts

/// A tool that switches the persona: when does it land (P6)?
@Suite("When a switch lands")
struct PersonaTimingTests {
  /// Two requests; the tool of the first switches from A to B, and changes A's temperature.
  private func run(
    _ timing: SessionConfiguration.ProfileSwitchTiming
  ) async throws -> (requests: [LanguageModelExecutorGenerationRequest], log: [String]) {
    let events = EventLog()
    var configuration = SessionConfiguration()
    configuration.profileSwitchTiming = timing
    configuration.observers = [events]
    let model = ProbeLanguageModel([.call("switch")], [.text("done")], [.text("next")])
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(profile: Modes(model: model))
    }
    _ = try await session.respond(to: "1")
    _ = try await session.respond(to: "2")
    let told = events.lines.filter {
      $0.hasPrefix("profile") || $0.hasPrefix("inference") && $0.contains("sent")
    }
    return (model.probe.requests, told.map { String($0.prefix { $0 != "(" }) })
  }

  @Test(
    "P6: .nextInference switches in the middle of the request, with the other persona's instructions and options"
  )
  func nextInference() async throws {
    let (requests, log) = try await run(.nextInference)
    #expect(
      log == [
        "profile ModeA", "inference 1 of 1 by ModeA sent 2", "profile ModeA -> ModeB",
        "inference 2 of 1 by ModeB sent 4", "inference 3 of 2 by ModeB sent 6",
      ])
    #expect(
      requests.map { shape($0.transcript)[0] } == [
        "instructions: A [switch]", "instructions: B", "instructions: B",
      ])
    #expect(requests.map(\.generationOptions.temperature) == [0.1, nil, nil])
  }

  @Test("P6: .nextRequest keeps the persona to the request's end, while its modifiers are read anew")
  func nextRequest() async throws {
    let (requests, log) = try await run(.nextRequest)
    #expect(
      log == [
        "profile ModeA", "inference 1 of 1 by ModeA sent 2", "inference 2 of 1 by ModeA sent 4",
        "profile ModeA -> ModeB", "inference 3 of 2 by ModeB sent 6",
      ])
    #expect(
      requests.map { shape($0.transcript)[0] } == [
        "instructions: A [switch]", "instructions: A [switch]", "instructions: B",
      ])
    // The tool set it.
    #expect(requests.map(\.generationOptions.temperature) == [0.1, 0.9, nil])
  }

  @Test("P6: a persona that no branch has chosen stays as it was when it must not change")
  func erased() async throws {
    var configuration = SessionConfiguration()
    configuration.profileSwitchTiming = .nextRequest
    let model = ProbeLanguageModel([.call("switch")], [.text("done")], [.text("next")])
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(profile: ErasedModes(model: model))
    }
    _ = try await session.respond(to: "1")
    _ = try await session.respond(to: "2")
    #expect(
      model.probe.requests.map { shape($0.transcript)[0] } == [
        "instructions: A [switch]", "instructions: A [switch]", "instructions: B",
      ])
    // Its modifiers cannot be read anew: there is no branch left to read them from.
    #expect(model.probe.requests.map(\.generationOptions.temperature) == [0.1, 0.1, nil])
  }

  @Test("P6, D3: the body is evaluated again before every inference of a tool loop")
  func reresolved() async throws {
    let model = ProbeLanguageModel([.call("count")], [.call("count")], [.text("done")])
    let session = LanguageModelSession(profile: Growing(model: model))
    _ = try await session.respond(to: "1")
    #expect(
      model.probe.requests.map { shape($0.transcript)[0] } == [
        "instructions: seen 0 [count]", "instructions: seen 1 [count]", "instructions: seen 2 [count]",
      ])
  }

  @Test("P7: another value in the same branch is the same persona, and no hook fires")
  func samePersona() async throws {
    let events = EventLog()
    var configuration = SessionConfiguration()
    configuration.observers = [events]
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(profile: Growing(model: ProbeLanguageModel([.text("ok")])))
    }
    _ = try await session.respond(to: "1")
    session.properties.count = 5
    _ = try await session.respond(to: "2")
    #expect(events.lines.filter { $0.hasPrefix("profile") } == ["profile Growing"])
  }
}

private struct SwitchTool: Tool {
  let name = "switch"
  let description = "switches"
  @SessionProperty(\.count) var count
  func call(arguments: GeneratedContent) async throws -> String {
    count += 1
    return "switched"
  }
}

private struct Modes: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    if count == 0 { ModeA(model: model) } else { ModeB(model: model) }
  }
}

private struct ErasedModes: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    LanguageModelSession.AnyDynamicProfile(
      count == 0 ? ModeA(model: model) as any DynamicProfile : ModeB(model: model))
  }
}

private struct ModeA: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    Profile {
      Instructions("A")
      SwitchTool()
    }.model(model).temperature(count == 0 ? 0.1 : 0.9)
  }
}

private struct ModeB: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  var body: some DynamicProfile { Profile { Instructions("B") }.model(model) }
}

private struct Growing: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    Profile {
      Instructions("seen \(count)")
      ProbeTool("count")
    }
    .model(model)
    .onToolOutput { count += 1 }
  }
}
