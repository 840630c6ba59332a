/// A cell of the screen: columns from the left, rows from the top, both from 0.
public struct Point: Hashable, Sendable {
  /// Column, from 0 at the left.
  public var x: Int
  /// Row, from 0 at the top.
  public var y: Int

  /// A place, inside a frame or not.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// An extent in columns and rows.
public struct Size: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A negative extent counts as zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// A rectangle of cells. The right and bottom edges (`maxX`, `maxY`) lie just outside it.
public struct Rect: Hashable, Sendable {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A negative extent counts as zero.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// A whole frame.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The first column.
  public var minX: Int { x }
  /// The first row.
  public var minY: Int { y }
  /// One past the last column.
  public var maxX: Int { Self.sum(x, width) }
  /// One past the last row.
  public var maxY: Int { Self.sum(y, height) }
  /// The top left cell.
  public var origin: Point { Point(x: x, y: y) }
  /// Columns and rows.
  public var size: Size { Size(width: width, height: height) }
  /// Whether there is no cell in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Edges beyond what an `Int` holds stay at its end: a rectangle may be "everything from here".
  private static func sum(_ start: Int, _ extent: Int) -> Int {
    let (sum, overflow) = start.addingReportingOverflow(extent)
    return overflow ? Int.max : sum
  }

  /// Whether the cell lies in it.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The part that both cover; empty when they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Moves each edge inwards; a rectangle too small for it becomes empty, never negative.
  public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    Rect(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  /// Moves all four edges inwards by as many columns and rows.
  public func inset(by cells: Int) -> Rect {
    inset(left: cells, top: cells, right: cells, bottom: cells)
  }

  /// Cuts a strip of `rows` from the top: the strip, and what is left below it.
  public func splitTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let taken = min(max(0, rows), height)
    return (
      Rect(x: x, y: y, width: width, height: taken),
      Rect(x: x, y: y + taken, width: width, height: height - taken)
    )
  }

  /// Cuts a strip of `rows` from the bottom: what is left above, and the strip.
  public func splitBottom(_ rows: Int) -> (rest: Rect, bottom: Rect) {
    let (rest, bottom) = splitTop(height - min(max(0, rows), height))
    return (rest, bottom)
  }

  /// Cuts a strip of `columns` from the left: the strip, and what is left beside it.
  public func splitLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let taken = min(max(0, columns), width)
    return (
      Rect(x: x, y: y, width: taken, height: height),
      Rect(x: x + taken, y: y, width: width - taken, height: height)
    )
  }

  /// Cuts a strip of `columns` from the right: what is left beside it, and the strip.
  public func splitRight(_ columns: Int) -> (rest: Rect, right: Rect) {
    let (rest, right) = splitLeft(width - min(max(0, columns), width))
    return (rest, right)
  }
}
