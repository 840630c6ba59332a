import SessionEngine
import Testing
import Transcripts

@Suite("Events")
struct EventTests {
  @Test("R2, L2: everything that a request with a tool does is announced, in order")
  func oneRequest() async throws {
    let log = EventLog()
    let model = ProbeLanguageModel([.call("look")], [.text("Blue.")])
    let session = SessionConfiguration.$current.withValue(fixedConfiguration(observers: [log])) {
      LanguageModelSession(
        model: model, tools: [ProbeTool("look") { _ in "blue" }], instructions: "Be brief.")
    }
    _ = try await session.respond(to: "Which?")

    #expect(
      log.lines == [
        "started 1", "transcript prompt @1 -0 +1 =2", "request 1", "profile Profile",
        "inference 1 of 1 by Profile sent 2", "progress 1 decoded 1", "inference 1 tool-calls",
        "transcript tool-calls @2 -0 +1 =3", "tool look started", "tool look ended",
        "transcript tool-output @3 -0 +1 =4", "inference 2 of 1 by Profile sent 4", "progress 2 decoded 1",
        "inference 2 stop", "transcript response @4 -0 +1 =5", "request 1 completed",
      ])
  }

  @Test("An observer that comes later hears first how the session is, and then everything")
  func lateObserver() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("ok")]), instructions: "i")
    _ = try await session.respond(to: "a")
    let log = EventLog()
    session.addObserver(log)
    session.properties.count = 2
    _ = try await session.respond(to: "b")
    #expect(
      log.lines.prefix(4) == [
        "started 3", "property count = 2", "transcript prompt @3 -0 +1 =4", "request 2",
      ])
    #expect(log.lines.last == "request 2 completed")
  }

  @Test("What an observer causes is heard after it returns, in order, by every observer")
  func causedByAnObserver() async throws {
    let first = EventLog()
    let last = EventLog()
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("ok")]))
    session.addObserver(first)
    session.addObserver(Meddler(properties: session.properties))
    session.addObserver(last)
    _ = try await session.respond(to: "a")
    #expect(first.lines == last.lines)
    let place = try #require(first.lines.firstIndex(of: "request 1"))
    #expect(first.lines[place + 1] == "property count = 1")
  }

  @Test("A session that nobody hears asks nobody for the time")
  func silence() async throws {
    let looks = Counter(0)
    var configuration = SessionConfiguration()
    configuration.now = { Int64(looks.next { $0 + 1 }) }
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(
        model: ProbeLanguageModel([.call("look")], [.text("ok")]), tools: [ProbeTool("look")])
    }
    _ = try await session.respond(to: "a")
    session.properties.count = 1
    #expect(looks.current == 0)
  }

  @Test("The last event of a session is that it is gone")
  func ended() async throws {
    let log = EventLog()
    do {
      let session = LanguageModelSession(model: ProbeLanguageModel([.text("ok")]))
      session.addObserver(log)
      _ = try await session.respond(to: "a")
    }
    #expect(log.lines.last == "ended")
  }

  @Test(
    "R6: who begins to listen in the middle of a request hears its beginning first, and nothing from before")
  func latecomer() async throws {
    let log = EventLog()
    let session = LanguageModelSession(model: ProbeLanguageModel([.text("ok")]), instructions: "i")
    session.addObserver(Usher(session: session, latecomer: log))
    _ = try await session.respond(to: "a")
    #expect(
      log.lines.filter { !$0.hasPrefix("progress") }.prefix(3) == [
        "started 2", "profile Profile", "inference 1 of 1 by Profile sent 2",
      ])
    #expect(log.lines.contains("transcript response @2 -0 +1 =3"))
  }

  @Test("R5: a failed request tells what it took back, and why it ended")
  func failure() async throws {
    let log = EventLog()
    let session = LanguageModelSession(
      model: ProbeLanguageModel([.reasoning("Hm."), .fail(Failure("gone"))]), instructions: "i")
    session.addObserver(log)
    await #expect(throws: Failure("gone")) { try await session.respond(to: "a") }
    #expect(
      log.lines.filter { !$0.hasPrefix("progress") } == [
        "started 1", "transcript prompt @1 -0 +1 =2", "request 1", "profile Profile",
        "inference 1 of 1 by Profile sent 2", "inference 1 error", "transcript partial @2 -0 +1 =3",
        "transcript reverted @1 -2 +0 =1", "request 1 failed(\"gone\")",
      ])
  }
}

/// Writes a property when it hears of a request.
private struct Meddler: SessionObserver {
  let properties: SessionPropertyValues

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    if case .requestStarted = event.kind { properties.count += 1 }
  }
}

/// Writes a property when it hears of a request, and lets somebody else in then.
private struct Usher: SessionObserver {
  let session: LanguageModelSession
  let latecomer: EventLog

  func observe(_ event: SessionEvent, of _: SessionIdentity) {
    guard case .requestStarted = event.kind else { return }
    session.properties.count += 1
    session.addObserver(latecomer)
  }
}
