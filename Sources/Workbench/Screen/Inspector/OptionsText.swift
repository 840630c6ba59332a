import Terminal

/// The Options tab: each option as it was resolved, and the level that set it; then what ran around the inference.
struct OptionsText {
  private(set) var lines: [[Span]] = []

  init(_ facts: InferenceFacts?, width: Int, theme: Theme, glyphs: Glyphs) {
    guard let facts else { return }
    if let options = facts.options {
      if options.isEmpty {
        lines.append([Span("no option was set: the model's own defaults", theme.style(.dim))])
      }
      let names = min(26, (options.map { DisplayText.width(of: $0.name) }.max() ?? 0) + 2)
      let values = min(20, (options.map { DisplayText.width(of: $0.value) }.max() ?? 0) + 2)
      for option in options {
        let isOwn = option.level != "default"
        lines += DisplayText.wrap(
          [
            Span(option.name.padded(to: names), theme.style(.dim)),
            Span(option.value.padded(to: values), isOwn ? theme.style(.text).bold : theme.style(.text)),
            Span(option.level, theme.style(isOwn ? .accent : .faint)),
          ], width: width)
      }
    } else {
      let text =
        facts.sent == nil
        ? "no inference ended here, so no options were resolved" : "this recording does not tell the options"
      lines += DisplayText.wrap([Span(text, theme.style(.faint))], width: width)
    }
    guard !facts.happened.isEmpty else { return }
    lines += [[], [Span("What ran", theme.style(.text).bold)]]
    for happening in facts.happened {
      lines += DisplayText.wrap(
        [
          Span(
            happening.isTrouble ? "\(glyphs.cross) " : "\(glyphs.check) ",
            theme.style(happening.isTrouble ? .lost : .kept)),
          Span(happening.what, theme.style(.text)), Span("  \(happening.detail)", theme.style(.dim)),
        ], width: width)
    }
  }
}
