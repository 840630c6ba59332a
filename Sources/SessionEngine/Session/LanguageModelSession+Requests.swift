import Transcripts

// What a running request does to the session.
extension LanguageModelSession {
  /// The prompt is in, and from here on everything can be taken back.
  ///
  /// - Returns: The request's number.
  func open(_ prompt: Transcript.Prompt) -> Int {
    let number = state.withLock { state in
      state.requests += 1
      state.revertPoint = RevertPoint(state.transcript, ownsInstructions: state.ownsInstructions)
      return state.requests
    }
    append(.prompt(prompt), cause: .prompt)
    announcer.announce(.requestStarted(RequestStart(number: number, prompt: prompt)))
    return number
  }

  /// The request has come to its end.
  ///
  /// - Throws: `Error.transcriptMutationWhileResponding` when somebody assigned the transcript at the last moment: the request is still to
  ///   fail then.
  func complete(_ number: Int) throws {
    try close { state in
      if state.wasAssigned { throw Error.transcriptMutationWhileResponding }
      announcer.enqueue(.requestEnded(RequestEnd(number: number, outcome: .completed)))
    }
  }

  /// The request has failed or was cancelled, and its policy says what becomes of the transcript (R5).
  func fail(_ number: Int, _ outcome: RequestEnd.Outcome, policy: TranscriptErrorHandlingPolicy) {
    close { state in
      if policy.kind == .revert, let point = state.revertPoint {
        for change in point.restore(&state.transcript) { announcer.enqueue(.transcript(change)) }
        state.ownsInstructions = point.ownsInstructions
        state.plainEntries = 0
      }
      announcer.enqueue(.requestEnded(RequestEnd(number: number, outcome: outcome)))
    }
  }

  /// The session is free before observers hear of a request's end, and no event of the next request comes before.
  private func close(_ settle: (inout State) throws -> Void) rethrows {
    try changing(\.isResponding) {
      try changing(\.transcript) {
        try state.withLock { state in
          try settle(&state)
          state.revertPoint = nil
          state.phase = .idle
        }
      }
    }
    announcer.deliver()
  }

  /// 1-based within the session.
  func nextInference() -> Int {
    state.withLock { state in
      state.inferences += 1
      return state.inferences
    }
  }

  func add(_ usage: Usage) {
    changing(\.usage) { state.withLock { $0.usage = $0.usage + usage } }
  }

  /// Somebody assigned the transcript while the request was running (R6).
  var wasAssigned: Bool { state.withLock { $0.wasAssigned } }

  /// Runs a request; `begin` has made the session busy.
  @concurrent
  func run(_ request: RequestDescription, feed: RequestFeed? = nil) async throws -> RequestOutcome {
    try await RequestRun(session: self, request: request, feed: feed).run()
  }
}
