/// Where a list stands: which row is chosen and which is the first on screen.
struct ListPosition: Sendable, Hashable {
  var selected = 0
  var top = 0

  mutating func move(by rows: Int, count: Int, height: Int) {
    select(selected + rows, count: count, height: height)
  }

  /// Chooses a row and scrolls no further than needed to show it.
  mutating func select(_ row: Int, count: Int, height: Int) {
    selected = min(max(0, row), max(0, count - 1))
    let height = max(1, height)
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = min(max(0, top), max(0, count - height))
  }

  /// Moves the window and keeps the chosen row inside it.
  mutating func scroll(by rows: Int, count: Int, height: Int) {
    top = min(max(0, top + rows), max(0, count - height))
    selected = min(max(selected, top), max(top, min(count, top + height) - 1))
  }
}
