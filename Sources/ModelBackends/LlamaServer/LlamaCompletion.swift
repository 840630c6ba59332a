import Transcripts

/// What an event of `/completion` tells: a function without a server.
struct LlamaCompletion: Sendable {
  enum Step: Sendable, Hashable {
    /// How far the prompt is: tokens of it, reused, done so far with the reused ones. The first comes before the prefill.
    case progress(total: Int, reused: Int, processed: Int)
    /// Text, of so many tokens; a character that takes several comes with its last one.
    case text(String, tokens: Int)
    case end(End)
  }

  struct End: Sendable, Hashable {
    /// `eos`, `limit`, `word`, or another of the server's words.
    var reason: String
    /// The slot that answered; nil when it is not told.
    var slot: Int?
    /// Tokens of the prompt: all of them, whatever the field's name says.
    var input: Int
    /// Tokens reused, as the timings tell.
    var reused: Int?
    /// Tokens evaluated, as the timings tell: at least 1.
    var prefilled: Int?
    var output: Int
    var prefillMilliseconds: Double?
    var decodeMilliseconds: Double?
    /// The context was full.
    var isTruncated: Bool
    /// What of the numbers cannot be true, in words; such a number is not taken.
    var doubt: String?
  }

  /// The tokens that were generated, without the one that ended the answer; nil when the stream did not tell them all.
  private(set) var tokens: [Int]? = []
  private(set) var end: End?
  private var collected: [Int] = []

  mutating func receive(_ event: JSONValue) -> [Step] {
    if let progress = event["prompt_progress"], let total = progress["total"]?.intValue,
      let reused = progress["cache"]?.intValue, let processed = progress["processed"]?.intValue
    {
      // Such an event has a token that is none.
      return [.progress(total: total, reused: reused, processed: processed)]
    }
    let tokens = event["tokens"]?.arrayValue?.compactMap(\.intValue) ?? []
    collected += tokens
    var steps: [Step] = []
    if let text = event["content"]?.stringValue, !text.isEmpty {
      steps.append(.text(text, tokens: max(1, tokens.count)))
    }
    guard event["stop"]?.boolValue == true else { return steps }
    let timings = event["timings"]
    var end = End(
      reason: event["stop_type"]?.stringValue ?? "", slot: event["id_slot"]?.intValue,
      input: event["tokens_evaluated"]?.intValue ?? 0, reused: timings?["cache_n"]?.intValue,
      prefilled: timings?["prompt_n"]?.intValue, output: event["tokens_predicted"]?.intValue ?? 0,
      prefillMilliseconds: timings?["prompt_ms"]?.doubleValue,
      decodeMilliseconds: timings?["predicted_ms"]?.doubleValue,
      isTruncated: event["truncated"]?.boolValue ?? false)
    if let reused = end.reused, !(0...end.input).contains(reused) {
      end.doubt = "the server reports \(reused) reused tokens of a request of \(end.input)"
      end.reused = nil
    }
    if let prefilled = end.prefilled, !(0...end.input).contains(prefilled) { end.prefilled = nil }
    self.end = end
    // A character in several tokens is told with the last of them only: then tokens are missing.
    self.tokens =
      collected.count == end.output ? (end.reason == "eos" ? Array(collected.dropLast()) : collected) : nil
    return steps + [.end(end)]
  }
}
