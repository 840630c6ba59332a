/// A filter that cannot be read: what is wrong, where in its text, and what would be right.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Fault: Sendable, Hashable {
    case unknownKey(String)
    case unknownValue(key: String, value: String, known: [String])
    case notANumber(String)
    case missingValue(key: String)
    case openQuote
  }

  public var fault: Fault
  /// Characters before the faulty term.
  public var offset: Int

  /// One line.
  public var description: String {
    let reason =
      switch fault {
      case .unknownKey(let key):
        "there is no “\(key):”; use \(Filter.keys.map { $0 + ":" }.joined(separator: " ")) or \"text\""
      case .unknownValue(let key, let value, let known):
        "\(key): knows no “\(value)”; use \(known.joined(separator: ", "))"
      case .notANumber(let text):
        "“\(text)” is no number of tokens; write tokens:500, tokens:>500 or tokens:<=2000"
      case .missingValue(let key):
        "\(key): needs a value"
      case .openQuote:
        "a quote is not closed; add a \" at its end"
      }
    return "filter, column \(offset + 1): \(reason)"
  }
}
