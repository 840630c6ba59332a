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

  /// What goes on in the background. A profile that belongs to another actor than the caller's is evaluated there, and rendered when it is; one that
  /// cannot be evaluated says so when it is asked to respond.
  private func prewarmingTask(_ prompt: Prompt?) -> Task<Void, Never>? {
    do {
      let profile = try source.resolveHere(for: properties)
      let transcript = prefix(of: profile, prompt)
      let sent = try source.transformHere(transcript, by: profile, for: properties)
      let (model, prefix) = prefix(sent, for: profile)
      return Task { [executors] in executors.prewarm(model, transcript: prefix) }
    } catch is ForeignBody {
      return Task { [self] in
        guard !Task.isCancelled, let profile = try? await source.resolve(for: properties) else { return }
        let transcript = prefix(of: profile, prompt)
        guard let sent = try? await source.transform(transcript, by: profile, for: properties) else { return }
        let (model, prefix) = prefix(sent, for: profile)
        executors.prewarm(model, transcript: prefix)
      }
    } catch {
      return nil
    }
  }

  /// What the next request will begin with, as far as it can be told now.
  private func prefix(of profile: ResolvedProfile, _ prompt: Prompt?) -> Transcript {
    var transcript = state.withLock { $0.transcript }
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
  private func prefix(
    _ transformed: Transcript, for profile: ResolvedProfile
  ) -> (any LanguageModel, Transcript) {
    var sent = transformed
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
