import FakeServer
import Testing

@testable import ModelBackends

@Suite("Transfers that do not come to their end")
struct InterruptionTests {
  @Test("R5: a cancelled task closes the connection while the server is still silent")
  func cancelledBeforeTheAnswer() async throws {
    let arrived = Gate()
    let server = try FakeServer { _, connection in
      arrived.open()
      connection.waitForClose()
    }
    let address = try ServerAddress(server.address)
    let task = Task { try await HTTPClient().send(.get(address)) }
    await arrived.opened()
    task.cancel()
    let error = await failure { try await task.value }
    #expect(error is CancellationError)
    await server.waitUntilIdle()
  }

  @Test("R5: a cancelled task closes the connection in the middle of a stream")
  func cancelledInTheMiddle() async throws {
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      try connection.chunk("data: 1\n\n")
      connection.waitForClose()
    }
    let client = HTTPClient()
    let address = try ServerAddress(server.address)
    let (reads, read) = AsyncStream<String>.makeStream()
    let task = Task {
      for try await event in try await client.send(.get(address)).body.events { read.yield(event.data) }
    }
    for await data in reads {
      #expect(data == "1")
      break
    }
    task.cancel()
    let error = await failure { try await task.value }
    #expect(error is CancellationError)
    await server.waitUntilIdle()
  }

  @Test("U4: letting go of a body closes the connection")
  func abandoned() async throws {
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      try connection.chunk("data: 1\n\n")
      connection.waitForClose()
    }
    let client = HTTPClient()
    for try await event in try await client.send(.get(ServerAddress(server.address))).body.events {
      #expect(event.data == "1")
      break
    }
    await server.waitUntilIdle()
  }

  @Test("An answer is read to its end by whoever has it, also when the client is let go")
  func clientGone() async throws {
    let gate = Gate()
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      gate.wait()
      try connection.chunk("data: 1\n\n")
      try connection.endChunks()
    }
    func bodyAlone() async throws -> HTTPBody {
      try await HTTPClient().send(.get(ServerAddress(server.address))).body
    }
    func read() async throws {
      let body = try await bodyAlone()
      gate.open()
      #expect(try await body.text() == "data: 1\n\n")
    }
    try await read()
    // And then its connections are closed.
    await server.waitUntilIdle()
  }

  @Test("A server that takes the request and says nothing is given up")
  func silent() async throws {
    let server = try FakeServer { _, connection in connection.waitForClose() }
    var request = HTTPRequest.get(try ServerAddress(server.address))
    request.limits.connect = .milliseconds(50)
    request.limits.answer = .milliseconds(50)
    let error = await failure { [request] in try await HTTPClient().send(request) }
    #expect(error as? HTTPError == .noAnswer(server: server.address, after: .milliseconds(50)))
    await server.waitUntilIdle()
  }

  @Test("A server that stops in the middle is given up; what came before is read")
  func stalled() async throws {
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      try connection.chunk("data: 1\n\n")
      connection.waitForClose()
    }
    var request = HTTPRequest.get(try ServerAddress(server.address))
    request.limits.stall = .milliseconds(50)
    var events = try await HTTPClient().send(request).body.events.makeAsyncIterator()
    #expect(try await events.next()?.data == "1")
    do {
      _ = try await events.next()
      Issue.record("the stream went on")
    } catch {
      #expect(error as? HTTPError == .stalled(server: server.address, after: .milliseconds(50)))
    }
    await server.waitUntilIdle()
  }

  @Test("A reader that is far behind makes the server wait, and is not taken for a server that stalls")
  func slowReader() async throws {
    var request = HTTPRequest.get(try ServerAddress("http://127.0.0.1:1"))
    request.limits.maximumBuffered = 10
    let transfer = Transfer(request: request, loop: TransferLoop(certificateAuthorities: nil))
    func receive(_ count: Int) -> Transfer.Verdict {
      [UInt8](repeating: 7, count: count).withUnsafeBufferPointer { transfer.receive(body: $0) }
    }
    #expect(receive(6) == .taken)
    #expect(receive(4) == .taken)
    #expect(receive(1) == .pause)
    #expect(transfer.progress.isPaused)
    #expect(try await transfer.next()?.count == 6)
    #expect(!transfer.progress.isPaused)
    #expect(receive(6) == .taken)
    #expect(try await transfer.next()?.count == 4)
    #expect(try await transfer.next()?.count == 6)
    // A piece that is larger than the buffer is taken when nothing waits: else it never would be.
    #expect(receive(50) == .taken)
  }

  @Test(
    "A connection that ends in the middle of an answer is an error, however it ends",
    arguments: [false, true])
  func dropped(resets: Bool) async throws {
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      try connection.chunk("data: 1\n\n")
      if resets { connection.reset() } else { connection.close() }
    }
    let body = try await HTTPClient().send(.get(ServerAddress(server.address))).body
    let error = await failure { try await body.collect() }
    guard case .dropped(server.address, _)? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A connection that ends before an answer is an error")
  func droppedAtOnce() async throws {
    let server = try FakeServer { _, connection in connection.close() }
    let address = try ServerAddress(server.address)
    let error = await failure { try await HTTPClient().send(.get(address)) }
    guard case .dropped(server.address, _)? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  static let streams = 10_000

  @Test("M4: ten thousand streams are cancelled at random points, and every connection is closed")
  func cancelStorm() async throws {
    let server = try FakeServer { _, connection in
      try connection.beginEvents()
      var number = 0
      while true {
        number += 1
        try connection.chunk("data: {\"n\":\(number)}\n\n")
        // A silent stretch for those who are cancelled while they wait.
        if number % 8 == 0 { connection.waitForClose() }
        if connection.isClosing { return }
      }
    }
    let client = HTTPClient()
    let address = try ServerAddress(server.address)
    var numbers = SeededNumbers(seed: 20_261_130)
    let workers = 16
    let plans = (0..<workers).map { _ in
      (0..<Self.streams / workers).map { _ in Int.random(in: 0...11, using: &numbers) }
    }
    let problems = await withTaskGroup(of: [String].self) { group in
      for plan in plans {
        group.addTask {
          var problems: [String] = []
          for reads in plan {
            let problem = await Self.cancel(after: reads, client: client, address: address)
            if let problem { problems.append(problem) }
          }
          return problems
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(problems == [])
    await server.waitUntilIdle()
    // The client is as good as new.
    var events = try await client.send(.get(address)).body.events.makeAsyncIterator()
    #expect(try await events.next()?.data == #"{"n":1}"#)
  }

  /// Reads some events and is cancelled: 0 before the request, 1 while it is on its way, 2 and more after so many events less two, which are at
  /// most nine, one more than ever come.
  private static func cancel(after reads: Int, client: HTTPClient, address: ServerAddress) async -> String? {
    let (events, event) = AsyncStream<Int>.makeStream()
    let task = Task { [client, address] in
      var count = 0
      for try await _ in try await client.send(.get(address)).body.events {
        count += 1
        event.yield(count)
      }
    }
    if reads == 1 { await Task.yield() }
    if reads > 2 {
      for await count in events where count >= min(reads - 2, 8) { break }
    }
    task.cancel()
    let result = await task.result
    event.finish()
    guard case .failure(let error) = result else { return "a stream ended without being cancelled" }
    return error is CancellationError ? nil : "\(error)"
  }
}
