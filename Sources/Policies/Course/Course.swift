import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// A recorded session, inference by inference, in a form in which it can be sent otherwise than it was.
///
/// The steps are read one after the other: a long session is never in memory as a list of contexts.
struct Course {
  let recording: Recording
  let inferences: [InferenceRow]
  let session: SessionRow
  let window: Int?
  var tokens: CourseTokens
  private(set) var next = 0
  /// Prewarms that no step has passed yet.
  var ahead: [RecordedPrewarm]
  private(set) var history: [CourseEntry] = []
  private var seen: Set<EntryID> = []
  private var prepared: [Prepared: Leading] = [:]

  /// - Parameter window: stands for whatever the recording says; tokens.
  init(_ recording: Recording, _ session: SessionRow, tokenizer: BytePairTokenizer, window: Int?) throws {
    self.recording = recording
    self.session = session
    self.window = window
    inferences = try recording.inferences(of: session.id)
    ahead = try recording.prewarms(of: session.id)
    tokens = CourseTokens(recording, tokenizer)
  }

  var count: Int { inferences.count }

  /// An outline without steps, to be grown by `look(at:into:)`.
  var emptyOutline: CourseOutline { CourseOutline(window: window ?? session.window?.value) }

  /// Adds an inference, by its index, to what is known of the session ahead of its steps.
  mutating func look(at index: Int, into outline: inout CourseOutline) throws {
    let row = inferences[index]
    let context = try context(of: row)
    outline.steps.append(
      CourseOutline.Step(
        model: row.model ?? "", profile: row.profile, instructions: context.leading?.words))
    if outline.window == nil { outline.window = context.window }
  }

  /// The next step; nil after the last.
  /// - Throws: `RecordingError`.
  mutating func step() throws -> CourseStep? {
    guard next < inferences.count else { return nil }
    let row = inferences[next]
    next += 1
    let context = try context(of: row)
    let leading = context.leading
    grow(by: try tokens.entries(context.transcript))
    let answer = try tokens.entries(context.answer)
    let step = CourseStep(
      inference: row, model: row.model ?? "", profile: row.profile,
      window: window ?? context.window ?? session.window?.value,
      sent: try tokens.entries(context.sent), instructions: leading?.entry, words: leading?.words,
      bareTools: leading?.bareTools, history: history, answer: answer)
    for id in context.answer { seen.insert(id) }
    history += answer
    return step
  }

  /// The entry that other instructions make.
  mutating func entry(of instructions: Transcript.Instructions) -> CourseEntry? {
    tokens.entry(of: instructions)
  }

  // MARK: - One inference

  private struct Context {
    var sent: [EntryID]
    /// The transcript before the answer, without leading instructions.
    var transcript: ArraySlice<EntryID>
    var answer: ArraySlice<EntryID>
    var leading: Leading?
    var window: Int?
  }

  /// Leading instructions as a step has them.
  struct Leading {
    var entry: CourseEntry?
    var words: Transcript.Instructions
    var bareTools: CourseEntry?
  }

  private struct Prepared: Hashable {
    var id: EntryID
    var tools: [String]?
  }

  private mutating func context(of row: InferenceRow) throws -> Context {
    let list = try recording.entryIDs(of: row.snapshot)
    let sent = try recording.sent(by: row)
    let end = min(max(0, row.inputEntries), list.count)
    var tail = end
    while tail < list.count, try tokens.entry(list[tail]).kind.isModelOutput { tail += 1 }
    let begins = try list.first.map { try tokens.entry($0).kind == .instructions } ?? false
    let profile = try recording.profile(of: row.id)
    var context = Context(
      sent: sent, transcript: list[..<end].dropFirst(begins && end > 0 ? 1 : 0), answer: list[end..<tail],
      leading: nil, window: profile?.window)
    if let first = sent.first, try tokens.entry(first).kind == .instructions {
      context.leading = try leading(first, enabled: nil)
    } else if begins {
      // A transform left the instructions out: another policy has them, with the tools that were enabled.
      context.leading = try leading(list[0], enabled: profile?.tools)
    }
    return context
  }

  mutating func leading(_ id: EntryID, enabled: [String]?) throws -> Leading? {
    let key = Prepared(id: id, tools: enabled)
    if let known = prepared[key] { return known }
    guard var words = try tokens.instructions(id) else { return nil }
    if let enabled { words.toolDefinitions.removeAll { !enabled.contains($0.name) } }
    let tools = Transcript.Instructions(id: "", segments: [], toolDefinitions: words.toolDefinitions)
    let leading = Leading(
      entry: tokens.entry(of: words), words: words, bareTools: tokens.entry(of: tools))
    prepared[key] = leading
    return leading
  }

  /// What is new at the end of the transcript was said now. What stands before something known was put in there, or is
  /// another wording of what was said.
  mutating func grow(by transcript: [CourseEntry]) {
    let start = transcript.lastIndex { $0.id.map(seen.contains) ?? true }.map { $0 + 1 } ?? 0
    for entry in transcript[start...] {
      history.append(entry)
      if let id = entry.id { seen.insert(id) }
    }
  }
}

/// What is known of a session before its first step is taken.
public struct CourseOutline: Sendable {
  /// The model's window in tokens; nil when nobody told it.
  public var window: Int?
  public var steps: [Step] = []

  /// Who answered, as whom, with which instructions.
  public struct Step: Sendable {
    public var model: String
    /// The persona's name; nil for a session that was imported.
    public var profile: String?
    /// With the tools enabled; nil for a step without.
    public var instructions: Transcript.Instructions?
  }
}
