import PrefixCache
import Recordings
import Terminal
import Transcripts

extension State {
  /// The recorded session above its replay on one axis, the difference below them, and the pass under the cursor in words.
  func draw(_ view: ReplayView, _ layout: Layout, _ frame: inout Frame) {
    guard let compared = comparison, let pair = pair(of: view) else { return }
    let count = compared.comparison.pairs.count
    // Sessions are told by their place among the pairs: one of the two recordings may not have it.
    let session = count > 1 ? "  session \(view.pair + 1) of \(count): \(pair.title)" : ""
    let calling = pair.parent.map { ", called by session \($0 + 1)" } ?? ""
    drawTitle("Replay: \(compared.title)\(session)\(calling)", layout, &frame)
    ReplayDrawing(
      state: self, comparison: pair.comparison, all: count > 1 ? compared.comparison : nil,
      page: layout.page, selected: view.step
    ).draw(&frame)
  }
}

/// Draws two sessions side by side: a column is an inference, the same one of both.
struct ReplayDrawing {
  private let state: State
  private let comparison: SessionComparison
  /// Of all sessions, where there are several.
  private let all: RecordingComparison?
  private let theme: Theme
  private let glyphs: Glyphs
  private let page: Rect
  private let selected: Int
  /// Columns of the screen that a step takes, and the first step shown.
  private let width: Int
  private let first: Int
  private let axis: Range<Int>
  /// Rows of each session's bars.
  private let barRows: Int
  /// Tokens of a bar's full height.
  private let scale: Int

  init(state: State, comparison: SessionComparison, all: RecordingComparison?, page: Rect, selected: Int) {
    self.state = state
    self.comparison = comparison
    self.all = all
    self.page = page
    self.selected = selected
    (theme, glyphs) = (state.theme, state.glyphs)
    let label = page.width >= 60 ? 12 : 0
    axis = page.x + label..<max(page.x + label + 1, page.maxX)
    let count = max(1, comparison.steps.count)
    width = max(1, min(6, axis.count / count))
    let shown = max(1, axis.count / width)
    first = min(max(0, selected - shown / 2), max(0, count - shown))
    barRows = page.height >= 26 ? 4 : page.height >= 18 ? 2 : 1
    let largest = comparison.steps.flatMap { [$0.before?.input?.value, $0.after?.input?.value] }
      .compactMap { $0 }.max()
    scale = max(1, comparison.before.window?.value ?? 0, comparison.after.window?.value ?? 0, largest ?? 0)
  }

  private var steps: [(index: Int, x: Int, step: SessionComparison.Step)] {
    comparison.steps.indices.dropFirst(first).prefix(axis.count / width).map {
      ($0, axis.lowerBound + ($0 - first) * width, comparison.steps[$0])
    }
  }

  func draw(_ frame: inout Frame) {
    var y = page.y
    drawRequests(y, &frame)
    y += 1
    for (name, side) in [("Recorded", \SessionComparison.Step.before), ("Replayed", \.after)] {
      drawPersonas(name, side, y, &frame)
      drawBars(side, y + 1, &frame)
      y += 1 + barRows
    }
    drawDifference(y, &frame)
    drawMarks(y + 1, &frame)
    drawCursor(page.y..<y + 2, &frame)
    y += 3
    for line in totals + [[]] + pass where y < page.maxY {
      frame.put(line, x: page.x, y: y, maxWidth: page.width)
      y += 1
    }
  }

  // MARK: Lanes

  private func label(_ text: String, _ y: Int, _ frame: inout Frame) {
    guard axis.lowerBound > page.x else { return }
    frame.put(text, x: page.x, y: y, style: theme.style(.dim), maxWidth: axis.lowerBound - page.x - 1)
  }

  private func drawRequests(_ y: Int, _ frame: inout Frame) {
    label("Request", y, &frame)
    for (_, x, step) in steps where step.inference == 1 {
      frame.put("\(step.request)", x: x, y: y, style: theme.style(.faint), maxWidth: axis.upperBound - x)
    }
  }

  private func drawPersonas(
    _ name: String, _ side: KeyPath<SessionComparison.Step, InferenceRow?>, _ y: Int, _ frame: inout Frame
  ) {
    label(name, y, &frame)
    var place = steps.startIndex
    let steps = steps
    while place < steps.endIndex {
      let profile = steps[place].step[keyPath: side]?.profile
      let end = steps[place...].firstIndex { $0.step[keyPath: side]?.profile != profile } ?? steps.endIndex
      if let profile {
        let band = theme.personaBand(state.personas.persona(ofProfile: profile).index)
        let x = steps[place].x
        let columns = (end - place) * width
        frame.fill(Rect(x: x, y: y, width: columns, height: 1), style: band)
        frame.put(profile, x: x, y: y, style: band.bold, maxWidth: max(0, columns - 1), truncation: .ellipsis)
      }
      place = end
    }
  }

  /// A bar as high as the request is long: what was kept below, what was prefilled upon it.
  private func drawBars(
    _ side: KeyPath<SessionComparison.Step, InferenceRow?>, _ top: Int, _ frame: inout Frame
  ) {
    for (_, x, step) in steps {
      guard let row = step[keyPath: side], let input = row.input?.value else { continue }
      let kept = Double(row.reused?.value ?? 0) / Double(scale)
      let all = Double(input) / Double(scale)
      let low = glyphs.column(kept, rows: barRows)
      let high = glyphs.column(all, rows: barRows)
      let fresh = theme.style(row.cause.isLoss ? .lost : .prefill)
      for place in 0..<barRows {
        let y = top + barRows - 1 - place
        guard y < page.maxY else { continue }
        let columns = max(1, width - 1)
        func fill(_ sign: Character, _ style: Style) {
          frame.put(String(repeating: String(sign), count: columns), x: x, y: y, style: style)
        }
        fill(high[place], fresh)
        // Without colours what was kept is shaded, what was prefilled full.
        if low[place] == glyphs.full {
          fill(state.isMono ? glyphs.lightShade : glyphs.full, theme.style(.kept))
        } else if low[place] != " ", !state.isMono {
          fill(
            low[place],
            high[place] == glyphs.full ? theme.style(.kept).on(fresh.foreground) : theme.style(.kept))
        }
      }
    }
  }

  private func drawDifference(_ y: Int, _ frame: inout Frame) {
    guard y < page.maxY else { return }
    label("Difference", y, &frame)
    let most = comparison.steps.compactMap { $0.prefilledMore.map(abs) }.max() ?? 0
    let changed = steps.filter { ($0.step.prefilledMore ?? 0) != 0 }
    for (place, (_, x, step)) in changed.enumerated() {
      guard let more = step.prefilledMore, most > 0 else { continue }
      let style = theme.style(more > 0 ? .lost : .kept)
      // A number may stand in the columns of steps that differ in nothing.
      let end = changed.indices.contains(place + 1) ? changed[place + 1].x - 1 : axis.upperBound
      let words = "\(more > 0 ? glyphs.arrowUp : glyphs.arrowDown)\(NumberText.compact(abs(more)))"
      if DisplayText.width(of: words) <= end - x {
        frame.put(words, x: x, y: y, style: style)
      } else {
        frame.put(String(glyphs.vertical(Double(abs(more)) / Double(most))), x: x, y: y, style: style)
      }
    }
  }

  /// Where the two part: a diamond where something else was sent first, a cross where they answer otherwise.
  private func drawMarks(_ y: Int, _ frame: inout Frame) {
    guard y < page.maxY else { return }
    label("Parting", y, &frame)
    let firstSent = comparison.steps.firstIndex { $0.sent != nil }
    let firstDeparture = comparison.steps.firstIndex(where: \.departs)
    for (index, x, step) in steps {
      if index == firstSent {
        frame.put(String(glyphs.diamond), x: x, y: y, style: theme.style(.warning))
      } else if index == firstDeparture || step.departs {
        frame.put(String(glyphs.cross), x: x, y: y, style: theme.style(.lost))
      }
    }
  }

  private func drawCursor(_ rows: Range<Int>, _ frame: inout Frame) {
    guard let x = steps.first(where: { $0.index == selected })?.x else { return }
    let column = Rect(x: x, y: rows.lowerBound, width: max(1, width - 1), height: rows.count)
    if state.isMono {
      frame.add(.reverse, to: column)
    } else {
      for y in rows where frame[x, y].style.background == theme.color(.background) {
        frame.tint(Rect(x: x, y: y, width: column.width, height: 1), background: theme.color(.cursorColumn))
      }
    }
  }

  // MARK: Words

  private func span(_ text: String, _ role: Theme.Role) -> Span { Span(text, theme.style(role)) }

  private var totals: [[Span]] {
    var lines = [("recorded", comparison.before), ("replayed", comparison.after)].map { name, totals in
      [
        span(name, .text), span("  prefilled ", .dim), span(NumberText.quantity(totals.prefilled), .text),
        span("  reused ", .dim), span(NumberText.quantity(totals.reused), .text), span("  hit ", .dim),
        span(totals.hitRate.map(NumberText.percent) ?? "?", .text), span("  time ", .dim),
        span(totals.milliseconds.map { NumberText.milliseconds($0) } ?? "?", .text), span("  fullest ", .dim),
        span(NumberText.grouped(totals.fullest), .text),
        span(totals.overflows > 0 ? "  \(totals.overflows) did not fit" : "", .lost),
      ]
    }
    if let more = comparison.prefilledMore { lines.append([difference(more)]) }
    if let more = all?.prefilledMore { lines.append([span("all sessions: ", .dim), difference(more)]) }
    return lines
  }

  private func difference(_ more: Int) -> Span {
    if more == 0 { return span("as many tokens prefilled as before", .kept) }
    return span(
      "\(NumberText.grouped(abs(more))) tokens \(more > 0 ? "more" : "fewer") prefilled",
      more > 0 ? .lost : .kept)
  }

  /// The pass under the cursor in either session: what the cache held before, what the pass did to it, what it held after.
  private var pass: [[Span]] {
    guard comparison.steps.indices.contains(selected) else { return [] }
    let step = comparison.steps[selected]
    var lines: [[Span]] = [
      [
        span("request \(step.request), inference \(step.inference)", .accent),
        span("  \(EntryGlance.oneLine(step.words, 120))", .text),
      ]
    ]
    for (name, side) in [("recorded", \SessionComparison.Step.before), ("replayed", \.after)] {
      guard let row = step[keyPath: side] else {
        lines.append([span("\(name)  ", .text), span("nothing here", .warning)])
        continue
      }
      let previous = comparison.steps[..<selected].last { $0[keyPath: side] != nil }?[keyPath: side]
      lines.append([
        span("\(name)  ", .text), span("before  ", .dim),
        span(
          previous.map { "\(persona($0)) held \(NumberText.grouped($0.heldAfter))" } ?? "an empty cache",
          .text),
      ])
      lines.append([
        span("          the pass  ", .dim),
        span("\(persona(row))  ", .text),
        span(
          "at entry \(row.position) \u{2212}\(row.removed) +\(row.inserted)  ", .text),
        span(row.cause.words, row.cause.isLoss ? .lost : .kept),
        span("  prefilled \(NumberText.quantity(row.prefilled))", .text),
        span(row.lostTokens > 0 ? ", \(NumberText.grouped(row.lostTokens)) of them again" : "", .lost),
      ])
      lines.append([
        span("          after  ", .dim),
        span("held \(NumberText.grouped(row.heldAfter)), kept \(NumberText.quantity(row.reused))", .text),
      ])
    }
    return lines
  }

  private func persona(_ row: InferenceRow) -> String { row.profile ?? row.model ?? "the model" }
}

extension InferenceRow {
  /// Tokens that the cache holds after the inference: the request and its answer.
  fileprivate var heldAfter: Int { (input?.value ?? 0) + (output?.value ?? 0) }
}
