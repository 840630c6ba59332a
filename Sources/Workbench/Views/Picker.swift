import Terminal

extension State {
  /// Recordings to open, and a line to search them with.
  func draw(_ view: PickerView, _ layout: Layout, _ frame: inout Frame) {
    let page = layout.page
    if let opening = view.opening {
      let share = opening.share.map { " \(NumberText.percent($0))" } ?? ""
      drawTitle("reading \(opening.path) …\(share)", layout, &frame)
    } else {
      drawTitle("Open a recording, a transcript or a folder", layout, &frame)
    }
    let sign = "search "
    var x = page.x
    x += frame.put(sign, x: x, y: page.y, style: theme.style(.accent))
    frame.put(view.search.text, x: x, y: page.y, style: theme.style(.text), maxWidth: max(0, page.maxX - x))
    frame.cursor = Point(
      x: min(size.width - 1, x + DisplayText.width(of: view.search.beforeCursor)), y: page.y)
    let found = view.found
    if found.isEmpty {
      let text =
        view.items.isEmpty
        ? view.isListed ? "nothing to open here; stemma FILE opens a file by its name" : "looking …"
        : "nothing has this name"
      frame.put(
        text, x: page.x, y: page.y + 2, style: theme.style(.faint), maxWidth: page.width,
        truncation: .ellipsis)
    }
    let titleWidth = min(44, max(18, page.width / 2))
    for row in 0..<max(0, page.height - 2) where view.position.top + row < found.count {
      let place = view.position.top + row
      let item = found[place]
      let y = page.y + 2 + row
      frame.put(
        item.title, x: page.x, y: y, style: theme.style(.text), maxWidth: titleWidth - 2,
        truncation: .ellipsis)
      frame.put(
        item.place, x: page.x + titleWidth, y: y, style: theme.style(.dim), maxWidth: 12,
        truncation: .ellipsis)
      frame.put(
        item.detail, x: page.x + titleWidth + 14, y: y, style: theme.style(.faint),
        maxWidth: max(0, page.width - titleWidth - 14), truncation: .ellipsis)
      if place == view.position.selected {
        select(Rect(x: page.x - 1, y: y, width: page.width + 2, height: 1), &frame)
      }
    }
  }
}
