import PrefixCache
import Recordings
import SessionEngine
import Tokenizers
import Transcripts

/// One session while it is recorded: its transcript as the recording has it, and what the caches of its models hold.
///
/// How this works: the transcript is kept beside the ids of its entries, so that a change reads, counts and stores only what it brings.
/// What an inference is sent is matched against it entry by entry; for each model the list sent last, with its answer, is what the cache
/// holds, and the comparison of the next one with it tells the reuse. An answer is whatever the model adds to the end of the transcript
/// from the start of an inference to the start of the next.
struct RecordedSession {
  let id: SessionID
  private var recorder: EntryRecorder
  private var entries: [RecordedEntry] = []
  private var tokens = KindTokens()
  private var snapshot: SnapshotID?
  /// How often the transcript was changed anywhere but at its end.
  private var rewrites = 0
  /// Entries that the session began with, its instructions among them, when it had a history.
  private var restored = 0
  private var window: Int?

  private var request: (number: Int, id: RequestID)?
  /// The inference that runs, or ran last.
  private var inference: LiveInference?
  private var models: [String: HeldContext] = [:]
  private var variants: [String: RecordedEntry] = [:]
  private var toolStarts: [String: Int64] = [:]
  private var lastStreamed: Int64?

  init(
    _ identity: SessionIdentity, parent: SessionID?, startingWith transcript: [Transcript.Entry], at: Int64,
    counter: any TokenCounter, _ writer: inout RecordingWriter
  ) throws {
    recorder = EntryRecorder(counter: counter)
    id = try writer.insertSession(
      uuid: identity.id, title: identity.title, origin: "live", started: Timestamp(milliseconds: at),
      parent: parent, parentCall: identity.parent?.toolCall)
    guard !transcript.isEmpty else { return }
    let hasHistory = transcript.contains { $0.kind != .instructions }
    restored = hasHistory ? transcript.count : 0
    try splice(0, removing: 0, transcript, cause: hasHistory ? "restored" : "instructions", at, &writer)
  }

  // MARK: - Events

  /// True for a moment of an inference that comes too soon after the one that was written last.
  func ignores(_ event: SessionEvent) -> Bool {
    guard case .inferenceProgressed = event.kind, let last = lastStreamed else { return false }
    // Thirty times a second, by the session's own clock; a clock that was turned back counts as another one.
    return event.at >= last && event.at - last < 33
  }

  mutating func record(_ event: SessionEvent, _ writer: inout RecordingWriter) throws {
    let at = event.at
    switch event.kind {
    case .started: break
    case .transcript(let change):
      try splice(
        change.position, removing: change.removed, change.inserted, cause: change.cause.rawValue, at, &writer)
    case .requestStarted(let start):
      let prompt = try recorder.firstWords(of: start.prompt)
      let id = try writer.insertRequest(
        session: self.id, prompt: prompt, started: Timestamp(milliseconds: at))
      request = (start.number, id)
    case .requestEnded(let end): try endRequest(end, at, &writer)
    case .profileActivated(let activation):
      try note(.profile(name: activation.name, previous: activation.previous), at, &writer)
    case .inferenceStarted(let start): try startInference(start, at, &writer)
    case .inferenceProgressed(let progress): try stream(progress, at, &writer)
    case .inferenceEnded(let end): try endInference(end, at, &writer)
    case .hook(let run):
      try note(.hook(name: run.name, profile: run.profile, error: run.error), at, &writer)
    case .toolStarted(let call):
      toolStarts[call.id] = at
      try note(.toolStarted(call: call.id, tool: call.toolName), at, &writer)
    case .toolEnded(let end):
      let milliseconds = toolStarts.removeValue(forKey: end.call.id).map { Int(clamping: at - $0) }
      try note(
        .toolEnded(
          call: end.call.id, tool: end.call.toolName, milliseconds: milliseconds, error: end.error), at,
        &writer)
    case .property(let change): try note(.property(name: change.name, value: change.value), at, &writer)
    case .ended:
      try writer.endStreaming(of: id)
      try writer.endSession(id, at: Timestamp(milliseconds: at))
    }
  }

  private func note(_ event: LiveEvent, _ at: Int64, _ writer: inout RecordingWriter) throws {
    let place = LiveEvent.Place(request: request?.number, inference: inference?.number ?? 0)
    try writer.insertEvent(
      session: id, snapshot: snapshot, at: Timestamp(milliseconds: at), kind: event.kind,
      json: event.json(at: place))
  }

  // MARK: - Snapshots

  private mutating func splice(
    _ place: Int, removing count: Int, _ inserted: [Transcript.Entry], cause: String, _ at: Int64,
    _ writer: inout RecordingWriter
  ) throws {
    let position = min(max(0, place), entries.count)
    let removed = min(max(0, count), entries.count - position)
    let isAtEnd = position == entries.count
    let gone = Array(entries[position..<position + removed])
    var incoming: [RecordedEntry] = []
    incoming.reserveCapacity(inserted.count)
    // An entry that the session had already is not read again.
    let known = Dictionary(gone.map { ($0.entry.id, $0) }) { first, _ in first }
    for entry in inserted {
      let stays = known[entry.id].flatMap { $0.entry == entry ? $0 : nil }
      incoming.append(try stays ?? recorder.record(entry, &writer))
    }
    entries.replaceSubrange(position..<position + removed, with: incoming)
    for entry in gone { tokens.remove(entry.context) }
    for entry in incoming { tokens.add(entry.context) }
    var splice = Splice.between(gone.map(\.id), incoming.map(\.id))
    splice.move(by: position)
    if let snapshot, splice.removed == 0, splice.inserted.isEmpty, count == 0 {
      // Nothing came and nothing went.
      self.snapshot = snapshot
      return
    }
    let leading = entries.first.flatMap { $0.context.kind == .instructions ? $0.id : nil }
    snapshot = try writer.insertSnapshot(
      session: id, parent: snapshot, at: Timestamp(milliseconds: at), cause: cause, splice: splice,
      instructions: leading, tokens: tokens)
    if isAtEnd {
      try answer(incoming, &writer)
    } else {
      rewrites += 1
      inference?.isFollowed = false
      // Instructions that are rendered before the first request stand before what was restored.
      if models.isEmpty, restored > 0 { restored += incoming.count - removed }
    }
  }

  /// What the model adds to the end of the transcript is the answer of the inference that runs, or ran last.
  private mutating func answer(_ added: [RecordedEntry], _ writer: inout RecordingWriter) throws {
    guard var open = inference, open.isFollowed, let snapshot else { return }
    guard added.allSatisfy(\.context.kind.isModelOutput) else {
      inference?.isFollowed = false
      return
    }
    for entry in added { models[open.model]?.context.append(entry) }
    open.row.snapshot = snapshot
    inference = open
    try writer.updateInference(open.row)
  }

  // MARK: - Requests

  private mutating func endRequest(
    _ end: RequestEnd, _ at: Int64, _ writer: inout RecordingWriter
  ) throws {
    guard let open = request, open.number == end.number else { return }
    let outcome: RequestRow.Outcome
    switch end.outcome {
    case .completed: outcome = .completed
    case .cancelled: outcome = .cancelled
    case .failed(let error):
      outcome = .failed
      try note(.requestFailed(request: end.number, error: error), at, &writer)
    }
    try writer.updateRequest(open.id, ended: Timestamp(milliseconds: at), outcome: outcome)
    request = nil
  }

  // MARK: - Inferences

  private mutating func startInference(
    _ start: InferenceStart, _ at: Int64, _ writer: inout RecordingWriter
  ) throws {
    let snapshot = try currentSnapshot(at, &writer)
    let sent = try match(start.sent, &writer)
    let wanted = HeldContext(
      context: sent.context, profile: start.profile,
      toolCallingMode: start.options.first { $0.name == "toolCallingMode" }?.value,
      isTransformed: sent.pieces != nil, rewrites: rewrites)
    let counter = recorder.counter
    let previous = inference.flatMap { $0.model == start.model ? nil : models[$0.model] }
    let cause = LiveCause(
      wanted: wanted, held: models[start.model], otherModel: previous,
      restored: models.isEmpty ? restored : 0)
    let reuse = try cause.reuse { held in
      try CacheComparison(
        held: held.context.contexts, wanted: wanted.context.contexts, counter: counter,
        heldEntry: { RenderedEntry(try writer.entry(held.context.ids[$0]), counter: counter) },
        wantedEntry: { RenderedEntry(try writer.entry(wanted.context.ids[$0]), counter: counter) })
    }
    let request = try currentRequest(start.request, at, &writer)
    var row = InferenceRow(
      id: InferenceID(0), request: request, session: id, sequence: start.number, model: start.model,
      profile: start.profile, snapshot: snapshot, inputEntries: min(start.transcriptCount, entries.count),
      position: reuse.position, removed: reuse.removed, inserted: reuse.inserted,
      started: Timestamp(milliseconds: at), cause: reuse.cause)
    let input = wanted.context.tokens(wanted.context.contexts.indices)
    row.input = .counted(input)
    row.reused = .predicted(reuse.tokens)
    row.prefilled = .predicted(input - reuse.tokens)
    row.divergence = reuse.divergence
    row.lostTokens = reuse.lostTokens
    row.id = try writer.insertInference(row)
    try writer.setContext(of: row.id, profile: ProfileRow(start), sent: sent.pieces)
    if let size = start.contextSize, size != window {
      window = size
      try writer.setWindow(.reported(size), of: id)
    }
    models[start.model] = wanted
    inference = LiveInference(row: row, model: start.model, number: start.number, reuse: reuse)
    lastStreamed = nil
  }

  /// A session that says nothing of its transcript has an empty one.
  private mutating func currentSnapshot(_ at: Int64, _ writer: inout RecordingWriter) throws -> SnapshotID {
    if let snapshot { return snapshot }
    let made = try writer.insertSnapshot(
      session: id, parent: nil, at: Timestamp(milliseconds: at), cause: "instructions",
      splice: Splice(position: 0))
    snapshot = made
    return made
  }

  private mutating func currentRequest(
    _ number: Int, _ at: Int64, _ writer: inout RecordingWriter
  ) throws -> RequestID {
    if let request { return request.id }
    let made = try writer.insertRequest(session: id, prompt: "", started: Timestamp(milliseconds: at))
    request = (number, made)
    return made
  }

  private mutating func stream(
    _ progress: InferenceProgress, _ at: Int64, _ writer: inout RecordingWriter
  ) throws {
    guard let open = inference, open.number == progress.inference, !open.isFinished else { return }
    lastStreamed = at
    try writer.setStreaming(
      StreamingRow(
        session: id, inference: open.row.id, input: progress.input, reused: progress.reused,
        prefilled: progress.prefilled, decoded: progress.decoded,
        entries: progress.partial.map { .init(kind: $0.kind, json: Array($0.json.text().utf8)) },
        at: Timestamp(milliseconds: at)))
  }

  private mutating func endInference(
    _ end: InferenceEnd, _ at: Int64, _ writer: inout RecordingWriter
  ) throws {
    try writer.endStreaming(of: id)
    guard var open = inference, open.number == end.inference else { return }
    open.finish(end, at)
    inference = open
    try writer.updateInference(open.row)
  }

  // MARK: - What was sent

  /// The entries that were sent, as the recording has them; `pieces` is nil when they are the transcript as it stands.
  private mutating func match(
    _ sent: [Transcript.Entry], _ writer: inout RecordingWriter
  ) throws -> (context: SentContext, pieces: [Splice.Piece]?) {
    var context = SentContext()
    context.ids.reserveCapacity(sent.count + 4)
    context.contexts.reserveCapacity(sent.count + 4)
    var pieces: [Splice.Piece] = []
    var run = 0..<0
    var places: [String: Int]?
    func close() { if !run.isEmpty { pieces.append(.copy(run)) } }
    for entry in sent {
      var place = run.upperBound
      if place >= entries.count || entries[place].entry != entry {
        if let variant = variants[entry.id], variant.entry == entry {
          context.append(variant)
          close()
          pieces.append(.entry(variant.id))
          run = run.upperBound + 1..<run.upperBound + 1
          continue
        }
        let known = places ?? Dictionary(zip(entries.map(\.entry.id), entries.indices)) { first, _ in first }
        places = known
        place = known[entry.id].flatMap { entries[$0].entry == entry ? $0 : nil } ?? entries.count
      }
      if place < entries.count {
        context.append(entries[place])
        if place != run.upperBound {
          close()
          run = place..<place
        }
        run = run.lowerBound..<place + 1
        continue
      }
      let variant = try variant(entry, &writer)
      context.append(variant)
      close()
      pieces.append(.entry(variant.id))
      // What follows a changed entry is most likely what follows it in the transcript.
      let next = (places?[entry.id] ?? run.upperBound) + 1
      run = next..<next
    }
    close()
    let isTranscript = pieces == [.copy(0..<entries.count)] || (pieces.isEmpty && entries.isEmpty)
    return (context, isTranscript ? nil : pieces)
  }

  /// An entry that stands in no transcript: a transform made it, or it is the instructions with fewer tools.
  private mutating func variant(
    _ entry: Transcript.Entry, _ writer: inout RecordingWriter
  ) throws -> RecordedEntry {
    let made = try recorder.record(entry, &writer)
    variants[entry.id] = made
    return made
  }
}

extension Splice {
  /// The splice of a list that `count` entries stand before.
  fileprivate mutating func move(by count: Int) {
    position += count
    inserted = inserted.map { piece in
      guard case .copy(let range) = piece else { return piece }
      return .copy(range.lowerBound + count..<range.upperBound + count)
    }
  }
}

extension ProfileRow {
  fileprivate init(_ start: InferenceStart) {
    self.init(
      name: start.profile, model: start.model, window: start.contextSize, tools: start.tools,
      options: start.options.map { Option(name: $0.name, value: $0.value, level: $0.level) })
  }
}
