import Testing
import Transcripts

@testable import SessionEngine

@Suite("Hooks as a profile declares them")
struct HookTests {
  typealias Profile = LanguageModelSession.Profile

  /// What ran, in order.
  final class Log: Sendable {
    private let lines = Locked<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  struct Refused: Error {}

  static let call = Transcript.ToolCall(id: "c", toolName: "fold", arguments: GeneratedContent("paper"))
  static let output = Transcript.ToolOutput(id: "c", toolName: "fold", segments: [])

  @Test("L1: each hook with what it is about, and without")
  func overloads() async throws {
    let log = Log()
    let hooks = evaluated(
      Profile {}
        .onPrompt { log.note("prompt") }.onPrompt { log.note("prompt \($0.id)") }
        .onResponse { log.note("response") }.onResponse { log.note("response \($0.id)") }
        .onReasoning { log.note("reasoning") }.onReasoning { log.note("reasoning \($0.id)") }
        .onToolCall { log.note("call") }.onToolCall { log.note("call \($0.toolName)") }
        .onToolOutput { log.note("output") }.onToolOutput { log.note("output \($0.id) \($1.toolName)") }
        .onActivate { log.note("activate") }
        .onDeactivate { log.note("deactivate") }
    ).hooks
    for hook in hooks.onActivate { await hook() }
    for hook in hooks.onPrompt { try await hook(Transcript.Prompt(id: "p", segments: [])) }
    for hook in hooks.onReasoning { try await hook(Transcript.Reasoning(id: "r", segments: [])) }
    for hook in hooks.onToolCall { try await hook(Self.call) }
    for hook in hooks.onToolOutput { try await hook(Self.call, Self.output) }
    for hook in hooks.onResponse { try await hook(Transcript.Response(id: "a", segments: [])) }
    for hook in hooks.onDeactivate { await hook() }
    // The later a hook is written, the further out it is.
    #expect(
      log.all == [
        "activate", "prompt p", "prompt", "reasoning r", "reasoning", "call fold", "call", "output c fold",
        "output", "response a", "response", "deactivate",
      ])
  }

  @Test("L1: hooks wait, and may throw")
  func asyncAndThrowing() async {
    let hooks = evaluated(
      Profile {}.onToolCall { call in
        await Task.yield()
        if call.toolName == "fold" { throw Refused() }
      }
    ).hooks
    await #expect(throws: Refused.self) {
      for hook in hooks.onToolCall { try await hook(Self.call) }
    }
  }

  struct Logged: LanguageModelSession.DynamicProfileModifier {
    var log: Log
    func body(content: Content) -> some DynamicProfile {
      content.onResponse { log.note("modifier") }.onActivate { log.note("modifier on") }
    }
  }

  struct Inner: LanguageModelSession.DynamicProfile {
    var log: Log
    var body: some DynamicProfile {
      Profile {}.onResponse { log.note("profile") }.onActivate { log.note("profile on") }
    }
  }

  struct Outer: LanguageModelSession.DynamicProfile {
    var log: Log
    var body: some DynamicProfile {
      Inner(log: log).modifier(Logged(log: log)).onResponse { log.note("outer") }
        .onActivate { log.note("outer on") }
    }
  }

  @Test("L4: hooks of all levels run, from the outside in")
  func accumulation() async throws {
    let log = Log()
    let hooks = evaluated(Outer(log: log)).hooks
    for hook in hooks.onActivate { await hook() }
    for hook in hooks.onResponse { try await hook(Transcript.Response(segments: [])) }
    #expect(log.all == ["outer on", "modifier on", "profile on", "outer", "modifier", "profile"])
  }

  @Test("L4: a value may be overridden while the hooks beside it all stay")
  func beside() async throws {
    let log = Log()
    let resolved = evaluated(
      Profile {}.temperature(0.1).onPrompt { log.note("inner") }
        .temperature(0.9).onPrompt { log.note("outer") })
    for hook in resolved.hooks.onPrompt { try await hook(Transcript.Prompt(segments: [])) }
    #expect(resolved.temperature?.value == 0.1)
    #expect(log.all == ["outer", "inner"])
  }

  @MainActor
  @Test("L1: a hook written on an actor runs there")
  func isolation() async throws {
    var turns = 0
    let hooks = evaluated(
      Profile {}.onActivate { turns += 1 }.onDeactivate { turns += 10 }
    ).hooks
    for hook in hooks.onActivate + hooks.onDeactivate { await hook() }
    #expect(turns == 11)
  }
}
