import FoundationModels
import Testing

// 000 §9: what runs at a session's events.

private struct Lamp: Tool {
  let name = "switchLamp"
  let description = "Switch the lamp on or off."
  let log: Log

  @Generable struct Arguments { var isOn: Bool }

  func call(arguments: Arguments) async throws -> String {
    log.add("lamp")
    return "The lamp is on."
  }
}

private struct Policy: Sendable {
  var allowed: Set<String>
  func permits(_ call: Transcript.ToolCall) -> Bool { allowed.contains(call.toolName) }
}

private enum PolicyError: Error, Equatable { case denied(String) }

private enum Room { case kitchen, hall }

/// Unchecked, because the test writes it between requests only.
private final class House: @unchecked Sendable { var room = Room.kitchen }

private struct HouseProfile: LanguageModelSession.DynamicProfile {
  let house: House
  let log: Log

  var body: some DynamicProfile {
    switch house.room {
    case .kitchen:
      Profile { Instructions("You are in the kitchen.") }
        .onActivate { log.add("kitchen on") }
        .onDeactivate { log.add("kitchen off") }
        .onPrompt { log.add("kitchen prompt") }
        .onResponse { log.add("kitchen response") }
    case .hall:
      Profile { Instructions("You are in the hall.") }
        .onActivate { log.add("hall on") }
        .onDeactivate { log.add("hall off") }
        .onPrompt { log.add("hall prompt") }
        .onResponse { log.add("hall response") }
    }
  }
}

private struct GuardedProfile: LanguageModelSession.DynamicProfile {
  let policy: Policy
  let log: Log

  var body: some DynamicProfile {
    Profile {
      Instructions("You control the lamp.")
      Lamp(log: log)
    }
    .toolCallingMode(log.lines.contains("lamp") ? .allowed : .required)
    .onPrompt { prompt in log.add("prompt of \(prompt.segments.count)") }
    .onToolCall { toolCall in
      // Before the tool: the place to refuse.
      guard policy.permits(toolCall) else {
        throw PolicyError.denied(toolCall.toolName)
      }
      log.add("call \(toolCall.toolName)")
    }
    .onToolOutput { toolCall, output in
      log.add("output of \(toolCall.toolName): \(output.toolName)")
    }
    .onResponse { response in
      log.add("response of \(response.segments.count)")
    }
  }
}

private struct TrimmingProfile: LanguageModelSession.DynamicProfile {
  // The session's history, to be written in a hook.
  @SessionProperty(\.history)
  var history

  var body: some LanguageModelSession.DynamicProfile {
    Profile {
      Instructions("You are a helpful assistant.")
    }
    .onResponse {
      // Rarely and much, rather than often and little.
      if history.count > 5 {
        history = history.suffix(2)
      }
    }
  }
}

@Suite("000 §9: hooks")
struct HookTests {
  @Test(
    "L2: On a switch: old off, new on, prompt, response; the first profile is switched on before its prompt")
  func order() async throws {
    try await watched { watch in
      let house = House()
      let log = Log()
      let session = LanguageModelSession(profile: HouseProfile(house: house, log: log))
      try await session.respond(to: "a")
      house.room = .hall
      try await session.respond(to: "b")
      try await session.respond(to: "c")
      #expect(
        log.lines == [
          "kitchen on", "kitchen prompt", "kitchen response",
          "kitchen off", "hall on", "hall prompt", "hall response",
          "hall prompt", "hall response",
        ])
      #expect(watch.hooks.first == "onActivate")
    }
  }

  @Test("L1, L3: Hooks get what they are about; the call's hook runs before the tool, the output's after it")
  func payloads() async throws {
    try await watched { _ in
      let log = Log()
      let session = LanguageModelSession(
        profile: GuardedProfile(policy: Policy(allowed: ["switchLamp"]), log: log))
      try await session.respond(to: "Light, please")
      let tool = log.lines.filter { !$0.hasPrefix("prompt") }
      #expect(
        tool == [
          "call switchLamp", "lamp", "output of switchLamp: switchLamp", "response of 1",
        ])
      #expect(log.lines.first == "prompt of 1")
    }
  }

  @Test("L5, R5: What a hook throws ends the turn; the tool does not run, and the transcript is reverted")
  func refusal() async throws {
    try await watched { _ in
      let log = Log()
      let session = LanguageModelSession(profile: GuardedProfile(policy: Policy(allowed: []), log: log))
      let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(to: "Light, please")
      }
      #expect(error?.tool.name == "switchLamp")
      #expect(error?.underlyingError as? PolicyError == .denied("switchLamp"))
      #expect(!log.lines.contains("lamp"))
      #expect(outline(session.transcript) == ["instructions"])
    }
  }

  @Test("H2, L1: A hook trims the history at a boundary, for good")
  func trimming() async throws {
    try await watched { watch in
      let session = LanguageModelSession(profile: TrimmingProfile())
      for prompt in ["a", "b", "c", "d"] { try await session.respond(to: prompt) }
      // After the third turn there were six entries: the last two stayed.
      #expect(watch.sent.map(\.count) == [2, 4, 6, 4])
      #expect(
        outline(session.transcript).filter { $0.hasPrefix("prompt") } == ["prompt: c", "prompt: d"])
      #expect(session.transcript.instructionBlocks == ["You are a helpful assistant."])
    }
  }
}
