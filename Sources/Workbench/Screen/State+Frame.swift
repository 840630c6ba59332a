import Terminal

extension State {
  /// Draws the screen.
  func frame() -> Frame {
    var frame = Frame(size: size, style: theme.style(.background))
    guard size.width > 0, size.height > 0 else { return frame }
    let layout = layout
    drawHeader(layout, &frame)
    drawFootRule(layout, &frame)
    switch view {
    case .main: drawMain(layout, &frame)
    case .inspector: drawInspectorPage(layout, &frame)
    case .diff(let diff): drawDocument(diff.title(self), top: diff.top, layout, &frame)
    case .budget(let budget):
      drawDocument("Budget of snapshot \(number(of: cursor))", top: budget.top, layout, &frame)
    case .policies(let policies):
      drawDocument("Policies: what else it would have cost", top: policies.top, layout, &frame)
    case .help(let help): drawDocument("Keys: \(help.of.title)", top: help.top, layout, &frame)
    case .why(let why): draw(why, layout, &frame)
    case .requests(let requests): draw(requests, layout, &frame)
    case .control(let control): draw(control, layout, &frame)
    case .replay(let replay): draw(replay, layout, &frame)
    case .picker(let picker): draw(picker, layout, &frame)
    case .themes(let themes): draw(themes, layout, &frame)
    }
    drawFoot(layout, &frame)
    return frame
  }

  private func drawMain(_ layout: Layout, _ frame: inout Frame) {
    guard !timeline.isEmpty else { return drawEmpty(layout, &frame) }
    if let lanes {
      LanesDrawing(state: self, layout: layout, columns: lanes.appending(tailColumns)).draw(&frame)
    }
    drawRule(layout, &frame)
    drawEntries(layout, &frame)
    drawInspector(layout, &frame)
  }

  /// What stands there while nothing is recorded.
  private func drawEmpty(_ layout: Layout, _ frame: inout Frame) {
    let lines: [(String, Theme.Role)]
    if loading != nil {
      lines = [("reading …", .dim)]
    } else if file.isEmpty {
      lines = [("nothing is open", .text), ("o opens a recording or a transcript", .dim)]
    } else if control != nil {
      lines = welcome
    } else {
      lines = [
        ("nothing is recorded here yet", .text),
        (isLive ? "what is recorded will appear by itself" : "o opens another recording", .dim),
      ]
    }
    for (index, line) in lines.enumerated() {
      let width = DisplayText.width(of: line.0)
      frame.put(
        line.0, x: max(0, (size.width - width) / 2),
        y: layout.body.y + max(0, layout.body.height / 2 - 1) + index,
        style: theme.style(line.1))
    }
  }

  /// What a person can do in a live session in which nothing was said yet.
  var welcome: [(String, Theme.Role)] {
    var lines: [(String, Theme.Role)] = [("a live session: nothing was said yet", .text)]
    lines.append(("i types a prompt", .dim))
    if let next = control?.script?.next { lines.append((". does the script's next step: \(next)", .dim)) }
    return lines
  }

  private func drawInspector(_ layout: Layout, _ frame: inout Frame) {
    guard let pane = layout.inspector, let text = layout.inspectorText else { return }
    for y in pane.y..<pane.maxY {
      frame.put(String(glyphs.verticalLine), x: pane.x, y: y, style: theme.style(.line))
    }
    InspectorTabs.draw(tab, isFocused: self.pane == .inspector, in: pane, theme: theme, frame: &frame)
    drawLines(inspectorLines.lines, top: shownInspectorTop(height: text.height), in: text, &frame)
  }

  private func drawInspectorPage(_ layout: Layout, _ frame: inout Frame) {
    InspectorTabs.draw(tab, isFocused: true, in: layout.pageTabs, theme: theme, frame: &frame)
    drawLines(
      inspectorLines.lines, top: shownInspectorTop(height: layout.page.height), in: layout.page, &frame)
  }

  /// What grows is shown from its end, as long as one goes with the newest.
  private func shownInspectorTop(height: Int) -> Int {
    guard selectedGrowing != nil, tab == .text, isFollowing else { return inspectorTop }
    return max(inspectorTop, inspectorLines.lines.count - height)
  }

  /// A view that is a text under a title.
  private func drawDocument(_ title: String, top: Int, _ layout: Layout, _ frame: inout Frame) {
    drawTitle(title, layout, &frame)
    drawLines(viewLines.lines, top: top, in: layout.page, &frame)
  }

  func drawTitle(_ title: String, _ layout: Layout, _ frame: inout Frame) {
    frame.put(
      title, x: layout.page.x, y: layout.titleRow, style: theme.style(.text).bold,
      maxWidth: layout.page.width,
      truncation: .ellipsis)
  }

  /// Lines from one on, and a word about how many more there are.
  func drawLines(_ lines: [[Span]], top: Int, in area: Rect, _ frame: inout Frame) {
    for row in 0..<area.height where top + row < lines.count {
      frame.put(lines[top + row], x: area.x, y: area.y + row, maxWidth: area.width)
    }
    let below = lines.count - top - area.height
    guard below > 0, area.height > 1 else { return }
    // On the rule below where there is one: over the last line it hides words.
    let isOnRule = area.maxY == layout.footRule
    let text =
      "\(isOnRule ? "" : String(glyphs.ellipsis)) \(NumberText.count(below, "line")) \(glyphs.arrowDown) "
    let x = area.maxX - DisplayText.width(of: text)
    frame.put(
      " " + text, x: max(area.x, x - 1), y: isOnRule ? area.maxY : area.maxY - 1, style: theme.style(.faint),
      maxWidth: area.width)
  }
}
