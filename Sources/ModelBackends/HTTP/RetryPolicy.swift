import FoundationEssentials

/// When a request that a server put off is sent again: after 429 and 503, as often and as late as stated.
struct RetryPolicy: Sendable {
  /// Requests in all, the first included.
  var attempts = 4
  /// Before the second request; doubled before each further one.
  var firstDelay = Duration.milliseconds(500)
  /// No delay of ours is longer.
  var longestDelay = Duration.seconds(30)
  /// A server that asks for more patience than this is not waited for.
  var longestRetryAfter = Duration.seconds(60)
  var clock: any Clock<Duration> = ContinuousClock()
  var now: @Sendable () -> Date = { Date() }

  /// The policy for requests of this task; tests put a clock of their own into it.
  @TaskLocal static var current = RetryPolicy()

  /// How long to wait after an answer; nil to wait no more.
  ///
  /// - Parameter attempt: 1-based.
  func delay(after head: HTTPHead, attempt: Int) -> Duration? {
    guard head.status == 429 || head.status == 503, attempt < attempts else { return nil }
    if let asked = Self.retryAfter(head, now: now()) { return asked <= longestRetryAfter ? asked : nil }
    return min(longestDelay, firstDelay * (1 << min(attempt - 1, 20)))
  }

  /// What `Retry-After` (seconds, or a date), `retry-after-ms` and OpenAI's `x-ratelimit-reset-…` say.
  static func retryAfter(_ head: HTTPHead, now: Date) -> Duration? {
    if let text = head["retry-after-ms"], let value = Double(text), value >= 0, value < 1e9 {
      return .milliseconds(Int(value))
    }
    if let text = head["Retry-After"] {
      if let seconds = Double(text), seconds >= 0, seconds < 1e9 {
        return .milliseconds(Int(seconds * 1000))
      }
      if let date = HTTPDate.date(text) {
        return .milliseconds(Int(max(0, min(1e6, date.timeIntervalSince(now))) * 1000))
      }
    }
    let resets = ["x-ratelimit-reset-requests", "x-ratelimit-reset-tokens"]
      .compactMap { head[$0].flatMap(duration) }
    return resets.max()
  }

  /// `1s`, `6m0s`, `1h2m3.5s`, `120ms`.
  static func duration(_ text: String) -> Duration? {
    var milliseconds = 0.0
    var number = ""
    var rest = Substring(text)
    guard !rest.isEmpty else { return nil }
    while let character = rest.first {
      if character.isASCII, character.isNumber || character == "." {
        number.append(character)
        rest.removeFirst()
        continue
      }
      guard let value = Double(number) else { return nil }
      number = ""
      if rest.hasPrefix("ms") {
        milliseconds += value
        rest.removeFirst(2)
      } else {
        switch character {
        case "s": milliseconds += value * 1000
        case "m": milliseconds += value * 60_000
        case "h": milliseconds += value * 3_600_000
        default: return nil
        }
        rest.removeFirst()
      }
    }
    guard number.isEmpty, milliseconds < 1e12 else { return nil }
    return .milliseconds(Int(milliseconds))
  }
}

/// Dates as HTTP spells them: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func date(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
      (1...31).contains(day), (1970...9999).contains(year)
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2])
    else { return nil }
    // Days since 1970 by the civil calendar, March as the first month of a year.
    let shifted = month < 2 ? year - 1 : year
    let monthFromMarch = (month + 10) % 12
    let days =
      365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthFromMarch + 2) / 5 + day - 1
      - 719_468
    return Date(timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
  }
}

extension HTTPClient {
  /// The same as `send`, again and again while the server puts us off (429 and 503) and the policy allows it.
  ///
  /// - Returns: The last answer, whatever its status.
  func send(_ request: HTTPRequest, retrying policy: RetryPolicy) async throws -> HTTPResponse {
    var attempt = 1
    while true {
      let response = try await send(request)
      guard let delay = policy.delay(after: response.head, attempt: attempt) else { return response }
      attempt += 1
      try await policy.clock.sleep(for: delay)
    }
  }
}
