import Recordings
import Transcripts

/// Numbers as a person reads them, the same in every view and in every command.
///
/// Where a number comes from is part of it: `3,681` was measured or reported, `~3,681` was counted or predicted by us,
/// `?` is not known.
public enum NumberText {
  /// `1234567` as `1,234,567`.
  public static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var result = value < 0 ? "\u{2212}" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// `3,681`, `~3,681`, or `?` for a number that nobody told.
  public static func quantity(_ quantity: Quantity?) -> String {
    guard let quantity else { return "?" }
    return mark(quantity.origin) + grouped(quantity.value)
  }

  /// A counted number of tokens: `~412`.
  public static func counted(_ tokens: Int) -> String { quantity(.counted(tokens)) }

  /// In few columns, for places that have no more: `412`, `3.6k`, `128k`, `1.2M`.
  public static func compact(_ value: Int) -> String {
    let size = Int(clamping: value.magnitude)
    let sign = value < 0 ? "\u{2212}" : ""
    if size < 1000 { return sign + String(size) }
    if size < 999_500 { return sign + scaled(size, by: 1000) + "k" }
    if size < 999_500_000 { return sign + scaled(size, by: 1_000_000) + "M" }
    return sign + scaled(size, by: 1_000_000_000) + "G"
  }

  /// A guess at a number that is not known: `3.6k?`.
  public static func unknown(near value: Int) -> String { compact(value) + "?" }

  /// Milliseconds: `412 ms`, `~412 ms`, `1.2 s`, `48 s`, `2 min 05 s`, `3 h 20 min`.
  public static func milliseconds(_ duration: Quantity) -> String {
    mark(duration.origin) + milliseconds(duration.value)
  }

  /// Milliseconds without a word about where they come from.
  public static func milliseconds(_ value: Int) -> String {
    let size = Int(clamping: value.magnitude)
    let sign = value < 0 ? "\u{2212}" : ""
    if size < 1000 { return "\(sign)\(size) ms" }
    if size < 19_950 { return "\(sign)\(tenths(size, of: 1000)) s" }
    let seconds = size / 1000 + (size % 1000 >= 500 ? 1 : 0)
    if seconds < 60 { return "\(sign)\(seconds) s" }
    if seconds < 3600 { return "\(sign)\(seconds / 60) min \(twoDigits(seconds % 60)) s" }
    return "\(sign)\(seconds / 3600) h \(twoDigits(seconds % 3600 / 60)) min"
  }

  /// A share of 0…1 in whole percent. Only all of it is `100%`, only nothing is `0%`: a trace is `<1%`.
  public static func percent(_ share: Double) -> String {
    guard share.isFinite, share > 0 else { return "0%" }
    if share >= 1 { return "\(Int(clamping: Int64((min(share, 1e9) * 100).rounded())))%" }
    return share < 0.01 ? "<1%" : "\(min(99, Int((share * 100).rounded())))%"
  }

  /// `640 B`, `12 KB`, `3.4 MB`.
  public static func bytes(_ count: Int) -> String {
    if count < 1024 { return "\(count) B" }
    if count < 1024 * 1024 { return "\((count + 512) / 1024) KB" }
    return "\(tenths(count, of: 1024 * 1024)) MB"
  }

  /// Tokens a second from tokens and milliseconds: `38 tok/s`; nil when no time passed.
  public static func rate(tokens: Int, milliseconds: Int) -> String? {
    guard tokens > 0, milliseconds > 0 else { return nil }
    let rate = Double(tokens) * 1000 / Double(milliseconds)
    return rate < 10
      ? "\(tenths(Int((rate * 10).rounded()), of: 10)) tok/s" : "\(grouped(Int(rate.rounded()))) tok/s"
  }

  /// The time of day of a moment, so many seconds east of Greenwich: `12:04:31`.
  public static func clock(_ moment: Timestamp, utcOffset: Int = 0) -> String {
    let second = moment.milliseconds / 1000 + Int64(utcOffset)
    let ofDay = Int(((second % 86_400) + 86_400) % 86_400)
    return "\(twoDigits(ofDay / 3600)):\(twoDigits(ofDay / 60 % 60)):\(twoDigits(ofDay % 60))"
  }

  /// A count and its noun, which takes an s for any other number than one, or is `plural`: `1 tool`, `3 entries`.
  public static func count(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(value)) \(value == 1 ? noun : plural ?? noun + "s")"
  }

  /// The sign before a number that is ours and not the model's.
  static func mark(_ origin: Origin) -> String {
    switch origin {
    case .measured, .reported: ""
    case .counted, .predicted: "~"
    }
  }

  private static func scaled(_ value: Int, by unit: Int) -> String {
    value < 99 * unit ? tenths(value, of: unit) : String((value + unit / 2) / unit)
  }

  /// One digit after the point, which is left out when it is zero.
  private static func tenths(_ value: Int, of unit: Int) -> String {
    let tenths = (value * 10 + unit / 2) / unit
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
