import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// What a recorded session would have cost under each of some policies.
///
/// Computed on tokens: the contexts are made of the recorded entries, each policy has a prefix cache for each model, and a
/// context reuses of it what they begin with alike (C2). The work grows with the changes from one context to the next, once for each
/// policy, and not with the length of the contexts.
public struct PolicyTable: Sendable {
  public var costs: [PolicyCost]
  public var rates: CostRates
  /// The vocabulary that the tokens are of.
  public var tokenizer: String
  /// Tokens; nil when nobody told it, and nothing can overflow then.
  public var window: Int?
  /// What the recording says was spent, in the model's own tokens; nil where no model told.
  public var recorded: Recorded?

  /// The sums of what models reported or what was measured.
  public struct Recorded: Sendable, Hashable {
    public var input = 0
    public var reused = 0
    public var prefilled = 0
    public var output = 0
    public var milliseconds = 0
  }

  /// - Parameters:
  ///   - window: stands for whatever the recording says; tokens.
  ///   - report: told how much is done, and of how much.
  /// - Throws: `RecordingError`.
  public init(
    _ recording: Recording, _ session: SessionRow, policies: [any Policy] = Policies.all(),
    tokenizer: BytePairTokenizer = .stemma, window: Int? = nil,
    report: (Int, Int) -> Void = { _, _ in }
  ) throws {
    var work = try PolicyWork(recording, session, policies: policies, tokenizer: tokenizer, window: window)
    while true {
      if let table = try work.step() {
        self = table
        return
      }
      report(work.done, work.total)
    }
  }

  init(costs: [PolicyCost], rates: CostRates, tokenizer: String, window: Int?, recorded: Recorded?) {
    (self.costs, self.rates, self.tokenizer) = (costs, rates, tokenizer)
    (self.window, self.recorded) = (window, recorded)
  }
}

extension PolicyTable.Recorded {
  /// Adds an inference; false when its input or its reuse was not told.
  mutating func add(_ row: InferenceRow) -> Bool {
    guard let told = row.input, told.origin.isTold, let kept = row.reused, kept.origin.isTold else {
      return false
    }
    input += told.value
    reused += kept.value
    prefilled += row.prefilled?.value ?? told.value - kept.value
    output += row.output?.value ?? 0
    if let started = row.started, let finished = row.finished, finished > started {
      milliseconds += Int(finished.milliseconds - started.milliseconds)
    }
    return true
  }
}
