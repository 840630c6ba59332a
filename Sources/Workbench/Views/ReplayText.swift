import PrefixCache
import Recordings
import Terminal
import Transcripts

/// What two sessions came to, and the inference under the cursor in either: what the cache held before, what was passed to it, and
/// what it held after.
struct ReplayText {
  private let comparison: SessionComparison
  /// Of all sessions, where there are several.
  private let all: RecordingComparison?
  private let selected: Int
  private let width: Int
  private let theme: Theme

  init(
    _ comparison: SessionComparison, all: RecordingComparison?, selected: Int, width: Int, theme: Theme
  ) {
    (self.comparison, self.all, self.selected) = (comparison, all, selected)
    (self.width, self.theme) = (width, theme)
  }

  /// The fullest account that fits into so many rows.
  func lines(rows: Int) -> [[Span]] {
    let full = [[]] + totals + sums + [[]] + heading + both(whole)
    if full.count <= rows { return full }
    let closer = [[]] + totals + sums + [[]] + heading + both(brief)
    if closer.count <= rows { return closer }
    let least = sums.prefix(1) + heading + both(brief)
    // The axis shows where they part, too.
    return least.count <= rows ? Array(least) : sums.prefix(1) + heading.prefix(1) + both(brief)
  }

  private func span(_ text: String, _ role: Theme.Role) -> Span { Span(text, theme.style(role)) }

  // MARK: Totals

  /// Both sessions, column by column, as far as the width goes.
  private var totals: [[Span]] {
    let (before, after) = (comparison.before, comparison.after)
    func numbers(_ totals: SessionTotals) -> [(String, Theme.Role)] {
      let fullest = Quantity(totals.fullest, totals.input?.origin ?? .counted)
      return [
        (NumberText.quantity(totals.prefilled), .prefill), (NumberText.quantity(totals.reused), .kept),
        (totals.hitRate.map(NumberText.percent) ?? "?", .text),
        (totals.milliseconds.map { NumberText.milliseconds($0) } ?? "?", .text),
        (NumberText.quantity(fullest), .text),
        (
          totals.overflows > 0 ? NumberText.grouped(totals.overflows) : "none",
          totals.overflows > 0 ? .lost : .dim
        ),
      ]
    }
    let heads = ["prefilled", "reused", "hit", "time", "fullest", "did not fit"]
    let rows = [("recorded", numbers(before)), ("replayed", numbers(after))]
    let widths = heads.indices.map { column in
      max(heads[column].count, rows.map { DisplayText.width(of: $0.1[column].0) }.max() ?? 0) + 3
    }
    var room = width - 8
    let shown = widths.prefix { columns in
      room -= columns
      return room >= 0
    }.indices
    let head =
      [span("".padded(to: 8), .faint)]
      + shown.map { span(heads[$0].padded(to: widths[$0], right: true), .faint) }
    return [head]
      + rows.map { name, numbers in
        [span(name, .text)]
          + shown.map { span(numbers[$0].0.padded(to: widths[$0], right: true), numbers[$0].1) }
      }
  }

  /// What the other session costs more or less; and what all cost, where there are several.
  private var sums: [[Span]] {
    let own =
      comparison.prefilledMore.map { difference($0, of: comparison.before) }
      ?? span("what was prefilled is not known of both", .faint)
    guard let all, let more = all.prefilledMore else { return [[own]] }
    return [[own], [span("all sessions: ", .dim), difference(more, of: all.before)]]
  }

  private func difference(_ more: Int, of before: SessionTotals) -> Span {
    guard more != 0 else { return span("as many tokens prefilled as before", .kept) }
    let share = before.prefilled.map { Double(abs(more)) / Double(max(1, $0.value)) }
    return span(
      "\(NumberText.count(abs(more), "token")) \(more > 0 ? "more" : "fewer") prefilled"
        + (share.map { ", \(NumberText.percent($0))" } ?? ""), more > 0 ? .lost : .kept)
  }

  // MARK: The inference under the cursor

  private var step: SessionComparison.Step? {
    comparison.steps.indices.contains(selected) ? comparison.steps[selected] : nil
  }

  private var heading: [[Span]] {
    guard let step else { return [] }
    let place = "request \(NumberText.grouped(step.request)), inference \(NumberText.grouped(step.inference))"
    let words = DisplayText.truncated(
      EntryGlance.oneLine(step.words, 400), to: max(0, width - DisplayText.width(of: place) - 2))
    var lines = [[span(place, .accent), span("  \(words)", .text)]]
    if let sent = step.sent {
      lines.append([
        span("sent otherwise from entry \(NumberText.grouped(sent.entry)) on: \(sent.words)", .warning)
      ])
    }
    if let answer = step.answer { lines.append([span("answered otherwise: \(answer.words)", .lost)]) }
    return lines
  }

  private func both(_ account: (InferenceRow, InferenceRow?) -> [[Span]]) -> [[Span]] {
    guard let step else { return [] }
    return [("recorded", \SessionComparison.Step.before), ("replayed", \.after)].flatMap { name, side in
      var lines = [[span("nothing was sent here", .warning)]]
      if let row = step[keyPath: side] {
        let previous = comparison.steps[..<selected].last { $0[keyPath: side] != nil }?[keyPath: side]
        lines = account(row, previous)
      }
      return indented(lines, under: name, .text, columns: 10)
    }
  }

  /// Before, the pass, after: a row each.
  private func whole(_ row: InferenceRow, _ previous: InferenceRow?) -> [[Span]] {
    let before =
      previous.map { "\(persona($0)) held \(NumberText.count($0.heldAfter, "token"))" } ?? "an empty cache"
    let place = "at entry \(NumberText.grouped(row.position)): "
    let change = [
      row.removed > 0 ? "\(NumberText.grouped(row.removed)) out" : nil,
      "\(NumberText.grouped(row.inserted)) in",
    ].compactMap { $0 }.joined(separator: ", ")
    let pass =
      [span("\(persona(row))  ", .text), cause(row), span("  \(place)\(change), ", .text)] + prefilled(row)
    let after = "kept \(NumberText.quantity(row.reused)), holds \(NumberText.count(row.heldAfter, "token"))"
    let rows = [("before", [span(before, .text)]), ("the pass", pass), ("after", [span(after, .text)])]
    return rows.flatMap { indented([$1], under: $0, .dim, columns: 10, within: width - 10) }
  }

  private func brief(_ row: InferenceRow, _ previous: InferenceRow?) -> [[Span]] {
    let kept = span(": kept \(NumberText.quantity(row.reused)), ", .text)
    guard row.lostTokens > 0 else { return [[cause(row), kept] + prefilled(row)] }
    let again = "\(NumberText.grouped(row.lostTokens)) of \(NumberText.quantity(row.prefilled)) again"
    return [[cause(row), kept, span(again, .lost)]]
  }

  private func cause(_ row: InferenceRow) -> Span {
    span(row.cause.words, row.cause.isLoss ? .lost : row.cause == .cold ? .dim : .kept)
  }

  private func prefilled(_ row: InferenceRow) -> [Span] {
    [
      span("prefilled \(NumberText.quantity(row.prefilled))", .text),
      span(row.lostTokens > 0 ? ", \(NumberText.grouped(row.lostTokens)) of them again" : "", .lost),
    ]
  }

  private func persona(_ row: InferenceRow) -> String { row.profile ?? row.model ?? "the model" }

  /// Lines behind a name, wrapped where they are too long.
  private func indented(
    _ lines: [[Span]], under name: String, _ role: Theme.Role, columns: Int, within width: Int? = nil
  ) -> [[Span]] {
    let room = max(8, (width ?? self.width) - columns)
    return lines.flatMap { DisplayText.wrap($0, width: room) }.enumerated().map { index, line in
      [span((index == 0 ? name : "").padded(to: columns), role)] + line
    }
  }
}

extension InferenceRow {
  /// Tokens that the cache holds after the inference: the request and its answer.
  fileprivate var heldAfter: Int { (input?.value ?? 0) + (output?.value ?? 0) }
}
