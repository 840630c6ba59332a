import Glibc

extension Color {
  /// The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance"); nil when
  /// either is the terminal's default, about which nothing is known.
  public func contrast(with other: Color) -> Double? {
    guard let mine = rgbValue, let theirs = other.rgbValue else { return nil }
    let (a, b) = (Self.luminance(mine), Self.luminance(theirs))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ rgb: UInt32) -> Double {
    func linear(_ shift: UInt32) -> Double {
      let value = Double(rgb >> shift & 255) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
  }
}
