/// Where what a server reused parts from what was predicted for it, and the likely reason.
///
/// The prediction is the common prefix of the request with what the model's cache should hold (C2), in our tokens. The server's
/// tokens may be others; then the prediction is stretched by what the request has in both, and small differences mean nothing.
public struct ReuseParting: Sendable, Hashable {
  /// What is known of one inference.
  public struct Facts: Sendable, Hashable {
    /// Our prediction: tokens of the request, and how many of them the cache holds.
    public var predictedInput: Int
    public var predictedReused: Int
    /// What the server told of the same.
    public var input: Int
    public var reused: Int
    /// True when the request only goes on where the cache should end.
    public var isContinued: Bool
    /// What the server told of the inference before, of the same model: its request, and its answer. Nil for the first one.
    public var before: (input: Int, output: Int)? {
      get { earlier.map { ($0.input, $0.output) } }
      set { earlier = newValue.map { Earlier(input: $0.input, output: $0.output) } }
    }
    /// The model's window; tokens.
    public var window: Int?
    /// What the backend said itself.
    public var remark: CacheRemark?
    private var earlier: Earlier?

    private struct Earlier: Sendable, Hashable {
      var input: Int
      var output: Int
    }

    public init(
      predictedInput: Int, predictedReused: Int, input: Int, reused: Int, isContinued: Bool,
      before: (input: Int, output: Int)? = nil, window: Int? = nil, remark: CacheRemark? = nil
    ) {
      (self.predictedInput, self.predictedReused) = (predictedInput, predictedReused)
      (self.input, self.reused, self.isContinued) = (input, reused, isContinued)
      (self.window, self.remark) = (window, remark)
      self.before = before
    }
  }

  /// Why. The raw values are the `reason` strings of `--json`.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The last answer reads back as other tokens than it was sampled as.
    case retokenisedReply = "retokenised-reply"
    /// Another session has the slot, or another slot answered, or the server dropped what it held.
    case slotTaken = "slot-taken"
    /// The window was full: the server cut the beginning away.
    case windowShifted = "window-shifted"
    /// The model goes back to kept states only.
    case checkpoint
    /// A recurrent, hybrid or sliding-window memory that cannot go back.
    case refused
    /// The server reuses whole blocks of tokens only.
    case blockSize = "block-size"
    /// More than predicted: it was warmed up, or held it from another request.
    case heldMore = "held-more"
    case unknown

    /// As a person reads it: "slot taken".
    public var words: String { rawValue.split(separator: "-").joined(separator: " ") }
  }

  /// Tokens reused, as the server told, and as was to be expected in its tokens.
  public var reused: Int
  public var expected: Int
  public var reason: Reason
  /// One line for people: the reason, with the facts it was concluded from.
  public var words: String

  /// So many tokens may be the difference between two ways of counting.
  private let slack: Int

  /// Tokens reused beyond the prediction; negative for fewer.
  public var difference: Int { reused - expected }
  /// Whether the difference is more than two ways of counting make. What a backend said itself is worth telling without one.
  public var isBeyondCounting: Bool { abs(difference) > slack }

  /// Nil where the server did what was predicted, as far as the counts can tell.
  public init?(_ facts: Facts) {
    guard facts.input > 0, facts.predictedInput > 0 else { return nil }
    let isExact = facts.input == facts.predictedInput
    let stretch = Double(facts.input) / Double(facts.predictedInput)
    let expected =
      isExact ? facts.predictedReused : Int((Double(facts.predictedReused) * stretch).rounded())
    // Inside an entry the common text is counted by itself, and its last tokens may be others than in the whole.
    let slack = isExact ? (facts.isContinued ? 0 : 3) : max(16, facts.input / 20)
    self.slack = slack
    reused = facts.reused
    // The last token of a request is evaluated always.
    self.expected = min(expected, facts.input - 1)
    guard abs(reused - self.expected) > slack || facts.remark != nil else { return nil }
    (reason, words) = Self.conclude(facts, expected: self.expected, slack: slack)
  }

  private static func conclude(_ facts: Facts, expected: Int, slack: Int) -> (Reason, String) {
    if let remark = facts.remark {
      let reason: Reason =
        switch remark.kind {
        case .surplus: .heldMore
        case .otherSlot, .taken: .slotTaken
        case .checkpoint: .checkpoint
        case .refusal: .refused
        case .other: .unknown
        }
      return (reason, remark.words)
    }
    let (reused, missing) = (facts.reused, expected - facts.reused)
    if missing < 0 {
      return (
        .heldMore, "the server held more than this session sent last: a warmed-up or an older beginning"
      )
    }
    if let before = facts.before, let window = facts.window, before.input + before.output >= window {
      return (
        .windowShifted,
        "the window of \(window) was full after the answer before: the server cut the beginning away"
      )
    }
    if let before = facts.before, before.output > 0, reused > 0, reused + slack >= before.input - 1,
      reused < before.input + before.output, facts.isContinued || missing <= before.output + slack
    {
      return (
        .retokenisedReply,
        "it kept the request before and not its answer: the answer reads back as other tokens"
      )
    }
    if let block = block(reused: reused, missing: missing) {
      return (.blockSize, "the server reuses whole blocks, of \(block) tokens as it seems")
    }
    if missing <= 8, reused > 0, !facts.isContinued {
      return (.checkpoint, "it went back to a state that was kept \(missing) tokens before")
    }
    guard reused * 2 < expected else { return (.unknown, "nothing that was told says why") }
    if facts.isContinued {
      return (
        .slotTaken,
        "the request only went on where the cache ended: another session took the slot, or it was dropped"
      )
    }
    return (
      .refused,
      "the cache had to go back and began again at \(reused): a recurrent, hybrid or sliding-window memory"
    )
  }

  /// The largest usual block that what was reused is made of and that what is missing does not fill; 16 tokens at least.
  private static func block(reused: Int, missing: Int) -> Int? {
    guard reused > 0 else { return nil }
    return [256, 128, 64, 32, 16].first { reused % $0 == 0 && missing < $0 }
  }
}
