import Transcripts

/// A transcript as it was just before a request, kept for the price of what changed since (R5).
///
/// A request mostly adds at the end and renders the leading instructions entry anew; that much can be taken back with a number and one entry. When a
/// hook rewrites the history, which costs a copy anyway, the whole transcript is kept.
struct RevertPoint: Sendable {
  private let count: Int
  private let leading: Transcript.Entry?
  let ownsInstructions: Bool
  private var whole: Transcript?

  init(_ transcript: Transcript, ownsInstructions: Bool) {
    count = transcript.count
    leading = Self.leading(transcript)
    self.ownsInstructions = ownsInstructions
  }

  private static func leading(_ transcript: Transcript) -> Transcript.Entry? {
    if case .instructions? = transcript.first { transcript.first } else { nil }
  }

  /// The same point, before something that it could not take back otherwise.
  func keeping(_ transcript: Transcript) -> RevertPoint {
    guard whole == nil else { return self }
    var point = self
    var restored = transcript
    _ = restore(&restored)
    point.whole = restored
    return point
  }

  /// Makes a transcript what it was.
  ///
  /// - Returns: The changes that took; none when nothing had changed.
  func restore(_ transcript: inout Transcript) -> [TranscriptChange] {
    if let whole {
      guard let change = TranscriptChange(cause: .reverted, from: transcript, to: whole) else { return [] }
      transcript = whole
      return [change]
    }
    var changes: [TranscriptChange] = []
    let now = Self.leading(transcript)
    let end = count + (now == nil ? 0 : 1) - (leading == nil ? 0 : 1)
    if end < transcript.count {
      let removed = transcript.count - end
      transcript.replaceSubrange(end..<transcript.count, with: EmptyCollection())
      changes.append(
        TranscriptChange(cause: .reverted, position: end, removed: removed, inserted: [], count: end))
    }
    if now != leading {
      let inserted = leading.map { [$0] } ?? []
      let removed = now == nil ? 0 : 1
      transcript.replaceSubrange(0..<removed, with: inserted)
      changes.append(
        TranscriptChange(
          cause: .reverted, position: 0, removed: removed, inserted: inserted, count: transcript.count))
    }
    return changes
  }
}
