import PrefixCache
import Recordings
import SessionEngine
import Tokenizers
import Transcripts

// Inferences, from what is sent to what the model told.
extension RecordedSession {
  mutating func startInference(
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
    row.prediction = InferenceRow.Prediction(input: input, reused: reuse.tokens)
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

  mutating func stream(
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

  mutating func endInference(
    _ end: InferenceEnd, _ at: Int64, _ writer: inout RecordingWriter
  ) throws {
    try writer.endStreaming(of: id)
    guard var open = inference, open.number == end.inference else { return }
    open.finish(end, at)
    inference = open
    try writer.updateInference(open.row)
  }
}

extension ProfileRow {
  fileprivate init(_ start: InferenceStart) {
    self.init(
      name: start.profile, model: start.model, window: start.contextSize, tools: start.tools,
      options: start.options.map { Option(name: $0.name, value: $0.value, level: $0.level) })
  }
}
