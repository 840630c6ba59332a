/// What the name of a dump tells: `<title>_<yyyyMMdd-HHmmss>.json`, as transcript recorders name theirs.
struct DumpName {
  /// The part before the time; nil when the name has no time.
  var title: String?
  /// The time in the name, taken as UTC: a name does not tell its zone.
  var at: Timestamp?

  init(_ name: String) {
    let base = name.hasSuffix(".json") ? name.dropLast(5) : name[...]
    guard let mark = base.lastIndex(of: "_") else { return }
    let stamp = base[base.index(after: mark)...]
    let digits = stamp.split(separator: "-", omittingEmptySubsequences: false)
    guard digits.count == 2, digits[0].utf8.count == 8, digits[1].utf8.count == 6,
      digits.allSatisfy({ $0.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }),
      let date = Int(digits[0]), let time = Int(digits[1])
    else { return }
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
    let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61 else {
      return
    }
    title = String(base[..<mark])
    let days = Self.days(year, month, day)
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    at = Timestamp(milliseconds: Int64(seconds) * 1000)
  }

  /// Days from 1970-01-01 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // The year begins in March here, so that a leap day is its last.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
