import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// The computing of a table in steps, for a screen that has something else to do between them.
public struct PolicyWork {
  private var course: Course
  private var outline: CourseOutline
  private let policies: [any Policy]
  private let tokenizer: String
  private var runs: [PolicyRun] = []
  private var samples = CostSamples()
  /// Nil once an inference did not tell.
  private var recorded: PolicyTable.Recorded? = PolicyTable.Recorded()
  private var hasLooked = false
  /// Steps done, and steps there are: each inference is looked at once, and then sent.
  public private(set) var done = 0
  public var total: Int { 2 * course.count }

  /// - Parameter window: stands for whatever the recording says; tokens.
  /// - Throws: `RecordingError`.
  public init(
    _ recording: Recording, _ session: SessionRow, policies: [any Policy] = Policies.all(),
    tokenizer: BytePairTokenizer = .stemma, window: Int? = nil
  ) throws {
    course = try Course(recording, session, tokenizer: tokenizer, window: window)
    outline = course.emptyOutline
    self.policies = policies
    self.tokenizer = tokenizer.name
  }

  /// Does one step.
  /// - Returns: The table, once nothing is left to do.
  /// - Throws: `RecordingError`.
  public mutating func step() throws -> PolicyTable? {
    defer { done += 1 }
    if !hasLooked {
      if try course.look(into: &outline) { return nil }
      hasLooked = true
      runs = policies.map { PolicyRun($0, outline) }
    }
    for prewarm in try course.prewarms() {
      for index in runs.indices { try runs[index].warm(prewarm) }
    }
    if let step = try course.step() {
      if let inference = step.inference {
        samples.add(inference, counted: step.tokens(of: step.sending(step.sent).entries))
        if recorded?.add(inference) == false { recorded = nil }
      }
      for index in runs.indices { try runs[index].take(step) }
      return nil
    }
    let rates = CostRates(samples)
    return PolicyTable(
      costs: runs.map { $0.finished(rates) }, rates: rates, tokenizer: tokenizer, window: outline.window,
      recorded: course.count > 0 ? recorded : nil)
  }
}
