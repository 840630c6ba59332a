import FoundationEssentials
import Glibc
import ModelBackends
import SessionEngine
import Synchronization
import Transcripts

/// What a prefix cache is worth on a real server with a real model: a chat of three turns, at two lengths, with the cache and without.
///
/// Times are figures, for they are the machine's; counts and texts are held to what they must be.
enum ServerBenchmark {
  static func run(_ place: Workplace) throws -> [Claim] {
    if let missing = ModelServer.missing(for: .smollm) {
      return [
        .figure(
          "server: a real model", "skipped",
          "no \(missing); scripts/llama-server setup --smollm brings it (126 MB)")
      ]
    }
    let note = "server: eight prompts are prefilled whole, four of 4,100 tokens, which takes some minutes\n"
    _ = write(STDERR_FILENO, note, note.utf8.count)
    let server = try ModelServer(.smollm, window: 8192, folder: place.path)
    return try waiting { try await measure(server) }
  }

  /// Rules in the instructions, so that the second turn is of about so many tokens.
  private static let sizes = [(tokens: 357, rules: 12), (tokens: 4_100, rules: 168)]

  private static let questions = [
    "A customer's chain skips on the small cog. What is the first thing to look at, and why?",
    "And if that looks fine, what is the next thing to try before any part is bought?",
    "Write the customer one friendly sentence that says what was found and what it costs.",
  ]

  private static func instructions(_ rules: Int) -> String {
    (1...rules).reduce("You are the clerk of a bicycle workshop. Answer in one or two short sentences.") {
      "\($0)\nRule \($1): when the bench is cold, wax the thread before you sew number \($1)."
    }
  }

  /// One turn as the session announced it.
  private struct Turn: Sendable {
    var input: Int
    var reused: Int
    var prefilled: Int
    var output: Int
    /// From the request to its first token.
    var seconds: Double
    var reply: String
    /// What came before it.
    var history: Transcript
  }

  @concurrent
  private static func measure(_ server: ModelServer) async throws -> [Claim] {
    guard let url = URL(string: "http://127.0.0.1:\(server.port)") else { return [] }
    let model = LlamaServerLanguageModel(url: url, name: "smollm")
    var claims: [Claim] = []
    var told = (prefilled: 0, reused: 0)
    for (tokens, rules) in sizes {
      try await model.eraseSlot()
      let on = try await chat(model, instructions(rules))
      var cold = model
      cold.reusesCache = false
      var off: [Turn] = []
      for (question, turn) in zip(questions, on) {
        off.append(try await ask(LanguageModelSession(model: cold, transcript: turn.history), question))
      }
      let (again, aside) = try await prefilled(model, on)
      claims += Self.claims("server at \(tokens)", on: on, off: off, again: again)
      for turn in on + off + again + aside {
        told.prefilled += turn.prefilled
        told.reused += turn.reused
      }
    }
    let totals = try server.totals()
    claims.append(
      Claim(
        name: "server: prefilled and reused, all requests", measured: "\(told.prefilled), \(told.reused)",
        against: "its /metrics: \(totals.prefilled), \(totals.reused)", standing: .held(told == totals)))
    return claims
  }

  /// The chat as it is live: replies stay in the cache as they were decoded.
  private static func chat(_ model: LlamaServerLanguageModel, _ instructions: String) async throws -> [Turn] {
    let observer = TurnObserver()
    var configuration = SessionConfiguration()
    configuration.observers = [observer]
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: model, instructions: instructions)
    }
    var turns: [Turn] = []
    for question in questions { turns.append(try await ask(session, question, observer)) }
    return turns
  }

  /// Each turn after a history that was prefilled, and not decoded: what is reused was computed as it is without a cache.
  ///
  /// The slot holds the last whole prompt when this begins. A request with another question goes back to the history's end.
  private static func prefilled(_ model: LlamaServerLanguageModel, _ turns: [Turn]) async throws
    -> (turns: [Turn], aside: [Turn])
  {
    var (again, aside): ([Turn], [Turn]) = ([], [])
    for (question, turn) in zip(questions, turns).reversed() {
      let history = turn.history
      aside.append(
        try await ask(LanguageModelSession(model: model, transcript: history), "Never mind.", limit: 1))
      again.append(try await ask(LanguageModelSession(model: model, transcript: history), question))
    }
    return (again.reversed(), aside)
  }

  private static func ask(
    _ session: @autoclosure () -> LanguageModelSession, _ question: String, limit: Int = 24
  ) async throws -> Turn {
    let observer = TurnObserver()
    var configuration = SessionConfiguration()
    configuration.observers = [observer]
    let session = SessionConfiguration.$current.withValue(configuration) { session() }
    return try await ask(session, question, observer, limit: limit)
  }

  private static func ask(
    _ session: LanguageModelSession, _ question: String, _ observer: TurnObserver, limit: Int = 24
  ) async throws -> Turn {
    let history = session.transcript
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: limit)
    let reply = try await session.respond(to: question, options: options).content
    guard let (start, end) = observer.take(), let input = end.input?.value, let reused = end.reused?.value,
      let prefilled = end.prefilled?.value, let output = end.output?.value, let first = end.firstToken
    else { throw Workplace.Failure(what: "the model server told no counts") }
    return Turn(
      input: input, reused: reused, prefilled: prefilled, output: output,
      seconds: Double(first - start) / 1e3,
      reply: reply, history: history)
  }

  private static func claims(_ name: String, on: [Turn], off: [Turn], again: [Turn]) -> [Claim] {
    var claims: [Claim] = []
    for (number, (on, off)) in zip(on, off).enumerated() {
      let times = "off \(Figure.text(off.seconds)) s, on \(Figure.text(on.seconds)) s"
      let counts = "of \(on.input) tokens \(on.reused) reused, \(on.prefilled) prefilled"
      claims.append(
        .figure(
          "\(name): first token, turn \(number + 1)", "\(Figure.text(off.seconds / on.seconds))x",
          on.reused == 0 ? "\(times): both cold, the machine's noise" : "\(times); \(counts)"))
    }
    // The last token of a reply is never evaluated before the next turn.
    let held = zip(on, on.dropFirst()).count { $1.reused == $0.input + $0.output - 1 }
    let whole = zip(on, off).count { $1.reused == 0 && $1.prefilled == $0.input }
    claims.append(
      Claim(
        name: "\(name): reused, on and off", measured: "\(held) of 2, \(whole) of 3",
        against: "turns that reuse all that was held; that prefill all",
        standing: .held(held == 2 && whole == 3)))
    let same = zip(off, again).count { $0.reply == $1.reply }
    claims.append(
      Claim(
        name: "\(name): replies, cache on and off", measured: "\(same) of 3 identical",
        against: "greedy, no flash attention; the history was prefilled", standing: .held(same == 3)))
    claims.append(
      .figure(
        "\(name): replies, live and off", "\(zip(on, off).count { $0.reply == $1.reply }) of 3 identical",
        "what a live chat reuses was decoded in part, which may round otherwise"))
    return claims
  }
}

/// Keeps what a request's measures are worked out from.
private final class TurnObserver: SessionObserver {
  private let seen = Mutex<(start: Int64?, end: InferenceEnd?)>((nil, nil))

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    switch event.kind {
    case .requestStarted: seen.withLock { $0.start = event.at }
    case .inferenceEnded(let end): seen.withLock { $0.end = end }
    default: break
    }
  }

  /// When the last request began, in milliseconds, and how its inference ended.
  func take() -> (Int64, InferenceEnd)? {
    seen.withLock { seen in
      defer { seen = (nil, nil) }
      guard let start = seen.start, let end = seen.end else { return nil }
      return (start, end)
    }
  }
}
