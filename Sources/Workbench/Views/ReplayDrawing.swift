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
  /// An empty row between the two sessions.
  private let gap: Int
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
    width = max(1, min(10, axis.count / count))
    let shown = max(1, axis.count / width)
    first = min(max(0, selected - shown / 2), max(0, count - shown))
    barRows = page.height >= 36 ? 5 : page.height >= 26 ? 4 : page.height >= 18 ? 2 : 1
    gap = page.height >= 26 ? 1 : 0
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
    for (place, session) in [("Recorded", \SessionComparison.Step.before), ("Replayed", \.after)].enumerated()
    {
      if place > 0 { y += gap }
      drawPersonas(session.0, session.1, y, &frame)
      drawBars(session.1, y + 1, &frame)
      y += 1 + barRows
    }
    drawDifference(y, &frame)
    drawMarks(y + 1, &frame)
    drawCursor(page.y..<y + 2, &frame)
    y += 2
    let text = ReplayText(comparison, all: all, selected: selected, width: page.width, theme: theme)
    for line in text.lines(rows: page.maxY - y) where y < page.maxY {
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
        // Without colours what was kept is shaded, what was prefilled full.
        if low[place] == glyphs.full {
          fill(state.isMono ? glyphs.lightShade : glyphs.full, theme.style(.kept))
        } else if state.isMono || low[place] == " " {
          fill(high[place], fresh)
        } else if high[place] == glyphs.full {
          fill(low[place], theme.style(.kept).on(fresh.foreground))
        } else {
          // A cell has two colours, and one of them is the ground's: the larger part has the other.
          let bottom = Double(place) / Double(barRows)
          fill(high[place], kept - bottom < all - kept ? fresh : theme.style(.kept))
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

  /// Where the two part: a diamond where something else was sent first, a cross where they answer otherwise. What a mark means
  /// stands beside it where nothing else does.
  private func drawMarks(_ y: Int, _ frame: inout Frame) {
    guard y < page.maxY else { return }
    label("Parting", y, &frame)
    let firstSent = comparison.steps.firstIndex { $0.sent != nil }
    var marks: [(x: Int, sign: Character, role: Theme.Role, words: String)] = []
    for (index, x, step) in steps {
      if step.departs {
        marks.append((x, glyphs.cross, .lost, "another answer"))
      } else if index == firstSent {
        marks.append((x, glyphs.diamond, .warning, "first sent otherwise"))
      }
    }
    for (place, mark) in marks.enumerated() {
      frame.put(String(mark.sign), x: mark.x, y: y, style: theme.style(mark.role))
      let end = marks.indices.contains(place + 1) ? marks[place + 1].x - 1 : axis.upperBound
      guard mark.x + 2 + mark.words.count <= end else { continue }
      frame.put(mark.words, x: mark.x + 2, y: y, style: theme.style(.faint))
    }
    guard marks.isEmpty else { return }
    frame.put(
      "nowhere", x: axis.lowerBound, y: y, style: theme.style(.faint),
      maxWidth: axis.upperBound - axis.lowerBound)
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
}
