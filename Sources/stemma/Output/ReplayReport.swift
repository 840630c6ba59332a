import ModelBackends
import PrefixCache
import Recordings
import Replays
import Terminal
import Transcripts

/// A recorded session and its replay side by side, as `replay` prints them.
struct ReplayReport {
  let file: String
  let session: Int
  let profile: String
  /// Who answered, in words.
  let answering: String
  /// The new recording's file; nil for one in memory.
  let recording: String?
  let outcome: SessionReplay.Outcome
  let comparison: SessionComparison

  // MARK: Text

  func print(_ console: Console) {
    let paint = console.paint
    var table = Table([.right, .left, .right, .right, .right, .right, .right, .left])
    table.add(
      ["#", "answer", "prefilled", "now", "more", "hit", "now", ""].map { [paint.span($0, .dim)] })
    for step in comparison.steps { table.add(cells(step, paint)) }
    console.print(table)
    console.print()
    printTotals(console)
    console.print()
    printPath(console)
    for failure in outcome.failures {
      console.print([paint.span("failed: ", .warning), Span(failure, .plain)])
    }
    for call in outcome.unknownCalls {
      console.print([paint.span("not recorded, so the scenario’s tool answered: ", .dim), Span(call, .plain)])
    }
    for change in outcome.unknownChanges {
      console.print([paint.span("not in the scenario: ", .dim), Span(change, .plain)])
    }
    if let recording {
      console.print([paint.span("recorded in ", .dim), paint.span(recording, .accent)])
    }
  }

  private func cells(_ step: SessionComparison.Step, _ paint: Paint) -> [Table.Cell] {
    func hit(_ row: InferenceRow?) -> Table.Cell {
      guard let row, let rate = row.hitRate else { return [paint.span("–", .dim)] }
      return [paint.span(Words.percent(rate), row.cause.isLoss ? .lost : .kept)]
    }
    func tokens(_ row: InferenceRow?) -> Table.Cell {
      guard let row else { return [paint.span("–", .dim)] }
      return [Span(Words.quantity(row.prefilled), .plain)]
    }
    var notes: [String] = []
    if step.before == nil { notes.append("only in the replay") }
    if step.after == nil { notes.append("only in the recording") }
    if step.answer != nil { notes.append("other answer") }
    if let cause = step.after?.cause, cause.isLoss { notes.append(cause.words) }
    return [
      [paint.span("\(step.request).\(step.inference)", .accent)],
      [Span(DisplayText.truncated(step.words, to: 40), .plain)], tokens(step.before), tokens(step.after),
      step.prefilledMore.map { more in
        more == 0
          ? [paint.span("0", .dim)] : [paint.span(Self.signed(more), more > 0 ? .lost : .kept)]
      } ?? [],
      hit(step.before), hit(step.after), [paint.span(notes.joined(separator: ", "), .dim)],
    ]
  }

  private func printTotals(_ console: Console) {
    let paint = console.paint
    var table = Table([.left, .right, .right, .right, .right, .right, .right, .right, .right])
    table.add(
      ["", "requests", "inferences", "input", "reused", "prefilled", "hit", "time", "fullest"].map {
        [paint.span($0, .dim)]
      })
    for (name, totals) in [("recorded", comparison.before), ("replayed", comparison.after)] {
      let fullest = Words.use(.counted(totals.fullest), of: totals.window)
      table.add([
        [paint.span(name, nil, bold: true)], [Span("\(totals.requests)", .plain)],
        [Span("\(totals.inferences)", .plain)],
        [Span(Words.quantity(totals.input), .plain)], [Span(Words.quantity(totals.reused), .plain)],
        [Span(Words.quantity(totals.prefilled), .plain)],
        [Span(totals.hitRate.map(Words.percent) ?? "?", .plain)],
        [Span(totals.milliseconds.map(Words.duration) ?? "?", .plain)],
        [
          Span(fullest, .plain),
          paint.span(totals.overflows > 0 ? "  \(totals.overflows) did not fit" : "", .lost),
        ],
      ])
    }
    console.print(table)
  }

  private func printPath(_ console: Console) {
    let paint = console.paint
    if let more = comparison.prefilledMore, let base = comparison.before.prefilled?.value, base > 0 {
      let words =
        more == 0
        ? "As many tokens prefilled as before"
        : "\(Words.grouped(abs(more))) tokens \(more < 0 ? "fewer" : "more") prefilled "
          + "(\(Words.percent(Double(abs(more)) / Double(base))))"
      console.print([paint.span(words, more > 0 ? .lost : .kept)])
    }
    if let first = comparison.firstDifference, let sent = first.sent {
      console.print(
        "First sent otherwise: request \(first.request), inference \(first.inference), entry \(sent.entry): "
          + sent.words)
    } else {
      console.print("The models were sent the same")
    }
    if let departure = outcome.departures.first {
      console.print([paint.span("Left the recorded path: ", .warning), Span(departure.description, .plain)])
      if outcome.unsent > 0 {
        console.print(
          "Stopped there; \(Words.count(outcome.unsent, "prompt")) not sent. --on-departure goes on.")
      }
    } else if let step = comparison.departure {
      console.print("First other answer: request \(step.request), inference \(step.inference)")
    } else {
      console.print([paint.span("Departs nowhere: every answer is the recorded one", .kept)])
    }
  }

  private static func signed(_ number: Int) -> String { (number > 0 ? "+" : "") + Words.grouped(number) }

  // MARK: JSON

  func write(to out: OutputStream) {
    JSONOutput.document("replay", to: out) { json in
      json.member("file", file)
      json.member("session", session)
      json.member("profile", profile)
      json.member("answering", answering)
      json.member("recording", recording)
      json.array("steps", comparison.steps) { json, step in
        json.object { json in
          json.member("request", step.request)
          json.member("inference", step.inference)
          json.member("words", step.words)
          Self.write("before", step.before, to: &json)
          Self.write("after", step.after, to: &json)
          json.member("prefilledMore", step.prefilledMore)
          Self.write("sent", step.sent, to: &json)
          Self.write("answer", step.answer, to: &json)
        }
      }
      Self.write("firstDifference", comparison.firstDifference, \.sent, to: &json)
      Self.write("departure", comparison.departure, \.answer, to: &json)
      json.array("departures", outcome.departures) { json, departure in
        json.object { json in
          json.member("request", departure.request)
          json.member("inference", departure.inference)
          json.member("difference", departure.difference)
        }
      }
      json.array("unknownCalls", outcome.unknownCalls) { $0.string($1) }
      json.array("unknownChanges", outcome.unknownChanges) { $0.string($1) }
      json.member("unsent", outcome.unsent)
      json.object("totals") { json in
        Self.write("before", comparison.before, to: &json)
        Self.write("after", comparison.after, to: &json)
        json.member("prefilledMore", comparison.prefilledMore)
      }
      json.array("failures", outcome.failures) { $0.string($1) }
    }
  }

  private static func write(_ key: String, _ row: InferenceRow?, to json: inout JSONOutput) {
    guard let row else { return json.member(key, JSONValue.null) }
    json.object(key) { json in
      json.member("input", row.input)
      json.member("reused", row.reused)
      json.member("prefilled", row.prefilled)
      json.member("output", row.output)
      json.member("hitRate", share: row.hitRate)
      json.member("cause", row.cause.rawValue)
      json.member("profile", row.profile)
    }
  }

  private static func write(_ key: String, _ difference: EntryDifference?, to json: inout JSONOutput) {
    guard let difference else { return json.member(key, JSONValue.null) }
    json.object(key) { json in
      json.member("entry", difference.entry)
      json.member("before", difference.before?.rawValue)
      json.member("after", difference.after?.rawValue)
    }
  }

  private static func write(
    _ key: String, _ step: SessionComparison.Step?,
    _ difference: KeyPath<SessionComparison.Step, EntryDifference?>, to json: inout JSONOutput
  ) {
    guard let step else { return json.member(key, JSONValue.null) }
    json.object(key) { json in
      json.member("request", step.request)
      json.member("inference", step.inference)
      write("differs", step[keyPath: difference], to: &json)
    }
  }

  private static func write(_ key: String, _ totals: SessionTotals, to json: inout JSONOutput) {
    json.object(key) { json in
      json.member("requests", totals.requests)
      json.member("inferences", totals.inferences)
      json.member("input", totals.input)
      json.member("reused", totals.reused)
      json.member("prefilled", totals.prefilled)
      json.member("output", totals.output)
      json.member("hitRate", share: totals.hitRate)
      json.member("milliseconds", totals.milliseconds)
      json.member("window", totals.window)
      json.member("fullest", totals.fullest)
      json.member("overflows", totals.overflows)
      json.member("failures", totals.failures)
    }
  }
}
