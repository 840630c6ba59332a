/// What a screen may use of its terminal.
public struct ScreenOptions: Sendable {
  /// No more colours than this. Without colours, attributes say what colours would (`NO_COLOR`).
  public var deepestColor: ColorDepth
  /// Whether the mouse is the program's, rather than the terminal's for selecting text.
  public var mouse: Bool
  /// Whether only ASCII is drawn; nil to go by the locale (`LC_ALL`, `LC_CTYPE`, `LANG`).
  public var ascii: Bool?

  /// Everything the terminal has, unless said otherwise.
  public init(deepestColor: ColorDepth = .trueColor, mouse: Bool = true, ascii: Bool? = nil) {
    self.deepestColor = deepestColor
    self.mouse = mouse
    self.ascii = ascii
  }
}
