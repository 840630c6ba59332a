import FakeServer
import FoundationEssentials
import Synchronization
import Testing

@testable import ModelBackends

@Suite("Requests that a server puts off")
struct RetryTests {
  private func ask(
    _ answers: [(status: Int, headers: [String])], policy: (inout RetryPolicy) -> Void = { _ in }
  ) async throws -> (status: Int, slept: [Duration], requests: Int) {
    let left = Mutex(answers)
    let server = try FakeServer { _, connection in
      let answer = left.withLock { $0.removeFirst() }
      try connection.answer(answer.status, "{}", headers: answer.headers)
    }
    let clock = HastyClock()
    var retries = RetryPolicy(clock: clock, now: { Date(timeIntervalSince1970: 1_000_000_000) })
    policy(&retries)
    let request = HTTPRequest.get(try ServerAddress(server.address))
    let response = try await HTTPClient().send(request, retrying: retries)
    return (response.head.status, clock.slept, server.requests.count)
  }

  @Test("M4: 429 and then 200 is an answer, after the time that the server asked for")
  func retryAfter() async throws {
    let result = try await ask([(429, ["Retry-After: 7"]), (200, [])])
    #expect(result.status == 200)
    #expect(result.slept == [.seconds(7)])
  }

  @Test("M4: without a time the delay doubles, up to the last attempt, whose answer counts")
  func backOff() async throws {
    let result = try await ask([(503, []), (429, []), (503, []), (503, [])])
    #expect(result.status == 503)
    #expect(result.slept == [.milliseconds(500), .seconds(1), .seconds(2)])
    #expect(result.requests == 4)
  }

  @Test("A server that wants more patience than there is gets no second request")
  func impatient() async throws {
    let result = try await ask([(429, ["Retry-After: 3600"])])
    #expect(result.status == 429)
    #expect(result.slept.isEmpty)
  }

  @Test("Other failures are final", arguments: [400, 401, 404, 500, 502])
  func final(status: Int) async throws {
    let result = try await ask([(status, ["Retry-After: 1"])])
    #expect(result.requests == 1)
    #expect(result.status == status)
  }

  @Test("The longest delay is kept to")
  func longest() async throws {
    let result = try await ask(Array(repeating: (503, []), count: 5)) {
      $0.attempts = 5
      $0.longestDelay = .seconds(1)
    }
    #expect(result.slept == [.milliseconds(500), .seconds(1), .seconds(1), .seconds(1)])
  }

  @Test(
    "The time that a server asks for is read in every spelling",
    arguments: [
      ("Retry-After", "2", Duration.seconds(2)),
      ("retry-after", "0.5", .milliseconds(500)),
      ("Retry-After", "Sun, 09 Sep 2001 01:47:10 GMT", .seconds(30)),
      ("Retry-After", "Sun, 09 Sep 2001 01:46:00 GMT", .zero),
      ("retry-after-ms", "120", .milliseconds(120)),
      ("x-ratelimit-reset-requests", "1m2.5s", .milliseconds(62_500)),
      ("x-ratelimit-reset-tokens", "20ms", .milliseconds(20)),
      ("Retry-After", "soon", nil),
      ("Retry-After", "-1", nil),
      ("Retry-After", "nan", nil),
      ("Retry-After", "1e300", nil),
      ("x-ratelimit-reset-requests", "5", nil),
      ("x-ratelimit-reset-requests", "9m", .seconds(540)),
    ])
  func spellings(name: String, value: String, expected: Duration?) {
    let head = HTTPHead(status: 429, headers: [.init(name, value)])
    // 2001-09-09T01:46:40Z.
    #expect(RetryPolicy.retryAfter(head, now: Date(timeIntervalSince1970: 1_000_000_000)) == expected)
  }

  @Test(
    "Dates of HTTP are read, and what is none is not",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Sun, 06 Nov 1994 08:49:37", nil),
      ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("", nil),
    ] as [(String, Double?)])
  func dates(text: String, seconds: Double?) {
    #expect(HTTPDate.date(text)?.timeIntervalSince1970 == seconds)
  }
}
