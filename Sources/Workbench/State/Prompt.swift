import Recordings

/// The line at the foot while something is typed into it: what to find, a filter, a command.
struct Prompt: Sendable {
  enum Kind: Sendable, Hashable {
    case find, filter, command
    /// A prompt for the live session.
    case say
    /// The value of one of its state variables.
    case value(String)

    /// What stands before the text.
    var sign: String {
      switch self {
      case .find: "/"
      case .filter: "filter "
      case .command: ":"
      case .say: "prompt "
      case .value(let name): "\(name) = "
      }
    }
  }

  var kind: Kind
  var input = LineInput()
  /// What is wrong with what stands there, told while typing.
  var complaint: String?
  /// Completions of what stands before the cursor, and which one was taken last.
  var completions: [String] = []
  var completion: Int?
  /// Place in the history, from the newest; nil while something new is typed.
  var historyPlace: Int?
  /// Where to go back to when the search is given up.
  var origin: (snapshot: Int, entry: Int)?
}

/// What was typed before, newest last, for each kind of line.
struct PromptHistory: Sendable {
  private var lines: [Prompt.Kind: [String]] = [:]
  private static let longest = 100

  mutating func add(_ text: String, to kind: Prompt.Kind) {
    guard !text.isEmpty else { return }
    var known = lines[kind, default: []].filter { $0 != text }
    known.append(text)
    lines[kind] = Array(known.suffix(Self.longest))
  }

  /// The `place`th line before now, 0 being the last; nil when there are not so many.
  func line(_ place: Int, of kind: Prompt.Kind) -> String? {
    let known = lines[kind, default: []]
    return place >= 0 && place < known.count ? known[known.count - 1 - place] : nil
  }
}
