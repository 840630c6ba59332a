import CCurl
import Transcripts

/// One request on its way: libcurl's thread puts in what comes, one task takes it out. The lock is where the two meet.
final class Transfer: Sendable {
  let request: HTTPRequest
  private let loop: TransferLoop

  private enum Wanted { case head, piece }

  private struct State {
    var heading = HeadReader()
    var head: HTTPHead?
    var pieces: [[UInt8]] = []
    var buffered = 0
    var received = 0
    var end: Result<Void, any Error>?
    var isPaused = false
    var lastByte: ContinuousClock.Instant?
    var reader: (CheckedContinuation<Void, Never>, Wanted)?

    func isReady(_ wanted: Wanted) -> Bool {
      end != nil || (wanted == .head ? head != nil : !pieces.isEmpty)
    }

    /// The reader, if there now is what it waits for.
    mutating func takeReader() -> CheckedContinuation<Void, Never>? {
      guard let (continuation, wanted) = reader, isReady(wanted) else { return nil }
      reader = nil
      return continuation
    }
  }

  private let state = Locked(State())

  init(request: HTTPRequest, loop: TransferLoop) {
    self.request = request
    self.loop = loop
  }

  // MARK: The reader's side

  /// Waits for the status and the headers.
  ///
  /// - Throws: `HTTPError`, or `CancellationError` when the task is cancelled.
  func head() async throws -> HTTPHead {
    await wait(for: .head)
    let (head, end) = state.withLock { ($0.head, $0.end) }
    if Task.isCancelled { throw CancellationError() }
    if let head { return head }
    try end?.get()
    throw HTTPError.dropped(server: request.address.server, reason: "it sent no answer")
  }

  /// Waits for the next piece of the body; nil at its end. What came before a failure is given first.
  ///
  /// - Throws: `HTTPError`, or `CancellationError` when the task is cancelled.
  func next() async throws -> [UInt8]? {
    await wait(for: .piece)
    if Task.isCancelled { throw CancellationError() }
    let (piece, end, wasPaused) = state.withLock { state -> ([UInt8]?, Result<Void, any Error>?, Bool) in
      guard !state.pieces.isEmpty else { return (nil, state.end, false) }
      let piece = state.pieces.removeFirst()
      state.buffered -= piece.count
      guard state.isPaused, state.buffered <= request.limits.maximumBuffered / 2 else {
        return (piece, nil, false)
      }
      state.isPaused = false
      state.lastByte = .now
      return (piece, nil, true)
    }
    if wasPaused { loop.resume(self) }
    if piece == nil { try end?.get() }
    return piece
  }

  /// Closes the connection. Does nothing to a transfer that has ended.
  func cancel() {
    if finish(.failure(CancellationError()), dropsBody: true) { loop.cancel(self) }
  }

  private func wait(for wanted: Wanted) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let isReady = state.withLock { state in
          if state.isReady(wanted) { return true }
          state.reader = (reader, wanted)
          return false
        }
        if isReady { reader.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  // MARK: The loop's side

  /// What libcurl is to do with what it brought.
  enum Verdict {
    case taken
    /// Bring it again later: the reader is far behind.
    case pause
    /// End the transfer.
    case refuse
  }

  /// A line of the head, status line and blank line included; trailers after a body, too.
  func receive(headLine line: UnsafeBufferPointer<UInt8>) -> Verdict {
    let (verdict, reader) = state.withLock { state -> (Verdict, CheckedContinuation<Void, Never>?) in
      guard state.end == nil else { return (.refuse, nil) }
      state.lastByte = .now
      guard state.head == nil else { return (.taken, nil) }
      state.head = state.heading.receive(line)
      return (state.heading.isTooLong ? .refuse : .taken, state.takeReader())
    }
    reader?.resume()
    return verdict
  }

  func receive(body bytes: UnsafeBufferPointer<UInt8>) -> Verdict {
    let (verdict, reader) = state.withLock { state -> (Verdict, CheckedContinuation<Void, Never>?) in
      guard state.end == nil else { return (.refuse, nil) }
      state.lastByte = .now
      if state.buffered > 0, state.buffered + bytes.count > request.limits.maximumBuffered {
        state.isPaused = true
        return (.pause, nil)
      }
      state.received += bytes.count
      guard state.received <= request.limits.maximumBytes else {
        state.end = .failure(HTTPError.tooLarge(limit: request.limits.maximumBytes))
        return (.refuse, state.takeReader())
      }
      state.buffered += bytes.count
      state.pieces.append(Array(bytes))
      return (.taken, state.takeReader())
    }
    reader?.resume()
    return verdict
  }

  /// Ends the transfer, unless it has ended: the first end counts.
  ///
  /// - Returns: False when it had ended before.
  @discardableResult
  func finish(_ end: Result<Void, any Error>, dropsBody: Bool = false) -> Bool {
    let (isFirst, reader) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
      if dropsBody { (state.pieces, state.buffered) = ([], 0) }
      guard state.end == nil else { return (false, nil) }
      state.end = end
      return (true, state.takeReader())
    }
    reader?.resume()
    return isFirst
  }

  /// When the last byte came, and whether the server waits for the reader, not the reader for the server.
  var progress: (lastByte: ContinuousClock.Instant?, isPaused: Bool) {
    state.withLock { ($0.lastByte, $0.isPaused) }
  }

  var hasHead: Bool { state.withLock { $0.head != nil } }

  var hasEnded: Bool { state.withLock { $0.end != nil } }
}

/// Puts a head together, line by line.
struct HeadReader {
  private static let limit = 256 << 10

  private var status: Int?
  private var headers: [HTTPRequest.Header] = []
  private var bytes = 0

  var isTooLong: Bool { bytes > Self.limit }

  /// - Returns: The head, after the blank line that ends it. A provisional answer (1xx) is not one.
  mutating func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPHead? {
    self.bytes += bytes.count
    var line = Substring(String(decoding: bytes, as: UTF8.self))
    while let last = line.unicodeScalars.last, last == "\r" || last == "\n" {
      line.unicodeScalars.removeLast()
    }
    if line.hasPrefix("HTTP/") {
      let parts = line.split(separator: " ")
      status = parts.count > 1 ? Int(parts[1]) : nil
      headers = []
      return nil
    }
    if line.isEmpty {
      guard let status, status >= 200 else { return nil }
      return HTTPHead(status: status, headers: headers)
    }
    if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(HTTPRequest.Header(String(line[..<colon]), String(value)))
    }
    return nil
  }
}
