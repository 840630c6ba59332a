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
      for id in snapshots { rows[id] = try recording.inferences(ofSnapshot: id) }
      return [.inferences(rows)]
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
    let ids = try recording.entryIDs(of: id)
    return SnapshotContent(
      snapshot: row, entries: try recording.summaries(ids),
      inferences: try recording.inferences(ofSnapshot: id))
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
