import FakeServer
import FoundationEssentials
import Testing

@testable import ModelBackends

@Suite("Asking a web server")
struct HTTPClientTests {
  @Test("A request arrives as it was made, and the answer comes back")
  func roundTrip() async throws {
    let server = try FakeServer { request, connection in
      try connection.answer(
        200, "\(request.method) \(request.path) \(request.body)", headers: ["X-Seen: yes"])
    }
    let client = HTTPClient()
    let address = try ServerAddress(server.address).appending("/v1/things")
    let response = try await client.send(.post(address, json: #"{"a":1}"#, headers: [.init("X-Empty", "")]))
    #expect(response.head.status == 200)
    #expect(response.head["x-seen"] == "yes")
    #expect(try await response.body.text() == #"POST /v1/things {"a":1}"#)
    let request = try #require(server.requests.first)
    #expect(request["content-type"] == "application/json")
    #expect(request["X-Empty"] == "")
    #expect(request["Expect"] == nil)
    #expect(request["Host"] == "127.0.0.1:\(server.port)")
  }

  @Test("Pieces are read as they come, before the answer is whole")
  func streaming() async throws {
    let gate = Gate()
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      try connection.chunk("one")
      // The second piece is sent only after the first was read.
      gate.wait()
      try connection.chunk("two")
      try connection.endChunks()
    }
    let response = try await HTTPClient().send(.get(ServerAddress(server.address)))
    var pieces = response.body.makeAsyncIterator()
    #expect(try await pieces.next() == Array("one".utf8))
    gate.open()
    #expect(try await pieces.next() == Array("two".utf8))
    #expect(try await pieces.next() == nil)
    #expect(try await pieces.next() == nil)
  }

  @Test("One connection serves several requests")
  func keepAlive() async throws {
    let server = try FakeServer { request, connection in try connection.answer(200, request.path) }
    let client = HTTPClient()
    for path in ["/a", "/b", "/c"] {
      let response = try await client.send(.get(ServerAddress(server.address + path)))
      #expect(try await response.body.text() == path)
    }
    #expect(server.connectionCount == 1)
  }

  @Test("A large body goes both ways whole, however slowly it is read")
  func large() async throws {
    let server = try FakeServer { request, connection in try connection.answer(200, request.body) }
    let text = (0..<300_000).map { "line \($0)\n" }.joined()
    var request = HTTPRequest.post(try ServerAddress(server.address), json: text)
    request.limits.maximumBuffered = 4096
    let response = try await HTTPClient().send(request)
    #expect(try await response.body.text() == text)
  }

  @Test("An answer that is longer than allowed is not read further")
  func tooLarge() async throws {
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      while true { try connection.chunk(String(repeating: "x", count: 1000)) }
    }
    var request = HTTPRequest.get(try ServerAddress(server.address))
    request.limits.maximumBytes = 10_000
    let body = try await HTTPClient().send(request).body
    let error = await failure { try await body.collect() }
    #expect(error as? HTTPError == .tooLarge(limit: 10_000))
    await server.waitUntilIdle()
  }

  @Test("A redirect is not followed: the message says where it leads")
  func redirect() async throws {
    let server = try FakeServer { request, connection in
      try connection.answer(307, "", headers: ["Location: http://evil.example/v1"])
    }
    let address = try ServerAddress(server.address)
    let error = await failure {
      try await HTTPClient().send(.post(address, json: "{}", headers: [.init("Authorization", "Bearer k")]))
    }
    #expect(
      error as? HTTPError == .redirected(server: server.address, location: "http://evil.example/v1"))
    #expect(server.requests.count == 1)
  }

  @Test("A header that would be two lines is refused before anything is sent")
  func headerInjection() async throws {
    let server = try FakeServer { _, connection in try connection.answer(200, "") }
    let address = try ServerAddress(server.address)
    for header in [
      HTTPRequest.Header("X-A", "b\r\nX-Evil: c"), .init("X A", "b"), .init("", "b"), .init("X:", "b"),
    ] {
      let error = await failure { try await HTTPClient().send(.get(address, headers: [header])) }
      #expect(error as? HTTPError == .badHeader(name: header.name))
    }
    #expect(server.requests.isEmpty)
  }

  @Test("Nobody at the address: the error says so, with the address")
  func refused() async throws {
    // A port that was free a moment ago.
    let port = try FakeServer { _, _ in }.port
    let address = try ServerAddress("http://127.0.0.1:\(port)/v1")
    let error = await failure { try await HTTPClient().send(.get(address)) }
    guard case .cannotConnect(let server, _)? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server == "http://127.0.0.1:\(port)")
  }
}

@Suite("Addresses of servers")
struct ServerAddressTests {
  @Test(
    "An address keeps what it says and loses slashes at its end",
    arguments: [
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
      ("http://localhost:1234/", "http://localhost:1234"),
      ("https://api.example.com/v1/", "https://api.example.com/v1"),
      ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
      ("https://x.example/openai?api-version=2024", "https://x.example/openai?api-version=2024"),
    ])
  func spelling(given: String, kept: String) throws {
    #expect(try ServerAddress(given).text == kept)
  }

  @Test(
    "What is no address of a server is refused in one line",
    arguments: [
      "", "localhost:8080", "ftp://x/", "http://", "http://a b/", "http://x:99999/", "file:///etc/passwd",
      "http://u:p@x/", "http://u@x/",
    ])
  func refused(text: String) {
    #expect(throws: HTTPError.self) { try ServerAddress(text) }
  }

  @Test(
    "A password or a key in an address is refused and not repeated, however wrong the address is otherwise",
    arguments: [
      "http://me:secret@x.example/v1", "me:secret@x.example", "ftp://me:secret@x.example", "http://secret@",
      "http://me:sec ret@x.example", "http://me:a/secret@x.example", "http://me:%secret@x.example",
      "http://me:secret@x.example:99999", "http://x.example/v1?key=secret", "http://x/?a=1&API-Key=secret",
      "http://x/?access_token=secret", "x.example?token=secret", "http://x y/?sig=secret",
    ])
  func password(text: String) throws {
    let error = try #require(#expect(throws: HTTPError.self) { try ServerAddress(text) })
    #expect(error.errorDescription?.contains("ret") == false, "\(error)")
    #expect(!"\(error)".contains("secret"))
  }

  @Test("A query that holds no key stays; a message shows none")
  func query() throws {
    #expect(try ServerAddress("http://x/v1?api-version=3&monkey=1").query == "api-version=3&monkey=1")
    #expect(ServerAddress.hidingSecrets(in: "http://x.example/v1?a=b") == "http://x.example/v1?…")
    #expect(ServerAddress.hidingSecrets(in: "http://x.example/v1") == "http://x.example/v1")
    #expect(ServerAddress.hidingSecrets(in: "localhost:8080") == "localhost:8080")
  }

  @Test(
    "Only this machine is asked without a proxy",
    arguments: [
      ("http://127.0.0.1:8080", true), ("http://127.8.9.1", true), ("http://[::1]:8080", true),
      ("http://localhost", true), ("http://api.localhost", true), ("http://127.evil.example", false),
      ("http://x.example", false), ("http://10.0.0.1", false),
    ])
  func loopback(text: String, isLoopback: Bool) throws {
    #expect(try ServerAddress(text).isLoopback == isLoopback)
  }

  @Test(
    "M4: a segment that names a version is known wherever it stands",
    arguments: [
      ("http://x/v1", true), ("http://x/api/v4", true), ("http://x/v1beta/openai", true), ("http://x", false),
      ("http://x/vllm", false), ("http://x/api", false), ("http://x/v", false), ("http://x/v2.1/chat", true),
    ])
  func versions(text: String, has: Bool) throws {
    #expect(try ServerAddress(text).hasVersionSegment == has)
  }
}
