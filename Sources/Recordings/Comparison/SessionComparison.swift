import PrefixCache
import Transcripts

/// Two recorded sessions that were asked the same, side by side: inference by inference, where they part, and what each came to.
///
/// Inferences belong together that have the same number in requests of the same number.
public struct SessionComparison: Sendable {
  /// One session's inference with what the other has in its place.
  public struct Step: Sendable {
    /// The request's number, from 1.
    public var request: Int
    /// The inference's number in its request, from 1.
    public var inference: Int
    /// Nil where only the second session came here.
    public var before: InferenceRow?
    /// Nil where only the first session came here.
    public var after: InferenceRow?
    /// Where what was sent differs; nil where the model saw the same.
    public var sent: EntryDifference?
    /// Where the answers differ; nil for equal ones, and where one is missing.
    public var answer: EntryDifference?
    /// The answer of either, in one line, for people.
    public var words: String
    /// Ids of the calls in that answer.
    public var callIDs: [String] = []

    /// Tokens that the second session prefilled more than the first; nil where one of them does not tell.
    public var prefilledMore: Int? {
      guard let before = before?.prefilled, let after = after?.prefilled else { return nil }
      return after.value - before.value
    }

    /// True where one session answers and the other does not, or otherwise.
    public var departs: Bool { before == nil || after == nil || answer != nil }
  }

  /// In the order of the sessions.
  public private(set) var steps: [Step] = []
  /// What the first session came to.
  public private(set) var before: SessionTotals
  /// What the second session came to.
  public private(set) var after: SessionTotals

  /// - Parameters:
  ///   - old: nil where only the other session took place.
  ///   - new: nil where it did not.
  ///   - isTimed: false where the second session's clock went by predicted rates: its time is predicted, too.
  /// - Throws: `RecordingError`, where a recording cannot be read.
  public init(
    of old: SessionRow?, in recording: Recording, with new: SessionRow?, in other: Recording,
    isTimed: Bool = true
  ) throws(RecordingError) {
    before =
      try old.map { row throws(RecordingError) in try SessionTotals(of: row, in: recording) }
      ?? SessionTotals()
    after =
      try new.map { row throws(RecordingError) in try SessionTotals(of: row, in: other) } ?? SessionTotals()
    if !isTimed { after.milliseconds?.origin = .predicted }
    let (left, right) = (try ByRequest(old, recording), try ByRequest(new, other))
    for request in 0..<max(left.rows.count, right.rows.count) {
      let (ours, theirs) = (left[request], right[request])
      for index in 0..<max(ours.count, theirs.count) {
        let a = ours.indices.contains(index) ? ours[index] : nil
        let b = theirs.indices.contains(index) ? theirs[index] : nil
        var step = Step(request: request + 1, inference: index + 1, before: a, after: b, words: "")
        if let a, let b {
          step.sent = EntryDifference(
            try recording.summaries(recording.sent(by: a)), try other.summaries(other.sent(by: b)))
          step.answer = EntryDifference(
            try recording.summaries(recording.answerIDs(of: a)), try other.summaries(other.answerIDs(of: b)))
        }
        if let b {
          step.take(try other.answer(of: b))
        } else if let a {
          step.take(try recording.answer(of: a))
        }
        steps.append(step)
      }
    }
  }

  /// The first inference that one session has and the other has not, or that they answer differently.
  public var departure: Step? { steps.first(where: \.departs) }

  /// The first inference that was sent something else.
  public var firstDifference: Step? { steps.first { $0.sent != nil } }

  /// Tokens that the second session prefilled more; less than zero where it prefilled fewer.
  public var prefilledMore: Int? {
    guard let before = before.prefilled, let after = after.prefilled else { return nil }
    return after.value - before.value
  }

  private struct ByRequest {
    var rows: [RequestRow] = []
    private var inferences: [RequestID: [InferenceRow]] = [:]

    init(_ session: SessionRow?, _ recording: Recording) throws(RecordingError) {
      guard let session else { return }
      rows = try recording.requests(of: session.id)
      inferences = Dictionary(grouping: try recording.inferences(of: session.id), by: \.request)
    }

    subscript(index: Int) -> [InferenceRow] {
      rows.indices.contains(index) ? inferences[rows[index].id] ?? [] : []
    }
  }
}

extension SessionComparison.Step {
  fileprivate mutating func take(_ answer: [EntryRecord]) {
    var parts: [String] = []
    for record in answer {
      guard let json = try? JSONValue(parsing: record.json) else { continue }
      switch Transcript.Entry(json: json) {
      case .toolCalls(let calls):
        callIDs += calls.map(\.id)
        parts.append(calls.map(\.toolName).joined(separator: ", "))
      case .response(let response):
        let text = response.segments.compactMap { segment -> String? in
          if case .text(let text) = segment { text.content } else { nil }
        }.joined()
        parts.append(String(text.prefix(200)).split(whereSeparator: \.isWhitespace).joined(separator: " "))
      default: break
      }
    }
    words = parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

/// The first entry in which two lists differ, by what a model sees of them.
public struct EntryDifference: Sendable, Hashable {
  /// Its index.
  public var entry: Int
  /// What stands there in the first list; nil behind its end.
  public var before: EntryKind?
  /// What stands there in the second list; nil behind its end.
  public var after: EntryKind?

  /// Nil for lists that are the same to a model.
  public init?(_ old: [EntrySummary], _ new: [EntrySummary]) {
    let same = zip(old, new).prefix { $0.content == $1.content && $0.kind == $1.kind }.count
    guard same < old.count || same < new.count else { return nil }
    entry = same
    before = same < old.count ? old[same].kind : nil
    after = same < new.count ? new[same].kind : nil
  }

  /// `instructions`, `prompt in place of tool output`, `tool output besides`, `no response`.
  public var words: String {
    switch (before, after) {
    case (let old?, let new?): old == new ? new.words : "\(new.words) in place of \(old.words)"
    case (nil, let new?): "\(new.words) besides"
    case (let old?, nil): "no \(old.words)"
    case (nil, nil): ""
    }
  }
}

extension Recording {
  /// What a model added to its session's transcript: reasoning, responses, tool calls.
  public func answer(of inference: InferenceRow) throws(RecordingError) -> [EntryRecord] {
    try entries(answerIDs(of: inference))
  }

  fileprivate func answerIDs(of inference: InferenceRow) throws(RecordingError) -> [EntryID] {
    let added = try entryIDs(of: inference.snapshot).dropFirst(max(0, inference.inputEntries))
    return try summaries(added).filter(\.kind.isModelOutput).map(\.id)
  }
}
