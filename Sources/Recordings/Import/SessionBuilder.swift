import PrefixCache
import Tokenizers
import Transcripts

/// Rebuilds one session from states of its transcript: writes a snapshot for each, and the requests and inferences that must have
/// happened between it and the one before.
///
/// A transcript tells no inferences; they are rebuilt from its shape. A model step is the longest run of responses, reasoning and
/// tool calls; the inference that made it was sent everything before it. What its cache held is predicted for an append-only
/// cache: the context of the inference before, answer included. The first inference of a snapshot carries the snapshot's break.
struct SessionBuilder {
  let session: SessionID
  private let counter: any TokenCounter

  private(set) var handles: [Int] = []
  private(set) var contexts: [ContextEntry] = []
  /// Tokens before each entry, and of all of them at the end.
  private var sums = [0]
  private var lastSnapshot: SnapshotID?
  private var tokens = KindTokens()
  /// Entries that the cache holds after the last inference: what it was sent and what it answered.
  private var heldEntries = 0
  private var inferences = 0
  private var request: RequestID?
  private var callIDs: Set<String> = []

  init(session: SessionID, counter: any TokenCounter) {
    self.session = session
    self.counter = counter
  }

  /// The state of a transcript at one moment.
  struct State {
    var at: Timestamp?
    var source: String?
  }

  // MARK: Snapshots

  /// Adds entries to the end of the transcript as a new snapshot.
  mutating func append(
    _ added: some Sequence<Int>, _ state: State, _ catalogue: EntryCatalogue, _ writer: inout RecordingWriter
  ) throws {
    let start = handles.count
    for handle in added {
      handles.append(handle)
      push(catalogue[handle].context)
    }
    let splice = Splice.appending(handles[start...].map { catalogue[$0].id }, toCount: start)
    let snapshot = try insert(splice, state, catalogue, &writer)
    try warn(start..<handles.count, snapshot, catalogue, &writer)
    try infer(from: start, snapshot, state, lost: nil, catalogue, &writer)
  }

  /// Makes `next` the transcript, as a new snapshot spliced against the last one.
  mutating func replace(
    with next: [Int], _ state: State, _ catalogue: EntryCatalogue, _ writer: inout RecordingWriter
  ) throws {
    if next.count >= handles.count, next.starts(with: handles) {
      try append(next[handles.count...], state, catalogue, &writer)
      return
    }
    let old = handles
    let held = Array(contexts[..<heldEntries])
    let before = contexts
    handles = next
    contexts = []
    sums = [0]
    tokens = KindTokens()
    for handle in next { push(catalogue[handle].context) }
    callIDs = []
    let splice = Splice.between(old.map { catalogue[$0].id }, next.map { catalogue[$0].id })
    let snapshot = try insert(splice, state, catalogue, &writer)
    let known = Set(old)
    for (index, handle) in next.enumerated() {
      if known.contains(handle) {
        for call in catalogue[handle].calls { callIDs.insert(call.id) }
      } else {
        try warn(index..<index + 1, snapshot, catalogue, &writer)
      }
    }
    let store = writer.store
    let comparison = try CacheComparison(
      held: held, wanted: contexts, counter: counter,
      heldEntry: { RenderedEntry(try store.entry(catalogue[old[$0]].id), counter: counter) },
      wantedEntry: { RenderedEntry(try store.entry(catalogue[next[$0]].id), counter: counter) })
    if let step = rewrittenStep(before) {
      // The last answer was made again, or grew while it was streamed: that reuses its whole input and loses nothing.
      heldEntries = min(heldEntries, step)
      try infer(from: step, snapshot, state, lost: nil, catalogue, &writer)
      return
    }
    if comparison.cause != .appended { heldEntries = min(heldEntries, comparison.commonEntries) }
    let whole = SnapshotDiff(from: before, to: contexts)
    try infer(
      from: whole.tailStart, snapshot, state, lost: Break(comparison, held: held.count), catalogue, &writer)
  }

  /// Where the last model step begins, if nothing but it differs from the transcript before, which ended with it.
  private func rewrittenStep(_ before: [ContextEntry]) -> Int? {
    var step = contexts.count
    while step > 0, contexts[step - 1].kind.isModelOutput { step -= 1 }
    guard step < contexts.count, step < before.count, before[step...].allSatisfy(\.kind.isModelOutput) else {
      return nil
    }
    let common = zip(before, contexts).prefix { $0.content == $1.content }.count
    // Equal contents are the same step under other ids.
    return common >= step && common < max(before.count, contexts.count) ? step : nil
  }

  /// What a snapshot's first inference found in the cache, when the transcript did not merely grow.
  private struct Break {
    var comparison: CacheComparison
    /// Entries that the cache held.
    var held: Int

    init(_ comparison: CacheComparison, held: Int) {
      self.comparison = comparison
      self.held = held
    }
  }

  private mutating func push(_ context: ContextEntry) {
    contexts.append(context)
    sums.append(sums[sums.count - 1] + Int(context.tokens))
    tokens.add(context)
  }

  private mutating func insert(
    _ splice: Splice, _ state: State, _ catalogue: EntryCatalogue, _ writer: inout RecordingWriter
  ) throws -> SnapshotID {
    let leading = handles.first.map { catalogue[$0] }
    let snapshot = try writer.insertSnapshot(
      session: session, parent: lastSnapshot, at: state.at, cause: "imported", splice: splice,
      instructions: leading?.context.kind == .instructions ? leading?.id : nil, tokens: tokens,
      source: state.source)
    lastSnapshot = snapshot
    return snapshot
  }

  // MARK: Warnings

  private mutating func warn(
    _ range: Range<Int>, _ snapshot: SnapshotID, _ catalogue: EntryCatalogue, _ writer: inout RecordingWriter
  ) throws {
    for index in range {
      let facts = catalogue[handles[index]]
      var warnings = facts.warnings
      for call in facts.calls where !callIDs.insert(call.id).inserted && !call.id.isEmpty {
        warnings.append(.repeatedCallID(call.id))
      }
      if let answered = facts.answered, !callIDs.contains(answered.callID) {
        warnings.append(.orphanToolOutput(answered.tool))
      }
      for warning in warnings {
        let json: JSONValue = ["entry": .number(index), "message": .string(warning.message)]
        try writer.insertEvent(session: session, snapshot: snapshot, kind: "warning", json: json.text())
      }
    }
  }

  // MARK: Inferences

  /// Writes the inferences of the model steps from entry `start` on; `lost` is the break that the first of them carries.
  private mutating func infer(
    from start: Int, _ snapshot: SnapshotID, _ state: State, lost: Break?, _ catalogue: EntryCatalogue,
    _ writer: inout RecordingWriter
  ) throws {
    var pending = lost
    var index = start
    while index < handles.count {
      let facts = catalogue[handles[index]]
      if !facts.context.kind.isModelOutput {
        if facts.context.kind == .prompt {
          request = try writer.insertRequest(
            session: session, prompt: facts.prompt, started: state.at, outcome: .open)
        }
        index += 1
        continue
      }
      var end = index
      while end < handles.count, contexts[end].kind.isModelOutput { end += 1 }
      try insertInference(index..<end, snapshot, state, pending, catalogue, &writer)
      pending = nil
      index = end
    }
    // A break with no model step after it is told all the same: as the inference that this state asks for.
    if let pending, pending.comparison.cause.isLoss {
      try insertInference(handles.count..<handles.count, snapshot, state, pending, catalogue, &writer)
    }
  }

  private mutating func insertInference(
    _ step: Range<Int>, _ snapshot: SnapshotID, _ state: State, _ lost: Break?,
    _ catalogue: EntryCatalogue, _ writer: inout RecordingWriter
  ) throws {
    let request =
      try self.request
      ?? writer.insertRequest(session: session, prompt: "", started: state.at, outcome: .open)
    self.request = request
    let input = total(0..<step.lowerBound)
    let output = total(step)
    let reuse = self.reuse(lost, inputEntries: step.lowerBound)
    inferences += 1
    var row = InferenceRow(
      id: InferenceID(0), request: request, session: session, sequence: inferences, snapshot: snapshot,
      inputEntries: step.lowerBound, position: reuse.position, removed: reuse.removed,
      inserted: reuse.inserted, cause: reuse.cause)
    row.input = .counted(input)
    row.reused = .predicted(reuse.tokens)
    row.prefilled = .predicted(input - reuse.tokens)
    row.output = step.isEmpty ? nil : .counted(output)
    row.reasoning =
      step.isEmpty
      ? nil
      : .counted(step.reduce(0) { $0 + (contexts[$1].kind == .reasoning ? Int(contexts[$1].tokens) : 0) })
    row.divergence = reuse.divergence
    row.lostTokens = reuse.lostTokens
    row.calls = step.flatMap { catalogue[handles[$0]].calls.map(\.name) }
    _ = try writer.insertInference(row)
    heldEntries = step.upperBound
    // Some models emit an empty response before their calls: it answers nothing yet.
    let kinds = step.map { contexts[$0].kind }
    if kinds.contains(.response), !kinds.contains(.toolCalls) {
      try writer.updateRequest(request, ended: state.at, outcome: .completed)
    }
  }

  private func reuse(_ lost: Break?, inputEntries: Int) -> CacheReuse {
    guard let lost else {
      return CacheReuse(
        appendingTo: heldEntries, wanted: inputEntries, isFirst: inferences == 0, tokens: total)
    }
    return CacheReuse(lost.comparison, held: lost.held, wanted: inputEntries, tokens: total)
  }

  private func total(_ range: Range<Int>) -> Int { sums[range.upperBound] - sums[range.lowerBound] }
}
