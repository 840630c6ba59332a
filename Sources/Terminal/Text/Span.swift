/// A piece of text in one style; a line is an array of them.
public struct Span: Equatable, Sendable {
  /// Any text; drawing makes it safe.
  public var text: String
  /// How it is drawn.
  public var style: Style

  /// Text in a style.
  public init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }
}
