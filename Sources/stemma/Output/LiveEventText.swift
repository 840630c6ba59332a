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
    case .prewarm(let row):
      let prefix = row.promptPrefix.map { " for “\(LossText.revealed($0))”" } ?? ""
      return [
        paint.span("prewarm ", .dim), paint.span(row.profile, .accent),
        paint.span("  \(row.model)  ", .dim),
        Span("\(Words.quantity(.counted(row.tokens))) tokens\(prefix)", .plain),
      ]
    case .prewarmEnded(let end): return [paint.span("prewarm ", .dim)] + words(of: end, paint)
    case .requestFailed(_, let failure):
      return [paint.span("request failed: ", .warning), Span(failure.words, .plain)]
    case nil: return [Span(row.kind, .plain)]
    }
  }

  private func words(of end: PrewarmRow.End, _ paint: Paint) -> [Span] {
    var spans: [Span]
    switch end.finish {
    case .finished: spans = [Span("done", .plain)]
    case .cancelled: spans = [paint.span("cut short by what came next", .warning)]
    case .untold: spans = [paint.span("the model tells nothing of it", .dim)]
    case .failed: spans = [paint.span("failed", .warning)]
    }
    if let prefilled = end.prefilled, let input = end.input {
      spans.append(
        Span("  \(Words.quantity(prefilled)) of \(Words.quantity(input)) tokens prefilled", .plain))
      if let reused = end.reused, reused.value > 0 {
        spans.append(paint.span(", \(Words.quantity(reused)) were held", .dim))
      }
    }
    return spans + (end.error.map { [Span("  \($0)", .plain)] } ?? [])
  }

  private func failure(_ error: String?, _ paint: Paint) -> [Span] {
    error.map { [paint.span("  threw: ", .warning), Span($0, .plain)] } ?? []
  }
}
