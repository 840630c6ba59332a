import CNcurses

/// Says cells in the words of one terminal: its colours, its attributes, its characters.
struct CellEncoder {
  let depth: ColorDepth
  /// How many colours the terminal numbers, 0 for none.
  let colorCount: Int
  let isDirect: Bool
  let isUTF8: Bool

  /// Colours and attributes for a style.
  func look(_ style: Style) -> (pair: ColorPairs.Pair, attributes: Attributes) {
    let shown = style.shown(at: depth)
    var attributes = shown.attributes
    guard depth != .mono else { return (.plain, attributes) }
    var foreground = number(shown.foreground)
    var background = number(shown.background)
    // Eight colours: the bright ones are bold letters, and bright black, which would be black, is dim white.
    if colorCount < 16, !isDirect {
      let (bright, ground) = (foreground, background)
      if foreground == 8 {
        foreground = 7
        attributes.formUnion(.dim)
      } else if foreground > 8 {
        foreground -= 8
        attributes.formUnion(.bold)
      }
      if background >= 8 { background -= 8 }
      if foreground == background, bright != ground, foreground >= 0 { foreground = background == 0 ? 7 : 0 }
    }
    return (ColorPairs.Pair(foreground: foreground, background: background), attributes)
  }

  private func number(_ color: ShownColor) -> Int32 {
    switch color {
    case .default: return -1
    case .indexed(let index): return isDirect && index > 7 ? direct(Palette.rgb(index)) : Int32(index)
    case .rgb(let value): return direct(value)
    }
  }

  /// In a direct-colour entry 0 to 7 are palette entries; the darkest blues, black among them, become a black that
  /// is next to it.
  private func direct(_ value: UInt32) -> Int32 { value < 8 ? 0x01_0101 : Int32(value) }

  /// One cell as ncurses takes it; two on an ASCII terminal for what would be wide. Nothing for a right half.
  func append(_ cell: Cell, pair: Int32, attributes: Attributes, to buffer: inout [cn_cell]) {
    let width = cell.width
    guard width > 0 else { return }
    var points = cell.codePoints
    if !isUTF8 { points = (AsciiStandIns.sign(for: points.0), 0, 0, 0) }
    let encoded = cn_cell(points: points, pair: pair, attributes: UInt32(attributes.rawValue))
    buffer.append(encoded)
    // A wide blank is two blanks.
    if width == 2, !isUTF8 || points.0 == 0x20 { buffer.append(encoded) }
  }
}
