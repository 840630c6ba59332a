/// How a cell looks besides its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let bold = Attributes(rawValue: 1)
  public static let dim = Attributes(rawValue: 2)
  public static let italic = Attributes(rawValue: 4)
  public static let underline = Attributes(rawValue: 8)
  public static let reverse = Attributes(rawValue: 16)

  /// Names as themes write them, in bit order.
  static let names: [(name: String, attribute: Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
  ]
}

/// Colours and attributes of a cell.
public struct Style: Hashable, Sendable {
  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

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

  public var bold: Style { adding(.bold) }
  public var underlined: Style { adding(.underline) }
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
