import Transcripts

extension LanguageModelSession {
  /// Prepares the model for the next request: what is known of it already (instructions, tools, history, and the beginning of the prompt) is
  /// rendered now and prefilled in the background (R9).
  ///
  /// Does nothing while the session is responding. A request cancels it; so does another prewarm. Observers hear of its beginning and of
  /// its end, and of what it evaluated if the model tells.
  public func prewarm(promptPrefix: Prompt? = nil) {
    let (isFree, replaced) = state.withLock { state -> (Bool, Prewarming?) in
      guard state.phase == .idle else { return (false, nil) }
      state.phase = .rendering
      defer { state.prewarming = nil }
      return (true, state.prewarming)
    }
    guard isFree else { return }
    replaced?.cancel()
    let rendering = renderPrefix(promptPrefix)
    state.withLock { state in
      // A request that has begun meanwhile is more urgent.
      guard state.phase == .rendering else { return }
      state.phase = .idle
      state.prewarming =
        switch rendering {
        case .done(let prefix): begin(prefix, promptPrefix, &state)
        case .elsewhere: renderElsewhere(promptPrefix)
        case .impossible: nil
        }
    }
    announcer.deliver()
  }

  /// Returns when a prewarm that was asked for has been handed to the model, for runs that are to be the same every time: when it has come
  /// to its end, in a time that takes none, and always if `toItsEnd`.
  package func prewarmed(toItsEnd: Bool = false) async {
    guard let prewarming = state.withLock({ $0.prewarming }) else { return }
    await prewarming.handing.value
    await prewarming.telemetry.value(ofAny: toItsEnd)
  }

  /// Ends a prewarm where it is. Nothing happens when none runs.
  package func cancelPrewarming() {
    let prewarming = state.withLock { state in
      defer { state.prewarming = nil }
      return state.prewarming
    }
    prewarming?.cancel()
    prewarming?.telemetry.cancelTask()
  }

  /// A real request is more urgent (R9). Only a prewarm in a time that takes none has always had the time it needs.
  func endPrewarming() async {
    let prewarming = state.withLock { state in
      defer { state.prewarming = nil }
      return state.prewarming
    }
    guard let prewarming else { return }
    prewarming.handing.cancel()
    await prewarming.telemetry.value(ofAny: false)
    prewarming.telemetry.end(.cancelled)
  }

  /// A prewarm on its way.
  struct Prewarming: Sendable {
    /// Hands the prefix to the executor.
    var handing: Task<Void, Never>
    var telemetry: PrewarmTelemetry

    func cancel() {
      handing.cancel()
      telemetry.end(.cancelled)
    }
  }

  /// What a model is to hold.
  private struct Prefix {
    var model: any LanguageModel
    var profile: String
    var transcript: Transcript
    var tools: [Transcript.ToolDefinition]

    /// What an executor is given: it knows of tools by the leading instructions alone, which a transform may have left out.
    var handed: Transcript {
      guard !tools.isEmpty, transcript.leadingInstructions == nil else { return transcript }
      var handed = transcript
      handed.insert(
        .instructions(Transcript.Instructions(segments: [], toolDefinitions: tools)), at: handed.startIndex)
      return handed
    }
  }

  /// What came of rendering a prefix where the caller is.
  private enum Rendering {
    case done(Prefix)
    /// The profile belongs to another actor.
    case elsewhere
    /// A profile that cannot be evaluated says so when it is asked to respond.
    case impossible
  }

  private func renderPrefix(_ prompt: Prompt?) -> Rendering {
    do {
      let rendered = try source.renderHere(for: properties) { beginning(of: $0, prompt) }
      return rendered.map { .done(prefix($0, $1)) } ?? .impossible
    } catch is ForeignBody {
      return .elsewhere
    } catch {
      return .impossible
    }
  }

  /// Puts the event in line, and hands the prefix over once it is.
  private func begin(_ prefix: Prefix, _ prompt: Prompt?, _ state: inout State) -> Prewarming {
    let telemetry = PrewarmTelemetry(announcer: announcer)
    announce(prefix, prompt, telemetry, &state)
    let handing = PrewarmTelemetry.$current.withValue(telemetry) {
      Task { [executors] in executors.prewarm(prefix.model, transcript: prefix.handed) }
    }
    return Prewarming(handing: handing, telemetry: telemetry)
  }

  /// The same for a profile that has to be rendered where it belongs first.
  private func renderElsewhere(_ prompt: Prompt?) -> Prewarming {
    let telemetry = PrewarmTelemetry(announcer: announcer)
    let handing = PrewarmTelemetry.$current.withValue(telemetry) {
      Task { [self] in
        let rendered = try? await source.render(for: properties) { self.beginning(of: $0, prompt) }
        guard let prefix = rendered.map({ prefix($0, $1) }), !Task.isCancelled else { return }
        let isBegun = state.withLock { state in
          guard state.phase != .responding else { return false }
          announce(prefix, prompt, telemetry, &state)
          return true
        }
        guard isBegun else { return }
        announcer.deliver()
        executors.prewarm(prefix.model, transcript: prefix.handed)
      }
    }
    return Prewarming(handing: handing, telemetry: telemetry)
  }

  private func announce(
    _ prefix: Prefix, _ prompt: Prompt?, _ telemetry: PrewarmTelemetry, _ state: inout State
  ) {
    state.prewarms += 1
    telemetry.begin(
      PrewarmStart(
        number: state.prewarms, model: prefix.model.announcedName, profile: prefix.profile,
        sent: prefix.transcript.entries,
        promptPrefix: prompt.map { _ in prefix.transcript.last?.promptText ?? "" },
        tools: prefix.tools.map(\.name)))
  }

  /// What the next request will begin with, as far as it can be told now; nil when it has begun.
  private func beginning(of profile: ResolvedProfile, _ prompt: Prompt?) -> Transcript? {
    let current = state.withLock { $0.phase == .responding ? nil : $0.transcript }
    guard var transcript = current, !Task.isCancelled else { return nil }
    let held = transcript.leadingInstructions
    if let leading = instructions(of: profile, over: held) {
      transcript.replaceSubrange(0..<(held == nil ? 0 : 1), with: CollectionOfOne(.instructions(leading)))
    }
    if let prompt {
      transcript.append(.prompt(Transcript.Prompt(id: configuration.makeID(), segments: prompt.segments)))
    }
    return transcript
  }

  /// The model that is asked next, and what it is sent.
  private func prefix(_ profile: ResolvedProfile, _ sent: Transcript) -> Prefix {
    var sent = sent
    let isDisallowed = profile.toolCallingMode?.value.kind == .disallowed
    let tools = isDisallowed ? [] : profile.tools.map { Transcript.ToolDefinition(tool: $0) }
    sent.enable(tools)
    return Prefix(
      model: (profile.model ?? source.model).value, profile: profile.name, transcript: sent, tools: tools)
  }
}

extension Transcript.Entry {
  /// The text of a prompt.
  fileprivate var promptText: String? {
    guard case .prompt(let prompt) = self else { return nil }
    return prompt.segments.compactMap { if case .text(let text) = $0 { text.content } else { nil } }.joined()
  }
}

extension ExecutorStore {
  /// A model whose executor cannot be made says so when it is asked to respond.
  fileprivate func prewarm(_ model: some LanguageModel, transcript: Transcript) {
    guard !Task.isCancelled else { return }
    (try? executor(for: model))?.prewarm(model: model, transcript: transcript)
  }
}
