import SessionEngine
import Testing
import Transcripts

@Suite("Child sessions")
struct ChildSessionTests {
  @Test(
    "O2, R2: a session made while a tool runs is the child of that call, and is heard by the same observers")
  func child() async throws {
    let log = EventLog()
    let expert = ProbeLanguageModel([.text("42")])
    let model = ProbeLanguageModel([.call("ask", id: "c7")], [.text("It is 42.")])
    var configuration = fixedConfiguration(observers: [log])
    configuration.title = "main"
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(
        model: model,
        tools: [
          ProbeTool("ask") { _ in
            try await LanguageModelSession(model: expert, instructions: "Know it.").respond(to: "?").content
          }
        ])
    }
    #expect(session.identity.parent == nil)
    _ = try await session.respond(to: "What?")

    let children = Set(log.identities).filter { $0.id != session.identity.id }
    let child = try #require(children.first)
    #expect(children.count == 1)
    #expect(child.parent == SessionIdentity.Parent(session: session.identity.id, toolCall: "c7"))
    #expect(session.identity.title == "main")
    #expect(child.title == "ask")
    // The child's transcript is its own.
    #expect(shape(expert.probe.requests[0].transcript) == ["instructions: Know it.", "prompt: ?"])
    #expect(shape(session.transcript).contains("output ask: 42"))
    // It is gone before the request goes on.
    #expect(log.lines.filter { $0 == "ended" }.count == 1)
  }

  @Test("O2, S1: a child's properties are its own")
  func properties() async throws {
    let model = ProbeLanguageModel([.call("ask")], [.text("done")])
    let session = LanguageModelSession(
      model: model,
      tools: [
        ProbeTool("ask") { _ in
          let child = LanguageModelSession(model: ProbeLanguageModel([.text("ok")]))
          child.properties.count = 9
          return try await child.respond(to: "?").content
        }
      ])
    session.properties.count = 1
    _ = try await session.respond(to: "x")
    #expect(session.properties.count == 1)
  }

  @Test("O2: a session made in a hook is nobody's child")
  func madeInHook() async throws {
    let parents = Log()
    let profile = LanguageModelSession.Profile { Instructions("i") }
      .model(ProbeLanguageModel([.text("ok")]))
      .onPrompt {
        let other = LanguageModelSession(model: ProbeLanguageModel([.text("ok")]))
        parents.add("\(String(describing: other.identity.parent))")
      }
    let session = LanguageModelSession(profile: profile)
    _ = try await session.respond(to: "x")
    #expect(parents.take() == ["nil"])
  }
}
