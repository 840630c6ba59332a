import PrefixCache
import Recordings
import Terminal

/// Draws the lanes: labels at the left, columns over one axis, numbers at the right, and the cursor through all of them.
struct LanesDrawing {
  let state: State
  let layout: Layout
  let columns: LaneColumns
  let theme: Theme
  let glyphs: Glyphs
  let axis: Rect

  init(state: State, layout: Layout, columns: LaneColumns) {
    self.state = state
    self.layout = layout
    self.columns = columns
    theme = state.theme
    glyphs = state.glyphs
    axis = layout.axis
  }

  func draw(_ frame: inout Frame) {
    for (lane, rows) in layout.lanes {
      drawLabel(lane, rows, &frame)
      switch lane {
      case .instructions: drawInstructions(rows.lowerBound, &frame)
      case .inference: drawInference(rows, &frame)
      case .tools: drawMarks(rows.lowerBound, glyphs.diamond, theme.kind(.toolCalls), &frame) { $0.calls > 0 }
      case .cacheHit: drawCacheHit(rows.lowerBound, &frame)
      case .lost: drawMarks(rows.lowerBound, glyphs.triangleUp, theme.style(.lost), &frame) { $0.isLost }
      case .budget: BudgetArea(self).draw(rows, &frame)
      case .notes: drawMarks(rows.lowerBound, glyphs.dot, theme.style(.note), &frame) { $0.warnings > 0 }
      }
    }
    drawSpan(&frame)
    drawMark(&frame)
    drawCursor(&frame)
    LaneNumbers(state: state, layout: layout).draw(&frame)
  }

  private func drawLabel(_ lane: Layout.Lane, _ rows: Range<Int>, _ frame: inout Frame) {
    let room = max(0, axis.x - 2)
    frame.put(lane.label, x: 1, y: rows.lowerBound, style: theme.style(.dim), maxWidth: room)
    guard lane == .budget, rows.count > 1 else { return }
    let scale =
      state.window.map { window in
        let exact = "\(NumberText.grouped(window)) window"
        return DisplayText.width(of: exact) <= room ? exact : "\(NumberText.compact(window)) window"
      } ?? "window ?"
    frame.put(
      scale, x: 1, y: rows.lowerBound + 1, style: theme.style(.faint), maxWidth: room, truncation: .ellipsis)
    guard state.window == nil, rows.count > 2 else { return }
    frame.put(
      "top \(NumberText.compact(state.timeline.largestTotal))", x: 1, y: rows.lowerBound + 2,
      style: theme.style(.faint), maxWidth: room, truncation: .ellipsis)
  }

  /// Puts one sign at a column of the lanes.
  func put(_ sign: Character, _ column: Int, _ y: Int, _ style: Style, _ frame: inout Frame) {
    frame.put(String(sign), x: axis.x + column, y: y, style: style)
  }

  // MARK: Instructions

  private func drawInstructions(_ y: Int, _ frame: inout Frame) {
    var index = 0
    while index < columns.columns.count {
      let column = columns.columns[index]
      let persona = persona(of: column)
      var end = index + 1
      while end < columns.columns.count, samePersona(end, persona, column) { end += 1 }
      drawRegion(persona, index..<end, y, &frame)
      index = end
    }
  }

  private func persona(of column: LaneColumns.Column) -> Persona? {
    if column.isGrowing { return state.streamingPersona }
    return column.snapshots.isEmpty ? nil : state.persona(of: Int(column.snapshots.lowerBound))
  }

  private func samePersona(_ index: Int, _ persona: Persona?, _ first: LaneColumns.Column) -> Bool {
    let column = columns.columns[index]
    if column.isGrowing { return self.persona(of: column) == persona }
    guard !column.snapshots.isEmpty, column.instructions != first.instructions || persona != nil else {
      return true
    }
    if column.snapshots == first.snapshots { return true }
    return state.persona(of: Int(column.snapshots.lowerBound)) == persona
  }

  private func drawRegion(_ persona: Persona?, _ range: Range<Int>, _ y: Int, _ frame: inout Frame) {
    guard let persona else {
      if columns.columns[range.lowerBound].instructions == 0, range.count > 16 {
        frame.put("no instructions", x: axis.x + range.lowerBound + 1, y: y, style: theme.style(.faint))
      }
      return
    }
    let band = theme.personaBand(persona.index)
    let edge = theme.persona(persona.index).on(band.background)
    let end = range.upperBound - (columns.columns[range.upperBound - 1].isGap ? 1 : 0)
    let shown = Rect(x: axis.x + range.lowerBound, y: y, width: end - range.lowerBound, height: 1)
    frame.fill(shown, style: band)
    // Other instructions of the same persona: a clock in them, an edit.
    var instructions = columns.columns[range.lowerBound].instructions
    for index in range.lowerBound..<max(end, range.lowerBound)
    where columns.columns[index].instructions != instructions {
      instructions = columns.columns[index].instructions
      put(glyphs.horizontal[1], index, y, edge, &frame)
    }
    put(glyphs.horizontal[min(2, glyphs.horizontal.count - 1)], range.lowerBound, y, edge, &frame)
    if shown.width >= 5 {
      frame.put(
        " \(persona.label) ", x: shown.x + 1, y: y, style: band.bold, maxWidth: shown.width - 1,
        truncation: .ellipsis)
    }
  }

  // MARK: Inference

  private func drawInference(_ rows: Range<Int>, _ frame: inout Frame) {
    let prefill = theme.style(.prefill)
    let decode = theme.style(.decode)
    for (index, column) in columns.columns.enumerated() {
      let total = column.prefill + column.decode
      if column.isGrowing, total < 1 { drawEdge(column, index, rows, &frame) }
      guard total > 0, !column.isGap, !column.isGrowing || total >= 1 else { continue }
      var styles = (prefill: prefill, decode: decode)
      if column.isDimmed { styles = (theme.style(.faint), theme.style(.line)) }
      let share = Double(column.decode / total)
      for (step, y) in rows.reversed().enumerated() {
        let filled = share * Double(rows.count) - Double(step)
        if filled >= 1 || (state.isMono && filled >= 0.5) {
          put(state.isMono ? glyphs.mediumShade : glyphs.full, index, y, styles.decode, &frame)
        } else if filled <= 0 || state.isMono {
          put(glyphs.full, index, y, styles.prefill, &frame)
        } else {
          put(glyphs.vertical(filled), index, y, styles.decode.on(styles.prefill.foreground), &frame)
        }
      }
    }
    drawPrewarms(rows, &frame)
  }

  /// A prewarm stands in the blank behind what it followed; where columns are without blanks, above it.
  private func drawPrewarms(_ rows: Range<Int>, _ frame: inout Frame) {
    for (index, column) in columns.columns.enumerated() where column.isWarmed {
      let isBlank = column.isGap || column.prefill + column.decode <= 0
      for y in isBlank ? rows : rows.prefix(1) {
        put(glyphs.lightShade, index, y, theme.style(column.isDimmed ? .faint : .prefill), &frame)
      }
    }
  }

  /// Where the running inference has come to: an eighth of a column at a time, prefill still to be done before it.
  private func drawEdge(
    _ column: LaneColumns.Column, _ index: Int, _ rows: Range<Int>, _ frame: inout Frame
  ) {
    let isDecode = column.decode > 0
    let filled = Double(column.prefill + column.decode)
    for y in rows {
      if column.pending > 0 {
        // What is still to be done has no colour for the rest of a cell: the cell is whole, or to come.
        let sign = filled >= 0.5 ? glyphs.full : glyphs.lightShade
        put(sign, index, y, theme.style(.prefill), &frame)
        continue
      }
      guard filled >= 0.0625, !state.isMono || filled >= 0.5 else { continue }
      let sign = state.isMono ? (isDecode ? glyphs.mediumShade : glyphs.full) : glyphs.horizontal(filled)
      put(sign, index, y, theme.style(isDecode ? .decode : .prefill), &frame)
    }
  }

  // MARK: Marks and cache

  private func drawMarks(
    _ y: Int, _ sign: Character, _ style: Style, _ frame: inout Frame,
    _ isMarked: (LaneColumns.Column) -> Bool
  ) {
    for (index, column) in columns.columns.enumerated() where isMarked(column) {
      put(sign, index, y, column.isDimmed ? theme.style(.faint) : style, &frame)
    }
  }

  private func drawCacheHit(_ y: Int, _ frame: inout Frame) {
    let showsLoss = layout.rows(of: .lost) == nil
    var lossHere = false
    for (index, column) in columns.columns.enumerated() {
      if column.isLost {
        lossHere = true
      } else if index > 0, column.snapshots != columns.columns[index - 1].snapshots {
        lossHere = false
      }
      if column.isLost, showsLoss {
        put(glyphs.triangleUp, index, y, theme.style(.lost), &frame)
        continue
      }
      guard let hit = column.hit, !column.isGap else { continue }
      var style = theme.style(column.isLost || lossHere ? .lost : column.isCold ? .dim : .kept)
      if column.isDimmed { style = theme.style(.faint) }
      put(hit <= 0 ? glyphs.vertical[1] : glyphs.vertical(Double(hit)), index, y, style, &frame)
    }
  }

  // MARK: Cursor

  private func column(of snapshot: Int) -> Int? {
    let column = columns.key.axis.columns(of: snapshot, state.timeline).lowerBound - columns.key.offset
    return column >= 0 && column < axis.width ? column : nil
  }

  private func drawCursor(_ frame: inout Frame) {
    guard let column = column(of: state.cursor) else { return }
    let x = axis.x + column
    let ground = theme.color(.cursorColumn)
    let line = theme.style(.accent).on(ground)
    for y in axis.y..<axis.maxY {
      let cell = frame[x, y]
      let isBar =
        layout.rows(of: .inference)?.contains(y) == true || layout.rows(of: .budget)?.contains(y) == true
      if cell.character == " " || cell.character == glyphs.dashedLine {
        let isBand = layout.rows(of: .instructions)?.contains(y) == true
        frame.put(
          String(glyphs.verticalLine), x: x, y: y, style: isBand ? line.on(cell.style.background) : line)
      } else if isBar, cell.character == glyphs.full, !state.isMono {
        // The line goes on through a full cell, drawn in the ground's colour on the bar's.
        let through = Style(foreground: theme.color(.background), background: cell.style.foreground)
        frame.put(String(glyphs.verticalLine), x: x, y: y, style: through)
      } else if !isBar {
        frame.setStyle(Rect(x: x, y: y, width: 1, height: 1), cell.style.on(ground))
      }
    }
    if state.isMono { frame.add(.reverse, to: Rect(x: x, y: axis.y, width: 1, height: axis.height)) }
  }

  /// The ground of a dragged span.
  private func drawSpan(_ frame: inout Frame) {
    guard let start = state.spanStart, state.timeline.count > max(start, state.cursor) else { return }
    let (first, last) = (min(start, state.cursor), max(start, state.cursor))
    let left = max(0, columns.key.axis.columns(of: first, state.timeline).lowerBound - columns.key.offset)
    let right = min(
      columns.columns.count,
      columns.key.axis.columns(of: last, state.timeline).upperBound - columns.key.offset)
    for lane: Layout.Lane in [.tools, .cacheHit, .lost, .notes] {
      guard let rows = layout.rows(of: lane) else { continue }
      frame.tint(
        Rect(x: axis.x + left, y: rows.lowerBound, width: right - left, height: rows.count),
        background: theme.color(.selection))
    }
  }

  private func drawMark(_ frame: inout Frame) {
    guard let mark = state.mark, let snapshot = state.timeline.index(of: mark),
      let column = column(of: snapshot),
      let row = layout.rows(of: .instructions)?.lowerBound ?? layout.lanes.first?.rows.lowerBound
    else { return }
    frame.put("'", x: axis.x + column, y: row, style: theme.inverted(.accent).bold)
  }
}
