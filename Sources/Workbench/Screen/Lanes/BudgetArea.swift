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
    let filled = bands[first..<first + 8].reduce(0) { $0 + ($1 >= 0 ? 1 : 0) }
    if drawing.state.isMono || dimmed {
      let style = dimmed ? drawing.theme.style(.line) : drawing.theme.style(.text)
      drawing.put(drawing.glyphs.vertical(Double(filled) / 8), column, y, style, &frame)
      return
    }
    guard lower != bands[first + 7] else {
      return drawing.put(drawing.glyphs.full, column, y, styles[Int(lower)], &frame)
    }
    let split = Self.split(bands[first..<first + 8])
    let style = split.lower >= 0 ? styles[Int(split.lower)] : drawing.theme.style(.background)
    let ground = split.upper >= 0 ? styles[Int(split.upper)].foreground : style.background
    drawing.put(drawing.glyphs.vertical(Double(split.place) / 8), column, y, style.on(ground), &frame)
  }

  /// The one boundary that tells most of a cell's eighths right: its place, and the bands below and above it.
  private static func split(_ bands: ArraySlice<Int8>) -> (place: Int, lower: Int8, upper: Int8) {
    func commonest(_ part: ArraySlice<Int8>) -> (band: Int8, count: Int) {
      var best: (band: Int8, count: Int) = (-1, 0)
      for band in part {
        let count = part.reduce(0) { $0 + ($1 == band ? 1 : 0) }
        if count > best.count { best = (band, count) }
      }
      return best
    }
    var result: (place: Int, lower: Int8, upper: Int8) = (1, -1, -1)
    var right = -1
    for place in 1..<bands.count {
      let lower = commonest(bands.prefix(place))
      let upper = commonest(bands.dropFirst(place))
      if lower.count + upper.count > right {
        right = lower.count + upper.count
        result = (place, lower.band, upper.band)
      }
    }
    return result
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
