import Transcripts

/// Runs one request: does what `RequestState` says, one effect after the other, in one task.
///
/// The profile, its transforms and its hooks are touched here and nowhere else while a request runs, which is why they need not be Sendable.
final class RequestRun {
  let session: LanguageModelSession
  let request: RequestDescription
  let feed: RequestFeed?
  private(set) var state: RequestState
  /// 1-based within the session.
  private(set) var number = 0
  private let prompt: Transcript.Prompt
  /// As it was evaluated last.
  var profile: ResolvedProfile
  var options: OptionResolution
  /// What came after the prompt.
  var entries: [Transcript.Entry] = []
  var usage = LanguageModelSession.Usage.zero
  /// The text of the last inference, and what it is as content.
  var text = ""
  var content = GeneratedContent("")
  /// Of guided content: the same in every snapshot and in the response.
  let contentID: GenerationID?

  init(session: LanguageModelSession, request: RequestDescription, feed: RequestFeed?) {
    self.session = session
    self.request = request
    self.feed = feed
    let configuration = session.configuration
    state = RequestState(
      active: session.state.withLock { $0.persona }, switchTiming: configuration.profileSwitchTiming,
      promptHooks: configuration.promptHookTiming, limit: configuration.maximumInferencesPerRequest)
    contentID = request.schema == nil ? nil : GenerationID()
    prompt = Transcript.Prompt(
      id: configuration.makeID(), metadata: request.metadata,
      segments: request.prompt.segments.identified(by: configuration.makeID), options: request.options,
      responseFormat: request.schema.map { Transcript.ResponseFormat(schema: $0) },
      contextOptions: request.contextOptions)
    profile = session.source.active ?? ResolvedProfile()
    options = OptionResolution(request: request, profile: profile)
  }

  /// Everything from the prompt's entry to the request's end. The session is busy before and free after.
  func run() async throws -> RequestOutcome {
    await session.endPrewarming()
    number = session.open(prompt)
    do {
      let outcome = try await turn()
      try session.complete(number)
      return outcome
    } catch {
      let policy = profile.errorPolicy?.value ?? session.transcriptErrorHandlingPolicy ?? .revertTranscript
      session.fail(
        number, error is CancellationError ? .cancelled : .failed(RequestFailure(error)), policy: policy)
      throw error
    }
  }

  private func turn() async throws -> RequestOutcome {
    var effect = state.receive(.began)
    while let event = try await perform(effect) { effect = state.receive(event) }
    return outcome
  }

  /// - Returns: What came of it; nil when the request is done.
  /// - Throws: What the request fails with, and nothing else: whatever goes wrong meanwhile is an event.
  private func perform(_ effect: RequestState.Effect) async throws -> RequestState.Event? {
    if case .fail(let error) = effect { throw error }
    do {
      try Task.checkCancellation()
      if session.wasAssigned { return .transcriptAssigned }
      switch effect {
      case .resolve(let pinned): return try await resolve(pinned: pinned)
      case .switchPersona(let old, let new):
        return .switched(ranHooks: await switchPersona(from: old, to: new))
      case .runPromptHooks:
        try await run("onPrompt", profile.hooks.onPrompt, with: prompt)
        return .promptHooksRan(any: !profile.hooks.onPrompt.isEmpty)
      case .infer: return .inferred(calls: try await infer())
      case .runTools(let calls):
        try await runTools(calls)
        return .toolsReturned
      case .finish, .fail: return nil
      }
    } catch {
      // What is cancelled may fail in any way; what happened is that it was cancelled.
      return .failed(Task.isCancelled ? CancellationError() : error)
    }
  }

  /// What there is by now.
  var outcome: RequestOutcome {
    RequestOutcome(text: text, content: content, entries: entries[...], usage: usage)
  }
}
