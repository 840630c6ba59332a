import PrefixCache
import Recordings
import Tokenizers
import Transcripts

/// An entry as its session knows it, and as the recording does.
struct RecordedEntry {
  var entry: Transcript.Entry
  var id: EntryID
  var context: ContextEntry
}

/// A session's transcript, its entries side by side with where the recording has them: three lists of one length.
struct RecordedTranscript {
  private(set) var entries: [Transcript.Entry] = []
  private(set) var ids: [EntryID] = []
  private(set) var contexts: [ContextEntry] = []

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  subscript(index: Int) -> RecordedEntry {
    RecordedEntry(entry: entries[index], id: ids[index], context: contexts[index])
  }

  mutating func replace(_ range: Range<Int>, with new: [RecordedEntry]) {
    entries.replaceSubrange(range, with: new.map(\.entry))
    ids.replaceSubrange(range, with: new.map(\.id))
    contexts.replaceSubrange(range, with: new.map(\.context))
  }
}

/// Brings entries into a recording: reads, counts and stores them.
struct EntryRecorder {
  let counter: any TokenCounter
  private var scanner = EntryScanner()

  init(counter: any TokenCounter) { self.counter = counter }

  mutating func record(
    _ entry: Transcript.Entry, _ writer: inout RecordingWriter
  ) throws -> RecordedEntry {
    try scan(entry)
    let tokens = EntryTokens.count(scanner.parts, counter: counter)
    let record = scanner.record(tokens: tokens.all, toolTokens: tokens.tools)
    return RecordedEntry(
      entry: entry, id: try writer.intern(record),
      context: ContextEntry(
        kind: record.kind, content: record.content, tokens: record.tokens, toolTokens: record.toolTokens))
  }

  /// What a request shows of its prompt.
  mutating func firstWords(of prompt: Transcript.Prompt) throws -> String {
    try scan(.prompt(prompt))
    return RequestRow.firstWords(of: scanner.parts)
  }

  private mutating func scan(_ entry: Transcript.Entry) throws {
    let text = Array(entry.json.text().utf8)
    try text.withUnsafeBufferPointer { _ = try scanner.scan($0, at: 0) }
  }
}
