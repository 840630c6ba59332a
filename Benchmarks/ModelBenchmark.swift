import PrefixCache
import Tokenizers
import Transcripts

/// The scripted model's own work: its vocabulary, and finding what a request can reuse.
enum ModelBenchmark {
  static func run(_ place: Workplace) throws -> [Claim] {
    // The very first use, so it is measured once.
    let loading = Stopwatch.seconds(runs: 1) { precondition(BytePairTokenizer.stemma.vocabularySize == 4096) }
    var claims = [Claim.atMost("model: building the embedded vocabulary", loading * 1e3, 20, "ms")]
    var small = 0.0
    for count in [10, 100, 1_000, 10_000] {
      let seconds = reuse(entries: count)
      claims.append(
        .figure("model: reuse of a request, \(count) entries", "\(Figure.text(seconds * 1e6)) us"))
      if count == 10 { small = seconds }
      if count == 1_000 {
        claims.append(.atMost("model: reuse of a request of 1,000 entries", seconds * 1e3, 1, "ms"))
      }
      if count == 10_000 {
        // The change is the same everywhere; what is left over is a comparison of addresses for each entry.
        claims.append(
          .atMost("model: reuse, a further entry of a history", (seconds - small) / 9_990 * 1e9, 250, "ns"))
      }
    }
    return claims
  }

  /// Seconds in which a request that adds a prompt to so many entries finds what the cache holds of it.
  private static func reuse(entries count: Int) -> Double {
    var entries: [Transcript.Entry] = (0..<count).map { index in
      let text =
        "Entry \(index) of a long session, with about as many words as people write to a model in one go."
      let segment = Transcript.Segment.text(Transcript.TextSegment(id: "s", content: text))
      return index % 2 == 0
        ? .prompt(Transcript.Prompt(id: "p\(index)", segments: [segment]))
        : .response(Transcript.Response(id: "r\(index)", assetIDs: [], segments: [segment]))
    }
    func instructions() -> Transcript.Entry {
      let text = Transcript.TextSegment(id: "s", content: "Answer briefly, and ask when you are not sure.")
      return .instructions(Transcript.Instructions(id: "i", segments: [.text(text)], toolDefinitions: []))
    }
    entries[0] = instructions()
    var maker = ContextTokenizer(.stemma)
    var cache = ModelCache(.attention)
    _ = cache.prepare(for: maker.context(of: entries))
    cache.feed(.max)
    // The requests are made before, for to copy a history is not the cache's work.
    var requests: [[Transcript.Entry]] = []
    for run in 0..<9 {
      let segment = Transcript.Segment.text(Transcript.TextSegment(id: "s", content: "And run \(run)?"))
      entries.append(.prompt(Transcript.Prompt(id: "n", segments: [segment])))
      requests.append(entries)
    }
    requests.reverse()
    return Stopwatch.seconds(runs: 9) {
      guard var request = requests.popLast() else { return }
      // As a profile has it: the same instructions, made anew.
      request[0] = instructions()
      let found = cache.prepare(for: maker.context(of: request))
      precondition(found.reused > 0 && found.input - found.reused < 20)
      cache.feed(.max)
    }
  }
}
