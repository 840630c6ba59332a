import FoundationEssentials
import Glibc
import ModelBackends
import Scenarios
import SessionEngine
import Synchronization
import Transcripts

/// What a prefix cache is worth on a real server with a real model: the chat of `stemma run chat`, three turns with short
/// instructions and three with long ones, with the cache and without.
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
    let note =
      "server: ten prompts are prefilled whole, five of some 4,000 tokens, which takes some minutes\n"
    _ = write(STDERR_FILENO, note, note.utf8.count)
    let server = try ModelServer(.smollm, window: 8192, folder: place.path)
    return try waiting { try await measure(server) }
  }

  /// One turn as the session announced it.
  private struct Turn: Sendable {
    var input: Int
    var reused: Int
    var prefilled: Int
    var output: Int
    /// From the request to its first token.
    var seconds: Double
    var prompt: String
    var reply: String
    /// What came before it.
    var history: Transcript
  }

  @concurrent
  private static func measure(_ server: ModelServer) async throws -> [Claim] {
    guard let url = URL(string: "http://127.0.0.1:\(server.port)"),
      let scenario = try ShippedScenario.named("chat")?.scenario()
    else { return [] }
    let model = LlamaServerLanguageModel(url: url, name: "smollm")
    try await model.eraseSlot()
    let on = try await chat(model, scenario)
    var cold = model
    cold.reusesCache = false
    var off: [Turn] = []
    for turn in on { off.append(try await ask(cold, turn.prompt, after: turn.history)) }
    let (again, aside) = try await prefilled(model, on)
    let told = on + off + again + aside
    let (prefilled, reused) = (
      told.reduce(0) { $0 + $1.prefilled }, told.reduce(0) { $0 + $1.reused }
    )
    let totals = try server.totals()
    return claims(on: on, off: off, again: again) + [
      Claim(
        name: "server: prefilled and reused, all requests", measured: "\(prefilled), \(reused)",
        against: "its /metrics: \(totals.prefilled), \(totals.reused)",
        standing: .held(totals == (prefilled, reused)))
    ]
  }

  /// The scenario as `stemma run chat` runs it: replies stay in the cache as they were decoded.
  private static func chat(_ model: LlamaServerLanguageModel, _ scenario: Scenario) async throws -> [Turn] {
    let observer = TurnObserver()
    var options = ScenarioDriver.Options()
    options.observers = [observer]
    options.backend = ModelBinding.Backend(model, contextSize: try await model.contextSize)
    let summary = await ScenarioRunner.run(ScenarioDriver(scenario, options: options))
    if let failure = summary.failures.first { throw Workplace.Failure(what: "the chat failed: \(failure)") }
    return try observer.take().map(turn)
  }

  /// Each turn after a history that was prefilled, and not decoded: what is reused was computed as it is without a cache.
  ///
  /// The slot holds the last whole prompt when this begins. A request with another question goes back to the history's end.
  private static func prefilled(_ model: LlamaServerLanguageModel, _ turns: [Turn]) async throws
    -> (turns: [Turn], aside: [Turn])
  {
    var (again, aside): ([Turn], [Turn]) = ([], [])
    for turn in turns.reversed() {
      aside.append(try await ask(model, "Never mind.", after: turn.history, limit: 1))
      again.append(try await ask(model, turn.prompt, after: turn.history))
    }
    return (again.reversed(), aside)
  }

  private static func ask(
    _ model: LlamaServerLanguageModel, _ question: String, after history: Transcript, limit: Int = 48
  ) async throws -> Turn {
    let observer = TurnObserver()
    var configuration = SessionConfiguration()
    configuration.observers = [observer]
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(model: model, transcript: history)
    }
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: limit)
    try await session.respond(to: question, options: options)
    guard let seen = observer.take().first else { throw Workplace.Failure(what: "no request was announced") }
    return try turn(seen)
  }

  private static func turn(_ seen: TurnObserver.Seen) throws -> Turn {
    guard let begun = seen.inference, let end = seen.end, let input = end.input?.value,
      let reused = end.reused?.value, let prefilled = end.prefilled?.value, let output = end.output?.value,
      let first = end.firstToken
    else { throw Workplace.Failure(what: "the model server told no counts") }
    return Turn(
      input: input, reused: reused, prefilled: prefilled, output: output,
      seconds: Double(first - seen.start) / 1e3, prompt: seen.prompt, reply: seen.reply,
      history: Transcript(entries: begun.sent.dropLast()))
  }

  private static func claims(on: [Turn], off: [Turn], again: [Turn]) -> [Claim] {
    var claims: [Claim] = []
    for (number, (on, off)) in zip(on, off).enumerated() {
      let times = "off \(Figure.text(off.seconds)) s, on \(Figure.text(on.seconds)) s"
      let counts = "of \(on.input) tokens \(on.reused) reused, \(on.prefilled) prefilled"
      claims.append(
        .figure(
          "server: first token, turn \(number + 1)", "\(Figure.text(off.seconds / on.seconds))x",
          on.reused == 0 ? "\(times); of \(on.input) tokens none reused" : "\(times); \(counts)"))
    }
    // The last token of a reply is never evaluated before the next turn; with the whole list the instructions are others.
    let pairs = zip(on, on.dropFirst()).filter { $0.history.first == $1.history.first }
    let held = pairs.count { $1.reused == $0.input + $0.output - 1 }
    let whole = zip(on, off).count { $1.reused == 0 && $1.prefilled == $0.input }
    claims.append(
      Claim(
        name: "server: turns that reuse all that was held", measured: "\(held) of \(pairs.count)",
        against: "those without new instructions", standing: .held(held == 4 && pairs.count == 4)))
    claims.append(
      Claim(
        name: "server: turns without a cache, prefilled whole", measured: "\(whole) of \(on.count)",
        against: "as many tokens as with it", standing: .held(whole == on.count && on.count == 6)))
    let same = zip(off, again).count { $0.reply == $1.reply }
    claims.append(
      Claim(
        name: "server: replies, cache on and off", measured: "\(same) of \(off.count) identical",
        against: "greedy, no flash attention; the history was prefilled", standing: .held(same == off.count)))
    claims.append(
      .figure(
        "server: replies, live and off",
        "\(zip(on, off).count { $0.reply == $1.reply }) of \(off.count) identical",
        "what a live chat reuses was decoded in part, which may round otherwise"))
    return claims
  }
}

/// Keeps what the measures of requests are worked out from.
private final class TurnObserver: SessionObserver {
  struct Seen: Sendable {
    /// Milliseconds.
    var start: Int64
    var prompt: String
    var reply = ""
    var inference: InferenceStart?
    var end: InferenceEnd?
  }
  private let seen = Mutex<[Seen]>([])

  func observe(_ event: SessionEvent, of session: SessionIdentity) {
    seen.withLock { seen in
      switch event.kind {
      case .requestStarted(let start):
        seen.append(Seen(start: event.at, prompt: Transcript.Entry.prompt(start.prompt).text))
      case .inferenceStarted(let start) where !seen.isEmpty: seen[seen.count - 1].inference = start
      case .inferenceEnded(let end) where !seen.isEmpty: seen[seen.count - 1].end = end
      case .transcript(let change) where change.cause == .response && !seen.isEmpty:
        seen[seen.count - 1].reply = change.inserted.last?.text ?? ""
      default: break
      }
    }
  }

  /// The requests so far, in order.
  func take() -> [Seen] {
    seen.withLock { seen in
      defer { seen = [] }
      return seen
    }
  }
}
