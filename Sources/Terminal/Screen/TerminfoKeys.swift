import CNcurses

/// What this terminal's entry calls its keys, for those that follow no common convention.
enum TerminfoKeys {
  private static let names: [(capability: String, key: Key)] =
    [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kdch1", Key(.delete)), ("kich1", Key(.insert)), ("kcbt", Key(.backTab)),
      ("kLFT", Key(.left, .shift)), ("kRIT", Key(.right, .shift)), ("kri", Key(.up, .shift)),
      ("kind", Key(.down, .shift)), ("kHOM", Key(.home, .shift)), ("kEND", Key(.end, .shift)),
    ] + (1...12).map { ("kf\($0)", Key(.function($0))) }

  static func read() -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    for (capability, key) in names {
      guard let text = cn_capability(capability) else { continue }
      let bytes = Array(String(cString: text).utf8)
      // Single control characters are read as such on every terminal.
      if bytes.count > 1, bytes[0] == 0x1B { keys[bytes] = key }
    }
    return keys
  }
}
