import Policies
import PrefixCache
import Recordings
import ScriptedModel
import SessionEngine
import SessionRecorder
import Synchronization
import Testing
import Tokenizers
import Transcripts

/// A dialogue held by the engine with the scripted model, and the recording of it.
struct Rerun {
  let recording: Recording

  init(
    _ dialogue: Dialogue, _ manner: Manner, cache: CacheKind = .attention, window: Int = 1_000_000,
    prewarming: Prewarming = .never
  ) async throws {
    let tokenizer = BytePairTokenizer.stemma
    let recording = try Recording.inMemory(tokenizer: tokenizer.name)
    self.recording = recording
    dialogue.brought.counts.withLock { $0 = [:] }
    let clock = VirtualClock()
    let ids = Mutex(0)
    var configuration = SessionConfiguration()
    configuration.observers = [try SessionRecorder(recording: recording, counter: tokenizer)]
    configuration.now = { 1_000_000 + Int64(clock.now.sinceStart / .milliseconds(1)) }
    configuration.makeID = {
      ids.withLock { count in
        count += 1
        return "id-\(count)"
      }
    }
    let model = ScriptedLanguageModel(
      configuration: ScriptedModelConfiguration(
        contextSize: window, cacheKind: cache, script: dialogue.script))
    let prompt = PromptCount()
    let session = SessionConfiguration.$current.withValue(configuration) {
      LanguageModelSession(profile: MannerProfile(model: model, manner: manner, prompt: prompt))
    }
    try await ModelClock.$current.withValue(clock) {
      for (number, text) in dialogue.prompts.enumerated() {
        prompt.value.withLock { $0 = number }
        if let prefix = prewarming.prefix(number, text) {
          session.prewarm(promptPrefix: prefix.isEmpty ? nil : Prompt(prefix))
          await session.prewarmed()
        }
        do {
          _ = try await session.respond(to: text)
        } catch LanguageModelError.contextSizeExceeded {
          break
        }
      }
    }
  }

  /// Tokens that prewarms evaluated, as the model measured them.
  var warmed: Int {
    get throws {
      try recording.prewarms(of: recording.sessions()[0].id).reduce(0) { sum, prewarm in
        let end = try #require(prewarm.end)
        #expect(end.finish == .finished)
        return try sum + #require(end.prefilled).value
      }
    }
  }

  var inferences: [InferenceRow] {
    get throws { try recording.inferences(of: recording.sessions()[0].id) }
  }

  func table(_ policies: [any Policy], window: Int? = nil) throws -> PolicyTable {
    try PolicyTable(recording, recording.sessions()[0], policies: policies, window: window)
  }
}

/// Before which prompts the model is warmed, and with how much of the prompt: an empty text for none of it.
struct Prewarming: Sendable {
  var prefix: @Sendable (_ prompt: Int, _ text: String) -> String?

  /// Never.
  static let never = Prewarming { _, _ in nil }
  /// Before every second prompt, with half of it before every fourth.
  static let often = Prewarming { number, text in
    number % 2 == 1 ? nil : number % 4 == 0 ? String(text.prefix(text.count / 2)) : ""
  }
}

/// The sums of what the model measured, to be the same as a row.
struct Sums: Equatable, CustomStringConvertible {
  var inferences: Int
  var input: Int
  var reused: Int
  var prefilled: Int
  var output: Int
  var peak: Int

  init(_ rows: [InferenceRow]) throws {
    inferences = rows.count
    input = try rows.reduce(0) { try $0 + #require($1.input).value }
    reused = try rows.reduce(0) { try $0 + #require($1.reused).value }
    prefilled = try rows.reduce(0) { try $0 + #require($1.prefilled).value }
    output = try rows.reduce(0) { try $0 + #require($1.output).value }
    peak = rows.compactMap(\.input?.value).max() ?? 0
    // What is compared with was measured by the model, not predicted by us.
    for row in rows { try #require(row.input?.origin == .measured && row.reused?.origin == .measured) }
  }

  init(_ cost: PolicyCost) {
    (inferences, input, reused) = (cost.inferences, cost.input, cost.reused)
    (prefilled, output, peak) = (cost.prefilled, cost.output, cost.peak)
  }

  var description: String {
    "\(inferences) inferences, \(input) in, \(reused) reused, \(prefilled) prefilled, \(output) out, peak \(peak)"
  }
}
