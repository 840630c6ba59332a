import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// A recorded session, inference by inference, in a form in which it can be sent otherwise than it was.
///
/// The steps are read one after the other, first for the outline, then for themselves: a long session is never in memory as a list of
/// contexts, nor as its inferences.
struct Course {
  let catalogue: CourseCatalogue
  /// Inferences of the session.
  let count: Int
  private let recording: Recording
  private let session: SessionRow
  private let window: Int?
  private var ahead: CoursePassage
  private var passage: CoursePassage
  /// Prewarms that no step has passed yet.
  private var prewarmsAhead: ArraySlice<RecordedPrewarm>
  private var history = CourseList()
  /// Whether an entry was said, by its number.
  private var seen: [Bool] = []
  private var prepared: [Prepared: CourseLeading] = [:]

  /// - Parameter window: stands for whatever the recording says; tokens.
  init(_ recording: Recording, _ session: SessionRow, tokenizer: BytePairTokenizer, window: Int?) throws {
    self.recording = recording
    self.session = session
    self.window = window
    catalogue = CourseCatalogue(recording, tokenizer)
    ahead = CoursePassage(recording, session.id)
    passage = ahead
    prewarmsAhead = try recording.prewarms(of: session.id)[...]
    count = try recording.latestInferences(of: session.id, limit: 1).last?.sequence ?? 0
  }

  /// An outline without steps, to be grown by `look(into:)`.
  var emptyOutline: CourseOutline { CourseOutline(window: window ?? session.window?.value) }

  /// Adds the next inference to what is known of the session ahead of its steps; false after the last.
  mutating func look(into outline: inout CourseOutline) throws -> Bool {
    guard let row = try ahead.next() else { return false }
    let list = try ahead.list(of: row.snapshot, catalogue)
    let profile = try recording.profile(of: row.id)
    let leading = try leading(
      of: list, sent: ahead.sent(by: row, of: list, catalogue), enabled: profile?.tools)
    outline.add(
      CourseOutline.Step(model: row.model ?? "", profile: row.profile, instructions: leading?.words),
      key: leading?.key)
    if outline.window == nil { outline.window = profile?.window }
    return true
  }

  /// The next step; nil after the last.
  /// - Throws: `RecordingError`.
  mutating func step() throws -> CourseStep? {
    guard let row = try passage.next() else { return nil }
    let list = try passage.list(of: row.snapshot, catalogue)
    let sent = try passage.sent(by: row, of: list, catalogue)
    let profile = try recording.profile(of: row.id)
    let end = min(max(0, row.inputEntries), list.count)
    grow(by: list[0..<end])
    let answer = self.answer(list.dropFirst(end))
    let step = CourseStep(
      inference: row, model: row.model ?? "", profile: row.profile,
      window: window ?? profile?.window ?? session.window?.value,
      sent: sent, leading: try leading(of: list, sent: sent, enabled: profile?.tools), history: history,
      answer: answer, catalogue: catalogue)
    say(answer)
    return step
  }

  /// The prewarms that stand before the next step, in order. One whose model told nothing of it is none.
  mutating func prewarms() throws -> [CoursePrewarm] {
    let next = try passage.upcoming()?.sequence ?? .max
    var found: [CoursePrewarm] = []
    while let prewarm = prewarmsAhead.first, prewarm.inference < next {
      prewarmsAhead.removeFirst()
      guard let end = prewarm.end, end.held != nil, end.finish == .finished || end.finish == .cancelled
      else { continue }
      found.append(try made(of: prewarm, limit: end.finish == .cancelled ? end.prefilled?.value : nil))
    }
    return found
  }

  private mutating func made(of prewarm: RecordedPrewarm, limit: Int?) throws -> CoursePrewarm {
    var sent = CourseList()
    for id in try recording.sent(by: prewarm) { sent.append(try catalogue.number(of: id)) }
    let list = try prewarm.snapshot.map { try passage.list(of: $0, catalogue) } ?? CourseList()
    grow(by: list)
    var prefix = CourseList()
    if prewarm.row.promptPrefix != nil, let last = sent.last { prefix.append(last) }
    return CoursePrewarm(
      step: CourseStep(
        inference: nil, model: prewarm.row.model, profile: prewarm.row.profile,
        window: window ?? session.window?.value, sent: sent,
        leading: try leading(of: list, sent: sent, enabled: prewarm.row.tools),
        history: history.followed(by: prefix), answer: CourseList(), catalogue: catalogue),
      prefix: prefix, limit: limit)
  }

  // MARK: - One inference

  private struct Prepared: Hashable {
    var number: Int
    var tools: [String]?
  }

  private func begins(_ list: CourseList) -> Bool { list.first.map(catalogue.kind) == .instructions }

  /// What the model added to the transcript.
  private func answer(_ rest: CourseList) -> CourseList {
    var count = 0
    for run in rest.runs {
      for number in run {
        guard catalogue.kind(of: number).isModelOutput else { return rest[0..<count] }
        count += 1
      }
    }
    return rest
  }

  private mutating func leading(
    of list: CourseList, sent: CourseList, enabled: [String]?
  ) throws -> CourseLeading? {
    if let first = sent.first, begins(sent) { return try leading(first, enabled: nil) }
    // A transform left the instructions out: another policy has them, with the tools that were enabled.
    guard let first = list.first, begins(list) else { return nil }
    return try leading(first, enabled: enabled)
  }

  private mutating func leading(_ number: Int, enabled: [String]?) throws -> CourseLeading? {
    let key = Prepared(number: number, tools: enabled)
    if let known = prepared[key] { return known }
    guard var words = try catalogue.instructions(number) else { return nil }
    if let enabled { words.toolDefinitions.removeAll { !enabled.contains($0.name) } }
    let leading = CourseLeading(
      key: prepared.count, number: enabled == nil ? number : catalogue.number(of: words), words: words)
    prepared[key] = leading
    return leading
  }

  /// What is new at the end of the transcript was said now. What stands before something known was put in there, or is
  /// another wording of what was said.
  private mutating func grow(by transcript: CourseList) {
    let transcript = begins(transcript) ? transcript.dropFirst() : transcript
    var new = 0
    for number in transcript.backwards {
      if seen.indices.contains(number), seen[number] { break }
      new += 1
    }
    say(transcript.suffix(new))
  }

  private mutating func say(_ list: CourseList) {
    for run in list.runs {
      while seen.count < run.upperBound { seen.append(false) }
      for number in run { seen[number] = true }
    }
    history.append(list)
  }
}

/// What is known of a session before its first step is taken.
public struct CourseOutline: Sendable {
  /// The model's window in tokens; nil when nobody told it.
  public var window: Int?
  /// In their order; neighbours of the same model, profile and instructions are one.
  public private(set) var steps: [Step] = []
  private var lastKey: Int?

  /// Who answered, as whom, with which instructions.
  public struct Step: Sendable {
    public var model: String
    /// The persona's name; nil for a session that was imported.
    public var profile: String?
    /// With the tools enabled; nil for a step without.
    public var instructions: Transcript.Instructions?
    /// How many steps were so, one after the other.
    public var count = 1
  }

  init(window: Int?) { self.window = window }

  /// - Parameter key: equal for equal instructions.
  mutating func add(_ step: Step, key: Int?) {
    if let last = steps.last, last.model == step.model, last.profile == step.profile, lastKey == key {
      steps[steps.count - 1].count += 1
    } else {
      steps.append(step)
    }
    lastKey = key
  }
}
