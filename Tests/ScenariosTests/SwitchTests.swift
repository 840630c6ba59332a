import PrefixCache
import Recordings
import Testing
import Transcripts

@testable import Scenarios

/// A baton that a tool passes in the first of two requests, seen in the recording.
@Suite("When a switch of persona lands")
struct SwitchTests {
  private static func scenario(_ session: String) throws -> Scenario {
    try Scenario(
      json5: """
        {
          name: 'switch',
          session: { \(session) },
          model: {
            script: [
              { when: { prompt: 'go' }, answers: [[{ call: 'pass' }], ['first']] },
              { when: { prompt: 'on' }, answer: ['second'] },
            ],
          },
          state: { mode: ['a', 'b'], log: '' },
          tools: { pass: { description: 'Passes the baton.', set: { mode: 'b' }, answer: 'passed' } },
          profiles: [
            {
              name: 'A', when: { mode: 'a' }, instructions: 'You are A.', tools: ['pass'],
              on: {
                prompt: { set: { log: '${log} promptA' } }, response: { set: { log: '${log} responseA' } },
                toolCall: { set: { log: '${log} callA' } }, toolOutput: { set: { log: '${log} outputA' } },
                activate: { set: { log: '${log} activateA' } }, deactivate: { set: { log: '${log} deactivateA' } },
              },
            },
            {
              name: 'B', instructions: 'You are B.', tools: ['pass'],
              on: {
                prompt: { set: { log: '${log} promptB' } }, response: { set: { log: '${log} responseB' } },
                activate: { set: { log: '${log} activateB' } },
              },
            },
          ],
          outer: { on: { prompt: { set: { log: '${log} promptOuter' } } } },
          steps: ['go', 'on'],
        }
        """, file: "switch.json5")
  }

  /// Hooks, personas, tools and inferences in the order in which they happened.
  private func order(_ recorded: Recorded) throws -> [String] {
    try recorded.events.compactMap { event in
      switch event {
      case .hook(let name, let profile, _): "\(name) \(profile)"
      case .profile(let name, _): "profile \(name)"
      case .toolStarted(_, let tool): tool
      default: nil
      }
    }
  }

  private func log(_ recorded: Recorded) throws -> [String] {
    let last = try recorded.events.last { event in
      if case .property("log", _) = event { true } else { false }
    }
    guard case .property(_, let value)? = last else { return [] }
    return value.split(separator: " ").map(String.init)
  }

  @Test("P6, L2, L3, L4: at the next inference, with the hooks in the rules' order")
  func nextInference() async throws {
    let recorded = try await Recorded(Self.scenario("profileSwitchTiming: 'nextInference'"))
    #expect(try recorded.inferences().map(\.profile) == ["A", "B", "B"])
    #expect(try recorded.inferences().map(\.cause) == [.cold, .profileSwitch, .appended])
    #expect(
      try log(recorded) == [
        "activateA", "promptOuter", "promptA", "callA", "outputA",
        // The continuation runs onPrompt as well, of the persona that continues.
        "deactivateA", "activateB", "promptOuter", "promptB", "responseB",
        "promptOuter", "promptB", "responseB",
      ])
    // The switch comes after the tool's output, and the instructions after the switch.
    #expect(
      try recorded.recording.snapshots().map(\.cause) == [
        "instructions", "prompt", "tool-calls", "tool-output", "instructions", "response", "prompt",
        "response",
      ])
  }

  @Test("P6: at the next request, the same persona finishing the first")
  func nextRequest() async throws {
    let recorded = try await Recorded(Self.scenario("profileSwitchTiming: 'nextRequest'"))
    #expect(try recorded.inferences().map(\.profile) == ["A", "A", "B"])
    #expect(try recorded.inferences().map(\.cause) == [.cold, .appended, .profileSwitch])
    #expect(
      try log(recorded) == [
        "activateA", "promptOuter", "promptA", "callA", "outputA", "promptOuter", "promptA", "responseA",
        "deactivateA", "activateB", "promptOuter", "promptB", "responseB",
      ])
  }

  @Test("U3: onPrompt once for each prompt, when the session says so")
  func promptsOnce() async throws {
    let recorded = try await Recorded(Self.scenario("promptHookTiming: 'oncePerPrompt'"))
    #expect(try log(recorded).count { $0 == "promptOuter" } == 2)
    #expect(try order(recorded).first == "profile A")
  }
}
