import Glibc
import Transcripts

/// A web server on this machine that does what a test says, down to the byte. A thread for each connection; it ends with the object.
public final class FakeServer: Sendable {
  public struct Request: Sendable {
    public var method: String
    public var path: String
    public var headers: [(name: String, value: String)]
    public var body: String

    /// A header's value, whatever the case of its name.
    public subscript(name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  public typealias Handler = @Sendable (Request, Connection) throws -> Void

  public let port: UInt16
  private let listener: Int32
  private let handler: Handler
  private let seen = Locked<[Request]>([])
  private let open = Locked((now: 0, ever: 0))
  private let changes: AsyncStream<Int>
  private let changed: AsyncStream<Int>.Continuation

  public struct Failure: Error {
    public var words: String
    public init(words: String) { self.words = words }
  }

  public init(_ handler: @escaping Handler) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var one: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let fd = listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(fd, address, length) == 0 && listen(fd, 512) == 0 && getsockname(fd, address, &length) == 0
      }
    }
    guard bound else { throw Failure(words: String(cString: strerror(errno))) }
    port = UInt16(bigEndian: address.sin_port)
    self.handler = handler
    (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let listener = listener
    startThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 {
          if errno == EINTR { continue }
          // Closed here and nowhere else: another server may get the same descriptor.
          close(listener)
          return
        }
        guard let self else {
          close(client)
          continue
        }
        self.serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  public var address: String { "http://127.0.0.1:\(port)" }

  /// What it was asked so far.
  public var requests: [Request] { seen.withLock { $0 } }

  /// Waits until no connection is open: the clients have closed theirs, and every handler has noticed.
  public func waitUntilIdle() async {
    if open.withLock({ $0.now == 0 && $0.ever > 0 }) { return }
    for await count in changes where count == 0 {
      if open.withLock({ $0.now }) == 0 { return }
    }
  }

  /// Connections that clients ever made.
  public var connectionCount: Int { open.withLock { $0.ever } }

  private func count(_ change: Int) {
    let now = open.withLock { open in
      open.now += change
      open.ever += max(0, change)
      return open.now
    }
    changed.yield(now)
  }

  private func serve(_ client: Int32) {
    count(1)
    var one: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    startThread { [self] in
      let connection = Connection(socket: client)
      while let request = connection.readRequest() {
        seen.withLock { $0.append(request) }
        guard (try? handler(request, connection)) != nil, !connection.isClosing else { break }
      }
      close(client)
      count(-1)
    }
  }
}

/// One connection of a client. A send to a client that has gone throws.
public final class Connection: Sendable {
  public struct Gone: Error {}

  private let socket: Int32
  private let rest = Locked<[UInt8]>([])
  private let closing = Locked(false)

  init(socket: Int32) { self.socket = socket }

  public var isClosing: Bool { closing.withLock { $0 } }

  /// Closes the connection after the handler.
  public func close() { closing.withLock { $0 = true } }

  /// Closes the connection after the handler, with a reset instead of a good-bye.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  public func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.send(socket, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Gone() }
      sent += count
    }
  }

  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// A whole answer.
  public func answer(_ status: Int, _ body: String, type: String = "application/json", headers: [String] = [])
    throws
  {
    let lines = headers.map { "\($0)\r\n" }.joined()
    try send(
      "HTTP/1.1 \(status) Words\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(lines)\r\n\(body)"
    )
  }

  /// The head of a stream of events; `chunk` and `endChunks` follow.
  public func beginEvents() throws {
    try send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
  }

  public func chunk(_ bytes: [UInt8]) throws {
    try send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
  }

  public func chunk(_ text: String) throws { try chunk(Array(text.utf8)) }

  public func endChunks() throws { try send("0\r\n\r\n") }

  /// Events as a whole stream, `[DONE]` last.
  public func events(_ data: [String]) throws {
    try beginEvents()
    for data in data { try chunk("data: \(data)\n\n") }
    try chunk("data: [DONE]\n\n")
    try endChunks()
  }

  /// Says nothing until the client closes the connection.
  public func waitForClose() {
    var byte: UInt8 = 0
    while true {
      let count = recv(socket, &byte, 1, 0)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
    }
    close()
  }

  fileprivate func readRequest() -> FakeServer.Request? {
    var buffer = rest.withLock { $0 }
    func fill() -> Bool {
      var piece = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(socket, &piece, piece.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        buffer += piece[..<count]
        return true
      }
    }
    let blank = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      end = buffer.indices.first { buffer[$0...].starts(with: blank) }
      if end == nil, !fill() { return nil }
    }
    let head = String(decoding: buffer[..<end!], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    let headers = lines.dropFirst().map { line -> (name: String, value: String) in
      let colon = line.firstIndex(of: ":")!
      return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    var request = FakeServer.Request(
      method: String(words[0]), path: String(words[1]), headers: headers, body: "")
    let start = end! + 4
    let length = request["Content-Length"].flatMap { Int($0) } ?? 0
    while buffer.count < start + length { if !fill() { return nil } }
    request.body = String(decoding: buffer[start..<start + length], as: UTF8.self)
    rest.withLock { $0 = Array(buffer[(start + length)...]) }
    return request
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

func startThread(_ run: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, 512 << 10)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let failed = pthread_create(
    &thread, &attributes,
    { context in
      Unmanaged<ThreadBody>.fromOpaque(context!).takeRetainedValue().run()
      return nil
    }, Unmanaged.passRetained(ThreadBody(run)).toOpaque())
  precondition(failed == 0)
}
