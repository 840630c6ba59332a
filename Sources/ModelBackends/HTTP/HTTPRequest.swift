import FoundationEssentials

/// What a server is asked.
struct HTTPRequest: Sendable {
  /// A header's name and value; the order in which they are sent.
  struct Header: Sendable, Hashable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// Whether both can stand in one line of a request: a name of letters, digits and dashes, a value without control characters.
    var isSendable: Bool {
      !name.isEmpty
        && name.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
        && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
  }

  var method: String
  var address: ServerAddress
  var headers: [Header]
  /// Nil for a request without a body.
  var body: [UInt8]?
  var limits: HTTPLimits

  static func get(
    _ address: ServerAddress, headers: [Header] = [], limits: HTTPLimits = HTTPLimits()
  ) -> HTTPRequest {
    HTTPRequest(method: "GET", address: address, headers: headers, body: nil, limits: limits)
  }

  /// A body that is JSON.
  static func post(
    _ address: ServerAddress, json: String, headers: [Header] = [], limits: HTTPLimits = HTTPLimits()
  ) -> HTTPRequest {
    HTTPRequest(
      method: "POST", address: address, headers: [Header("Content-Type", "application/json")] + headers,
      body: Array(json.utf8), limits: limits)
  }
}

/// How long a server may take, and how much it may send.
struct HTTPLimits: Sendable, Hashable {
  /// To take the connection, TLS included.
  var connect: Duration = .seconds(10)
  /// From the connection to the first byte. A server that prefills a long prompt says nothing meanwhile.
  var answer: Duration = .seconds(600)
  /// Between two bytes of an answer.
  var stall: Duration = .seconds(120)
  /// Bytes of a whole answer.
  var maximumBytes = 256 << 20
  /// Bytes that may wait for their reader; then the server is made to wait.
  var maximumBuffered = 1 << 20
}

/// What a server answered: the head at once, the body as it comes.
struct HTTPResponse: Sendable {
  var head: HTTPHead
  var body: HTTPBody
}

/// An answer's status and headers.
struct HTTPHead: Sendable, Hashable {
  var status: Int
  var headers: [HTTPRequest.Header]

  /// The value of a header, whatever the case of its name; of several the first.
  subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// An answer's bytes, piece by piece as they arrive.
///
/// It is read once. Who stops reading and lets go of it closes the connection, and so does the cancellation of the task that waits for more.
struct HTTPBody: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  let owner: TransferOwner

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(owner: owner) }

  struct AsyncIterator: AsyncIteratorProtocol {
    let owner: TransferOwner

    /// - Throws: `HTTPError` when the transfer failed, `CancellationError` when the task was cancelled.
    mutating func next() async throws -> [UInt8]? { try await owner.transfer.next() }
  }

  /// The first `count` bytes, or all of fewer. The rest is not read.
  func prefix(_ count: Int) async throws -> [UInt8] {
    var first: [UInt8] = []
    for try await piece in self {
      first += piece.prefix(count - first.count)
      if first.count == count { break }
    }
    return first
  }

  /// All of it.
  ///
  /// - Throws: `HTTPError.tooLarge` beyond `limit` bytes, and what the transfer throws.
  func collect(limit: Int = 64 << 20) async throws -> [UInt8] {
    var all: [UInt8] = []
    for try await piece in self {
      all += piece
      if all.count > limit { throw HTTPError.tooLarge(limit: limit) }
    }
    return all
  }
}

/// Keeps a transfer, and the client that runs it, going for as long as somebody may read it.
final class TransferOwner: Sendable {
  let transfer: Transfer
  private let client: HTTPClient

  init(_ transfer: Transfer, of client: HTTPClient) {
    self.transfer = transfer
    self.client = client
  }

  deinit { transfer.cancel() }
}
