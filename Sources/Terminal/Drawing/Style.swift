/// How a cell looks besides its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// One bit an attribute.
  public let rawValue: UInt8
  /// From the bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// SGR 1. Brighter on some terminals.
  public static let bold = Attributes(rawValue: 1)
  /// SGR 2.
  public static let dim = Attributes(rawValue: 2)
  /// SGR 3.
  public static let italic = Attributes(rawValue: 4)
  /// SGR 4.
  public static let underline = Attributes(rawValue: 8)
  /// SGR 7: foreground and background change places.
  public static let reverse = Attributes(rawValue: 16)

  /// Names as themes write them, in bit order.
  static let names: [(name: String, attribute: Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
  ]
}

/// Colours and attributes of a cell.
public struct Style: Hashable, Sendable {
  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// What else distinguishes them.
  public var attributes: Attributes

  /// A style; what is not said is the terminal's own.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colours, no attributes.
  public static let plain = Style()

  /// The same letters on another background.
  public func on(_ background: Color) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes)
  }

  /// The same background under another foreground.
  public func colored(_ foreground: Color) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes)
  }

  /// With these attributes as well.
  public func adding(_ more: Attributes) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes.union(more))
  }

  /// The same in bold.
  public var bold: Style { adding(.bold) }
  /// The same, underlined.
  public var underlined: Style { adding(.underline) }
  /// The same with foreground and background changed over.
  public var reversed: Style { adding(.reverse) }

  /// What a terminal of this depth is asked for. Without colours, the attributes that the two colours carry for
  /// that case join in.
  func shown(at depth: ColorDepth) -> ShownStyle {
    var attributes = attributes
    if depth == .mono {
      attributes.formUnion(foreground.monoAttributes)
      attributes.formUnion(background.monoAttributes)
    }
    return ShownStyle(
      foreground: foreground.shown(at: depth), background: background.shown(at: depth),
      attributes: attributes)
  }
}

/// A style in the words of one terminal.
struct ShownStyle: Hashable, Sendable {
  var foreground: ShownColor
  var background: ShownColor
  var attributes: Attributes
}
