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
  private var rows: [InferenceRow] = []
  private var counted: [InferenceID: Int] = [:]
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
    if done < course.count {
      try course.look(at: done, into: &outline)
      return nil
    }
    if runs.isEmpty { runs = policies.map { PolicyRun($0, outline) } }
    for prewarm in try course.prewarms() {
      for index in runs.indices { runs[index].warm(prewarm) { course.entry(of: $0) } }
    }
    if let step = try course.step() {
      if let inference = step.inference {
        rows.append(inference)
        counted[inference.id] = step.sending(step.sent).entries.tokens
      }
      for index in runs.indices { runs[index].take(step) { course.entry(of: $0) } }
      return nil
    }
    let rates = CostRates(rows, counted: counted)
    return PolicyTable(
      costs: runs.map { $0.finished(rates) }, rates: rates, tokenizer: tokenizer, window: outline.window,
      recorded: PolicyTable.Recorded(rows))
  }
}
