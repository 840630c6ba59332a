import PrefixCache
import Recordings
import Transcripts

/// A prewarm of a recorded session: what a policy has to choose from, and how far the model came with it.
struct CoursePrewarm {
  /// Without an inference: nothing is asked yet.
  var step: CourseStep
  /// The beginning of a prompt; it is the history's last entry, too.
  var prefix: CourseEntry?
  /// Tokens that could be evaluated before a request came; nil for as many as there are.
  var limit: Int?
}

extension Course {
  /// The prewarms that stand before the next step, in order. One whose model told nothing of it is none.
  mutating func prewarms() throws -> [CoursePrewarm] {
    var found: [CoursePrewarm] = []
    while let prewarm = ahead.first, next >= inferences.count || prewarm.inference < inferences[next].sequence
    {
      ahead.removeFirst()
      guard let end = prewarm.end, end.held != nil, end.finish == .finished || end.finish == .cancelled
      else { continue }
      var made = try made(of: prewarm)
      if end.finish == .cancelled { made.limit = end.prefilled?.value }
      found.append(made)
    }
    return found
  }

  private mutating func made(of prewarm: RecordedPrewarm) throws -> CoursePrewarm {
    let ids = try recording.sent(by: prewarm)
    let sent = try tokens.entries(ids)
    let list = try prewarm.snapshot.map { try recording.entryIDs(of: $0) } ?? []
    let begins = try list.first.map { try tokens.entry($0).kind == .instructions } ?? false
    grow(by: try tokens.entries(list.dropFirst(begins ? 1 : 0)))
    let leading = try ids.first.flatMap { try tokens.entry($0).kind == .instructions ? $0 : nil }
    // A transform may have left the instructions out; the tools were told of all the same.
    let words =
      try leading.map { try self.leading($0, enabled: nil) }
      ?? (begins ? try self.leading(list[0], enabled: prewarm.row.tools) : nil)
    let prefix = prewarm.row.promptPrefix == nil ? nil : sent.last
    return CoursePrewarm(
      step: CourseStep(
        inference: nil, model: prewarm.row.model, profile: prewarm.row.profile,
        window: window ?? session.window?.value, sent: sent, instructions: words?.entry,
        words: words?.words, bareTools: words?.bareTools, history: history + (prefix.map { [$0] } ?? []),
        answer: []),
      prefix: prefix)
  }
}
