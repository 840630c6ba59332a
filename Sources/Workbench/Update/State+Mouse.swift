import Terminal

// Where the mouse points at.

extension State {
  mutating func point(_ mouse: Mouse) -> [Effect] {
    switch mouse.kind {
    case .wheelUp: return wheel(mouse.position, by: -3)
    case .wheelDown: return wheel(mouse.position, by: 3)
    case .press(.left):
      notice = nil
      return click(mouse.position)
    case .drag: return drag(mouse.position)
    case .press, .release: return []
    }
  }

  private mutating func wheel(_ point: Point, by rows: Int) -> [Effect] {
    let layout = layout
    guard view.kind == .main else {
      moveVertically(by: rows)
      return []
    }
    if let inspector = layout.inspector, inspector.contains(point) {
      let height = layout.inspectorText?.height ?? 1
      inspectorTop = min(max(0, inspectorTop + rows), max(0, inspectorLines.lines.count - height))
    } else if layout.entries.contains(point) {
      entries.scroll(by: rows, count: entryCount, height: layout.entryRows)
    } else {
      step(by: rows > 0 ? 1 : -1)
    }
    return []
  }

  private mutating func click(_ point: Point) -> [Effect] {
    let layout = layout
    guard view.kind == .main else { return clickInView(point, layout) }
    if let snapshot = snapshot(at: point, layout) {
      spanStart = nil
      moveCursor(to: snapshot)
    } else if layout.entries.contains(point) {
      pane = .entries
      let row = entries.top + point.y - layout.entries.y - 1
      if point.y > layout.entries.y, row < entryCount {
        if row == entries.selected, layout.inspector == nil { return perform(.enter) }
        entries.selected = row
        inspectorTop = 0
      }
    } else if let inspector = layout.inspector, inspector.contains(point) {
      pane = .inspector
      if point.y == inspector.y, let tab = InspectorTabs.tab(at: point.x, in: inspector) { show(tab) }
    }
    return []
  }

  private mutating func clickInView(_ point: Point, _ layout: Layout) -> [Effect] {
    let top = layout.page.y
    func row(_ position: ListPosition, head: Int, count: Int) -> Int? {
      let row = position.top + point.y - top - head
      return point.y >= top + head && row < count ? row : nil
    }
    switch view {
    case .why(var why):
      guard let row = row(why.position, head: 1, count: why.inferences.count) else { break }
      if row == why.position.selected { return enter() }
      why.position.selected = row
      replaceView(.why(why))
    case .requests(var requests):
      guard let row = row(requests.position, head: 0, count: requests.nodes.count) else { break }
      if row == requests.position.selected { return enter() }
      requests.position.selected = row
      replaceView(.requests(requests))
    case .control(var control):
      let lines = controlLines(width: layout.page.width)
      let first = self.top(of: control, lines, height: layout.page.height)
      guard let row = lines.row(at: point.y - top + first) else { break }
      if row == control.position.selected { return performLive(.nextChoice) }
      control.position.selected = row
      replaceView(.control(control))
    case .picker(var picker):
      guard let row = row(picker.position, head: 2, count: picker.found.count) else { break }
      if row == picker.position.selected { return enter() }
      picker.position.selected = row
      replaceView(.picker(picker))
    case .themes(var themesView):
      guard let row = row(themesView.position, head: 0, count: themes.count) else { break }
      themesView.position.selected = row
      themeIndex = row
      replaceView(.themes(themesView))
    case .inspector:
      if point.y == layout.titleRow, let tab = InspectorTabs.tab(at: point.x, in: layout.pageTabs) {
        show(tab)
      }
    case .main, .diff, .budget, .policies, .replay, .help: break
    }
    return []
  }

  private mutating func drag(_ point: Point) -> [Effect] {
    guard view.kind == .main, let snapshot = snapshot(at: point, layout) else { return [] }
    if spanStart == nil { spanStart = cursor }
    let start = spanStart
    moveCursor(to: snapshot)
    spanStart = start == snapshot ? nil : start
    return []
  }

  private func snapshot(at point: Point, _ layout: Layout) -> Int? {
    guard layout.axis.contains(point), !timeline.isEmpty else { return nil }
    let axis = axis
    return axis.snapshot(at: min(axis.length - 1, laneOffset + point.x - layout.axis.x), timeline)
  }
}
