/// Bars of a chart in text.
enum Bars {
  /// Forty columns for the whole, in eighths of a column; something for anything that is more than nothing.
  static func text(_ share: Double) -> String {
    let eighths = Int((min(1, max(0, share)) * 320).rounded(.up))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
