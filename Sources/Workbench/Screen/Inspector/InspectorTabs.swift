import Terminal

/// The names of the tabs and where they stand.
enum InspectorTabs {
  /// Between two tabs; none where all of them would not fit otherwise.
  private static func gap(in pane: Rect) -> Int { pane.width >= 58 ? 1 : 0 }

  /// The columns of each tab in a pane.
  private static func places(in pane: Rect) -> [(tab: InspectorTab, columns: Range<Int>)] {
    var x = pane.x + 2
    let gap = gap(in: pane)
    return InspectorTab.allCases.map { tab in
      let width = tab.title.count + 2
      defer { x += width + gap }
      return (tab, x..<x + width)
    }
  }

  static func tab(at x: Int, in pane: Rect) -> InspectorTab? {
    places(in: pane).first { $0.columns.contains(x) }?.tab
  }

  /// Draws the tabs in the pane's first row.
  static func draw(_ chosen: InspectorTab, isFocused: Bool, in pane: Rect, theme: Theme, frame: inout Frame) {
    for (tab, columns) in places(in: pane) where columns.upperBound <= pane.maxX {
      let style =
        tab != chosen
        ? theme.style(.dim) : isFocused ? theme.inverted(.accent).bold : theme.style(.accent).bold.underlined
      frame.put(
        " \(tab.title) ", x: columns.lowerBound, y: pane.y,
        style: tab == chosen && !isFocused ? theme.style(.dim) : style)
      if tab == chosen, !isFocused {
        frame.put(tab.title, x: columns.lowerBound + 1, y: pane.y, style: style)
      }
    }
  }
}
