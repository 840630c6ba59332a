/// A piece of text in one style; a line is an array of them.
public struct Span: Equatable, Sendable {
  public var text: String
  public var style: Style

  public init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }
}
