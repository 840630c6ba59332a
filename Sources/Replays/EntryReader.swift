import Recordings
import Transcripts

/// Reads a recording's entries, each once, and of long lists no more than is asked for.
struct EntryReader {
  private let recording: Recording
  private var known: [EntryID: Transcript.Entry] = [:]
  /// Those that `unread` has given.
  private var given: Set<EntryID> = []

  init(_ recording: Recording) { self.recording = recording }

  mutating func read(_ ids: some Collection<EntryID>) throws(RecordingError) -> [Transcript.Entry] {
    var entries: [Transcript.Entry] = []
    for id in ids { entries.append(try read(id)) }
    return entries
  }

  private mutating func read(_ id: EntryID) throws(RecordingError) -> Transcript.Entry {
    if let entry = known[id] { return entry }
    let json = try recording.entry(id).json
    let entry =
      (try? JSONValue(parsing: json)).map(Transcript.Entry.init(json:))
      ?? .unknown(Transcript.UnknownEntry(json: .null))
    known[id] = entry
    return entry
  }

  /// The end of a list, from its last prompt on; the whole list where it has none.
  mutating func sincePrompt(_ ids: ArraySlice<EntryID>) throws(RecordingError) -> [Transcript.Entry] {
    var entries: [Transcript.Entry] = []
    for id in ids.reversed() {
      let entry = try read(id)
      entries.append(entry)
      if entry.kind == .prompt { break }
    }
    return entries.reversed()
  }

  /// The entries of a list that this was not called with before.
  mutating func unread(_ ids: [EntryID]) throws(RecordingError) -> [Transcript.Entry] {
    try read(ids.filter { given.insert($0).inserted })
  }
}
