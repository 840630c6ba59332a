/// A grid of cells: what the screen is to show. Drawing never writes outside of it, whatever the coordinates.
public struct Frame: Sendable, Equatable {
  /// Columns and rows.
  public let size: Size
  /// Where the terminal's cursor stands, or nil to hide it.
  public var cursor: Point?
  /// Row by row, `size.width` a row. A cell of width 2 is always followed by one of width 0, and only then.
  private(set) var cells: [Cell]

  /// A frame of blanks in one style.
  public init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: .blank(style), count: size.width * size.height)
  }

  /// The whole frame, from (0, 0).
  public var bounds: Rect { Rect(size) }

  /// The cell at a place; a plain blank outside of the frame.
  public subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return .blank() }
    return cells[y * size.width + x]
  }

  /// Fills a rectangle with one character. A wide one takes two columns each; an odd last column stays blank.
  /// A character that needs a stand-in fills with its first sign.
  public mutating func fill(_ rect: Rect, _ character: Character = " ", style: Style) {
    var scalars = CellScalars(base: 0x20, width: 1)
    var scanner = TextScanner()
    scanner.scan(character) { unit in
      switch unit {
      case .cell(let first): scalars = first
      case .standIn(let name):
        if let first = name.unicodeScalars.first { scalars = CellScalars(base: first.value, width: 1) }
      }
      return false
    }
    let area = rect.intersection(bounds)
    let cell = Cell(scalars: scalars, style: style)
    for y in area.minY..<area.maxY {
      var x = area.minX
      while x < area.maxX {
        if scalars.width == 2, x + 1 >= area.maxX {
          set(.blank(style), x: x, y: y)
        } else {
          set(cell, x: x, y: y)
        }
        x += scalars.width
      }
    }
  }

  /// Gives the cells of a rectangle another style; what stands in them stays. Both halves of a wide character
  /// follow its left half.
  public mutating func restyle(_ rect: Rect, _ transform: (Style) -> Style) {
    let area = rect.intersection(bounds)
    for y in area.minY..<area.maxY {
      let row = y * size.width
      for x in area.minX..<area.maxX where cells[row + x].width > 0 {
        let style = transform(cells[row + x].style)
        cells[row + x].style = style
        if cells[row + x].width == 2 { cells[row + x + 1].style = style }
      }
    }
  }

  /// Sets the whole style of the cells of a rectangle.
  public mutating func setStyle(_ rect: Rect, _ style: Style) {
    restyle(rect) { _ in style }
  }

  /// Puts another background behind the cells of a rectangle: a selection, a cursor column.
  public mutating func tint(_ rect: Rect, background: Color) {
    restyle(rect) { $0.on(background) }
  }

  /// Gives the cells of a rectangle another foreground.
  public mutating func tint(_ rect: Rect, foreground: Color) {
    restyle(rect) { $0.colored(foreground) }
  }

  /// Puts the background of `style` behind the cells of a rectangle. Letters keep their colours where they can still
  /// be read there (3 to 1, WCAG 2.2), else they take that of `style`.
  public mutating func highlight(_ rect: Rect, _ style: Style) {
    var legible: [Color: Bool] = [:]
    restyle(rect) { old in
      let keeps =
        legible[old.foreground] ?? old.foreground.contrast(with: style.background).map { $0 >= 3 } ?? false
      legible[old.foreground] = keeps
      let letters = keeps ? old.foreground : style.foreground
      return Style(
        foreground: letters, background: style.background,
        attributes: old.attributes.union(style.attributes))
    }
  }

  /// Adds attributes to the cells of a rectangle.
  public mutating func add(_ attributes: Attributes, to rect: Rect) {
    restyle(rect) { $0.adding(attributes) }
  }

  /// Copies another frame in, its top left corner at `origin`, clipped.
  public mutating func draw(_ other: Frame, at origin: Point) {
    let target = Rect(x: origin.x, y: origin.y, width: other.size.width, height: other.size.height)
    let area = target.intersection(bounds)
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let cell = other[x - origin.x, y - origin.y]
        if cell.width == 0 {
          // The left half was clipped away, or has just set this cell.
          if x == area.minX { set(.blank(cell.style), x: x, y: y) }
        } else if cell.width == 2, x + 1 >= area.maxX {
          set(.blank(cell.style), x: x, y: y)
        } else {
          set(cell, x: x, y: y)
        }
      }
    }
  }

  /// Writes one cell inside the frame, and what a wide character needs: its own right half, and blanks for the
  /// halves of those that it cuts. A wide cell must have a column to its right.
  mutating func set(_ cell: Cell, x: Int, y: Int) {
    let index = y * size.width + x
    if cells[index].width != 1 { heal(index) }
    cells[index] = cell
    if cell.width == 2 {
      if cells[index + 1].width == 2 { heal(index + 1) }
      cells[index + 1] = .trailing(cell.style)
    }
  }

  private mutating func heal(_ index: Int) {
    if cells[index].width == 0 { cells[index - 1] = .blank(cells[index - 1].style) }
    if cells[index].width == 2 { cells[index + 1] = .blank(cells[index + 1].style) }
  }
}
