import PrefixCache
import Recordings
import Terminal
import Transcripts

/// The inference that brought a snapshot of a live session: who answered, what it was sent, and each option with the
/// level that set it.
struct SnapshotInference {
  private let row: InferenceRow
  private let profile: ProfileRow
  /// Entries that the model was sent, where a transform made them other than the transcript; nil where not.
  private let sent: Int?
  private let parting: PartingText

  /// Nil for a snapshot without an inference, and for one that was not recorded live.
  init?(of snapshot: SnapshotRow, in recording: Recording) throws {
    guard let row = try recording.inferences(ofSnapshot: snapshot.id).last,
      let profile = try recording.profile(of: row.id)
    else { return nil }
    self.row = row
    self.profile = profile
    parting = PartingText(try recording.parting(of: row, window: profile.window), of: row)
    let ids = try recording.sent(by: row)
    let isWhole = try recording.entryIDs(of: snapshot.id).prefix(row.inputEntries).elementsEqual(ids)
    sent = isWhole ? nil : ids.count
  }

  func write(to json: inout JSONOutput) {
    json.object("inference") { json in
      json.member("inference", row.sequence)
      json.member("model", profile.model)
      json.member("profile", profile.name)
      json.member("input", row.input)
      json.member("reused", row.reused)
      json.member("hitRate", share: row.hitRate)
      parting.write(to: &json)
      json.member("cause", row.cause.rawValue)
      json.member("sentEntries", sent ?? row.inputEntries)
      json.array("tools", profile.tools) { $0.string($1) }
      json.array("options", profile.options) { json, option in
        json.object { json in
          json.member("name", option.name)
          json.member("value", option.value)
          json.member("level", option.level)
        }
      }
    }
  }

  func print(_ console: Console) {
    let paint = console.paint
    var line = [
      paint.span("  inference \(row.sequence)", .dim), paint.span("  \(profile.name)", .accent),
      paint.span("  \(profile.model)", .dim),
    ]
    if let input = row.input { line.append(Span("  \(Words.quantity(input)) sent", .plain)) }
    if let rate = row.hitRate {
      line.append(paint.span("  \(Words.percent(rate)) kept", row.cause.isLoss ? .lost : .kept))
    }
    if row.cause.isLoss { line.append(paint.span("  \(row.cause.words)", .lost)) }
    if let sent {
      line.append(
        paint.span("  as \(Words.count(sent, "entry", "entries")) of \(row.inputEntries)", .warning))
    }
    console.print(line)
    if let words = parting.words { console.print(block: words, indent: 4, .warning) }
    for option in profile.options {
      console.print([
        paint.span("    \(option.name) ", .dim), Span(option.value, .plain),
        paint.span("  \(option.level)", .dim),
      ])
    }
  }
}
