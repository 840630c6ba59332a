import SessionEngine
import Testing
import Transcripts

@Suite("Lifecycle of a request's hooks")
struct LifecycleTests {
  @Test("L1, L2: entering fires onActivate before onPrompt; on a switch the old leaves, then the new enters")
  func order() async throws {
    let log = Log()
    let session = LanguageModelSession(
      profile: TwoPersonas(model: ProbeLanguageModel([.text("ok")]), log: log))
    _ = try await session.respond(to: "1")
    #expect(log.take() == ["A activate", "A prompt", "A response"])
    _ = try await session.respond(to: "2")
    #expect(log.take() == ["A prompt", "A response"])
    session.properties.count = 1
    _ = try await session.respond(to: "3")
    #expect(log.take() == ["A deactivate", "B activate", "B prompt", "B response"])
  }

  @Test(
    "L3: onPrompt runs when the prompt is in the transcript; before a continuation, the trailing entry is a tool output"
  )
  func promptHooks() async throws {
    let log = Log()
    let model = ProbeLanguageModel([.call("look")], [.text("done")])
    let session = LanguageModelSession(profile: Watching(model: model, log: log))
    _ = try await session.respond(to: "1")
    #expect(
      log.take() == [
        "onPrompt 1 after prompt: 1", "onToolCall look before 0 runs", "onToolOutput look done after 1 runs",
        "onPrompt 1 after output look: done", "onResponse done",
      ])
  }

  @Test("U3: a session option runs onPrompt once a prompt")
  func promptHookOnce() async throws {
    let log = Log()
    var configuration = SessionConfiguration()
    configuration.promptHookTiming = .oncePerPrompt
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(
        profile: Watching(model: ProbeLanguageModel([.call("look")], [.text("done")]), log: log))
    }
    _ = try await session.respond(to: "1")
    #expect(log.take().filter { $0.hasPrefix("onPrompt") } == ["onPrompt 1 after prompt: 1"])
  }

  @Test("L1: reasoning and each response fire their hooks, in the order of their entries")
  func reasoningAndResponses() async throws {
    let log = Log()
    let model = ProbeLanguageModel(
      [.text("Let me look."), .call("look")], [.reasoning("Hm."), .text("Blue.")])
    let profile = LanguageModelSession.Profile { ProbeTool("look") }
      .model(model)
      .onReasoning { (reasoning: Transcript.Reasoning) in log.add(shape([.reasoning(reasoning)])[0]) }
      .onResponse { (response: Transcript.Response) in log.add(shape([.response(response)])[0]) }
      .onResponse { log.add("without payload") }
    let session = LanguageModelSession(profile: profile)
    _ = try await session.respond(to: "1")
    // The last modifier is the outermost, and runs first (L4).
    #expect(
      log.take() == [
        "without payload", "response: Let me look.", "reasoning: Hm.", "without payload", "response: Blue.",
      ])
  }

  @Test("L4: hooks of nested profiles add up and run from the outside in")
  func nesting() async throws {
    let log = Log()
    let inner = LanguageModelSession.Profile { Instructions("i") }
      .model(ProbeLanguageModel([.text("ok")]))
      .onPrompt { log.add("inner") }
    let session = LanguageModelSession(
      profile: inner.onPrompt { log.add("middle") }.onPrompt { log.add("outer") })
    _ = try await session.respond(to: "1")
    #expect(log.take() == ["outer", "middle", "inner"])
  }

  @Test(
    "L5: a throw of a hook ends the request and reaches the caller",
    arguments: ["onPrompt", "onReasoning", "onResponse", "onToolOutput"])
  func throwing(_ hook: String) async throws {
    let model = ProbeLanguageModel([.reasoning("Hm."), .call("look")], [.text("done")])
    let session = LanguageModelSession(profile: Throwing(model: model, hook: hook))
    await #expect(throws: Failure(hook)) { try await session.respond(to: "1") }
    #expect(shape(session.transcript) == ["instructions:  [look]"])
    #expect(model.probe.requests.count == (hook == "onPrompt" ? 0 : hook == "onResponse" ? 2 : 1))
  }

  @Test("L5: a throw of onToolCall is a ToolCallError of its tool, whose body does not run")
  func throwingToolCall() async throws {
    let runs = Counter(0)
    let profile = LanguageModelSession.Profile {
      ProbeTool("look") { _ in "\(runs.next { $0 + 1 })" }
      ProbeTool("other") { _ in "\(runs.next { $0 + 1 })" }
    }
    .model(ProbeLanguageModel([.call("other"), .call("look")]))
    .onToolCall { call in if call.toolName == "look" { throw Failure("refused") } }
    let session = LanguageModelSession(profile: profile)
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "1")
    }
    #expect(error?.tool.name == "look")
    #expect(error?.underlyingError as? Failure == Failure("refused"))
    #expect(runs.current == 0)
  }

  @Test("L2: what an onActivate hook writes is there for the body before the model is asked")
  func activationWrites() async throws {
    let model = ProbeLanguageModel([.text("ok")])
    let session = LanguageModelSession(profile: Setting(model: model))
    _ = try await session.respond(to: "1")
    #expect(shape(model.probe.requests[0].transcript) == ["instructions: count 7", "prompt: 1"])
  }

  @Test("L1: hooks run where their closure belongs to")
  @MainActor
  func isolation() async throws {
    let log = Log()
    let session = LanguageModelSession(profile: OnMain(model: ProbeLanguageModel([.text("ok")]), log: log))
    _ = try await session.respond(to: "1")
    #expect(log.take() == ["activated"])
  }
}

/// Lines that several tasks may write.
final class Log: Sendable {
  private let lines = Counter<[String]>([])

  func add(_ line: String) { lines.next { $0 + [line] } }

  func take() -> [String] {
    let all = lines.current
    lines.next { _ in [] }
    return all
  }
}

private struct TwoPersonas: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  let log: Log
  @SessionProperty(\.count) var count

  var body: some DynamicProfile {
    if count == 0 { logged("A") } else { logged("B") }
  }

  private func logged(_ name: String) -> some DynamicProfile {
    Profile { Instructions(name) }
      .model(model)
      .onActivate { [log] in log.add("\(name) activate") }
      .onDeactivate { [log] in log.add("\(name) deactivate") }
      .onPrompt { [log] in log.add("\(name) prompt") }
      .onResponse { [log] in log.add("\(name) response") }
  }
}

private struct Watching: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  let log: Log
  @SessionProperty(\.history) var history

  var body: some DynamicProfile {
    let log = log
    let model = model
    Profile {
      ProbeTool("look") { _ in
        model.probe.toolRuns.next { $0 + 1 }
        return "done"
      }
    }
    .model(model)
    .onPrompt { prompt in
      log.add("onPrompt \(shape([.prompt(prompt)])[0].dropFirst(8)) after \(shape(history.suffix(1))[0])")
    }
    .onToolCall { call in log.add("onToolCall \(call.toolName) before \(model.probe.toolRuns.current) runs") }
    .onToolOutput { call, output in
      log.add(
        "onToolOutput \(call.toolName) \(output.segments.texts) after \(model.probe.toolRuns.current) runs")
    }
    .onResponse { (response: Transcript.Response) in log.add("onResponse \(response.segments.texts)") }
  }
}

extension [Transcript.Segment] {
  fileprivate var texts: String {
    map { if case .text(let text) = $0 { text.content } else { "?" } }.joined()
  }
}

private struct Throwing: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  let hook: String

  var body: some DynamicProfile {
    let fail: @Sendable (String) throws -> Void = { [hook] in if $0 == hook { throw Failure($0) } }
    Profile { ProbeTool("look") }
      .model(model)
      .onPrompt { try fail("onPrompt") }
      .onReasoning { try fail("onReasoning") }
      .onResponse { try fail("onResponse") }
      .onToolOutput { try fail("onToolOutput") }
  }
}

private struct Setting: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  @SessionProperty(\.count) var count

  var body: some DynamicProfile {
    Profile { Instructions("count \(count)") }
      .model(model)
      .onActivate { count = 7 }
  }
}

private struct OnMain: LanguageModelSession.DynamicProfile {
  let model: ProbeLanguageModel
  let log: Log
  var body: some DynamicProfile {
    Profile { Instructions("i") }
      .model(model)
      .onActivate { @MainActor [log] in
        MainActor.assertIsolated()
        log.add("activated")
      }
  }
}
