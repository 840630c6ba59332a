import SessionEngine
import Testing
import Transcripts

/// What a failed or cancelled request leaves behind (R5), at each point where it can end.
@Suite("Error policy")
struct ErrorPolicyTests {
  /// Before each request under test.
  private static let before = ["instructions: Be brief. [look]", "prompt: a", "response: b"]

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// Of the second request.
    var round: [ProbeLanguageModel.Step]
    var tool: @Sendable () async throws -> String = { "blue" }
    var hookThrows = false
    var cancels = false
    var contextSize = 10_000
    /// What preserving adds.
    var kept: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "throw in a tool", round: [.text("Let me look."), .call("look")],
      tool: { throw Failure("dark") },
      kept: ["prompt: c", "response: Let me look.", "calls: look"]),
    Case(
      name: "throw in onToolCall", round: [.call("look")], hookThrows: true,
      kept: ["prompt: c", "calls: look"]),
    Case(name: "cancel in prefill", round: [.stall], cancels: true, kept: ["prompt: c"]),
    Case(
      name: "cancel in decode", round: [.reasoning("Hm."), .text("It i"), .stall], cancels: true,
      kept: ["prompt: c", "reasoning: Hm.", "response: It i (partial)"]),
    Case(
      name: "overflow before", round: [.text("never")], contextSize: 20, kept: ["prompt: c"]),
    Case(
      name: "overflow while decoding", round: [.text("It ", tokens: 5), .text("is ", tokens: 500)],
      contextSize: 100, kept: ["prompt: c", "response: It is  (partial)"]),
    Case(
      name: "throw of the executor", round: [.text("It i"), .fail(Failure("gone"))],
      kept: ["prompt: c", "response: It i (partial)"]),
  ]

  @Test("R5: revert restores the transcript to just before the request", arguments: cases)
  func revert(_ example: Case) async throws {
    let session = try await run(example, policy: nil)
    #expect(shape(session.transcript) == Self.before)
    #expect(!session.isResponding)
  }

  @Test("R5: preserve keeps it, what was not finished marked partial", arguments: cases)
  func preserve(_ example: Case) async throws {
    let session = try await run(example, policy: .preserveTranscript)
    #expect(shape(session.transcript) == Self.before + example.kept)
    #expect(!session.isResponding)
  }

  @Test("R5: an explicit revert is the default", arguments: cases)
  func explicitRevert(_ example: Case) async throws {
    let session = try await run(example, policy: .revertTranscript)
    #expect(shape(session.transcript) == Self.before)
  }

  /// Two requests, of which the second fails.
  private func run(_ example: Case, policy: TranscriptErrorHandlingPolicy?) async throws
    -> LanguageModelSession
  {
    let probe = Probe([[.text("b")], example.round])
    let model = CountingProbe(base: ProbeLanguageModel(probe: probe), contextSize: 10_000)
    let small = CountingProbe(base: ProbeLanguageModel(probe: probe), contextSize: example.contextSize)
    let profile = LanguageModelSession.Profile {
      Instructions("Be brief.")
      ProbeTool("look") { _ in try await example.tool() }
    }
    .transcriptErrorHandlingPolicy(policy)
    .onToolCall { if example.hookThrows { throw Failure("refused") } }

    let session = LanguageModelSession(profile: Switching(first: model, then: small, profile: profile))
    _ = try await session.respond(to: "a")
    #expect(shape(session.transcript) == Self.before)
    session.properties.count = 1

    let request = Task { try await session.respond(to: "c") }
    if example.cancels {
      await probe.stalled.wait()
      #expect(session.isResponding)
      request.cancel()
    }
    await #expect(throws: (any Error).self) { try await request.value }
    return session
  }

  @Test("R5: what ends a request reaches the caller as it is; cancellation as CancellationError")
  func errors() async throws {
    let broken = LanguageModelSession(model: ProbeLanguageModel([.text("a"), .fail(Failure("gone"))]))
    await #expect(throws: Failure("gone")) { try await broken.respond(to: "x") }

    let model = ProbeLanguageModel([.stall])
    let stalled = LanguageModelSession(model: model)
    let request = Task { try await stalled.respond(to: "x") }
    await model.probe.stalled.wait()
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
  }

  @Test("R5: a request of a cancelled task ends before the model is asked")
  func cancelledBefore() async throws {
    let model = ProbeLanguageModel([.text("a")])
    let session = LanguageModelSession(model: model)
    let start = Gate()
    let request = Task {
      await start.wait()
      return try await session.respond(to: "x").content
    }
    request.cancel()
    start.open()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(model.probe.requests.isEmpty)
    #expect(session.transcript.isEmpty)
  }

  @Test("R5: cancelled in a tool or in a hook, the caller gets CancellationError and no ToolCallError")
  func cancelledInTool() async throws {
    for inHook in [false, true] {
      let reached = Gate()
      let endless: @Sendable () async throws -> Void = {
        reached.open()
        while true {
          try Task.checkCancellation()
          await Task.yield()
        }
      }
      let profile = LanguageModelSession.Profile {
        ProbeTool("look") { _ in
          try await endless()
          return ""
        }
      }
      .model(ProbeLanguageModel([.call("look")]))
      .onToolCall { if inHook { try await endless() } }
      let session = LanguageModelSession(profile: profile)
      let request = Task { try await session.respond(to: "x").content }
      await reached.wait()
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
      #expect(shape(session.transcript) == ["instructions:  [look]"])
    }
  }

  @Test("R5, H2: a history that a hook rewrote is restored, too")
  func rewrittenHistory() async throws {
    let model = ProbeLanguageModel([.text("b")], [.fail(Failure("gone"))])
    let session = LanguageModelSession(profile: Forgetful(model: model))
    _ = try await session.respond(to: "a")
    let before = session.transcript
    await #expect(throws: Failure("gone")) { try await session.respond(to: "c") }
    #expect(session.transcript == before)
    #expect(shape(before) == ["instructions: Forget.", "prompt: a", "response: b"])
    // The hook had shortened it for the model.
    #expect(shape(model.probe.requests[1].transcript) == ["instructions: Forget.", "prompt: c"])
  }

  @Test("R5: the instructions that a failed request rendered are taken back with it")
  func revertedInstructions() async throws {
    let model = ProbeLanguageModel([.fail(Failure("gone"))])
    let session = LanguageModelSession(profile: Counting(model: model))
    session.properties.count = 3
    await #expect(throws: Failure("gone")) { try await session.respond(to: "a") }
    #expect(shape(session.transcript) == ["instructions: count 0"])
    #expect(shape(model.probe.requests[0].transcript) == ["instructions: count 3", "prompt: a"])
  }

  @Test("R5: the session's own policy counts when the profile has none, and loses against the profile's")
  func whosePolicy() async throws {
    let failing = ProbeLanguageModel([.fail(Failure("gone"))])
    let plain = LanguageModelSession(model: failing)
    plain.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: Failure("gone")) { try await plain.respond(to: "a") }
    #expect(shape(plain.transcript) == ["prompt: a"])

    let profile = LanguageModelSession.Profile { Instructions("i") }
      .model(failing).transcriptErrorHandlingPolicy(.revertTranscript)
    let opinionated = LanguageModelSession(profile: profile)
    opinionated.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: Failure("gone")) { try await opinionated.respond(to: "a") }
    #expect(shape(opinionated.transcript) == ["instructions: i"])
  }

  @Test("R5: a session goes on after a failure")
  func goesOn() async throws {
    let model = ProbeLanguageModel([.fail(Failure("gone"))], [.text("b")])
    let session = LanguageModelSession(model: model)
    await #expect(throws: Failure("gone")) { try await session.respond(to: "a") }
    #expect(try await session.respond(to: "c").content == "b")
    #expect(shape(session.transcript) == ["prompt: c", "response: b"])
  }
}

/// One profile with two models, of which the count property chooses.
private struct Switching<Inner: LanguageModelSession.DynamicProfile>: LanguageModelSession.DynamicProfile {
  let first: CountingProbe
  let then: CountingProbe
  let profile: Inner
  @SessionProperty(\.count) var count

  var body: some DynamicProfile { profile.model(count == 0 ? first : then) }
}

private struct Forgetful: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.history) var history

  var body: some DynamicProfile {
    Profile { Instructions("Forget.") }
      .model(model)
      .onPrompt { history = history.suffix(1) }
  }
}

private struct Counting: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count

  var body: some DynamicProfile {
    Profile { Instructions("count \(count)") }.model(model)
  }
}
