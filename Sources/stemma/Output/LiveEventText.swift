import Recordings
import Terminal
import Transcripts

/// An event of a session that was recorded while it ran, in one line.
struct LiveEventText {
  private let row: EventRow
  private let event: LiveEvent?

  /// Nil for what is told elsewhere: a warning stands with its entry.
  init?(_ row: EventRow) {
    if row.kind == "warning" { return nil }
    self.row = row
    event = LiveEvent(row)
  }

  func spans(_ paint: Paint) -> [Span] {
    switch event {
    case .profile(let name, let previous):
      return [paint.span("profile ", .dim), paint.span(previous.map { "\($0) → \(name)" } ?? name, .accent)]
    case .hook(let name, let profile, let error):
      return [Span(name, .plain), paint.span("  \(profile)", .dim)] + failure(error, paint)
    case .toolStarted(_, let tool): return [paint.span("◆ \(tool)", .accent)]
    case .toolEnded(_, let tool, let milliseconds, let error):
      let time = milliseconds.map { "  \(Words.duration(.measured($0)))" } ?? ""
      return [paint.span("◇ \(tool)", .accent), paint.span(time, .dim)] + failure(error, paint)
    case .property(let name, let value):
      return [paint.span("property ", .dim), Span("\(name) = \(LossText.revealed(value))", .plain)]
    case .requestFailed(_, let failure):
      return [paint.span("request failed: ", .warning), Span(failure.words, .plain)]
    case nil: return [Span(row.kind, .plain)]
    }
  }

  private func failure(_ error: String?, _ paint: Paint) -> [Span] {
    error.map { [paint.span("  threw: ", .warning), Span($0, .plain)] } ?? []
  }
}
