import SessionEngine
import Testing
import Transcripts

@Suite("Tool loop")
struct ToolLoopTests {
  @Test("R2, U7: one request is as many inferences as there are rounds of calls")
  func manyRounds() async throws {
    let rounds = Array(repeating: [ProbeLanguageModel.Step.call("look")], count: 20)
    let model = ProbeLanguageModel(probe: Probe(rounds + [[.text("done")]]))
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")])
    #expect(try await session.respond(to: "x").content == "done")
    #expect(model.probe.requests.count == 21)
    // Each round is sent what the rounds before brought.
    #expect(model.probe.requests.map(\.transcript.count) == (0..<21).map { 2 + 2 * $0 })
  }

  @Test("R2: calls of one inference run at the same time")
  func concurrently() async throws {
    let first = Gate()
    let second = Gate()
    let model = ProbeLanguageModel([.call("a"), .call("b")], [.text("done")])
    // Each tool waits for the other one to have begun.
    let session = LanguageModelSession(
      model: model,
      tools: [
        ProbeTool("a") { _ in
          first.open()
          await second.wait()
          return "1"
        },
        ProbeTool("b") { _ in
          second.open()
          await first.wait()
          return "2"
        },
      ])
    _ = try await session.respond(to: "x")
    #expect(
      shape(session.transcript.dropFirst()) == [
        "prompt: x", "calls: a, b", "output a: 1", "output b: 2", "response: done",
      ])
  }

  @Test("R2: outputs stand in call order, whichever tool returns first")
  func callOrder() async throws {
    let lastIsDone = Gate()
    let model = ProbeLanguageModel(
      [.call("slow", id: "c1"), .call("fast", id: "c2"), .call("slow", id: "c3")], [.text("done")])
    let session = LanguageModelSession(
      model: model,
      tools: [
        ProbeTool("slow") { _ in
          await lastIsDone.wait()
          return "s"
        },
        ProbeTool("fast") { _ in
          lastIsDone.open()
          return "f"
        },
      ])
    _ = try await session.respond(to: "x")
    let outputs = session.transcript.compactMap { entry -> String? in
      if case .toolOutput(let output) = entry { "\(output.id) \(output.toolName)" } else { nil }
    }
    #expect(outputs == ["c1 slow", "c2 fast", "c3 slow"])
  }

  @Test("R2: a tool gets the arguments that the model wrote")
  func arguments() async throws {
    let model = ProbeLanguageModel(
      [
        .send(
          .toolCalls(
            action: .toolCall(id: "1", name: "add", action: .appendArguments("{\"a\": 2", tokenCount: 1)))),
        .send(
          .toolCalls(
            action: .toolCall(id: "1", name: "add", action: .appendArguments(", \"b\": 3}", tokenCount: 1)))),
      ], [.text("done")])
    let session = LanguageModelSession(
      model: model,
      tools: [
        ProbeTool("add") { arguments in
          let a = try arguments.value(Int.self, forProperty: "a")
          let b = try arguments.value(Int.self, forProperty: "b")
          return "\(a + b)"
        }
      ])
    _ = try await session.respond(to: "x")
    #expect(shape(session.transcript).contains("output add: 5"))
  }

  @Test(
    "U5, R2: a call of a tool that was never declared is a ToolCallError with a stand-in, and no second try")
  func undeclared() async throws {
    let model = ProbeLanguageModel([.call("lok")], [.text("never")])
    let session = LanguageModelSession(model: model, tools: [ProbeTool("look")])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x")
    }
    #expect(error?.tool.name == "lok")
    #expect(
      error?.underlyingError as? UndeclaredToolError == UndeclaredToolError(name: "lok", enabled: ["look"]))
    #expect(error?.errorDescription == "tool lok: the model called lok, which is not enabled (enabled: look)")
    #expect(model.probe.requests.count == 1)
  }

  @Test("R2, R7: arguments that are no JSON, or not the tool's, are a ToolCallError with a ParsingError")
  func undecodableArguments() async throws {
    struct Adder: Tool {
      let name = "add"
      let description = "adds"
      let parameters = Int.generationSchema
      struct Arguments: ConvertibleFromGeneratedContent {
        let a: Int
        init(_ content: GeneratedContent) throws { a = try content.value(forProperty: "a") }
      }
      func call(arguments: Arguments) async throws -> String { "\(arguments.a + 1)" }
    }
    for written in ["{\"a\": ", "{\"b\": 1}", "[1]"] {
      let session = LanguageModelSession(
        model: ProbeLanguageModel([.call("add", written)]), tools: [Adder()])
      let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(to: "x")
      }
      #expect(error?.tool is Adder)
      #expect(error?.underlyingError is GeneratedContent.ParsingError, "\(written)")
    }
  }

  @Test("R2, R3: a tool that throws ends the request with its error, and cancels the others")
  func throwing() async throws {
    let wasCancelled = Gate()
    let model = ProbeLanguageModel([.call("endless"), .call("broken")])
    let session = LanguageModelSession(
      model: model,
      tools: [
        ProbeTool("endless") { _ in
          while !Task.isCancelled { await Task.yield() }
          wasCancelled.open()
          return ""
        },
        ProbeTool("broken") { _ in throw Failure("dark") },
      ])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x")
    }
    #expect(error?.tool.name == "broken")
    #expect(error?.underlyingError as? Failure == Failure("dark"))
    await wasCancelled.wait()
  }

  @Test("R2: a CancellationError that a tool throws of its own is the tool's error")
  func ownCancellation() async throws {
    let session = LanguageModelSession(
      model: ProbeLanguageModel([.call("look")]),
      tools: [ProbeTool("look") { _ in throw CancellationError() }])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x")
    }
    #expect(error?.underlyingError is CancellationError)
  }

  @Test("S2, S3: a tool's writes are there in the next round's body; a write of the history fails the tool")
  func writes() async throws {
    struct Counting: LanguageModelSession.DynamicProfile {
      let model: ProbeLanguageModel
      @SessionProperty(\.count) var count
      var body: some DynamicProfile {
        Profile {
          Instructions("count \(count)")
          CountTool()
        }.model(model)
      }
    }
    let model = ProbeLanguageModel([.call("count")], [.text("done")])
    let session = LanguageModelSession(profile: Counting(model: model))
    _ = try await session.respond(to: "x")
    #expect(shape(model.probe.requests[0].transcript)[0] == "instructions: count 0 [count]")
    #expect(shape(model.probe.requests[1].transcript)[0] == "instructions: count 1 [count]")
    #expect(shape(session.transcript)[0] == "instructions: count 1 [count]")

    let forgetful = LanguageModelSession(
      model: ProbeLanguageModel([.call("forget")]), tools: [ForgetTool()])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await forgetful.respond(to: "x")
    }
    #expect(error?.underlyingError as? SessionPropertyError == .historyIsReadOnly)
  }
}

private struct CountTool: Tool {
  let name = "count"
  let description = "counts"
  @SessionProperty(\.count) var count
  func call(arguments: GeneratedContent) async throws -> String {
    count += 1
    return "\(count)"
  }
}

private struct ForgetTool: Tool {
  let name = "forget"
  let description = "forgets"
  @SessionProperty(\.history) var history
  func call(arguments: GeneratedContent) async throws -> String {
    history = []
    return "forgotten"
  }
}
