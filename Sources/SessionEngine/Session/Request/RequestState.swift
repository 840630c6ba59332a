import Transcripts

/// Where one request stands, as a function: an event in, the next thing to do out.
///
/// Knows neither model nor hooks nor transcript. `RequestRun` does what it says and tells what came of it.
///
/// One turn of the wheel: the profile is resolved; if another persona comes of it the old one is left and the new one entered (L2); its prompt
/// hooks run (L3); since hooks may have changed what the body reads, the profile is resolved again; when that changes nothing, the model is asked.
/// Its tool calls are made, and the wheel turns again until an inference makes none (R2, U7).
struct RequestState {
  /// A profile that can be active. Equal identities are the same persona (P7).
  struct Persona: Equatable, Sendable {
    var identity: String
    var name: String
  }

  /// What has happened.
  enum Event {
    case began
    /// The profile was evaluated.
    case resolved(Persona, mode: GenerationOptions.ToolCallingMode.Kind, toolCount: Int)
    /// Everything that leaving the old persona and entering the new one takes is done; there were hooks, or there were none.
    case switched(ranHooks: Bool)
    case promptHooksRan(any: Bool)
    case inferred(calls: [Transcript.ToolCall])
    case toolsReturned
    /// Somebody assigned the transcript meanwhile (R6).
    case transcriptAssigned
    case failed(any Error)
  }

  /// What to do next.
  enum Effect {
    /// Evaluate the profile. With `pinned`, the persona that must not change although the body may choose another (P6).
    case resolve(pinned: Persona?)
    case switchPersona(from: Persona?, to: Persona)
    case runPromptHooks
    /// Ask the model; `number` counts from 1 within the request.
    case infer(number: Int)
    case runTools([Transcript.ToolCall])
    case finish
    case fail(any Error)
  }

  let switchTiming: SessionConfiguration.ProfileSwitchTiming
  let promptHooks: SessionConfiguration.PromptHookTiming
  let limit: Int?

  private struct Resolution {
    var persona: Persona
    var mode: GenerationOptions.ToolCallingMode.Kind
    var toolCount: Int
  }

  private(set) var active: Persona?
  private var latest: Resolution?
  /// The persona of the request's first inference.
  private var first: Persona?
  private var inferences = 0
  /// Personas entered since the last inference, so that hooks that send each other back and forth come to an end.
  private var entered: [String] = []
  /// Personas whose prompt hooks have run since the last inference.
  private var prompted: Set<String> = []

  init(
    active: Persona?, switchTiming: SessionConfiguration.ProfileSwitchTiming,
    promptHooks: SessionConfiguration.PromptHookTiming, limit: Int?
  ) {
    self.active = active
    self.switchTiming = switchTiming
    self.promptHooks = promptHooks
    self.limit = limit
  }

  mutating func receive(_ event: Event) -> Effect {
    switch event {
    case .began:
      return next()
    case .resolved(let persona, let mode, let toolCount):
      latest = Resolution(persona: persona, mode: mode, toolCount: toolCount)
      return resolved()
    case .switched(let ranHooks), .promptHooksRan(any: let ranHooks):
      // What no hook has touched need not be evaluated again.
      return ranHooks ? .resolve(pinned: pinned) : resolved()
    case .inferred(let calls):
      entered = []
      prompted = []
      first = first ?? active
      return calls.isEmpty ? .finish : .runTools(calls)
    case .toolsReturned:
      return next()
    case .transcriptAssigned:
      return .fail(LanguageModelSession.Error.transcriptMutationWhileResponding)
    case .failed(let error):
      return .fail(error)
    }
  }

  /// The cap is looked at before anything is done for an inference that will not be.
  private func next() -> Effect {
    if let limit, inferences >= limit { return .fail(SessionLimitError.inferenceLimitReached(limit: limit)) }
    return .resolve(pinned: pinned)
  }

  private var pinned: Persona? { switchTiming == .nextRequest ? first : nil }

  private mutating func resolved() -> Effect {
    guard let latest else { return .resolve(pinned: pinned) }
    let persona = latest.persona
    if persona.identity != active?.identity {
      if isSettled, let active { return .resolve(pinned: active) }
      let previous = active
      active = persona
      entered.append(persona.identity)
      return .switchPersona(from: previous, to: persona)
    }
    let isDue = promptHooks == .everyInference || inferences == 0
    if isDue, prompted.insert(persona.identity).inserted { return .runPromptHooks }
    if latest.mode == .required && latest.toolCount == 0 {
      return .fail(
        LanguageModelError.unsupportedGenerationGuide(
          LanguageModelError.UnsupportedGenerationGuide(
            schemaName: nil,
            debugDescription:
              "tools are required and \(persona.name) has none: add a tool, or allow answers without one")))
    }
    inferences += 1
    return .infer(number: inferences)
  }

  /// Hooks have led back to a persona that was entered before for the same inference: no further switch until it is done.
  private var isSettled: Bool { Set(entered).count < entered.count }
}
