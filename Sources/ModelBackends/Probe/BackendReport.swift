/// What a server can do, as far as it tells.
public struct BackendReport: Sendable, Hashable {
  /// The program that answers.
  public enum Software: String, Sendable, Hashable {
    case llama = "llama.cpp"
    case ollama = "Ollama"
    case vllm = "vLLM"
    case lmStudio = "LM Studio"
    /// Something that speaks the Chat Completions protocol.
    case other = "chat completions"
  }

  /// Whether a server says how many tokens it reused.
  public enum CacheReporting: String, Sendable, Hashable {
    /// A number, 0 included.
    case reported
    case notReported = "not-reported"
    /// Nobody asked: it takes requests to find out.
    case unknown
  }

  /// One of the server's models.
  public struct Model: Sendable, Hashable {
    /// What the server calls it.
    public var name: String
    /// Tokens of a request and its answer; nil where it is not told. With llama.cpp, those of one slot.
    public var contextSize: Int?

    /// A model as it is told.
    public init(name: String, contextSize: Int? = nil) {
      self.name = name
      self.contextSize = contextSize
    }
  }

  /// What a server counted since it was started; tokens.
  public struct Counters: Sendable, Hashable {
    /// Of prompts, evaluated.
    public var prefilled: Int
    /// Of prompts, reused from the cache; nil with builds that do not count them.
    public var reused: Int?
    /// Of answers.
    public var generated: Int

    /// Reads llama.cpp's `/metrics`; nil where the two are missing that every build has.
    init?(metrics: String) {
      func count(_ name: String) -> Int? {
        for line in metrics.split(separator: "\n") where line.hasPrefix("llamacpp:\(name) ") {
          guard let number = line.split(separator: " ").last.flatMap({ Double($0) }) else { continue }
          return (0..<1e15).contains(number) ? Int(number) : nil
        }
        return nil
      }
      guard let prefilled = count("prompt_tokens_total"), let generated = count("tokens_predicted_total")
      else {
        return nil
      }
      (self.prefilled, self.generated) = (prefilled, generated)
      reused = count("prompt_tokens_cached_total")
    }
  }

  /// Where it was asked.
  public var address: ServerAddress
  /// What answered.
  public var software: Software
  /// As the server spells it; nil where it is not told.
  public var version: String?
  /// In the order in which the server lists them.
  public var models: [Model] = []
  /// Whether the first model's template shows it tools; nil where that is not told.
  public var showsTools: Bool?
  /// Whether the first model reads images; nil where that is not told.
  public var readsImages: Bool?
  /// Whether it tells what it reuses.
  public var cacheReporting = CacheReporting.unknown
  /// llama.cpp's slots, and how many of them are busy.
  public var slots: Int?
  /// How many of them are answering.
  public var busySlots: Int?
  /// Whether llama.cpp's counters can be read.
  public var hasMetrics: Bool?
  /// What they say; nil where they cannot be read.
  public var counters: Counters?
  /// The first model's chat template; nil where it is not told.
  public var template: String?

  /// How the command line names it.
  public var choice: BackendChoice {
    BackendChoice(kind: software == .llama ? .llama : .chat, address: address)
  }

  init(address: ServerAddress, software: Software) {
    self.address = address
    self.software = software
  }
}
