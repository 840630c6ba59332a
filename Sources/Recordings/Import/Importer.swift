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
  /// Set once two dumps had the same keys in different orders: their writer does not sort, so that order means nothing.
  private var shufflesKeys = false

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
    /// One transcript is taken apart into its model steps.
    case steps
    /// One transcript is one moment of a session.
    case dump(title: String?, at: Timestamp?)
  }

  /// Imports a file inside the caller's transaction.
  ///
  /// - Parameters:
  ///   - path: where it is; `name` is what the recording calls it.
  ///   - report: called with the bytes of this file that are done.
  /// - Returns: what the file system said of just the bytes that were imported.
  func file(
    _ path: String, name: String, origin: String, _ manner: Manner, _ writer: inout RecordingWriter,
    report: ((Int) -> Void)? = nil
  ) throws -> FileBytes.Facts {
    let facts = try FileBytes.read(path, into: &buffer)
    try refuseOtherEncodings(path)
    var position = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 0
    while let document = try next(at: &position, path, &writer, report) {
      number += 1
      let isLast = position >= buffer.count
      let isOnly = isLast && number == 1
      switch manner {
      case .steps where isOnly:
        try steps(of: document, name: name, origin: origin, &writer)
      case .steps:
        try dump(document, DumpState(title: name, source: "\(name)#\(number)"), origin: origin, &writer)
      case .dump(let title, let at):
        try dump(document, DumpState(title: title, at: at, source: name), origin: origin, &writer)
      }
      if !isOnly {
        _ = reader.remember(
          Array(buffer[document.start..<document.end]), from: document.start, keyOrders: document.keyOrders)
      } else if case .dump = manner {
        buffer = reader.remember(buffer, keyOrders: document.keyOrders)
      }
      if isLast { break }
    }
    return facts
  }

  private func refuseOtherEncodings(_ path: String) throws {
    if buffer.isEmpty || buffer.allSatisfy({ $0 <= 0x20 }) { throw TranscriptFileError.empty(file: path) }
    if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
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
      shufflesKeys ? try settled(document.entries, sessions[index].builder, writer.store) : document.entries
    try sessions[index].builder.replace(
      with: entries, SessionBuilder.State(at: state.at, source: state.source), catalogue, &writer)
  }

  /// The session that a dump goes on with: the one of its title; else the one that it shares most entries with. Nil for a
  /// dump that begins a session of its own.
  private func thread(for entries: [Int], _ state: DumpState, _ store: Store) throws -> Int? {
    if state.title != nil { return sessions.lastIndex { $0.title == state.title } }
    let wanted = entries.map { catalogue[$0].context }
    let contents = Set(wanted.map(\.content))
    var best: (index: Int, shared: Int)?
    for (index, thread) in sessions.enumerated().reversed().prefix(64) where thread.title == nil {
      let shared = thread.builder.contexts.count { contents.contains($0.content) }
      if shared > best?.shared ?? 0 { best = (index, shared) }
    }
    if let best { return best.index }
    // Nothing whole in common: still the same session when its instructions were edited, not replaced.
    guard let last = sessions.lastIndex(where: { $0.title == nil }) else { return nil }
    let builder = sessions[last].builder
    guard let old = builder.contexts.first, let new = wanted.first, old.kind == .instructions,
      new.kind == .instructions
    else { return builder.contexts.isEmpty || wanted.isEmpty ? last : nil }
    let comparison = try CacheComparison(
      held: builder.contexts, wanted: wanted, counter: options.counter,
      heldEntry: {
        RenderedEntry(try store.entry(catalogue[builder.handles[$0]].id), counter: options.counter)
      },
      wantedEntry: { RenderedEntry(try store.entry(catalogue[entries[$0]].id), counter: options.counter) })
    return comparison.commonTokens * 2 >= Int(min(old.tokens, new.tokens)) ? last : nil
  }

  /// Entries that differ from the session's only in the order of keys are the session's.
  private func settled(_ entries: [Int], _ builder: SessionBuilder, _ store: Store) throws -> [Int] {
    var out = entries
    for (index, old) in builder.handles.enumerated().prefix(entries.count) where entries[index] != old {
      let was = try store.entry(catalogue[old].id)
      let now = try store.entry(catalogue[entries[index]].id)
      guard was.json.count == now.json.count, let a = try? JSONValue(parsing: was.json),
        let b = try? JSONValue(parsing: now.json), a.text(sortedKeys: true) == b.text(sortedKeys: true)
      else { continue }
      out[index] = old
    }
    return out
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
