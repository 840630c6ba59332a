import PrefixCache
import Recordings
import SessionEngine
import Tokenizers
import Transcripts

// What was sent, matched against the transcript.
extension RecordedSession {
  /// The entries that were sent, as the recording has them; `pieces` is nil when they are the transcript as
  /// it stands.
  mutating func match(
    _ sent: [Transcript.Entry], _ writer: inout RecordingWriter
  ) throws -> (context: SentContext, pieces: [Splice.Piece]?) {
    var context = SentContext()
    context.ids.reserveCapacity(sent.count + 4)
    context.contexts.reserveCapacity(sent.count + 4)
    var pieces: [Splice.Piece] = []
    var run = 0..<0
    var places: [String: Int]?
    func close() { if !run.isEmpty { pieces.append(.copy(run)) } }
    var index = 0
    while index < sent.count {
      // As a rule the transcript goes on, in the very entries that it holds: these are found by their memory.
      let shared = SharedMemory.prefix(sent, from: index, entries.entries, from: run.upperBound)
      if shared > 0 {
        context.append(run.upperBound..<run.upperBound + shared, of: entries)
        run = run.lowerBound..<run.upperBound + shared
        index += shared
        continue
      }
      let entry = sent[index]
      index += 1
      if let place = place(of: entry, expecting: run.upperBound, &places) {
        context.append(place..<place + 1, of: entries)
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
      let next = min((places?[entry.id] ?? run.upperBound) + 1, entries.count)
      run = next..<next
    }
    close()
    let isTranscript = pieces == [.copy(0..<entries.count)] || (pieces.isEmpty && entries.isEmpty)
    return (context, isTranscript ? nil : pieces)
  }

  /// Where an entry stands in the transcript; nil for one that doesn't, and for one that is known not to.
  private func place(
    of entry: Transcript.Entry, expecting expected: Int, _ places: inout [String: Int]?
  ) -> Int? {
    if expected < entries.count, entries.entries[expected] == entry { return expected }
    if let variant = variants[entry.id], variant.entry == entry { return nil }
    let known =
      places
      ?? Dictionary(zip(entries.entries.map(\.id), entries.entries.indices)) { first, _ in first }
    places = known
    return known[entry.id].flatMap { entries.entries[$0] == entry ? $0 : nil }
  }

  /// An entry that stands in no transcript: a transform made it, or it is the instructions with fewer tools.
  private mutating func variant(
    _ entry: Transcript.Entry, _ writer: inout RecordingWriter
  ) throws -> RecordedEntry {
    if let known = variants[entry.id], known.entry == entry { return known }
    let made = try recorder.record(entry, &writer)
    variants[entry.id] = made
    return made
  }
}
