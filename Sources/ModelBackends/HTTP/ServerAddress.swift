import FoundationEssentials

/// The address of a server, or of something on it: `http` or `https`, and nothing secret.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// As it is sent to.
  public let text: String
  /// `http` or `https`.
  let scheme: String
  let host: String
  let port: Int?
  /// From the first slash on, without query and fragment; empty or beginning with a slash, never ending with one.
  let path: String
  /// Without its question mark; nil where there is none.
  let query: String?

  /// Parameters of a query that hold what nobody should see.
  private static let secretParameters: Set<String> = [
    "key", "apikey", "token", "accesstoken", "secret", "sig", "signature", "password",
  ]

  /// - Throws: `HTTPError.badAddress`, for one that is not of a web server, or that holds a password or a key.
  public init(_ text: String) throws(HTTPError) {
    let shown = Self.hidingSecrets(in: text)
    let trimmed = text.filter { !$0.isWhitespace }
    guard trimmed == text, let components = URLComponents(string: text) else {
      throw .badAddress(shown, reason: "not an address: use one such as http://127.0.0.1:8080")
    }
    guard let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      throw .badAddress(shown, reason: "an address begins with http:// or https://")
    }
    guard let host = components.host, !host.isEmpty else {
      throw .badAddress(shown, reason: "the address names no host")
    }
    let remedy = "give it in STEMMA_API_KEY or in a file that only you can read"
    guard components.user == nil, components.password == nil else {
      throw .badAddress(shown, reason: "an address holds no password: \(remedy)")
    }
    for parameter in components.percentEncodedQuery?.split(separator: "&") ?? [] {
      let name = parameter.prefix { $0 != "=" }.lowercased().filter { $0 != "-" && $0 != "_" }
      guard Self.secretParameters.contains(name) else { continue }
      throw .badAddress(shown, reason: "an address holds no key: \(remedy)")
    }
    if let port = components.port, !(1...65_535).contains(port) {
      throw .badAddress(shown, reason: "port \(port) is not one of 1 to 65535")
    }
    self.init(
      scheme: scheme, host: host, port: components.port, path: components.percentEncodedPath,
      query: components.percentEncodedQuery)
  }

  private init(scheme: String, host: String, port: Int?, path: String, query: String?) {
    self.scheme = scheme
    self.host = host
    self.port = port
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    self.path = path
    self.query = query
    // A literal of version 6 comes with its brackets or without.
    let spelled = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    text = "\(scheme)://\(spelled)\(port.map { ":\($0)" } ?? "")\(path)\(query.map { "?\($0)" } ?? "")"
  }

  /// Scheme, host and port: what errors call a server.
  public var server: String {
    ServerAddress(scheme: scheme, host: host, port: port, path: "", query: nil).text
  }

  /// As it is sent to.
  public var description: String { text }

  /// What is on the same server at `path`, which begins with a slash.
  func replacingPath(_ path: String, query: String? = nil) -> ServerAddress {
    ServerAddress(scheme: scheme, host: host, port: port, path: path, query: query)
  }

  /// What lies below: `path` begins with a slash. A query of the address is kept.
  func appending(_ path: String) -> ServerAddress {
    ServerAddress(scheme: scheme, host: host, port: port, path: self.path + path, query: query)
  }

  /// A text that should have been an address, for a message: without what stands before an at sign, and without its query.
  public static func hidingSecrets(in text: String) -> String {
    var rest = Substring(text)
    var shown = ""
    if let scheme = rest.firstRange(of: "://") {
      shown = String(rest[..<scheme.upperBound])
      rest = rest[scheme.upperBound...]
    }
    if let sign = rest.lastIndex(of: "@") {
      shown += "…"
      rest = rest[sign...]
    }
    guard let query = rest.firstIndex(of: "?") else { return shown + rest }
    return shown + rest[...query] + "…"
  }

  /// This machine, which no proxy knows better.
  var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
      || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
  }

  /// The folder in its path that names a version, such as `/v1` or `/api/v4/openai` up to `v4`.
  var hasVersionSegment: Bool {
    path.split(separator: "/").contains { segment in
      segment.first == "v" && segment.dropFirst().first?.isNumber == true
        && segment.dropFirst().allSatisfy { $0.isNumber || $0.isLetter || $0 == "." }
    }
  }
}
