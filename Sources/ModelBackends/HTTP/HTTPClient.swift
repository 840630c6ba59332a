/// Asks web servers, and reads their answers as they come. Built on libcurl: TLS is verified, redirects are not followed.
///
/// All requests run on one thread of the client; connections are kept for the next request. The thread ends with the client.
final class HTTPClient: Sendable {
  private let loop: TransferLoop

  /// - Parameter certificateAuthorities: A file of certificates (PEM) to trust instead of the system's.
  init(certificateAuthorities: String? = nil) {
    loop = TransferLoop(certificateAuthorities: certificateAuthorities)
  }

  deinit { loop.stop() }

  /// Sends a request and waits for the head of the answer, whatever its status.
  ///
  /// Cancelling the task closes the connection at once, and so does letting go of the answer's body.
  ///
  /// - Throws: `HTTPError`; `CancellationError` when the task is cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let header = request.headers.first(where: { !$0.isSendable }) {
      throw HTTPError.badHeader(name: header.name)
    }
    try Task.checkCancellation()
    let owner = TransferOwner(Transfer(request: request, loop: loop), of: self)
    loop.start(owner.transfer)
    let head = try await owner.transfer.head()
    if (300..<400).contains(head.status), head.status != 304 {
      throw HTTPError.redirected(
        server: request.address.server, location: head["Location"] ?? "nowhere (status \(head.status))")
    }
    return HTTPResponse(head: head, body: HTTPBody(owner: owner))
  }
}
