import PrefixCache
import Terminal

/// The Budget lane: tokens by kind, one upon the other, against the context window.
///
/// A cell shows one boundary between two kinds: a block in the lower one's colour on the upper one's ground.
struct BudgetArea {
  private let drawing: LanesDrawing
  private let scale: Int

  static let warningShare = 0.75

  init(_ drawing: LanesDrawing) {
    self.drawing = drawing
    scale = max(1, drawing.state.window ?? drawing.state.timeline.largestTotal)
  }

  func draw(_ rows: Range<Int>, _ frame: inout Frame) {
    let kinds = Theme.Kind.allCases
    let styles = kinds.map { drawing.theme.kind($0) }
    for (index, column) in drawing.columns.columns.enumerated() {
      let bands = bands(column.tokens, eighths: rows.count * 8)
      for (step, y) in rows.reversed().enumerated() {
        drawCell(bands, step * 8, index, y, styles, dimmed: column.isDimmed, &frame)
      }
    }
    if drawing.state.window != nil, rows.count > 1 { drawWarningLine(rows, &frame) }
  }

  /// The band of each eighth from the bottom; -1 above the last.
  private func bands(_ tokens: KindTokens, eighths: Int) -> [Int8] {
    var result = [Int8](repeating: -1, count: eighths)
    var before = 0
    var sum = 0
    for (index, band) in tokens.bands.enumerated() where band.tokens > 0 {
      sum += band.tokens
      let end = min(eighths, max(1, Int((Double(sum) * Double(eighths) / Double(scale)).rounded())))
      for place in before..<max(before, end) { result[place] = Int8(index) }
      before = max(before, end)
    }
    return result
  }

  private func drawCell(
    _ bands: [Int8], _ first: Int, _ column: Int, _ y: Int, _ styles: [Style], dimmed: Bool,
    _ frame: inout Frame
  ) {
    let lower = bands[first]
    guard lower >= 0 else { return }
    let upper = bands[first + 7]
    let filled = bands[first..<first + 8].reduce(0) { $0 + ($1 >= 0 ? 1 : 0) }
    if drawing.state.isMono || dimmed {
      let style = dimmed ? drawing.theme.style(.line) : drawing.theme.style(.text)
      drawing.put(drawing.glyphs.vertical(Double(filled) / 8), column, y, style, &frame)
      return
    }
    let style = styles[Int(lower)]
    if lower == upper { return drawing.put(drawing.glyphs.full, column, y, style, &frame) }
    // Kinds between the two that a cell can show go to the lower one.
    let above = bands[first..<first + 8].reduce(0) { $0 + ($1 == upper ? 1 : 0) }
    let sign = drawing.glyphs.vertical(Double(8 - above) / 8)
    let ground = upper >= 0 ? styles[Int(upper)].foreground : style.background
    drawing.put(sign, column, y, style.on(ground), &frame)
  }

  /// A dashed line at three quarters of the window, in the nearest row, where nothing else stands.
  private func drawWarningLine(_ rows: Range<Int>, _ frame: inout Frame) {
    let count = Double(rows.count)
    func distance(_ step: Int) -> Double { abs((Double(step) + 0.5) / count - Self.warningShare) }
    let step = (0..<rows.count).min { distance($0) < distance($1) } ?? 0
    let y = rows.upperBound - 1 - step
    let axis = drawing.axis
    let style = drawing.theme.style(.faint)
    for x in stride(from: axis.x, to: axis.maxX - 4, by: 2) where frame[x, y].character == " " {
      frame.put(String(drawing.glyphs.dashedLine), x: x, y: y, style: style)
    }
    if (axis.maxX - 4..<axis.maxX).allSatisfy({ frame[$0, y].character == " " }) {
      frame.put("75%", x: axis.maxX - 3, y: y, style: style)
    }
  }
}
