/// One measured line: what, how much, and what it is held against in the same run.
struct Claim {
  enum Standing {
    /// Nothing to hold it against; a figure for the reader.
    case figure
    /// Kept or missed against a limit or the wanted ratio to a peer.
    case held(Bool)
  }

  var name: String
  var measured: String
  var against: String
  var standing: Standing

  /// A quantity that must stay below a limit.
  static func atMost(_ name: String, _ value: Double, _ limit: Double, _ unit: String) -> Claim {
    Claim(
      name: name, measured: "\(Figure.text(value)) \(unit)", against: "limit \(Figure.text(limit)) \(unit)",
      standing: .held(value <= limit))
  }

  /// A quantity that must reach a limit.
  static func atLeast(_ name: String, _ value: Double, _ limit: Double, _ unit: String) -> Claim {
    Claim(
      name: name, measured: "\(Figure.text(value)) \(unit)",
      against: "at least \(Figure.text(limit)) \(unit)",
      standing: .held(value >= limit))
  }

  /// A speed beside a peer's, measured in the same run on the same input.
  static func ratio(
    _ name: String, ours: Double, peer: Double, peerName: String, atLeast wanted: Double, _ unit: String
  )
    -> Claim
  {
    Claim(
      name: name, measured: "\(Figure.text(ours)) \(unit)",
      against:
        "\(peerName) \(Figure.text(peer)) \(unit): \(Figure.text(ours / peer))x, wanted \(Figure.text(wanted))x",
      standing: .held(ours / peer >= wanted))
  }

  static func figure(_ name: String, _ measured: String, _ remark: String = "") -> Claim {
    Claim(name: name, measured: measured, against: remark, standing: .figure)
  }

  var line: String {
    let mark =
      switch standing {
      case .figure: "     "
      case .held(true): "  ok "
      case .held(false): "MISS "
      }
    return mark + Figure.padded(name, 46) + Figure.padded(measured, 18) + against
  }
}

/// Numbers as the table prints them.
enum Figure {
  /// Three significant digits.
  static func text(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int((value * scale).rounded())
    guard digits > 0 else { return String(whole) }
    let fraction = String(whole % Int(scale))
    return "\(whole / Int(scale)).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
