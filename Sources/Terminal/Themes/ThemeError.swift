/// Why a theme could not be read. `description` is one line: the file, the place, what to do.
public struct ThemeError: Error, Equatable, CustomStringConvertible {
  /// The file as it was asked for, or the name of a built-in theme.
  public var file: String
  /// Line of the fault from 1, where there is one.
  public var line: Int?
  /// Column of the fault from 1, in code points.
  public var column: Int?
  /// What is wrong.
  public var fault: Fault

  /// What can be wrong with a theme.
  public enum Fault: Equatable, Sendable {
    /// The file cannot be read; the text is the system's.
    case unreadable(String)
    /// Not JSON.
    case syntax(String)
    case missing(key: String)
    case unknownKey(key: String, nearest: String?)
    /// A value of the wrong sort: the key, what stands there, what may stand there.
    case badValue(key: String, found: String, expected: String)
    /// No theme of that name; the names there are.
    case noSuchTheme(name: String, known: [String])
  }

  init(file: String, at place: JSONReader.Place? = nil, fault: Fault) {
    self.file = file
    line = place?.line
    column = place?.column
    self.fault = fault
  }

  /// One line for a person.
  public var description: String {
    var place = DisplayText.safe(file)
    if let line, let column { place += ":\(line):\(column)" }
    switch fault {
    case .unreadable(let reason): return "\(place): cannot be read: \(reason)"
    case .syntax(let message): return "\(place): \(message)"
    case .missing(let key): return "\(place): \(key) is missing; add it, or \"extends\" a built-in theme"
    case .unknownKey(let key, let nearest):
      return "\(place): \(key) is not a key of a theme" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    case .badValue(let key, let found, let expected):
      return "\(place): \(key) is \(found); expected \(expected)"
    case .noSuchTheme(let name, let known):
      return "no theme \"\(DisplayText.safe(name))\"; there are \(known.joined(separator: ", "))"
    }
  }
}
