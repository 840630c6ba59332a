import Terminal

/// The live session's view laid out in lines, each with the row it belongs to if it can be chosen.
struct ControlLines {
  var lines: [(spans: [Span], row: Int?)] = []

  /// The row that a line belongs to.
  func row(at line: Int) -> Int? { lines.indices.contains(line) ? lines[line].row : nil }

  /// The line of a row.
  func line(of row: Int) -> Int { lines.firstIndex { $0.row == row } ?? 0 }
}

extension State {
  /// What can be steered: consent requests first, then variables, models and the script.
  func draw(_ view: ControlView, _ layout: Layout, _ frame: inout Frame) {
    let page = layout.page
    let isResponding = control?.isResponding == true
    let isAsking = control?.consents.isEmpty == false
    let state =
      isAsking
      ? "waiting for consent"
      : isResponding ? streaming?.words ?? "answering" : "waiting for a prompt"
    let title = "Live session"
    drawTitle(title, layout, &frame)
    frame.put(
      state, x: page.x + title.count + 2, y: layout.titleRow,
      style: theme.style(isAsking ? .warning : isResponding ? .decode : .dim),
      maxWidth: max(0, page.width - title.count - 2), truncation: .ellipsis)
    let all = controlLines(width: page.width)
    guard !all.lines.isEmpty else {
      frame.put("nothing can be changed here", x: page.x, y: page.y, style: theme.style(.faint))
      return
    }
    let line = chosenLine(of: view, all)
    let top = top(of: view, all, height: page.height)
    for row in 0..<page.height where top + row < all.lines.count {
      frame.put(all.lines[top + row].spans, x: page.x, y: page.y + row, maxWidth: page.width)
      if top + row == line {
        select(Rect(x: page.x - 1, y: page.y + row, width: page.width + 2, height: 1), &frame)
        drawChoice(all.lines[top + row].spans, y: page.y + row, layout, &frame)
      }
    }
  }

  private func chosenLine(of view: ControlView, _ all: ControlLines) -> Int {
    all.line(of: min(view.position.selected, max(0, (control?.rows.count ?? 1) - 1)))
  }

  /// The first line on screen: the chosen one stays in sight.
  func top(of view: ControlView, _ all: ControlLines, height: Int) -> Int {
    max(0, min(chosenLine(of: view, all) - height / 2, all.lines.count - height))
  }

  /// The value that a chosen row has stands out from the row's own ground.
  private func drawChoice(_ spans: [Span], y: Int, _ layout: Layout, _ frame: inout Frame) {
    var x = layout.page.x
    for span in spans {
      if span.style == theme.inverted(.accent).bold {
        frame.put(span.text, x: x, y: y, style: span.style, maxWidth: max(0, layout.page.maxX - x))
      }
      x += DisplayText.width(of: span.text)
    }
  }

  func controlLines(width: Int) -> ControlLines {
    guard let control else { return ControlLines() }
    var all = ControlLines()
    let rows = control.rows
    func add(_ heading: String) {
      if !all.lines.isEmpty { all.lines.append(([], nil)) }
      all.lines.append(([Span(heading, theme.style(.text).bold)], nil))
    }
    var heading = ""
    for (index, row) in rows.enumerated() {
      let next = Self.heading(of: row)
      if next != heading { add(next) }
      heading = next
      all.lines.append((spans(of: row, control, width: width), index))
    }
    return all
  }

  private static func heading(of row: ControlRow) -> String {
    switch row {
    case .consent: "Waiting for consent"
    case .variable: "Variables"
    case .availability, .quota: "Models"
    case .script: "Script"
    }
  }

  private func spans(of row: ControlRow, _ control: ControlState, width: Int) -> [Span] {
    let label = min(26, max(14, width / 4))
    switch row {
    case .consent(let index):
      return [
        Span("? ", theme.style(.warning).bold), Span(control.consents[index].question, theme.style(.text)),
        Span("   a approve  D decline", theme.style(.accent)),
      ]
    case .variable(let index):
      return name(control.variables[index].name, label) + values(of: row, control, room: width - label - 2)
    case .availability(let index):
      return name(control.models[index].name, label) + values(of: row, control, room: width - label - 2)
    case .quota: return name("  quota", label) + values(of: row, control, room: width - label - 2)
    case .script:
      guard let script = control.script else { return [] }
      let done = "\(script.done) of \(NumberText.count(script.count, "step"))"
      let next = script.next.map { "next: \($0)" } ?? "all done"
      return name(done, label) + [
        Span(script.isRunning ? "running  " : "", theme.style(.kept)),
        Span(DisplayText.truncated(next, to: max(8, width - label - 12)), theme.style(.text)),
      ]
    }
  }

  private func name(_ text: String, _ width: Int) -> [Span] {
    [Span("  " + DisplayText.truncated(text, to: width - 1).padded(to: width), theme.style(.dim))]
  }

  /// All values with the one it has marked; where they do not fit, only that one.
  private func values(of row: ControlRow, _ control: ControlState, room: Int) -> [Span] {
    guard let (values, current) = control.choices(of: row) else { return [] }
    let plain = theme.style(.text)
    guard !values.isEmpty else {
      let text = current.isEmpty ? "(empty)" : current
      return [
        Span(DisplayText.truncated(text, to: max(8, room)), current.isEmpty ? theme.style(.faint) : plain)
      ]
    }
    let all = values.reduce(0) { $0 + DisplayText.width(of: $1) + 3 }
    guard all <= room else {
      let place = values.firstIndex(of: current).map { "  \($0 + 1) of \(values.count)" } ?? ""
      return [Span(" \(current) ", theme.inverted(.accent).bold), Span(place, theme.style(.faint))]
    }
    return values.flatMap { value in
      [
        Span(" \(value) ", value == current ? theme.inverted(.accent).bold : theme.style(.dim)),
        Span(" ", plain),
      ]
    }
  }
}
