import Transcripts

// Evaluating the profile, going from one persona to another, and running hooks.
extension RequestRun {
  /// Evaluates the profile (P6, D3). The leading instructions entry follows at once, unless a switch of persona comes first.
  func resolve(pinned: RequestState.Persona?) async throws -> RequestState.Event {
    let kept = pinned.flatMap { pinned in
      session.source.active.flatMap { $0.identity == pinned.identity ? $0 : nil }
    }
    profile = try await session.source.resolve(for: session.properties, pinned: kept)
    options = OptionResolution(request: request, profile: profile)
    let persona = RequestState.Persona(identity: profile.identity, name: profile.name)
    if persona.identity == state.active?.identity {
      session.source.active = profile
      session.renderInstructions(of: profile)
    }
    return .resolved(persona, mode: options.mode, toolCount: profile.tools.count)
  }

  /// Leaves one persona and enters another (L2).
  ///
  /// - Returns: Whether there were hooks.
  func switchPersona(from old: RequestState.Persona?, to new: RequestState.Persona) async -> Bool {
    let leaving = old == nil ? [] : session.source.active?.hooks.onDeactivate ?? []
    for hook in leaving { await run("onDeactivate", of: old?.name ?? "", hook) }
    session.source.active = profile
    session.state.withLock { $0.persona = new }
    session.announcer.announce(
      .profileActivated(
        ProfileActivation(identity: new.identity, name: new.name, previous: old?.name)))
    for hook in profile.hooks.onActivate { await run("onActivate", of: new.name, hook) }
    session.renderInstructions(of: profile)
    return !leaving.isEmpty || !profile.hooks.onActivate.isEmpty
  }

  private func run(_ name: String, of persona: String, _ hook: @isolated(any) () async -> Void) async {
    await asHook { await hook() }
    session.announcer.announce(.hook(HookRun(name: name, profile: persona)))
  }

  /// Runs hooks from the outside in (L4). The first that throws is the last that runs (L5).
  func run<Payload>(
    _ name: String, _ hooks: [ProfileHooks.Hook<Payload>], with payload: Payload
  ) async throws {
    for hook in hooks { try await run(name) { try await hook(payload) } }
  }

  func run(_ name: String, _ hook: () async throws -> Void) async throws {
    do {
      try Task.checkCancellation()
      try await asHook(hook)
      session.announcer.announce(.hook(HookRun(name: name, profile: profile.name)))
    } catch {
      session.announcer.announce(.hook(HookRun(name: name, profile: profile.name, error: words(of: error))))
      throw error
    }
  }

  /// Everything of the session may be written in a hook (S2), and sessions made there are like this one.
  private func asHook(_ hook: () async throws -> Void) async rethrows {
    let context = SessionContext(values: session.properties, access: .readWrite)
    try await SessionContext.$current.withValue(context) {
      try await SessionConfiguration.$current.withValue(session.inheritedConfiguration()) { try await hook() }
    }
  }
}
