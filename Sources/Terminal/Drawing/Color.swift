/// A colour as a theme means it: 24 bits, or the terminal's own default, with the neighbours to show where 24
/// bits are not to be had.
///
/// The neighbours travel with the colour, so a frame can be drawn at any depth without asking a theme. A colour
/// without them finds the nearest by distance. Two colours that differ only in neighbours are not equal.
public struct Color: Hashable, Sendable {
  // Bits 0-23 red, green, blue; 24 set when they count (else the terminal's default); 25-33 index of 256;
  // 34-38 index of 16; 40-47 attributes that stand in where there is no colour at all.
  let bits: UInt64

  private static let unset256: UInt64 = 511
  private static let unset16: UInt64 = 31
  private static let default256: UInt64 = 256
  private static let default16: UInt64 = 16

  init(bits: UInt64) { self.bits = bits }

  private init(rgb: UInt32?, index256: UInt64, index16: UInt64, mono: Attributes) {
    var bits = index256 << 25 | index16 << 34 | UInt64(mono.rawValue) << 40
    if let rgb { bits |= UInt64(rgb & 0xFF_FFFF) | 1 << 24 }
    self.bits = bits
  }

  /// Whatever the terminal uses when nothing is said.
  public static let `default` = Color(rgb: nil, index256: default256, index16: default16, mono: [])

  /// A 24-bit colour, `0xRRGGBB`. Higher bits are ignored.
  public static func rgb(_ value: UInt32) -> Color {
    Color(rgb: value, index256: unset256, index16: unset16, mono: [])
  }

  /// `"#10141b"`, `"10141b"` or the three-digit form; nil for anything else.
  public init?(hex: String) {
    var digits = hex[...]
    if digits.first == "#" { digits = digits.dropFirst() }
    guard digits.utf8.allSatisfy({ UInt8(ascii: "0") <= $0 && Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.utf8.count {
    case 6: self = .rgb(value)
    case 3:
      let red = value >> 8 & 15
      let green = value >> 4 & 15
      let blue = value & 15
      self = .rgb(red * 0x11_0000 | green * 0x1100 | blue * 0x11)
    default: return nil
    }
  }

  /// `0xRRGGBB`, or nil for the terminal's default.
  public var rgbValue: UInt32? { bits >> 24 & 1 == 1 ? UInt32(bits & 0xFF_FFFF) : nil }

  /// Attributes that say on a terminal without colours what the colour says elsewhere.
  public var monoAttributes: Attributes { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 40)) }

  /// The same colour with hand-chosen neighbours. `.some(nil)` means the terminal's default.
  func neighbours(index256: UInt8??, index16: UInt8??, mono: Attributes?) -> Color {
    func pick(_ choice: UInt8??, _ shift: UInt64, _ mask: UInt64, _ default: UInt64) -> UInt64 {
      switch choice {
      case .none: bits >> shift & mask
      case .some(.none): `default`
      case .some(.some(let index)): UInt64(index)
      }
    }
    return Color(
      rgb: rgbValue, index256: pick(index256, 25, 511, Self.default256),
      index16: pick(index16.map { $0.map { $0 & 15 } }, 34, 31, Self.default16),
      mono: mono ?? monoAttributes)
  }

  /// This colour mixed into another: 0 is `other`, 1 is this one. The terminal's default cannot be mixed; then
  /// this colour is returned unchanged. Neighbours are found by distance.
  public func mixed(into other: Color, amount: Double) -> Color {
    guard let mine = rgbValue, let theirs = other.rgbValue else { return self }
    let share = min(1, max(0, amount))
    var result: UInt32 = 0
    for shift: UInt32 in [16, 8, 0] {
      let a = Double(mine >> shift & 255)
      let b = Double(theirs >> shift & 255)
      result |= UInt32((b + (a - b) * share).rounded()) << shift
    }
    return .rgb(result)
  }

  /// What to ask a terminal of this depth for.
  func shown(at depth: ColorDepth) -> ShownColor {
    switch depth {
    case .mono: return .default
    case .trueColor: return rgbValue.map { .rgb($0) } ?? .default
    case .indexed256:
      let index = bits >> 25 & 511
      if index == Self.default256 { return .default }
      if index < 256 { return .indexed(UInt8(index)) }
      return rgbValue.map { .indexed(Palette.nearest256($0)) } ?? .default
    case .ansi16:
      let index = bits >> 34 & 31
      if index == Self.default16 { return .default }
      if index < 16 { return .indexed(UInt8(index)) }
      return rgbValue.map { .indexed(Palette.nearest16($0)) } ?? .default
    }
  }
}

/// A colour in the words of one terminal.
enum ShownColor: Hashable, Sendable {
  case `default`
  case indexed(UInt8)
  case rgb(UInt32)
}
