import Terminal

extension State {
  /// All themes, each with a line of its colours; the chosen one is the screen's.
  func draw(_ view: ThemesView, _ layout: Layout, _ frame: inout Frame) {
    let page = layout.page
    drawTitle("Themes", layout, &frame)
    let nameWidth = min(20, max(10, page.width / 4))
    for row in 0..<page.height where view.position.top + row < themes.count {
      let index = view.position.top + row
      let shown = themes[index]
      let y = page.y + row
      frame.put(
        shown.name, x: page.x + 1, y: y, style: theme.style(index == themeIndex ? .accent : .text),
        maxWidth: nameWidth - 2, truncation: .ellipsis)
      var x = page.x + nameWidth
      for span in sample(shown) {
        x += frame.put(span.text, x: x, y: y, style: span.style, maxWidth: max(0, page.maxX - x))
      }
      frame.put(
        shown.description, x: x + 2, y: y, style: theme.style(.faint), maxWidth: max(0, page.maxX - x - 2),
        truncation: .ellipsis)
      if index == view.position.selected {
        frame.put(String(glyphs.leftBar), x: page.x - 1, y: y, style: theme.style(.accent))
      }
    }
  }

  /// A few cells of everything that has a colour, drawn as that theme draws it.
  private func sample(_ theme: Theme) -> [Span] {
    let bar = String(repeating: glyphs.full, count: 3)
    var spans = [
      Span(" text ", theme.style(.text)), Span("dim ", theme.style(.dim)),
      Span("accent ", theme.style(.accent)),
      Span(bar, theme.style(.prefill)), Span(bar, theme.style(.decode)),
      Span(" \(glyphs.vertical[6])", theme.style(.kept)),
      Span("\(glyphs.triangleUp) ", theme.style(.lost)),
    ]
    for persona in 0..<min(3, theme.personaCount) {
      spans.append(Span(" \(persona + 1) ", theme.personaBand(persona)))
    }
    spans.append(Span(" ", theme.style(.text)))
    for kind in Theme.Kind.allCases { spans.append(Span(String(glyphs.full), theme.kind(kind))) }
    return spans + [Span(" ", theme.style(.text))]
  }
}
