import Glibc
import PrefixCache
import Recordings
import ScriptedModel
import SessionEngine
import SessionRecorder
import Tokenizers
import Transcripts

/// What the session engine and the recorder cost beside the model, and whether a thousand sessions at once
/// stay apart.
enum EngineBenchmark {
  static func run(_ place: Workplace) throws -> [Claim] {
    try inferences(place) + (try snapshots(place)) + (try crowd(place))
  }

  private static let sizes = [10, 100, 1_000, 10_000]

  // MARK: An inference

  /// Requests to a model that answers at once, with histories of several lengths.
  private static func inferences(_ place: Workplace) throws -> [Claim] {
    var claims: [Claim] = []
    var seconds: [Int: Double] = [:]
    for size in sizes {
      seconds[size] = try overhead(entries: size) { nil }
      let ratio = seconds[size / 10].map { before in
        "\(Figure.text((seconds[size] ?? 0) / before))x that of \(size / 10)"
      }
      claims.append(
        .figure(
          "engine: an inference at \(size) entries", "\(Figure.text((seconds[size] ?? 0) * 1e6)) µs",
          ratio ?? ""))
    }
    claims.append(.atMost("engine: an inference at 1,000 entries", (seconds[1_000] ?? 0) * 1e3, 1, "ms"))
    claims.append(
      .atMost(
        "engine: a further entry of a history", ((seconds[10_000] ?? 0) - (seconds[10] ?? 0)) / 9_990 * 1e9,
        20,
        "ns"))
    let counter = CharacterTokenCounter()
    var recorded: [Int: Double] = [:]
    for size in sizes {
      let whole = try overhead(entries: size) {
        let recording = try Recording.create(
          at: "\(place.path)/overhead-\(UInt32.random(in: 0 ... .max)).stemma", tokenizer: counter.name)
        return try SessionRecorder(recording: recording, counter: counter)
      }
      recorded[size] = whole - (seconds[size] ?? 0)
      claims.append(
        .figure(
          "recorder: an inference at \(size) entries", "\(Figure.text((recorded[size] ?? 0) * 1e6)) µs",
          "two snapshots, a request and all events"))
    }
    claims.append(
      .atMost("recorder: an inference at 1,000 entries", (recorded[1_000] ?? 0) * 1e3, 1, "ms"))
    return claims
  }

  /// Seconds of the processor that one request takes: the median of several sessions.
  private static func overhead(
    entries: Int, recorder: @escaping @Sendable () throws -> SessionRecorder?
  ) throws -> Double {
    var times: [Double] = []
    for _ in 0..<7 {
      times.append(
        try waiting {
          let history = Self.history(entries)
          let session = LanguageModelSession(
            profile: LanguageModelSession.Profile { Instructions("Answer briefly.") }.model(FreeModel()),
            history: history)
          if let recorder = try recorder() { session.addObserver(recorder) }
          _ = try await session.respond(to: "the first, which is cold")
          let start = processorTime()
          for number in 0..<10 { _ = try await session.respond(to: "prompt \(number)") }
          return (processorTime() - start) / 10
        })
    }
    return times.sorted()[times.count / 2]
  }

  // MARK: A snapshot

  /// One entry more, announced as the engine does.
  private static func snapshots(_ place: Workplace) throws -> [Claim] {
    var seconds: [Int: Double] = [:]
    let counter = CharacterTokenCounter()
    for size in [100, 1_000, 10_000] {
      let recording = try Recording.create(
        at: "\(place.path)/snapshots-\(size).stemma", tokenizer: counter.name)
      let recorder = try SessionRecorder(recording: recording, counter: counter)
      let identity = SessionIdentity(id: "s", title: "benchmark")
      recorder.observe(SessionEvent(at: 0, kind: .started(Transcript(entries: history(size)))), of: identity)
      let rounds = 1_000
      let added = (0..<rounds).map {
        response("Answer \(size) \($0): the chain wants oil, and the saddle is too high.")
      }
      seconds[size] =
        Stopwatch.seconds(runs: 1) {
          for (number, entry) in added.enumerated() {
            let change = TranscriptChange(
              cause: .response, position: size + number, removed: 0, inserted: [entry],
              count: size + number + 1)
            recorder.observe(SessionEvent(at: Int64(number), kind: .transcript(change)), of: identity)
          }
        } / Double(rounds)
      recorder.close()
    }
    return [
      .atMost("recorder: a snapshot at 1,000 entries", (seconds[1_000] ?? 0) * 1e6, 100, "µs"),
      .atMost(
        "recorder: at 10,000 entries against 100", (seconds[10_000] ?? 0) / (seconds[100] ?? 1), 2, "x"),
    ]
  }

  // MARK: A crowd

  private static let sessions = 1_000
  private static let requests = 10

  /// A thousand sessions at once with ten requests each, three times over, each time into one recording.
  private static func crowd(_ place: Workplace) throws -> [Claim] {
    var memory: [Double] = []
    var seconds: [Double] = []
    var intact = 0
    for wave in 0..<3 {
      let counter = CharacterTokenCounter()
      let path = "\(place.path)/crowd-\(wave).stemma"
      let recorder = try SessionRecorder(path: path, counter: counter)
      let start = ContinuousClock.now
      try waiting { try await Self.wave(recorder) }
      let time = start.duration(to: .now)
      seconds.append(Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
      if let failure = recorder.failure { throw failure }
      memory.append(try resident())
      recorder.close()
      intact += try intactSessions(path)
    }
    return [
      .atLeast(
        "crowd: 3 × 1,000 sessions × 10 requests, intact", Double(intact), Double(3 * sessions), "sessions"),
      .figure(
        "crowd: 1,000 sessions × 10 requests, recorded", "\(Figure.text(seconds.min() ?? 0)) s",
        "\(Figure.text((seconds.min() ?? 0) / Double(sessions * requests) * 1e6)) µs a request"),
      .atMost("crowd: memory after the third against the first", memory[2] / memory[0], 1.25, "x"),
      .figure("crowd: memory", "\(Figure.text(memory[2])) MiB"),
    ]
  }

  @concurrent
  private static func wave(_ recorder: SessionRecorder) async throws {
    var configuration = SessionConfiguration()
    configuration.observers = [recorder]
    var scripted = ScriptedModelConfiguration()
    scripted.prefillRate = nil
    scripted.decodeRate = nil
    scripted.script = try Script(
      json5: "{ rules: [{ when: { prompt: { matches: 'say (.+)' } }, answer: ['said ${1}'] }] }")
    let model = ScriptedLanguageModel(configuration: scripted)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<sessions {
        configuration.title = "session \(number)"
        group.addTask { [configuration] in
          let session = SessionConfiguration.$current.withValue(configuration) {
            LanguageModelSession(model: model, instructions: "You are session \(number).")
          }
          for turn in 0..<requests { _ = try await session.respond(to: "say \(turn) of \(number)") }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Sessions whose recording tells exactly what each of them did.
  private static func intactSessions(_ path: String) throws -> Int {
    let recording = try Recording.open(path)
    return try recording.sessions().count { session in
      let number = session.title.dropFirst("session ".count)
      var expected = ["You are session \(number)."]
      var snapshots = try recording.snapshots(of: session.id)[...]
      guard try texts(recording, snapshots.popFirst()) == expected else { return false }
      for turn in 0..<requests {
        for text in ["say \(turn) of \(number)", "said \(turn) of \(number)"] {
          expected.append(text)
          guard try texts(recording, snapshots.popFirst()) == expected else { return false }
        }
      }
      let inferences = try recording.inferences(of: session.id)
      let requests = try recording.requests(of: session.id)
      return snapshots.isEmpty && inferences.map(\.sequence) == Array(1...Self.requests)
        && inferences.dropFirst().allSatisfy { $0.cause == .appended }
        && requests.allSatisfy { $0.outcome == .completed }
    }
  }

  private static func texts(_ recording: Recording, _ snapshot: SnapshotRow?) throws -> [String] {
    guard let snapshot else { return [] }
    return try recording.entries(recording.entryIDs(of: snapshot.id)).map { record in
      Transcript.Entry(json: try JSONValue(parsing: record.json)).text
    }
  }

  // MARK: Tools

  private static func history(_ count: Int) -> [Transcript.Entry] {
    (0..<count).map { number in
      let text = "Entry \(number): about as many words as people write to a model in one go, or it to them."
      return number % 2 == 0 ? prompt(text) : response(text)
    }
  }

  private static func prompt(_ text: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: "P-\(text)", segments: [segment(text)]))
  }

  private static func response(_ text: String) -> Transcript.Entry {
    .response(Transcript.Response(id: "R-\(text)", assetIDs: [], segments: [segment(text)]))
  }

  private static func segment(_ text: String) -> Transcript.Segment {
    .text(Transcript.TextSegment(id: "s", content: text))
  }

  /// Of all threads, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// MiB that are resident now.
  private static func resident() throws -> Double {
    for line in try Workplace.readSmall("/proc/self/status").split(separator: "\n")
    where line.hasPrefix("VmRSS:") {
      return (Double(line.split(separator: " ").dropFirst().first ?? "0") ?? 0) / 1024
    }
    return 0
  }
}

/// A model that answers at once and costs nothing, so that what is left is the engine.
private struct FreeModel: LanguageModel {
  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
  var executorConfiguration: Int { 0 }

  struct Executor: LanguageModelExecutor {
    init(configuration: Int) {}

    nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: FreeModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      await channel.send(.response(action: .appendText("so be it", tokenCount: 3)))
    }
  }
}
