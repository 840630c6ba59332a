/// The xterm palette, and the nearest entry to a 24-bit colour for those that name no neighbour by hand.
enum Palette {
  /// The sixteen named colours as xterm draws them (XTerm-col.ad), `0xRRGGBB`. Users change these, so nothing but
  /// a last resort reckons with them.
  static let ansi16: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// Names of the sixteen, in order, as themes write them.
  static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta",
    "bright-cyan", "bright-white",
  ]

  private static let cubeLevels: [UInt32] = [0, 95, 135, 175, 215, 255]

  /// Entry 0-255 as `0xRRGGBB`: 16-231 the 6x6x6 cube, 232-255 the grey ramp.
  static func rgb(_ index: UInt8) -> UInt32 {
    let index = Int(index)
    if index < 16 { return ansi16[index] }
    if index >= 232 { return UInt32(8 + (index - 232) * 10) * 0x01_0101 }
    let cube = index - 16
    return cubeLevels[cube / 36] << 16 | cubeLevels[cube / 6 % 6] << 8 | cubeLevels[cube % 6]
  }

  static func nearest256(_ color: UInt32) -> UInt8 {
    // The first sixteen are the user's to change, so they are never the answer.
    var best: UInt8 = 16
    var bestDistance = Int.max
    for index in UInt8(16)...255 {
      let distance = distance(color, rgb(index))
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
    }
    return best
  }

  static func nearest16(_ color: UInt32) -> UInt8 {
    var best: UInt8 = 0
    var bestDistance = Int.max
    for (index, candidate) in ansi16.enumerated() {
      let distance = distance(color, candidate)
      if distance < bestDistance { (best, bestDistance) = (UInt8(index), distance) }
    }
    return best
  }

  /// Squared distance with the "redmean" weights, a cheap stand-in for how different two colours look.
  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    let red = Int(a >> 16 & 255) - Int(b >> 16 & 255)
    let green = Int(a >> 8 & 255) - Int(b >> 8 & 255)
    let blue = Int(a & 255) - Int(b & 255)
    let mean = (Int(a >> 16 & 255) + Int(b >> 16 & 255)) / 2
    return ((512 + mean) * red * red) >> 8 + 4 * green * green + ((767 - mean) * blue * blue) >> 8
  }
}
