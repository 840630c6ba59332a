import Tokenizers
import Transcripts

extension Source {
  /// The sessions of a recording once more, in memory, counted with another tokenizer.
  ///
  /// Snapshots stay what they were; requests and inferences are rebuilt from them as when a folder is imported.
  ///
  /// - Returns: nil when a session was recorded live: what was measured of it must not give way to predictions.
  public static func recounted(
    _ recording: Recording, options: ImportOptions
  ) throws(RecordingError) -> Recording? {
    let sessions = try recording.sessions()
    guard sessions.allSatisfy({ $0.sourceFormat != nil }) else { return nil }
    let copy = try Recording.inMemory(tokenizer: options.counter.name)
    do {
      try copy.write { writer in
        var recount = Recount(of: recording, options: options)
        for session in sessions { try recount.add(session, to: &writer) }
      }
    } catch let error as RecordingError {
      throw error
    } catch {
      throw .damaged(path: recording.path ?? "recording", detail: "\(error)")
    }
    return copy
  }
}

/// Brings the sessions of one recording into another.
private struct Recount {
  private let original: Recording
  private let options: ImportOptions
  private var catalogue = EntryCatalogue()
  private var scanner = EntryScanner()
  private var handles: [EntryID: Int] = [:]

  init(of original: Recording, options: ImportOptions) {
    self.original = original
    self.options = options
  }

  mutating func add(_ session: SessionRow, to writer: inout RecordingWriter) throws {
    let id = try writer.insertSession(
      uuid: session.uuid, title: session.title, origin: session.origin, sourceFormat: session.sourceFormat,
      window: options.window.map { .reported($0) } ?? session.window, started: session.started,
      ended: session.ended)
    if let envelope = try original.meta(Recording.envelopeKey(session.id)) {
      try writer.setMeta(Recording.envelopeKey(id), envelope)
    }
    var builder = SessionBuilder(session: id, counter: options.counter)
    for snapshot in try original.snapshots(of: session.id) {
      var entries: [Int] = []
      for entry in try original.entryIDs(of: snapshot.id) { entries.append(try handle(of: entry, &writer)) }
      let state = SessionBuilder.State(at: snapshot.at, source: snapshot.source)
      try builder.replace(with: entries, state, catalogue, &writer)
    }
  }

  private mutating func handle(of entry: EntryID, _ writer: inout RecordingWriter) throws -> Int {
    if let known = handles[entry] { return known }
    let record = try original.entry(entry)
    try record.json.withUnsafeBufferPointer { _ = try scanner.scan($0, at: 0) }
    let handle = try catalogue.handle(for: &scanner, counter: options.counter, writer: &writer)
    handles[entry] = handle
    return handle
  }
}
