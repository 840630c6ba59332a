import FoundationEssentials
import Glibc
import ModelBackends
import Policies
import SessionEngine
import Transcripts

/// Whether the cost model says how long a real server prefills: a line through half of the requests, held against the others.
enum PrefillBenchmark {
  private static let rounds = 12
  private static let name = "prefill: time of held-out requests"

  static func run(_ place: Workplace) throws -> [Claim] {
    if let missing = ModelServer.missing(for: .micro) {
      return [.figure(name, "skipped", "no \(missing); scripts/llama-server setup brings it (34 MB)")]
    }
    let server = try ModelServer(.micro, window: 4096, folder: place.path)
    let samples = try waiting { try await measure(server) }
    let learnt = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let held = samples.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    guard let fit = LinearFit(learnt), let error = fit.error(on: held) else {
      throw Workplace.Failure(what: "the server told no prefill times")
    }
    return [
      .figure(
        "prefill: micro-llama", "\(Figure.text(fit.rate)) tokens/s",
        "after \(Figure.text(fit.fixed)) ms, and \(Figure.text(fit.perPair * 1e6)) ns a pair attended to"),
      .atMost(name + ", error", error * 100, 15, "%"),
    ]
  }

  /// Requests of many lengths, nothing reused, each some times: what else the machine did is in the longer times.
  private static func measure(_ server: ModelServer) async throws -> [LinearFit.Sample] {
    guard let url = URL(string: "http://127.0.0.1:\(server.port)") else { return [] }
    var model = LlamaServerLanguageModel(url: url)
    model.reusesCache = false
    var best: [Int: LinearFit.Sample] = [:]
    // Round by round, so that a busy moment of the machine meets no length in all its turns.
    for _ in 0..<rounds {
      for words in stride(from: 60, through: 480, by: 30) {
        let session = LanguageModelSession(model: model)
        let prompt = (0..<words).map { "word\($0 % 10)" }.joined(separator: " ")
        let usage = try await session.respond(
          to: prompt, options: GenerationOptions(maximumResponseTokens: 1)
        ).usage
        guard let told = usage.metadata["prefillMilliseconds"], let time = try? Double(told) else { continue }
        let tokens = usage.input.totalTokenCount - usage.input.cachedTokenCount
        if time < best[words]?.milliseconds ?? .infinity {
          best[words] = LinearFit.Sample(
            tokens: Double(tokens), milliseconds: time,
            pairs: LinearFit.pairs(tokens: Double(tokens), after: 0))
        }
      }
    }
    let samples = best.sorted { $0.key < $1.key }.map(\.value)
    return samples
  }
}
