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
