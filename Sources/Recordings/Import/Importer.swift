import PrefixCache
import TranscriptFormats
import Transcripts

/// Turns transcript files into sessions of a recording.
///
/// A file with one transcript becomes a session whose snapshots are its model steps. A file with several, and a folder of dumps,
/// become a snapshot each, spliced against the one before in the same session. Used by one thread at a time.
final class Importer {
  let recording: Recording
  let options: ImportOptions
  private var catalogue = EntryCatalogue()
  private var reader = TranscriptReader()
  private var buffer: [UInt8] = []
  private var sessions: [Thread] = []
  /// Of each file, what was read of it last: a hash of the entries of each document.
  private var known: [String: [Int]] = [:]
  /// Set once two dumps had the same keys in different orders: their writer does not sort, so that order means nothing.
  private var shufflesKeys = false

  /// Of entries read by a writer that shuffles keys: which ones are the same, whatever the order.
  private var unordered = UnorderedEntries()

  /// A session under construction, and the title of the dumps that belong to it.
  private struct Thread {
    var title: String?
    var builder: SessionBuilder
  }

  init(into recording: Recording, options: ImportOptions) {
    self.recording = recording
    self.options = options
  }

  /// How a file comes into the recording.
  enum Manner {
    /// The one file that is imported is one session; a single transcript in it is taken apart into its model steps.
    case session(at: Timestamp?)
    /// One transcript is one moment of a session.
    case dump(title: String?, at: Timestamp?)
  }

  /// Imports a file inside the caller's transaction: all that is new in it, or nothing when any of it can't be read.
  ///
  /// A file that was imported before is a new moment of its session, unless it says the same; of a file of several documents
  /// those that it begins with like the last time are left out.
  ///
  /// - Parameters:
  ///   - path: where it is; `name` is what the recording calls it.
  ///   - report: called with the bytes of this file that are done.
  /// - Returns: whether the file says anything that it did not say the last time, and what the file system said of just the
  ///   bytes that were imported.
  func file(
    _ path: String, name: String, origin: String, _ manner: Manner, _ writer: inout RecordingWriter,
    report: ((Int) -> Void)? = nil
  ) throws -> (isNew: Bool, facts: FileBytes.Facts) {
    let (documents, facts) = try documents(path, &writer, report)
    let hashes = documents.map(\.entries.hashValue)
    let old = known.updateValue(hashes, forKey: path)
    let isOne = documents.count == 1
    let news = zip(old ?? [], hashes).prefix(while: ==).count..<hashes.count
    for number in news {
      let document = documents[number]
      let source = isOne ? name : "\(name)#\(number + 1)"
      switch manner {
      case .session where old == nil && isOne:
        try steps(of: document, name: name, origin: origin, &writer)
      case .session(let at):
        let state = DumpState(title: name, at: isOne ? at : nil, source: source, isOnlySession: true)
        try dump(document, state, origin: origin, &writer)
      case .dump(let title, let at):
        try dump(document, DumpState(title: title, at: at, source: source), origin: origin, &writer)
      }
    }
    return (!news.isEmpty, facts)
  }

  /// The documents of a file, their entries stored, and what the file system said of it.
  private func documents(
    _ path: String, _ writer: inout RecordingWriter, _ report: ((Int) -> Void)?
  ) throws -> ([TranscriptReader.Document], FileBytes.Facts) {
    let facts = try FileBytes.read(path, into: &buffer)
    try refuseOtherEncodings(path)
    var position = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var documents: [TranscriptReader.Document] = []
    while let document = try next(at: &position, path, &writer, report) {
      documents.append(document)
      if position >= buffer.count, documents.count == 1 {
        buffer = reader.remember(buffer, keyOrders: document.keyOrders)
        break
      }
      _ = reader.remember(
        Array(buffer[document.start..<document.end]), from: document.start, keyOrders: document.keyOrders)
    }
    return (documents, facts)
  }

  private func refuseOtherEncodings(_ path: String) throws {
    if buffer.isEmpty || buffer.allSatisfy({ $0 <= 0x20 }) { throw TranscriptFileError.empty(file: path) }
    if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
      throw TranscriptFileError.otherEncoding(file: path, name: "UTF-16")
    }
    // Without a byte order mark, the zeros beside the first bracket tell.
    if buffer.count > 1, (buffer[0] == 0) != (buffer[1] == 0), buffer[0] | buffer[1] > 0x20 {
      throw TranscriptFileError.otherEncoding(file: path, name: "UTF-16")
    }
  }

  private func next(
    at position: inout Int, _ path: String, _ writer: inout RecordingWriter, _ report: ((Int) -> Void)?
  ) throws -> TranscriptReader.Document? {
    while position < buffer.count, buffer[position] <= 0x20 || buffer[position] == 0x1E { position += 1 }
    guard position < buffer.count else { return nil }
    let counter = options.counter
    let start = position
    let document = try buffer.withUnsafeBufferPointer { text in
      try reader.read(text, at: start, file: path) { scanner in
        try catalogue.handle(for: &scanner, counter: counter, writer: &writer)
      }
    }
    position = document.end
    while position < buffer.count, buffer[position] <= 0x20 { position += 1 }
    report?(position)
    return document
  }

  // MARK: Steps

  private func steps(
    of document: TranscriptReader.Document, name: String, origin: String, _ writer: inout RecordingWriter
  ) throws {
    var thread = try open(name, origin: origin, at: nil, document.envelope, &writer)
    let handles = document.entries
    var start = 0
    var index = 0
    while index < handles.count {
      guard catalogue[handles[index]].context.kind.isModelOutput else {
        index += 1
        continue
      }
      while index < handles.count, catalogue[handles[index]].context.kind.isModelOutput { index += 1 }
      try thread.builder.append(handles[start..<index], SessionBuilder.State(), catalogue, &writer)
      start = index
    }
    if start < handles.count || handles.isEmpty {
      try thread.builder.append(handles[start...], SessionBuilder.State(), catalogue, &writer)
    }
    sessions.append(thread)
  }

  // MARK: Dumps

  private struct DumpState {
    var title: String?
    var at: Timestamp?
    var source: String
    /// All that is imported is one session.
    var isOnlySession = false
  }

  private func dump(
    _ document: TranscriptReader.Document, _ state: DumpState, origin: String, _ writer: inout RecordingWriter
  ) throws {
    if document.shufflesKeys { shufflesKeys = true }
    let place = try thread(for: document.entries, state, writer.store)
    let index: Int
    if let place {
      index = place
    } else {
      index = sessions.count
      let title = state.title ?? (sessions.isEmpty ? origin.split(separator: "/").last.map(String.init) : nil)
      sessions.append(
        try open(title ?? state.source, origin: origin, at: state.at, document.envelope, &writer))
      sessions[index].title = state.title
    }
    let entries =
      shufflesKeys
      ? try unordered.settled(document.entries, as: sessions[index].builder.handles) { handle in
        try writer.store.entry(catalogue[handle].id).json
      } : document.entries
    try sessions[index].builder.replace(
      with: entries, SessionBuilder.State(at: state.at, source: state.source), catalogue, &writer)
  }

  /// The session that a dump goes on with: the one of its title; else the one that it shares most entries with. Nil for a
  /// dump that begins a session of its own.
  private func thread(for entries: [Int], _ state: DumpState, _ store: Store) throws -> Int? {
    if state.isOnlySession { return sessions.isEmpty ? nil : 0 }
    if state.title != nil { return sessions.lastIndex { $0.title == state.title } }
    let wanted = entries.map { catalogue[$0].context }
    let history = Set(wanted.lazy.filter { $0.kind != .instructions }.map(\.content))
    var best: (index: Int, shared: Int)?
    for (index, thread) in sessions.enumerated().reversed().prefix(64) where thread.title == nil {
      let shared = thread.builder.contexts.count { $0.kind != .instructions && history.contains($0.content) }
      if shared > best?.shared ?? 0 { best = (index, shared) }
    }
    if let best { return best.index }
    return try sessions.indices.reversed().prefix(64).first {
      try sessions[$0].title == nil && goesOn(sessions[$0].builder, wanted, entries, store)
    }
  }

  /// True when a dump that shares nothing of a session's history is the same session nevertheless.
  ///
  /// Equal instructions alone don't tell: many conversations with one app begin with them, each in an entry with an id of its own.
  private func goesOn(
    _ builder: SessionBuilder, _ wanted: [ContextEntry], _ entries: [Int], _ store: Store
  ) throws -> Bool {
    let held = builder.contexts
    guard let old = held.first, let new = wanted.first else { return true }
    guard old.kind == .instructions, new.kind == .instructions else { return false }
    if builder.handles.first == entries.first { return true }
    // Where one side has no history yet, the instructions must be much the same.
    guard held.count == 1 || wanted.count == 1 else { return false }
    let comparison = try CacheComparison(
      held: held, wanted: wanted, counter: options.counter,
      heldEntry: {
        RenderedEntry(try store.entry(catalogue[builder.handles[$0]].id), counter: options.counter)
      },
      wantedEntry: { RenderedEntry(try store.entry(catalogue[entries[$0]].id), counter: options.counter) })
    return comparison.commonTokens * 2 >= Int(min(old.tokens, new.tokens))
  }

  private func open(
    _ title: String, origin: String, at: Timestamp?, _ envelope: TranscriptEnvelope,
    _ writer: inout RecordingWriter
  ) throws -> Thread {
    let session = try writer.insertSession(
      uuid: Self.uuid(of: "\(origin)\u{0}\(title)\u{0}\(sessions.count)"), title: title, origin: origin,
      sourceFormat: envelope.formatName, window: options.window.map { .reported($0) }, started: at)
    try writer.setMeta(Recording.envelopeKey(session), envelope.json.text())
    return Thread(title: nil, builder: SessionBuilder(session: session, counter: options.counter))
  }

  /// The same name always makes the same identifier (RFC 9562, version 8).
  private static func uuid(of name: String) -> String {
    let digest = EntryDigest(of: Array(name.utf8))
    let high = digest.high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    let low = digest.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: digits - text.count) + text
    }
    let all = hex(high, 16) + hex(low, 16)
    var parts: [Substring] = []
    var rest = all[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }
}

extension Recording {
  static func envelopeKey(_ session: SessionID) -> String { "envelope:\(session.rawValue)" }

  /// What stood around the entries in the file that a session was imported from; nil for a session recorded live.
  public func envelope(of session: SessionID) throws(RecordingError) -> TranscriptEnvelope? {
    guard let text = try meta(Self.envelopeKey(session)), let json = try? JSONValue(parsing: text.utf8) else {
      return nil
    }
    return TranscriptEnvelope(json: json)
  }
}
