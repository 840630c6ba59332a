import ModelBackends
import PrefixCache
import Recordings
import Replays
import Terminal
import Transcripts

/// Recorded sessions and their replay side by side, as `replay` prints them.
struct ReplayReport {
  let file: String
  /// The only session that is shown; nil for all.
  let session: Int?
  let profile: String
  /// Who answered, in words.
  let answering: String
  /// The new recording's file; nil for one in memory.
  let recording: String?
  /// The numbers of the recorded sessions that were replayed.
  let sessions: [Int]
  let outcome: SessionReplay.Outcome
  let comparison: RecordingComparison

  // MARK: Text

  func print(_ console: Console) {
    let paint = console.paint
    for (index, pair) in comparison.pairs.enumerated() {
      if comparison.pairs.count > 1 { console.print(heading(pair, paint)) }
      var table = Table([.right, .left, .right, .right, .right, .right, .right, .left])
      table.add(
        ["#", "answer", "prefilled", "now", "more", "hit", "now", ""].map { [paint.span($0, .dim)] })
      for step in pair.comparison.steps { table.add(cells(step, paint)) }
      if !pair.comparison.steps.isEmpty { console.print(table) }
      if index < comparison.pairs.count - 1 { console.print() }
    }
    console.print()
    printTotals(console)
    console.print()
    printPath(console)
    // A request that stopped at a departure is told of already.
    let told = Set(outcome.departures.map(\.description))
    for failure in outcome.failures where !told.contains(failure) {
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

  /// `session 2  forester  called by session 1`
  private func heading(_ pair: RecordingComparison.Pair, _ paint: Paint) -> [Span] {
    var line = [
      paint.span("session \(name(pair))  ", .accent), paint.span(pair.title, nil, bold: true),
    ]
    if let parent = pair.parent {
      line.append(paint.span("  called by session \(name(comparison.pairs[parent]))", .dim))
    }
    if pair.before == nil { line.append(paint.span("  only in the replay", .warning)) }
    if pair.after == nil { line.append(paint.span("  only in the recording", .warning)) }
    return line
  }

  /// The number of the recorded session; of one that only the replay has, its number there.
  private func name(_ pair: RecordingComparison.Pair) -> String {
    pair.before.map { "\($0.number)" } ?? pair.after.map { "\($0.number) of the replay" } ?? "?"
  }

  /// `session 2, request 1, inference 3`; the session only where there are several.
  private func words(_ place: RecordingComparison.Place) -> String {
    let step = "request \(place.step.request), inference \(place.step.inference)"
    return comparison.pairs.count > 1 ? "session \(name(comparison.pairs[place.pair])), \(step)" : step
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
    let warmed = [comparison.before.warmed, comparison.after.warmed]
    if warmed.contains(where: { ($0?.value ?? 0) > 0 }) {
      let words = warmed.map { $0.map(Words.quantity) ?? "none" }
      console.print(
        "Prewarms prefilled \(words[0]) tokens, now \(words[1]), which are in no sum above", .dim)
    }
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
    printUnmatched(console)
    if let first = comparison.firstDifference, let sent = first.step.sent {
      console.print("First sent otherwise: \(words(first)), entry \(sent.entry): \(sent.words)")
    } else {
      console.print("The models were sent the same")
    }
    // Each session leaves it once; what is behind that is another path.
    var left: Set<Int> = []
    for departure in outcome.departures where left.insert(departure.session).inserted {
      let session = sessions.count > 1 ? "session \(number(departure)): " : ""
      console.print([
        paint.span("Left the recorded path: ", .warning), Span(session + departure.description, .plain),
      ])
    }
    if !outcome.departures.isEmpty {
      if outcome.unsent > 0 {
        console.print(
          "Stopped there; \(Words.count(outcome.unsent, "prompt")) not sent. --on-departure goes on.")
      }
    } else if let place = comparison.departure {
      let what =
        place.step.after == nil
        ? "First left out" : place.step.before == nil ? "First besides" : "First other answer"
      console.print("\(what): \(words(place))")
    } else {
      console.print([paint.span("Departs nowhere: every answer is the recorded one", .kept)])
    }
  }

  /// The number of the recorded session that a departure belongs to.
  private func number(_ departure: PlaybackDeparture) -> Int {
    sessions.indices.contains(departure.session) ? sessions[departure.session] : 1
  }

  private func printUnmatched(_ console: Console) {
    let (before, after) = comparison.unmatched
    let parts = [(before, "only in the recording"), (after, "only in the replay")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return }
    let words = parts.map { "\(Words.count($0.0, "inference")) \($0.1)" }.joined(separator: ", ")
    console.print("The sums are not of the same: \(words)", .warning)
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
      json.array("sessions", comparison.pairs) { write($1, to: &$0) }
      write("firstDifference", comparison.firstDifference, \.sent, to: &json)
      write("departure", comparison.departure, \.answer, to: &json)
      json.array("departures", outcome.departures) { json, departure in
        json.object { json in
          json.member("session", number(departure))
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

  private func write(_ pair: RecordingComparison.Pair, to json: inout JSONOutput) {
    json.object { json in
      json.member("before", pair.before?.number)
      json.member("after", pair.after?.number)
      json.member("title", pair.title)
      json.member("parent", pair.parent.flatMap { comparison.pairs[$0].before?.number })
      json.member("parentCall", (pair.before ?? pair.after)?.session.parentCall)
      json.array("steps", pair.comparison.steps) { json, step in
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
      json.object("totals") { json in
        Self.write("before", pair.comparison.before, to: &json)
        Self.write("after", pair.comparison.after, to: &json)
        json.member("prefilledMore", pair.comparison.prefilledMore)
      }
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

  private func write(
    _ key: String, _ place: RecordingComparison.Place?,
    _ difference: KeyPath<SessionComparison.Step, EntryDifference?>, to json: inout JSONOutput
  ) {
    guard let place else { return json.member(key, JSONValue.null) }
    json.object(key) { json in
      json.member("session", comparison.pairs[place.pair].before?.number)
      json.member("request", place.step.request)
      json.member("inference", place.step.inference)
      Self.write("differs", place.step[keyPath: difference], to: &json)
    }
  }

  private static func write(_ key: String, _ totals: SessionTotals, to json: inout JSONOutput) {
    json.object(key) { json in
      json.member("requests", totals.requests)
      json.member("inferences", totals.inferences)
      json.member("input", totals.input)
      json.member("reused", totals.reused)
      json.member("prefilled", totals.prefilled)
      json.member("warmed", totals.warmed)
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
