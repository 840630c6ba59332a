/// What must be written to turn one frame into another.
struct FrameChanges: Equatable {
  /// Cells of one row, from `start` up to `end`.
  struct Run: Equatable {
    var y: Int
    var start: Int
    var end: Int
  }

  private(set) var runs: [Run] = []
  var cellCount: Int { runs.reduce(0) { $0 + $1.end - $1.start } }

  /// Compares two frames of the same size; without an old one everything has changed.
  init(from old: Frame?, to new: Frame) {
    let width = new.size.width
    guard width > 0 else { return }
    guard let old, old.size == new.size else {
      runs = (0..<new.size.height).map { Run(y: $0, start: 0, end: width) }
      return
    }
    old.cells.withUnsafeBufferPointer { before in
      new.cells.withUnsafeBufferPointer { after in
        for y in 0..<new.size.height {
          var x = 0
          let row = y * width
          while x < width {
            if before[row + x] == after[row + x] {
              x += 1
              continue
            }
            var start = x
            while x < width, before[row + x] != after[row + x] { x += 1 }
            // Wide characters are written whole.
            while start > 0, after[row + start].width == 0 { start -= 1 }
            while x < width, after[row + x].width == 0 { x += 1 }
            if let last = runs.last, last.y == y, last.end >= start {
              runs[runs.count - 1].end = x
            } else {
              runs.append(Run(y: y, start: start, end: x))
            }
          }
        }
      }
    }
  }
}
