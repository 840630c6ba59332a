import Terminal

/// Colours for printed text by their meaning. Only letters are coloured: the ground stays the terminal's own.
struct Paint {
  private let theme: Theme?
  private let depth: ColorDepth

  static let none = Paint()

  private init() { (theme, depth) = (nil, .mono) }

  init(theme: Theme, depth: ColorDepth) { (self.theme, self.depth) = (theme, depth) }

  /// Whether nothing is coloured, so that signs must say what colours would.
  var isPlain: Bool { theme == nil || depth == .mono }

  func span(_ text: String, _ role: Theme.Role? = nil, bold: Bool = false) -> Span {
    guard let theme else { return Span(text, .plain) }
    let style = role.map { $0 == .text ? .plain : onTerminal(theme.style($0), theme) } ?? .plain
    return Span(text, bold ? style.bold : style)
  }

  /// A piece of text in the colour of a kind of entry.
  func span(_ text: String, kind: Theme.Kind) -> Span {
    guard let theme else { return Span(text, .plain) }
    return Span(text, onTerminal(theme.kind(kind), theme))
  }

  /// What a theme draws on its own ground stands on the terminal's; a ground that is meant (a changed word's) stays.
  private func onTerminal(_ style: Style, _ theme: Theme) -> Style {
    style.background == theme.color(.background) ? style.on(.default) : style
  }

  /// One line, safe to print.
  func text(_ line: [Span]) -> String {
    guard theme != nil else { return line.reduce(into: "") { $0 += DisplayText.safe($1.text) } }
    var frame = Frame(size: Size(width: line.width, height: 1))
    frame.put(line, x: 0, y: 0)
    // Every row of a frame ends in a newline; the caller decides about ours.
    return String(frame.ansi(depth: depth).dropLast())
  }
}
