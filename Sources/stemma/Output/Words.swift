import Recordings
import Transcripts
import Workbench

/// Numbers, times and causes as a person reads them.
enum Words {
  // Numbers read as they do on the screen.
  static func grouped(_ number: Int) -> String { NumberText.grouped(number) }
  static func quantity(_ quantity: Quantity?) -> String { NumberText.quantity(quantity) }
  static func duration(_ milliseconds: Quantity) -> String { NumberText.milliseconds(milliseconds) }
  static func percent(_ share: Double) -> String { NumberText.percent(share) }
  /// `1 entry`, `2,000 entries`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    NumberText.count(number, one, plural: many)
  }

  /// `~3,681 of 4,096 tokens (90%)`, or `~3,681 tokens` when the window is unknown.
  static func use(_ tokens: Quantity, of window: Quantity?) -> String {
    guard let window, window.value > 0 else {
      return "\(quantity(tokens)) \(tokens.value == 1 ? "token" : "tokens")"
    }
    let share = Double(tokens.value) / Double(window.value)
    return "\(quantity(tokens)) of \(quantity(window)) tokens (\(percent(share)))"
  }

  /// The text with blanks before it, up to so many characters.
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Said of an answer that ended at a limit of tokens.
  static let cutOff = "cut off at its limit"

  /// `3` or `3–14`
  static func range(_ range: Range<Int>) -> String {
    range.count <= 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound - 1)"
  }

  /// Spans of neighbouring numbers: `3–14`, `3, 7, 9–12`.
  static func ranges(_ numbers: [Int]) -> String {
    var parts: [String] = []
    var index = 0
    while index < numbers.count {
      var end = index
      while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
      parts.append(end == index ? "\(numbers[index])" : "\(numbers[index])–\(numbers[end])")
      index = end + 1
    }
    return parts.joined(separator: ", ")
  }

  /// `2026-03-14T09:00:00.000Z`
  static func iso8601(_ time: Timestamp?) -> String? {
    guard let time else { return nil }
    let day = time.date
    let clock = time.clock
    return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))T\(padded(clock.hour, 2)):"
      + "\(padded(clock.minute, 2)):\(padded(clock.second, 2)).\(padded(clock.millisecond, 3))Z"
  }

  /// `2026-03-14 09:00:00` of an ISO 8601 time.
  static func clock(_ iso8601: String) -> String {
    String(iso8601.prefix(19)).split(separator: "T").joined(separator: " ")
  }

  /// What a snapshot's splice did: `+2`, `+2 −1`, nothing for one that changed nothing.
  static func change(_ snapshot: SnapshotRow) -> String {
    var parts: [String] = []
    if snapshot.inserted > 0 { parts.append("+\(grouped(snapshot.inserted))") }
    if snapshot.removed > 0 { parts.append("−\(grouped(snapshot.removed))") }
    return parts.joined(separator: " ")
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Timestamp {
  /// The day in UTC, in the Gregorian calendar (Hinnant's `civil_from_days`).
  fileprivate var date: (year: Int, month: Int, day: Int) {
    let days = Int(floorDivided(milliseconds, by: 86_400_000)) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  fileprivate var clock: (hour: Int, minute: Int, second: Int, millisecond: Int) {
    let rest = Int(milliseconds - floorDivided(milliseconds, by: 86_400_000) * 86_400_000)
    return (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000)
  }

  private func floorDivided(_ value: Int64, by divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }
}
