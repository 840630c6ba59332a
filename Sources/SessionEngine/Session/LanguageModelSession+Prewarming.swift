import Transcripts

extension LanguageModelSession {
  /// Prepares the model for the next request: what is known of it already (instructions, tools, history, and the beginning of the prompt) is
  /// rendered now and prefilled in the background (R9).
  ///
  /// Does nothing while the session is responding. A request cancels it; so does another prewarm.
  public func prewarm(promptPrefix: Prompt? = nil) {
    let isFree = state.withLock { state in
      guard state.phase == .idle else { return false }
      state.phase = .rendering
      return true
    }
    guard isFree else { return }
    let task = prewarmingTask(promptPrefix)
    let cancelled = state.withLock { state in
      // A request that has begun meanwhile is more urgent.
      guard state.phase == .rendering else { return task }
      state.phase = .idle
      defer { state.prewarming = task }
      return state.prewarming
    }
    cancelled?.cancel()
  }

  /// Returns when a prewarm that was asked for has been handed to the model, for runs that are to be the same every time.
  package func prewarmed() async { await state.withLock { $0.prewarming }?.value }

  /// What goes on in the background. A profile that belongs to another actor than the caller's is rendered there and then; one that cannot be
  /// evaluated says so when it is asked to respond.
  private func prewarmingTask(_ prompt: Prompt?) -> Task<Void, Never>? {
    do {
      let rendered = try source.renderHere(for: properties) { prefix(of: $0, prompt) }
      guard let (model, prefix) = rendered.map(request) else { return nil }
      return Task { [executors] in executors.prewarm(model, transcript: prefix) }
    } catch is ForeignBody {
      return Task { [self] in
        let rendered = try? await source.render(for: properties) { self.prefix(of: $0, prompt) }
        guard let (model, prefix) = rendered.map(request) else { return }
        executors.prewarm(model, transcript: prefix)
      }
    } catch {
      return nil
    }
  }

  /// What the next request will begin with, as far as it can be told now; nil when it has begun.
  private func prefix(of profile: ResolvedProfile, _ prompt: Prompt?) -> Transcript? {
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
  private func request(_ profile: ResolvedProfile, _ sent: Transcript) -> (any LanguageModel, Transcript) {
    var sent = sent
    let isDisallowed = profile.toolCallingMode?.value.kind == .disallowed
    sent.enable(isDisallowed ? [] : profile.tools.map { Transcript.ToolDefinition(tool: $0) })
    return ((profile.model ?? source.model).value, sent)
  }
}

extension ExecutorStore {
  /// A model whose executor cannot be made says so when it is asked to respond.
  fileprivate func prewarm(_ model: some LanguageModel, transcript: Transcript) {
    guard !Task.isCancelled else { return }
    (try? executor(for: model))?.prewarm(model: model, transcript: transcript)
  }
}
