import FoundationEssentials
import PrefixCache
import SessionEngine
import Transcripts

/// One request for a chat completion and its answer, told to a session's channel as it comes.
struct ChatExchange: Sendable {
  let server: Server
  let address: ServerAddress

  /// - Throws: `LanguageModelError`, `ChatCompletionsLanguageModel.APIError` and `RequestError`, `HTTPError`; `CancellationError` when the task is
  ///   cancelled, and then the connection is closed.
  nonisolated(nonsending) func run(
    _ body: ChatRequestBody, for request: LanguageModelExecutorGenerationRequest,
    into channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    var telling = ChatTelling(channel: channel)
    do {
      let response = try await send(body)
      let prefix = "call_\(request.id.uuidString.prefix(8).lowercased())_"
      var decoder = ChatStreamDecoder(callPrefix: prefix)
      let type = response.head["Content-Type"]?.lowercased() ?? ""
      // A page for people, of whatever stands before the server.
      if type.contains("text/html") {
        throw ServerFailure.unreadable(status: response.head.status, server: address.server)
      }
      if type.contains("application/json") {
        // A server that does not stream, or an error that came with a good status.
        let json = try JSONValue(parsing: try await response.body.collect())
        if let failure = ServerFailure(event: json, server: address.server, key: server.key) { throw failure }
        try await telling.tell(decoder.receive(json) + decoder.finish())
      } else {
        try await read(response, with: &decoder, telling: &telling)
      }
      try await telling.finish()
    } catch let failure as ServerFailure {
      throw failure.error(for: request)
    } catch let error as HTTPError {
      throw error.sessionError
    } catch is JSONError {
      throw ChatCompletionsLanguageModel.RequestError.invalidStreamData
    }
  }

  private func send(_ body: ChatRequestBody) async throws -> HTTPResponse {
    let accept = [HTTPRequest.Header("Accept", "text/event-stream")]
    do {
      return try await server.send(address, posting: body.json, headers: accept)
    } catch let failure as ServerFailure
      where [400, 422].contains(failure.status) && failure.message.contains("stream_options")
    {
      return try await server.send(address, posting: body.withoutStreamOptions().json, headers: accept)
    }
  }

  private nonisolated(nonsending) func read(
    _ response: HTTPResponse, with decoder: inout ChatStreamDecoder, telling: inout ChatTelling
  ) async throws {
    var isDone = false
    for try await event in response.body.events {
      if event.data == "[DONE]" {
        isDone = true
        break
      }
      guard !event.data.isEmpty else { continue }
      let json = try JSONValue(parsing: event.data.utf8)
      if let failure = ServerFailure(
        event: json, named: event.name, server: address.server, key: server.key)
      {
        throw failure
      }
      try await telling.tell(decoder.receive(json))
    }
    try await telling.tell(decoder.finish())
    guard isDone || decoder.isFinished else {
      throw HTTPError.dropped(server: address.server, reason: "the stream ended before the answer did")
    }
  }
}

/// Passes deltas on to a session's channel.
struct ChatTelling {
  let channel: LanguageModelExecutorGenerationChannel
  private var refusal = ""
  private var finish: String?
  private var usage: ReportedUsage?
  private var hasTold = false

  init(channel: LanguageModelExecutorGenerationChannel) { self.channel = channel }

  nonisolated(nonsending) mutating func tell(_ deltas: [ChatDelta]) async throws {
    for delta in deltas {
      try Task.checkCancellation()
      switch delta {
      // A delta is a token, as good as always; the usage at the end tells how many there were.
      case .text(let text):
        await channel.send(.response(action: .appendText(text, tokenCount: 1)))
        hasTold = true
      case .reasoning(let text):
        await channel.send(.reasoning(action: .appendText(text, tokenCount: 1)))
        hasTold = true
      case .signature(let words):
        await channel.send(.reasoning(action: .updateSignature(Data(words.utf8), tokenCount: 0)))
      case .call(let id, let name, let arguments):
        await channel.send(
          .toolCalls(
            action: .toolCall(
              id: id, name: name, action: .appendArguments(arguments, tokenCount: arguments.isEmpty ? 0 : 1)))
        )
        hasTold = true
      case .refusal(let words): refusal += words
      case .progress(let total, let reused, let processed):
        InferenceTelemetry.current?.report(.context(input: .reported(total), reused: .reported(reused)))
        InferenceTelemetry.current?.report(.prefilled(max(0, processed - reused)))
      case .usage(let told):
        usage = told
        if told.prefillTime != nil || told.decodeTime != nil {
          InferenceTelemetry.current?.report(.timed(prefill: told.prefillTime, decode: told.decodeTime))
        }
      case .finish(let reason): finish = reason
      }
    }
  }

  /// Tells the usage, and how the answer ended where that is an error.
  ///
  /// - Throws: `LanguageModelError.guardrailViolation` and `.refusal`.
  nonisolated(nonsending) mutating func finish() async throws {
    if let finish { InferenceTelemetry.current?.report(.finished(finish)) }
    await tellUsage()
    if finish == "content_filter" {
      let words = "the server's filter stopped the answer"
      throw LanguageModelError.guardrailViolation(.init(debugDescription: words))
    }
    if !refusal.isEmpty {
      throw LanguageModelError.refusal(.init(explanation: refusal, debugDescription: Visible.text(refusal)))
    }
    // An answer of nothing is an answer: the session has an entry for it.
    if !hasTold { await channel.send(.response(action: .appendText("", tokenCount: 0))) }
  }

  private nonisolated(nonsending) func tellUsage() async {
    guard let usage, let input = usage.input else { return }
    InferenceTelemetry.current?.report(
      .context(input: .reported(input), reused: usage.cached.map { .reported($0) }))
    if let cached = usage.cached { InferenceTelemetry.current?.report(.prefilled(input - cached)) }
    var metadata: [String: any ConvertibleToGeneratedContent] = [:]
    if let finish { metadata["finishReason"] = finish }
    if let doubt = usage.doubt {
      metadata["doubt"] = doubt
      metadata.merge(CacheRemark(kind: .other, words: doubt).metadata) { $1 }
    }
    await channel.send(
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: input, cachedTokenCount: usage.cached ?? 0),
          output: .init(totalTokenCount: usage.output ?? 0, reasoningTokenCount: usage.reasoning ?? 0),
          metadata: metadata)))
  }
}
