import PrefixCache
import Transcripts

/// One inference: the executor runs in a task of its own and sends; this drains the channel, and knows at every moment how far things are.
struct InferenceRun {
  /// How much fits into the model, and how much of it the request takes; tokens.
  struct Window {
    var size: Int
    var input: Int

    /// - Throws: `LanguageModelError.contextSizeExceeded` when the request and what was decoded do not fit (R8).
    func check(decoded: Int) throws {
      guard input + decoded > size else { return }
      let words =
        decoded == 0
        ? "the request has \(input) tokens, the window \(size)"
        : "the request's \(input) tokens and the answer's \(decoded) do not fit into the window of \(size)"
      throw LanguageModelError.contextSizeExceeded(
        LanguageModelError.ContextSizeExceeded(
          contextSize: size, tokenCount: input + decoded, debugDescription: words))
    }
  }

  struct Result {
    var assembly: TranscriptAssembly
    var usage: LanguageModelSession.Usage
    /// What ended the inference before its end.
    var error: (any Error)?
  }

  /// Sent to observers no more often than this; milliseconds.
  private static let progressInterval: Int64 = 16

  let session: LanguageModelSession
  let number: Int
  let request: LanguageModelExecutorGenerationRequest
  let window: Window?
  /// Called when the answer has grown.
  let publish: (TranscriptAssembly, LanguageModelSession.Usage) -> Void

  /// Runs the inference to its end, whatever that is, and announces it.
  func run(on model: some LanguageModel) async -> Result {
    var drain = Drain(assembly: TranscriptAssembly(makeID: session.configuration.makeID))
    do {
      let executor = try session.executors.executor(for: model)
      try await run(executor, model, into: &drain)
      try refuseFullWindow(drain)
    } catch {
      // A cancelled executor may fail in any way; what happened is that it was cancelled.
      drain.error = Task.isCancelled ? CancellationError() : error
    }
    let usage = usage(of: drain)
    session.announcer.announce(.inferenceEnded(end(drain, usage)))
    return Result(assembly: drain.assembly, usage: usage, error: drain.error)
  }

  /// What is known of the inference so far.
  private struct Drain {
    var assembly: TranscriptAssembly
    var error: (any Error)?
    var input: Quantity?
    var reused: Quantity?
    var prefilled: Int?
    var decoded = 0
    /// What the server took; milliseconds.
    var time: (prefill: Quantity?, decode: Quantity?)
    /// Why the model stopped, in the backend's word.
    var reason: String?
    var firstToken: Int64?
    var lastProgress: Int64?
  }

  private func run<Executor: LanguageModelExecutor>(
    _ executor: Executor, _ model: Executor.Model, into drain: inout Drain
  ) async throws {
    let channel = LanguageModelExecutorGenerationChannel()
    let wasAssigned = session.state.withLock { state in
      state.channel = channel
      return state.wasAssigned
    }
    defer { session.state.withLock { $0.channel = nil } }
    if wasAssigned { throw LanguageModelSession.Error.transcriptMutationWhileResponding }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [request] in
        do {
          try await InferenceTelemetry.$current.withValue(InferenceTelemetry(channel: channel)) {
            try await executor.respond(to: request, model: model, streamingInto: channel)
          }
          channel.finish()
        } catch {
          channel.finish(throwing: error)
        }
      }
      // Whoever waits to send is let go when this is left.
      defer { channel.close() }
      do {
        for try await event in channel { try receive(event, into: &drain) }
        try Task.checkCancellation()
      } catch {
        group.cancelAll()
        throw error
      }
    }
  }

  private func receive(_ event: LanguageModelExecutorGenerationChannel.Event, into drain: inout Drain) throws
  {
    if case .report(let report) = event.kind {
      switch report {
      case .context(let input, let reused): (drain.input, drain.reused) = (input, reused)
      case .prefilled(let count): drain.prefilled = count
      case .decoded(let count): drain.decoded = count
      // What is told of the end is no progress.
      case .timed(let prefill, let decode):
        drain.time = (prefill, decode)
        return
      case .finished(let reason):
        drain.reason = reason
        return
      }
    } else {
      drain.assembly.receive(event)
    }
    if drain.firstToken == nil, drain.assembly.hasBegun || drain.decoded > 0, !session.announcer.isSilent {
      drain.firstToken = session.configuration.now()
      drain.lastProgress = nil
    }
    if case .response = event.kind { publish(drain.assembly, usage(of: drain)) }
    announceProgress(&drain)
    try Task.checkCancellation()
    try window?.check(decoded: drain.assembly.decoded)
  }

  /// An answer that was cut off where the window ends did not fit (R8). One that its request bounds to so many tokens is as long as was asked for.
  private func refuseFullWindow(_ drain: Drain) throws {
    guard let size = window?.size, let told = drain.assembly.usage, InferenceTelemetry.isCutOff(drain.reason)
    else { return }
    let count = told.input.totalTokenCount + told.output.totalTokenCount
    guard count >= size, !reachesLimit(usage(of: drain)) else { return }
    throw LanguageModelError.contextSizeExceeded(
      LanguageModelError.ContextSizeExceeded(
        contextSize: size, tokenCount: count,
        debugDescription: "the answer filled the window of \(size) tokens and was cut off"))
  }

  private func reachesLimit(_ usage: LanguageModelSession.Usage) -> Bool {
    request.generationOptions.maximumResponseTokens.map { usage.output.totalTokenCount >= $0 } ?? false
  }

  private func announceProgress(_ drain: inout Drain) {
    guard !session.announcer.isSilent else { return }
    let now = session.configuration.now()
    // The first report and the first token are news; after them a steady pace is enough.
    if let last = drain.lastProgress, now - last < Self.progressInterval { return }
    drain.lastProgress = now
    session.announcer.announce(
      .inferenceProgressed(
        InferenceProgress(
          inference: number, input: drain.input, reused: drain.reused, prefilled: drain.prefilled ?? 0,
          decoded: max(drain.decoded, drain.assembly.decoded), partial: drain.assembly.finished())))
  }

  /// What the executor told; where it told nothing, what was counted.
  private func usage(of drain: Drain) -> LanguageModelSession.Usage {
    if let told = drain.assembly.usage {
      return LanguageModelSession.Usage(
        input: LanguageModelSession.Usage.Input(
          totalTokenCount: told.input.totalTokenCount, cachedTokenCount: told.input.cachedTokenCount),
        output: LanguageModelSession.Usage.Output(
          totalTokenCount: told.output.totalTokenCount,
          reasoningTokenCount: told.output.reasoningTokenCount),
        metadata: told.metadata)
    }
    return LanguageModelSession.Usage(
      input: LanguageModelSession.Usage.Input(
        totalTokenCount: drain.input?.value ?? window?.input ?? 0,
        cachedTokenCount: drain.reused?.value ?? 0),
      output: LanguageModelSession.Usage.Output(
        totalTokenCount: drain.assembly.decoded, reasoningTokenCount: drain.assembly.reasoned))
  }

  private func end(_ drain: Drain, _ usage: LanguageModelSession.Usage) -> InferenceEnd {
    let told = drain.assembly.usage != nil
    let input =
      drain.input ?? (told ? .reported(usage.input.totalTokenCount) : window.map { .counted($0.input) })
    // A backend that told the input told what was reused, too, or that it does not know.
    let reused = drain.input == nil && told ? .reported(usage.input.cachedTokenCount) : drain.reused
    let calls = drain.assembly.finished().flatMap { entry -> [String] in
      if case .toolCalls(let calls) = entry { calls.map(\.toolName) } else { [] }
    }
    return InferenceEnd(
      inference: number, input: input, reused: reused,
      prefilled: drain.prefilled.map { Quantity($0, drain.input?.origin ?? .reported) },
      output: .reported(usage.output.totalTokenCount), reasoning: .reported(usage.output.reasoningTokenCount),
      firstToken: drain.firstToken, prefillTime: drain.time.prefill, decodeTime: drain.time.decode,
      calls: calls, finish: finish(drain, usage, hasCalls: !calls.isEmpty),
      error: drain.error.map { words(of: $0) }, remark: CacheRemark(metadata: usage.metadata))
  }

  private func finish(_ drain: Drain, _ usage: LanguageModelSession.Usage, hasCalls: Bool) -> String {
    if let error = drain.error { return error is CancellationError ? "cancelled" : "error" }
    if hasCalls { return "tool-calls" }
    if InferenceTelemetry.isCutOff(drain.reason) || reachesLimit(usage) { return "length" }
    return "stop"
  }
}
