import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// Does the effects that read a recording. What cannot be read becomes a notice, never a missing answer: the screen
/// would ask again.
struct RecordingReader {
  let recording: Recording
  let counter: (any TokenCounter)?

  func perform(_ effect: Effect) -> [Loaded] {
    do throws(RecordingError) {
      return try read(effect)
    } catch {
      return [.trouble(error.description)]
    }
  }

  private func read(_ effect: Effect) throws(RecordingError) -> [Loaded] {
    switch effect {
    case .readContent(let id): return try content(id).map { [.content($0)] } ?? []
    case .readGlances(let ids):
      var glances: [EntryID: EntryGlance] = [:]
      for id in ids { glances[id] = EntryGlance(try recording.entry(id)) }
      return [.glances(glances)]
    case .readEntry(let id): return [.entry(inspected(id, try recording.entry(id)))]
    case .testEntries(let filter, let ids, let fates):
      return [.tested(filter, try test(filter, ids, fates))]
    case .readInferences(let snapshots):
      var rows: [SnapshotID: [InferenceRow]] = [:]
      var callIDs: [SnapshotID: [String]] = [:]
      for id in snapshots {
        let inferences = try recording.inferences(ofSnapshot: id)
        rows[id] = inferences
        if inferences.contains(where: { !$0.calls.isEmpty }) {
          callIDs[id] = try calls(in: try recording.summaries(try recording.entryIDs(of: id)))
        }
      }
      return [.inferences(rows, callIDs: callIDs)]
    case .readFacts(let id): return [.facts(try facts(id))]
    case .readPrompts(let first, let count):
      return [.prompts(try recording.requests(after: RequestID(first.rawValue - 1), limit: count))]
    case .readDiff(let older, let newer):
      guard let a = try content(older), let b = try content(newer) else { return [] }
      return [.diff(DiffContent(a, b) { try? recording.entry($0) })]
    default: return []
    }
  }

  private func content(_ id: SnapshotID) throws(RecordingError) -> SnapshotContent? {
    guard let row = try recording.snapshot(id) else { return nil }
    let entries = try recording.summaries(try recording.entryIDs(of: id))
    var content = SnapshotContent(
      snapshot: row, entries: entries, inferences: try recording.inferences(ofSnapshot: id),
      callIDs: try calls(in: entries))
    content.takenBack = try takenBack(row)
    for row in content.inferences where row.prediction != nil {
      let window = try recording.profile(of: row.id)?.window
      content.partings[row.id] = try recording.parting(of: row, window: window)
    }
    if let inference = content.inferences.last, try recording.profile(of: inference.id) != nil {
      content.fates = try recording.fates(in: inference)
    }
    return content
  }

  /// The request that a snapshot took back; nil where the snapshot is none of that kind.
  private func takenBack(_ snapshot: SnapshotRow) throws(RecordingError) -> SnapshotContent.TakenBack? {
    guard snapshot.cause == "reverted", let at = snapshot.at,
      let request = try recording.request(of: snapshot.session, begunBy: at)
    else { return nil }
    var error: String?
    for row in try recording.events(of: snapshot.session, from: snapshot.id, through: snapshot.id) {
      if case .requestFailed(let number, let failure)? = LiveEvent(row), number == request.sequence {
        error = failure.words
      }
    }
    return SnapshotContent.TakenBack(request: request.sequence, outcome: request.outcome, error: error)
  }

  /// The ids of the tool calls made last, unless a prompt came after them.
  private func calls(in entries: [EntrySummary]) throws(RecordingError) -> [String] {
    guard let place = entries.lastIndex(where: { $0.kind == .toolCalls || $0.kind == .prompt }),
      entries[place].kind == .toolCalls,
      let value = try? JSONValue(parsing: try recording.entry(entries[place].id).json),
      case .toolCalls(let calls) = Transcript.Entry(json: value)
    else { return [] }
    return calls.calls.map(\.id)
  }

  /// What was sent to the inference that ended at a snapshot, and with which options.
  private func facts(_ id: SnapshotID) throws(RecordingError) -> InferenceFacts {
    var facts = InferenceFacts(snapshot: id)
    guard let inference = try recording.inferences(ofSnapshot: id).last else {
      guard let row = try recording.snapshot(id) else { return facts }
      // What ran here belongs to an inference to come; what went wrong stays with the snapshot.
      facts.happened = try recording.events(of: row.session, from: id, through: id)
        .compactMap { LiveEvent($0).flatMap(InferenceFacts.Happening.init) }.filter(\.isTrouble)
      return facts
    }
    let list = try recording.entryIDs(of: id).prefix(inference.inputEntries)
    let places = Dictionary(zip(list, list.indices)) { first, _ in first }
    let ids = try recording.sent(by: inference)
    facts.transcriptCount = list.count
    var sent: [InferenceFacts.Sent] = []
    for entry in try recording.summaries(ids) {
      let words = EntryGlance(try recording.entry(entry.id)).words
      sent.append(
        InferenceFacts.Sent(
          kind: entry.kind, words: words, tokens: Int(entry.tokens), place: places[entry.id]))
    }
    facts.sent = sent
    guard let profile = try recording.profile(of: inference.id) else { return facts }
    facts.isRecorded = true
    facts.options = profile.options.map {
      InferenceFacts.Option(name: $0.name, value: $0.value, level: $0.level)
    }
    facts.happened = try happened(in: inference)
    return facts
  }

  /// What ran in the inference's session from the end of the inference before it to its own.
  private func happened(in inference: InferenceRow) throws(RecordingError) -> [InferenceFacts.Happening] {
    let before = try recording.inference(before: inference)?.snapshot
    var happened: [InferenceFacts.Happening] = []
    for row in try recording.events(of: inference.session, from: before, through: inference.snapshot) {
      guard let at = row.snapshot, let event = LiveEvent(row) else { continue }
      if at == inference.snapshot, let time = row.at, let end = inference.finished, time > end { continue }
      if let happening = InferenceFacts.Happening(event) { happened.append(happening) }
    }
    return happened
  }

  private func test(
    _ filter: Filter, _ ids: [EntryID], _ fates: [EntryFate?]
  ) throws(RecordingError) -> [EntryID: Bool] {
    var passes: [EntryID: Bool] = [:]
    for (index, id) in ids.enumerated() {
      let record = try recording.entry(id)
      let scanned = ScannedEntry(record)
      passes[id] = filter.matches(
        Filter.EntryFacts(
          kind: record.kind, tokens: Int(record.tokens),
          fate: fates.indices.contains(index) ? fates[index] : nil,
          tools: scanned.tools, text: scanned.searched))
    }
    return passes
  }

  private func inspected(_ id: EntryID, _ record: EntryRecord) -> InspectedEntry {
    let value = (try? JSONValue(parsing: record.json)) ?? .null
    return InspectedEntry(
      id: id, record: record, entry: Transcript.Entry(json: value), toolTokens: toolTokens(record))
  }

  /// The tokens of each tool definition, where the counter at hand counts as the recording does.
  private func toolTokens(_ record: EntryRecord) -> [Int] {
    guard record.kind == .instructions, let counter, counter.name == recording.tokenizer else { return [] }
    return RenderedEntry(record, counter: counter).parts.filter { $0.role == .tool }.map(\.tokens)
  }
}
