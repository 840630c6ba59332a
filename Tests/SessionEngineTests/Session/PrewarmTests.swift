import SessionEngine
import Testing
import Transcripts

// One at a time: an executor that prewarms keeps a thread busy.
@Suite("Prewarming", .serialized)
struct PrewarmTests {
  @Test(
    "R9: a prewarm hands the prefix of the next request to the executor, in the background, and changes nothing"
  )
  func prefix() async throws {
    let warmed = Gate()
    let probe = Probe([[.text("b")]], prewarming: { _ in warmed.open() })
    let session = LanguageModelSession(profile: Prewarmed(model: ProbeLanguageModel(probe: probe)))
    session.properties.count = 1
    session.prewarm(promptPrefix: Prompt("Please"))
    #expect(!session.isResponding)
    await warmed.wait()
    #expect(shape(probe.prewarmed[0]) == ["instructions: count 1 [look]", "prompt: Please"])
    #expect(shape(session.transcript) == ["instructions: count 0 [look]"])

    _ = try await session.respond(to: "Please do")
    // The same executor, so that what it prefilled is of use.
    #expect(probe.executors.count == 1)
    #expect(shape(probe.requests[0].transcript)[0] == "instructions: count 1 [look]")
  }

  @Test("R9: of a model that tells nothing of its prewarms it is told that it was asked, and no number")
  func untold() async throws {
    let log = EventLog()
    var configuration = SessionConfiguration()
    configuration.observers = [log]
    let warmed = Gate()
    let probe = Probe([[.text("b")]], prewarming: { _ in warmed.open() })
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: ProbeLanguageModel(probe: probe), instructions: "i")
    }
    session.prewarm()
    await warmed.wait()
    session.prewarm(promptPrefix: Prompt("a"))
    _ = try await session.respond(to: "a")
    #expect(
      log.lines.filter { $0.hasPrefix("prewarm") || $0.hasPrefix("request") } == [
        "prewarm 1 of Profile sent 1", "prewarm 1 untold [-1, -1, -1]", "prewarm 2 of Profile sent 2",
        "prewarm 2 untold [-1, -1, -1]", "request 1", "request 1 completed",
      ])
  }

  @Test("R9: a real request cancels a prewarm")
  func cancelled() async throws {
    let begun = Gate()
    let ended = Gate()
    let probe = Probe(
      [[.text("b")]],
      prewarming: { _ in
        begun.open()
        while !Task.isCancelled {}
        ended.open()
      })
    let session = LanguageModelSession(model: ProbeLanguageModel(probe: probe), instructions: "i")
    session.prewarm()
    await begun.wait()
    _ = try await session.respond(to: "a")
    await ended.wait()
  }

  @Test("R9: a later prewarm replaces an earlier one; none begins while the session is responding")
  func replaced() async throws {
    let begun = Gate()
    let first = Gate()
    let probe = Probe(
      [[.stall]],
      prewarming: { transcript in
        guard transcript.count == 1 else { return }
        begun.open()
        while !Task.isCancelled {}
        first.open()
      })
    let session = LanguageModelSession(model: ProbeLanguageModel(probe: probe), instructions: "i")
    session.prewarm()
    await begun.wait()
    session.prewarm(promptPrefix: Prompt("a"))
    await first.wait()

    let stream = session.streamResponse(to: "x")
    await probe.stalled.wait()
    let before = probe.prewarmed.count
    session.prewarm()
    #expect(probe.prewarmed.count == before)
    withExtendedLifetime(stream) {}
  }
}

private struct Prewarmed: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count
  var body: some DynamicProfile {
    Profile {
      Instructions("count \(count)")
      ProbeTool("look")
    }.model(model)
  }
}
