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
}
