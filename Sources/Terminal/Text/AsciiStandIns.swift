/// What is drawn for a character on a terminal that has only ASCII.
enum AsciiStandIns {
  /// One ASCII sign for a code point; the same as ever when it is ASCII, `?` for what has nothing like it.
  static func sign(for point: UInt32) -> UInt32 {
    if point < 0x7F { return point < 0x20 ? 0x20 : point }
    if let sign = signs[point] { return UInt32(sign) }
    switch point {
    // Pictures of control characters become the letter that one presses with Ctrl.
    case 0x2400...0x241F: return point - 0x2400 + 0x40
    case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576: return 0x2D
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577: return 0x7C
    case 0x250C...0x257F: return 0x2B
    case 0x2010...0x2015: return 0x2D
    default: return 0x3F
    }
  }

  private static let signs: [UInt32: UInt8] = {
    var signs: [UInt32: UInt8] = [:]
    let rows: [(String, String)] = [
      ("▁▂▃▄▅▆▇█", "_.-=+*%#"), ("▏▎▍▌▋▊▉", ".:-|+*%"), ("░▒▓▀▐", ".:%\"|"),
      ("▲△▼▽◀◁▶▷", "^^vv<<>>"), ("◆◇●○■□▪▫", "*+oo##.."), ("←→↑↓↔", "<>^v-"),
      ("…•·✓✗×", ".*.+xx"), ("‘’“”‹›«»", "''\"\"<>\"\""), ("␡␊", "?J"), ("◌", "o"),
    ]
    for (from, to) in rows {
      for (scalar, sign) in zip(from.unicodeScalars, to.utf8) { signs[scalar.value] = sign }
    }
    return signs
  }()
}
