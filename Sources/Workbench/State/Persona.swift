import Recordings
import Transcripts

/// Whom a region of the Instructions lane speaks as: a name and a colour.
struct Persona: Sendable, Hashable {
  /// Which of the theme's persona colours; they repeat.
  var index: Int
  var label: String
}

/// The personas met so far. The same name, or instructions that begin the same but for their digits, are one persona, so
/// that a clock in the instructions does not make a new colour each time.
struct Personas: Sendable {
  private var byInstructions: [Int64: Persona] = [:]
  private var indexByIdentity: [String: Int] = [:]

  /// Told apart by so many characters of their beginning.
  private static let identityLength = 80

  /// The persona of an instructions entry, once its words are known.
  func persona(ofInstructions id: Int64) -> Persona? { byInstructions[id] }

  /// The persona of a profile.
  mutating func learn(profile: String) {
    if indexByIdentity[profile] == nil { indexByIdentity[profile] = indexByIdentity.count }
  }

  func persona(ofProfile name: String) -> Persona {
    Persona(index: indexByIdentity[name] ?? 0, label: name)
  }

  /// - Parameter keepsColor: false for a stand-in, whose colour the next persona with a name takes.
  mutating func learn(_ id: EntryID, words: String, keepsColor: Bool = true) {
    let identity = String(words.prefix(Self.identityLength).filter { !$0.isNumber })
    let index = indexByIdentity[identity] ?? indexByIdentity.count
    if keepsColor { indexByIdentity[identity] = index }
    byInstructions[id.rawValue] = Persona(index: index, label: Self.label(words))
  }

  /// A short name from the first words: "You are a warm and friendly expert. …" is "warm and friendly expert".
  static func label(_ words: String) -> String {
    var text = words[...]
    for opening in ["You are an ", "You are a ", "You are the ", "You are ", "You "]
    where text.hasPrefix(opening) {
      text = text.dropFirst(opening.count)
      break
    }
    if let end = text.firstIndex(where: { ".,:;!?\n".contains($0) }), end > text.startIndex {
      text = text[..<end]
    }
    guard text.count > longestLabel else { return String(text) }
    var words = text.prefix(longestLabel + 1).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 1 else { return String(text.prefix(longestLabel)) }
    words.removeLast()
    // A name does not end in a word that leads on to the next.
    while words.count > 1, let last = words.last, leadingOn.contains(String(last)) { words.removeLast() }
    return words.joined(separator: " ")
  }

  private static let longestLabel = 28
  private static let leadingOn: Set<String> = [
    "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "that", "the", "their", "to", "what",
    "which",
    "who", "with", "your",
  ]
}
