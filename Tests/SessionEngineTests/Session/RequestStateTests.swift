import Testing
import Transcripts

@testable import SessionEngine

/// The request as a function: no model, no hooks, no transcript.
@Suite("Request state")
struct RequestStateTests {
  typealias Persona = RequestState.Persona
  private let a = Persona(identity: "a", name: "A")
  private let b = Persona(identity: "b", name: "B")
  private let call = Transcript.ToolCall(id: "1", toolName: "f", arguments: GeneratedContent(json: .null))

  private func state(
    active: Persona? = nil, timing: SessionConfiguration.ProfileSwitchTiming = .nextInference,
    promptHooks: SessionConfiguration.PromptHookTiming = .everyInference, limit: Int? = nil
  ) -> RequestState {
    RequestState(active: active, switchTiming: timing, promptHooks: promptHooks, limit: limit)
  }

  /// The effects that events lead to, as text; the first is that of `.began`.
  private func effects(_ state: RequestState, _ events: [RequestState.Event]) -> [String] {
    var state = state
    return ([.began] + events).map { name(state.receive($0)) }
  }

  private func name(_ effect: RequestState.Effect) -> String {
    switch effect {
    case .resolve(let pinned): "resolve\(pinned.map { " as \($0.name)" } ?? "")"
    case .switchPersona(let old, let new): "switch \(old?.name ?? "-") to \(new.name)"
    case .runPromptHooks: "prompt hooks"
    case .infer(let number): "infer \(number)"
    case .runTools(let calls): "tools \(calls.map(\.toolName).joined(separator: " "))"
    case .finish: "finish"
    case .fail(let error): "fail: \(words(of: error))"
    }
  }

  private func resolved(
    _ persona: Persona, _ mode: GenerationOptions.ToolCallingMode.Kind = .allowed, tools: Int = 1
  ) -> RequestState.Event {
    .resolved(persona, mode: mode, toolCount: tools)
  }

  @Test("L2, L3: the first persona is entered, then its prompt hooks run, then the model is asked")
  func firstRequest() {
    #expect(
      effects(
        state(),
        [
          resolved(a), .switched(ranHooks: false), .promptHooksRan(any: false), .inferred(calls: []),
        ]) == ["resolve", "switch - to A", "prompt hooks", "infer 1", "finish"])
  }

  @Test("D3, S3: the profile is evaluated again after hooks have run, and only then")
  func hooksMayChangeWhatTheBodyReads() {
    #expect(
      effects(
        state(active: a),
        [resolved(a), .promptHooksRan(any: true), resolved(a), .inferred(calls: [])])
        == ["resolve", "prompt hooks", "resolve", "infer 1", "finish"])
  }

  @Test("R2, U7: tool calls are made and the profile evaluated anew, for as many rounds as there are calls")
  func rounds() {
    var state = state(active: a)
    _ = state.receive(.began)
    for round in 1...100 {
      _ = state.receive(resolved(a))
      #expect(name(state.receive(.promptHooksRan(any: false))) == "infer \(round)")
      #expect(name(state.receive(.inferred(calls: [call]))) == "tools f")
      #expect(name(state.receive(.toolsReturned)) == "resolve")
    }
  }

  @Test(
    "L2: a persona that a prompt hook chooses is entered before the inference, and its own prompt hooks run")
  func switchInPromptHook() {
    #expect(
      effects(
        state(active: a),
        [
          resolved(a), .promptHooksRan(any: true), resolved(b), .switched(ranHooks: true), resolved(b),
          .promptHooksRan(any: false), .inferred(calls: []),
        ]) == [
          "resolve", "prompt hooks", "resolve", "switch A to B", "resolve", "prompt hooks", "infer 1",
          "finish",
        ])
  }

  @Test("L2: hooks that choose each other's persona for ever come to an end")
  func endlessSwitching() {
    var state = state(active: a)
    var effect = state.receive(.began)
    var trace: [String] = []
    for _ in 0..<40 {
      trace.append(name(effect))
      switch effect {
      case .resolve(let pinned):
        // Each persona's hooks choose the other one.
        let other = state.active == a ? b : a
        effect = state.receive(resolved(pinned ?? other))
      case .switchPersona: effect = state.receive(.switched(ranHooks: true))
      case .runPromptHooks: effect = state.receive(.promptHooksRan(any: true))
      default: break
      }
      if case .infer = effect { break }
    }
    #expect(name(effect) == "infer 1")
    #expect(trace.filter { $0.hasPrefix("switch") } == ["switch A to B", "switch B to A", "switch A to B"])
  }

  @Test(
    "P6: with .nextInference a switch lands in the next round; with .nextRequest the persona is pinned after the first"
  )
  func timing() {
    let events: [RequestState.Event] = [
      resolved(a), .promptHooksRan(any: false), .inferred(calls: [call]), .toolsReturned, resolved(b),
    ]
    #expect(effects(state(active: a), events).last == "switch A to B")
    #expect(effects(state(active: a, timing: .nextRequest), events.dropLast()).last == "resolve as A")
  }

  @Test("U3: prompt hooks run before every inference, or once a prompt")
  func promptHookTiming() {
    let events: [RequestState.Event] = [
      resolved(a), .promptHooksRan(any: false), .inferred(calls: [call]), .toolsReturned, resolved(a),
    ]
    #expect(effects(state(active: a), events).last == "prompt hooks")
    #expect(effects(state(active: a, promptHooks: .oncePerPrompt), events).last == "infer 2")
  }

  @Test("R3: the cap stops the request before anything is done for one inference too many")
  func cap() {
    let events: [RequestState.Event] = [
      resolved(a), .promptHooksRan(any: false), .inferred(calls: [call]), .toolsReturned, resolved(a),
      .promptHooksRan(any: false), .inferred(calls: [call]), .toolsReturned,
    ]
    let last = effects(state(active: a, limit: 2), events).last
    #expect(last?.hasPrefix("fail: the request was stopped after 2 inferences") == true)
    #expect(effects(state(active: a), events).last == "resolve")
  }

  @Test("R4: tools required and none there fails before any inference")
  func requiredWithoutTools() {
    let last = effects(state(active: a), [resolved(a, .required, tools: 0), .promptHooksRan(any: false)]).last
    #expect(last?.hasPrefix("fail: cannot be followed: tools are required and A has none") == true)
  }

  @Test("R6: an assignment of the transcript ends the request")
  func assignment() {
    let last = effects(state(active: a), [.transcriptAssigned]).last
    #expect(last?.hasPrefix("fail: the transcript was assigned") == true)
  }
}
