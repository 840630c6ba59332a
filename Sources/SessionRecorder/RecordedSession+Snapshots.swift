import PrefixCache
import Recordings
import SessionEngine
import Tokenizers
import Transcripts

// The transcript: what changed, and which inference's answer it is.
extension RecordedSession {
  /// Records a change of the transcript; a change that doesn't fit it is cut down to it.
  mutating func splice(
    _ place: Int, removing count: Int, _ inserted: [Transcript.Entry], cause: String, _ at: Int64,
    _ writer: inout RecordingWriter
  ) throws {
    let position = min(max(0, place), entries.count)
    let removed = min(max(0, count), entries.count - position)
    let isAtEnd = position == entries.count
    let gone = (position..<position + removed).map { entries[$0] }
    var incoming: [RecordedEntry] = []
    incoming.reserveCapacity(inserted.count)
    // An entry that the session had already is not read again.
    let known = Dictionary(gone.map { ($0.entry.id, $0) }) { first, _ in first }
    for entry in inserted {
      let stays = known[entry.id].flatMap { $0.entry == entry ? $0 : nil }
      incoming.append(try stays ?? recorder.record(entry, &writer))
    }
    entries.replace(position..<position + removed, with: incoming)
    for entry in gone { tokens.remove(entry.context) }
    for entry in incoming { tokens.add(entry.context) }
    var splice = Splice.between(gone.map(\.id), incoming.map(\.id))
    splice.move(by: position)
    if let snapshot, splice.removed == 0, splice.inserted.isEmpty, count == 0 {
      // Nothing came and nothing went.
      self.snapshot = snapshot
      return
    }
    let leading = entries.contexts.first?.kind == .instructions ? entries.ids.first : nil
    snapshot = try writer.insertSnapshot(
      session: id, parent: snapshot, at: Timestamp(milliseconds: at), cause: cause, splice: splice,
      instructions: leading, tokens: tokens)
    if isAtEnd {
      try answer(incoming, &writer)
    } else {
      rewrites += 1
      inference?.isFollowed = false
      // Instructions that are rendered before the first request stand before what was restored.
      if models.isEmpty, restored > 0 { restored += incoming.count - removed }
    }
  }

  /// What the model adds to the end of the transcript is the answer of the inference that runs, or ran last.
  private mutating func answer(_ added: [RecordedEntry], _ writer: inout RecordingWriter) throws {
    guard var open = inference, open.isFollowed, let snapshot else { return }
    guard added.allSatisfy(\.context.kind.isModelOutput) else {
      inference?.isFollowed = false
      return
    }
    for entry in added { models[open.model]?.context.append(entry) }
    open.row.snapshot = snapshot
    inference = open
    try writer.updateInference(open.row)
  }
}

extension Splice {
  /// The splice of a list that `count` entries stand before.
  fileprivate mutating func move(by count: Int) {
    position += count
    inserted = inserted.map { piece in
      guard case .copy(let range) = piece else { return piece }
      return .copy(range.lowerBound + count..<range.upperBound + count)
    }
  }
}
