import SessionEngine
import Testing
import Transcripts

@Suite("Responding")
struct RespondingTests {
  @Test("R1: a session with instructions begins with their entry, and an answer adds prompt and response")
  func plainAnswer() async throws {
    let model = ProbeLanguageModel([.text("Hel"), .text("lo")])
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    #expect(shape(session.transcript) == ["instructions: Be brief."])

    let response = try await session.respond(to: "Greet me")

    #expect(response.content == "Hello")
    #expect(response.rawContent == GeneratedContent("Hello"))
    #expect(shape(response.transcriptEntries) == ["response: Hello"])
    #expect(shape(session.transcript) == ["instructions: Be brief.", "prompt: Greet me", "response: Hello"])
    #expect(!session.isResponding)
  }

  @Test(
    "R1, R2: the content is the text of the last round; what was said before a tool call stays in the transcript"
  )
  func lastRoundOnly() async throws {
    let model = ProbeLanguageModel(
      [.text("Let me look."), .call("look")], [.text("It is blue.")])
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look") { _ in "blue" }])

    let response = try await session.respond(to: "Which colour?")

    #expect(response.content == "It is blue.")
    #expect(
      shape(session.transcript) == [
        "instructions:  [look]", "prompt: Which colour?", "response: Let me look.", "calls: look",
        "output look: blue", "response: It is blue.",
      ])
    #expect(shape(response.transcriptEntries) == shape(session.transcript.dropFirst(2)))
  }

  @Test("R1: every form of a prompt is the same request")
  func promptForms() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: Prompt("one"))
    _ = try await session.respond(to: "two")
    _ = try await session.respond {
      "three"
      "four"
    }
    let prompts = shape(session.transcript).filter { $0.hasPrefix("prompt") }
    #expect(prompts == ["prompt: one", "prompt: two", "prompt: three\nfour"])
  }

  @Test("R1: options, context options and metadata are on the prompt's entry and in the request")
  func whatTheCallerSends() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let session = LanguageModelSession(model: model)
    let options = GenerationOptions(temperature: 0.5, maximumResponseTokens: 9)
    _ = try await session.respond(
      to: "x", options: options, contextOptions: ContextOptions(reasoningLevel: .deep),
      metadata: ["trace": "t1"])

    guard case .prompt(let prompt)? = session.transcript.first else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.options == options)
    #expect(prompt.contextOptions == ContextOptions(reasoningLevel: .deep))
    #expect(prompt.metadata == ["trace": GeneratedContent("t1")])
    let request = try #require(model.probe.requests.first)
    #expect(request.generationOptions == options)
    #expect(request.contextOptions.reasoningLevel == .deep)
    #expect(request.metadata == ["trace": GeneratedContent("t1")])
  }

  @Test("R1: reasoning stands before the answer, and is no part of the content")
  func reasoning() async throws {
    let model = ProbeLanguageModel([.reasoning("Hm"), .reasoning("m."), .text("Yes.")])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Well?")
    #expect(response.content == "Yes.")
    #expect(shape(session.transcript) == ["prompt: Well?", "reasoning: Hmm.", "response: Yes."])
  }

  @Test("R1: an inference that brings nothing is an empty answer")
  func nothing() async throws {
    let session = LanguageModelSession(model: ProbeLanguageModel([]))
    let response = try await session.respond(to: "Well?")
    #expect(response.content == "")
    #expect(shape(session.transcript) == ["prompt: Well?"])
  }
}
