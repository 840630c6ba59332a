import Observation
import SessionEngine
import Testing
import Transcripts

@Suite("A session at work")
struct BusySessionTests {
  @Test("R6: the session is responding from the call to the end, and a second request is refused meanwhile")
  func secondRequest() async throws {
    let go = Gate()
    let begun = Gate()
    let session = LanguageModelSession(
      model: ProbeLanguageModel([.run { begun.open() }, .wait(go), .text("first")], [.text("third")]))
    #expect(!session.isResponding)
    let first = Task { try await session.respond(to: "a").content }
    await begun.wait()
    #expect(session.isResponding)

    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      try await session.respond(to: "b")
    }
    let stream = session.streamResponse(to: "c")
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await stream.collect() }
    #expect(session.isResponding)

    go.open()
    #expect(try await first.value == "first")
    #expect(!session.isResponding)
    #expect(try await session.respond(to: "d").content == "third")
    #expect(shape(session.transcript) == ["prompt: a", "response: first", "prompt: d", "response: third"])
  }

  @Test("R6, R2, L5: a tool or a hook that asks its own session is refused, and waits for nobody")
  func fromWithin() async throws {
    let own = Own()
    let asking = LanguageModelSession(
      model: ProbeLanguageModel([.call("ask")], [.text("done")]),
      tools: [ProbeTool("ask") { _ in try await own.askAgain() }])
    own.session.withLock { $0 = asking }
    let failed = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await asking.respond(to: "a")
    }
    #expect(failed?.underlyingError as? LanguageModelSession.Error == .concurrentRequests)
    #expect(!asking.isResponding && asking.transcript.history.isEmpty)

    let hooked = LanguageModelSession(
      profile: LanguageModelSession.Profile {}.model(ProbeLanguageModel([.text("done")]))
        .onResponse { _ = try await own.askAgain() })
    own.session.withLock { $0 = hooked }
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await hooked.respond(to: "a") }
    #expect(!hooked.isResponding && hooked.transcript.history.isEmpty)
    own.session.withLock { $0 = nil }
  }

  @Test("R6: a stream's session is responding as soon as the stream is made")
  func streaming() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.stall]))
    let stream = session.streamResponse(to: "a")
    #expect(session.isResponding)
    withExtendedLifetime(stream) {}
  }

  @Test("R6: assigning the transcript meanwhile leaves it as it was, and the request ends with the error")
  func assignment() async throws {
    let go = Gate()
    let begun = Gate()
    let session = LanguageModelSession(
      model: ProbeLanguageModel([.text("a")], [.run { begun.open() }, .wait(go), .text("b")], [.text("c")]))
    _ = try await session.respond(to: "1")
    let before = session.transcript
    let request = Task { try await session.respond(to: "2").content }
    await begun.wait()
    session.transcript = Transcript()
    #expect(shape(session.transcript) == ["prompt: 1", "response: a", "prompt: 2"])
    go.open()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await request.value
    }
    #expect(session.transcript == before)
    // It is forgotten with the request.
    #expect(try await session.respond(to: "3").content == "c")
  }

  @Test("R6: an assignment ends the request even while the model is silent, and cancels the model")
  func assignmentWhileSilent() async throws {
    let model = ProbeLanguageModel([.text("a"), .stall])
    let session = LanguageModelSession(model: model)
    let request = Task { try await session.respond(to: "1").content }
    await model.probe.stalled.wait()
    session.transcript = Transcript()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await request.value
    }
    #expect(session.transcript.isEmpty)
  }

  @Test("R6: an assignment in the request's last hook is not lost silently either")
  func assignmentAtTheLastMoment() async throws {
    let held = Counter<LanguageModelSession?>(nil)
    let profile = LanguageModelSession.Profile { Instructions("i") }
      .model(ProbeLanguageModel([.text("a")]))
      .onResponse { held.current?.transcript = Transcript() }
    let session = LanguageModelSession(profile: profile)
    held.next { _ in session }
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await session.respond(to: "1")
    }
    #expect(shape(session.transcript) == ["instructions: i"])
    held.next { _ in nil }
  }

  @Test("R6, H2: the history property is refused from outside while a request runs, and taken when none does")
  func historyFromOutside() async throws {
    let go = Gate()
    let begun = Gate()
    let session = LanguageModelSession(
      model: ProbeLanguageModel([.text("a")], [.run { begun.open() }, .wait(go), .text("b")]))
    _ = try await session.respond(to: "1")
    session.properties.history = session.properties.history.suffix(1)
    #expect(shape(session.transcript) == ["response: a"])
    let request = Task { try await session.respond(to: "2").content }
    await begun.wait()
    session.properties.history = []
    go.open()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await request.value
    }
    #expect(shape(session.transcript) == ["response: a"])
  }

  @Test("R6: an idle session's transcript may be assigned, and changed in place")
  func idleAssignment() async throws {
    let model = ProbeLanguageModel([.text("a")])
    let session = LanguageModelSession(model: model, instructions: "i")
    _ = try await session.respond(to: "1")
    session.transcript.removeLast()
    #expect(shape(session.transcript) == ["instructions: i", "prompt: 1"])
    session.transcript.history = []
    #expect(shape(session.transcript) == ["instructions: i"])
  }

  @Test("R6: isResponding and transcript are observed")
  func observation() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("a")]))
    let responding = Gate()
    let changed = Gate()
    withObservationTracking {
      _ = session.isResponding
    } onChange: {
      responding.open()
    }
    withObservationTracking {
      _ = session.transcript.count
    } onChange: {
      changed.open()
    }
    _ = try await session.respond(to: "1")
    await responding.wait()
    await changed.wait()
  }
}

/// The session that code within a session asks: its own.
private final class Own: Sendable {
  let session = Locked<LanguageModelSession?>(nil)

  func askAgain() async throws -> String {
    let session = session.withLock { $0 }
    _ = try? await session?.streamResponse(to: "again").collect()
    return try await session?.respond(to: "again").content ?? "nobody"
  }
}
