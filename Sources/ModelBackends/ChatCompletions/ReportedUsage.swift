import Transcripts

/// What a server tells of the tokens of one inference. Of each number there are three states: a number, zero, and not reported (nil);
/// a server that does not tell how much it reused is not one that reused nothing (M4).
struct ReportedUsage: Sendable, Hashable {
  /// Tokens of the whole request, the reused ones among them.
  var input: Int?
  /// Of these, reused from the server's cache.
  var cached: Int?
  var output: Int?
  /// Of the output, reasoning.
  var reasoning: Int?
  /// What prefill and decoding took in the server, as it measured itself; milliseconds. llama.cpp and Ollama tell.
  var prefillTime: Quantity?
  var decodeTime: Quantity?
  /// What of the numbers cannot be true, in words; such a number is not taken.
  var doubt: String?

  /// Reads every spelling that is known, of an answer or of the last part of a stream. Nil where there is none.
  ///
  /// - Parameter answer: The whole object; its usage is at the root (Ollama, llama.cpp), under `usage`, `usageMetadata` or `meta_info`.
  init?(answer: JSONValue) {
    let usage =
      [
        answer["usage"], answer["x_groq"]?["usage"], answer["response"]?["usage"],
        answer["message"]?["usage"],
      ]
      .compactMap(\.self).first { $0.objectValue != nil }
    if let usage {
      read(usage)
    } else if let gemini = answer["usageMetadata"] {
      read(gemini: gemini)
    } else if let native = answer["meta_info"] {
      input = Self.count(native["prompt_tokens"])
      cached = Self.count(native["cached_tokens"])
      output = Self.count(native["completion_tokens"])
    } else if answer["prompt_eval_count"] != nil || answer["eval_count"] != nil {
      input = Self.count(answer["prompt_eval_count"])
      cached = Self.count(answer["prompt_eval_cached_count"])
      output = Self.count(answer["eval_count"])
      // In nanoseconds.
      prefillTime = Quantity(milliseconds: answer["prompt_eval_duration"]?.doubleValue.map { $0 / 1e6 })
      decodeTime = Quantity(milliseconds: answer["eval_duration"]?.doubleValue.map { $0 / 1e6 })
    }
    if let timings = answer["timings"] {
      prefillTime = Quantity(milliseconds: timings["prompt_ms"]?.doubleValue)
      decodeTime = Quantity(milliseconds: timings["predicted_ms"]?.doubleValue)
    }
    // llama.cpp's timings tell all three, and what others leave out.
    if let timings = answer["timings"], let reused = Self.count(timings["cache_n"]),
      let evaluated = Self.count(timings["prompt_n"])
    {
      cached = cached ?? reused
      input = input ?? reused + evaluated
      output = output ?? Self.count(timings["predicted_n"])
    }
    guard input != nil || output != nil || cached != nil else { return nil }
    if let told = cached, let whole = input, told > whole {
      doubt = "the server reports \(told) reused tokens of a request of \(whole)"
      cached = nil
    }
    if let told = reasoning, let whole = output, told > whole {
      doubt = "the server reports \(told) reasoning tokens of an answer of \(whole)"
      reasoning = nil
    }
  }

  private mutating func read(_ usage: JSONValue) {
    output = Self.first(usage, "completion_tokens", "output_tokens", "outputTokens")
    reasoning =
      Self.count(usage["completion_tokens_details"]?["reasoning_tokens"])
      ?? Self.count(usage["output_tokens_details"]?["reasoning_tokens"])
      ?? Self.count(usage["reasoning_tokens"])
    if let prompt = Self.count(usage["prompt_tokens"]) {
      input = prompt
      cached =
        Self.count(usage["prompt_tokens_details"]?["cached_tokens"])
        ?? Self.first(usage, "prompt_cache_hit_tokens", "cached_tokens", "cache_read_input_tokens")
      return
    }
    guard let rest = Self.first(usage, "input_tokens", "inputTokens") else { return }
    let read = Self.first(usage, "cache_read_input_tokens", "cacheReadInputTokens")
    let written =
      Self.first(usage, "cache_creation_input_tokens", "cacheWriteInputTokens", "cache_write_input_tokens")
    if read != nil || written != nil {
      // Anthropic's shape: the input is what was neither read from the cache nor written to it.
      input = rest + (read ?? 0) + (written ?? 0)
      cached = read
    } else {
      input = rest
      cached = Self.count(usage["input_tokens_details"]?["cached_tokens"])
    }
  }

  /// Its thoughts are not among its candidates' tokens.
  private mutating func read(gemini usage: JSONValue) {
    input = Self.count(usage["promptTokenCount"])
    cached = Self.count(usage["cachedContentTokenCount"])
    reasoning = Self.count(usage["thoughtsTokenCount"])
    output = Self.count(usage["candidatesTokenCount"]).map { $0 + (reasoning ?? 0) }
  }

  private static func first(_ object: JSONValue, _ keys: String...) -> Int? {
    keys.lazy.compactMap { count(object[$0]) }.first
  }

  /// A whole number that may be a count; anything else is not reported.
  private static func count(_ json: JSONValue?) -> Int? {
    guard let count = json?.intValue, (0...1_000_000_000_000).contains(count) else { return nil }
    return count
  }
}

extension Quantity {
  /// A time that a server measured; nil for one that cannot be true.
  init?(milliseconds: Double?) {
    guard let milliseconds, (0..<1e12).contains(milliseconds) else { return nil }
    self = .measured(Int(milliseconds.rounded()))
  }
}
