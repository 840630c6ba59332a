import FoundationEssentials

/// Why a server could not be asked, or its answer not be read to the end. `server` is scheme, host and port, never a key.
public enum HTTPError: Error, LocalizedError, Hashable, Sendable {
  /// Text that is not the address of a server; with what is wrong with it.
  case badAddress(String, reason: String)
  /// A header that would not be one line.
  case badHeader(name: String)
  case cannotConnect(server: String, reason: String)
  /// The connection could not be made safe: certificate, name, protocol.
  case notTrusted(server: String, reason: String)
  case connectTimedOut(server: String, after: Duration)
  /// Connected, and never a byte.
  case noAnswer(server: String, after: Duration)
  /// The answer began, and then nothing came any more.
  case stalled(server: String, after: Duration)
  /// The connection ended before the answer did.
  case dropped(server: String, reason: String)
  /// An answer of more bytes than are read.
  case tooLarge(limit: Int)
  /// The server sends us elsewhere. Nobody follows, since keys would go along.
  case redirected(server: String, location: String)
  case failed(server: String, reason: String)

  /// One line for a person.
  public var errorDescription: String? {
    switch self {
    case .badAddress(let text, let reason): "\(Visible.text(text)): \(reason)"
    case .badHeader(let name):
      "the header \(Visible.text(name)) cannot be sent: its name or value is not one line"
    case .cannotConnect(let server, let reason): "\(server) cannot be reached: \(Visible.text(reason))"
    case .notTrusted(let server, let reason): "\(server) is not trusted: \(Visible.text(reason))"
    case .connectTimedOut(let server, let time):
      "\(server) did not take the connection in \(Self.words(time))\(Self.plainly(server))"
    case .noAnswer(let server, let time): "\(server) said nothing for \(Self.words(time))"
    case .stalled(let server, let time):
      "\(server) stopped in the middle of its answer, \(Self.words(time)) ago"
    case .dropped(let server, let reason):
      "\(server) closed the connection in the middle of its answer: \(Visible.text(reason))"
    case .tooLarge(let limit): "the answer is longer than \(limit) bytes: it is not read further"
    case .redirected(let server, let location):
      "\(server) sends requests on to \(Visible.text(location)): use that address, since none is followed"
    case .failed(let server, let reason): "\(server): \(Visible.text(reason))"
    }
  }

  /// A server without TLS waits for a line that never comes.
  private static func plainly(_ server: String) -> String {
    server.hasPrefix("https://") ? ": if it speaks no TLS, its address begins with http://" : ""
  }

  /// `10 s`, `0.05 s`.
  static func words(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    guard attoseconds != 0 else { return "\(seconds) s" }
    let thousandths = Double(seconds) + (Double(attoseconds) / 1e15).rounded() / 1000
    return "\(thousandths) s"
  }
}

/// Text of a server in one line, with what a terminal would obey made visible.
enum Visible {
  /// At most `limit` characters.
  static func text(_ text: String, limit: Int = 600) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.value {
      case 0x0A, 0x0D, 0x09: shown += " "
      case 0..<0x20: shown.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
      case 0x7F: shown += "\u{2421}"
      case 0x80..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: shown += "\u{FFFD}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    if text.unicodeScalars.count > limit { shown += "…" }
    return shown
  }
}
