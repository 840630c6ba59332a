import CCurl

/// How a transfer is described to libcurl.
struct HandleOptions {
  let transfer: Transfer
  let certificateAuthorities: String?

  /// - Parameter failure: Where libcurl writes its words; it outlives the handle.
  /// - Returns: The list of headers, to be freed after the handle.
  func apply(
    to handle: UnsafeMutableRawPointer, failure: UnsafeMutablePointer<CChar>
  ) -> UnsafeMutablePointer<curl_slist>? {
    let request = transfer.request
    curl_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, failure)
    curl_easy_set_string(handle, CURLOPT_URL, request.address.text)
    curl_easy_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    // Keys would go along to wherever a redirect leads.
    curl_easy_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
    curl_easy_set_long(handle, CURLOPT_NOSIGNAL, 1)
    curl_easy_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
    curl_easy_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
    if let certificateAuthorities {
      curl_easy_set_string(handle, CURLOPT_CAINFO, certificateAuthorities)
    }
    // A proxy of the environment is for the world outside of this machine, and its own head is not the answer's.
    if request.address.isLoopback { curl_easy_set_string(handle, CURLOPT_PROXY, "") }
    curl_easy_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Asks for no compression, which would hold events back, and reads an answer that is compressed nevertheless.
    curl_easy_set_string(handle, CURLOPT_ACCEPT_ENCODING, "identity")
    let connect = request.limits.connect.components
    curl_easy_set_long(
      handle, CURLOPT_CONNECTTIMEOUT_MS,
      max(1, Int(connect.seconds * 1000 + connect.attoseconds / 1_000_000_000_000_000)))
    setBody(of: handle)
    setReceivers(of: handle)
    return setHeaders(of: handle)
  }

  private func setBody(of handle: UnsafeMutableRawPointer) {
    let request = transfer.request
    guard let body = request.body else {
      curl_easy_set_long(handle, CURLOPT_HTTPGET, 1)
      return
    }
    curl_easy_set_long(handle, CURLOPT_POST, 1)
    curl_easy_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    // Copied by libcurl: an array's storage may move.
    body.withUnsafeBytes { bytes in
      _ = curl_easy_set_pointer(
        handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
    if body.isEmpty { curl_easy_set_string(handle, CURLOPT_COPYPOSTFIELDS, "") }
  }

  private func setHeaders(of handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<curl_slist>? {
    // Without "Expect", or libcurl waits a second for servers that do not know "100 Continue".
    var list = curl_slist_append(nil, "Expect:")
    for header in transfer.request.headers {
      // A header without a value ends in a semicolon for libcurl, else it would be left out.
      let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
      if let longer = curl_slist_append(list, line) { list = longer }
    }
    curl_easy_set_list(handle, CURLOPT_HTTPHEADER, list)
    return list
  }

  /// The transfer outlives the handle: the loop keeps both together.
  private func setReceivers(of handle: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    curl_easy_set_pointer(handle, CURLOPT_WRITEDATA, context)
    curl_easy_set_pointer(handle, CURLOPT_HEADERDATA, context)
    curl_easy_set_receive(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let context, let bytes else { return 0 }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      let piece = UnsafeBufferPointer(
        start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: size * count)
      return switch transfer.receive(body: piece) {
      case .taken: piece.count
      case .pause: curl_write_pause()
      case .refuse: 0
      }
    }
    curl_easy_set_receive(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let context, let bytes else { return 0 }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      let line = UnsafeBufferPointer(
        start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: size * count)
      return transfer.receive(headLine: line) == .taken ? line.count : 0
    }
  }
}

/// How a transfer ended, from what libcurl says.
struct TransferEnd {
  let result: CURLcode
  /// libcurl's words; empty when it has none for this transfer.
  let words: String
  let hasHead: Bool
  let request: HTTPRequest

  var outcome: Result<Void, any Error> {
    if result == CURLE_OK { return .success(()) }
    let server = request.address.server
    let words = words.isEmpty ? String(cString: curl_easy_strerror(result)) : words
    let error: HTTPError =
      switch result {
      case CURLE_COULDNT_CONNECT: .cannotConnect(server: server, reason: "nothing takes connections there")
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
        .cannotConnect(server: server, reason: words)
      case CURLE_OPERATION_TIMEDOUT: .connectTimedOut(server: server, after: request.limits.connect)
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
        .notTrusted(server: server, reason: words)
      case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        CURLE_SEND_ERROR, CURLE_BAD_CONTENT_ENCODING:
        .dropped(server: server, reason: words)
      case CURLE_WRITE_ERROR where !hasHead: .failed(server: server, reason: "its headers are too long")
      default: .failed(server: server, reason: words)
      }
    return .failure(error)
  }
}
