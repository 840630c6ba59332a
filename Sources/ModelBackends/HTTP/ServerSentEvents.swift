/// One event of a stream of server-sent events.
struct ServerSentEvent: Sendable, Hashable {
  /// `message` unless the server names it.
  var name: String
  /// The `data` lines, joined by newlines.
  var data: String
}

/// Cuts a stream of bytes into server-sent events, wherever its pieces were cut: in a line, between CR and LF, in a character.
struct ServerSentEventDecoder: Sendable {
  /// Bytes that one event may have.
  private let limit: Int
  private var line: [UInt8] = []
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var endedWithReturn = false
  private var isAtStart = true

  init(limit: Int = 32 << 20) { self.limit = limit }

  /// - Throws: `HTTPError.tooLarge` for an event without end.
  mutating func push(_ bytes: some Sequence<UInt8>) throws(HTTPError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      // CR LF is one line end, also when a piece ends between them.
      if byte == UInt8(ascii: "\n"), endedWithReturn {
        endedWithReturn = false
        continue
      }
      endedWithReturn = byte == UInt8(ascii: "\r")
      guard byte == UInt8(ascii: "\n") || endedWithReturn else {
        line.append(byte)
        if line.count + data.count > limit { throw HTTPError.tooLarge(limit: limit) }
        continue
      }
      if let event = endLine() { events.append(event) }
    }
    return events
  }

  /// What stood there when the stream ended. The standard throws it away; servers that forget the last blank line exist.
  mutating func finish() -> ServerSentEvent? {
    if !line.isEmpty { _ = endLine() }
    return endEvent()
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer {
      line.removeAll(keepingCapacity: true)
      isAtStart = false
    }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if line.isEmpty { return endEvent() }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    let field = line[..<(colon ?? line.endIndex)]
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    if field.elementsEqual("data".utf8) {
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    } else if field.elementsEqual("error".utf8), !hasData {
      // No field of the standard's: llama.cpp's older builds tell an error so.
      name = "error"
      data += value
      hasData = true
    } else if field.elementsEqual("event".utf8) {
      name = String(decoding: value, as: UTF8.self)
    }
    // A comment begins with a colon; `id` and `retry` are for those who reconnect.
    return nil
  }

  private mutating func endEvent() -> ServerSentEvent? {
    defer {
      name = ""
      data.removeAll(keepingCapacity: true)
      hasData = false
    }
    guard hasData else { return nil }
    return ServerSentEvent(
      name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self))
  }
}

extension HTTPBody {
  /// The body as server-sent events.
  var events: ServerSentEventSequence { ServerSentEventSequence(body: self) }
}

/// The events of an answer, as they come.
struct ServerSentEventSequence: AsyncSequence, Sendable {
  typealias Element = ServerSentEvent

  let body: HTTPBody

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: body.makeAsyncIterator()) }

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: HTTPBody.AsyncIterator
    private var decoder = ServerSentEventDecoder()
    private var ready: ArraySlice<ServerSentEvent> = []
    private var hasEnded = false

    init(pieces: HTTPBody.AsyncIterator) { self.pieces = pieces }

    mutating func next() async throws -> ServerSentEvent? {
      while ready.isEmpty, !hasEnded {
        if let piece = try await pieces.next() {
          ready = try decoder.push(piece)[...]
        } else {
          hasEnded = true
          ready = decoder.finish().map { [$0] } ?? []
        }
      }
      return ready.popFirst()
    }
  }
}
