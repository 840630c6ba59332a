import FoundationEssentials
import Glibc

/// A secret header for a server, such as an API key. Shown nowhere: descriptions, dumps and error texts have dots in its place.
public struct ServerKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// What is wrong with a key; never the key.
  public enum Failure: Error, LocalizedError, Hashable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    /// Others may read the file.
    case open(path: String, mode: Int)
    /// Neither a key on one line nor `Name: value`.
    case malformed(source: String)

    /// One line for a person.
    public var errorDescription: String? { description }

    /// What is wrong, and the remedy.
    public var description: String {
      switch self {
      case .unreadable(let path, let reason): "\(Visible.text(path)): \(reason)"
      case .open(let path, let mode):
        "\(Visible.text(path)): others may read this key (mode \(String(mode, radix: 8))): run chmod 600 on it"
      case .malformed(let source): "\(Visible.text(source)) is not a key on one line, or “Name: value”"
      }
    }
  }

  let header: HTTPRequest.Header

  /// - Parameter text: A key, sent as `Authorization: Bearer …`, or a whole header, `x-api-key: …`.
  /// - Throws: `Failure.malformed`, naming the `source`.
  public init(_ text: String, source: String) throws(Failure) {
    let line = text.split(whereSeparator: \.isNewline).map { $0.filter { !"\t\r".contains($0) } }
      .filter { !$0.isEmpty }
    guard line.count == 1 else { throw .malformed(source: source) }
    let whole = Self.trimmed(line[0])
    let header: HTTPRequest.Header
    if let colon = whole.firstIndex(of: ":"), !whole[..<colon].contains(" ") {
      header = .init(String(whole[..<colon]), Self.trimmed(String(whole[whole.index(after: colon)...])))
    } else {
      guard !whole.contains(" ") else { throw .malformed(source: source) }
      header = .init("Authorization", "Bearer \(whole)")
    }
    guard header.isSendable, !whole.isEmpty, !header.value.isEmpty else { throw .malformed(source: source) }
    self.header = header
  }

  /// The key in an environment variable; nil when it is not set, or empty.
  public static func environment(
    _ name: String = "STEMMA_API_KEY", of environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Failure) -> ServerKey? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return try ServerKey(value, source: name)
  }

  /// The key in a file that only its owner may read (mode 0600 or less).
  public static func file(_ path: String) throws(Failure) -> ServerKey {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "not a file")
    }
    guard status.st_mode & 0o077 == 0 else { throw .open(path: path, mode: Int(status.st_mode & 0o777)) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0, count < bytes.count else { throw .unreadable(path: path, reason: "not a key") }
    return try ServerKey(String(decoding: bytes[..<count], as: UTF8.self), source: path)
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The header's name, and dots.
  public var description: String { "\(header.name): …" }
  /// The same.
  public var debugDescription: String { description }
  /// The same, for `dump`.
  public var customMirror: Mirror { Mirror(self, children: ["header": description]) }

  /// A server's words without the key in them: neither the whole value nor a word of it.
  func hidden(in text: String) -> String {
    var words = header.value.split(separator: " ").map(String.init)
    // What stands before the key names the kind of it.
    if header.name.lowercased().hasSuffix("authorization"), words.count > 1 { words.removeFirst() }
    let secrets = ([header.value] + words).filter { $0.utf8.count >= 4 }
    return secrets.reduce(text) { $0.replacing($1, with: "…") }
  }
}
