/// Takes apart an answer that begins with its thoughts in tags, `<think>…</think>`, as servers pass it on that do not know the model's format.
///
/// Tags count at the very beginning only: later ones are what the model writes about. A tag may come in pieces.
struct ThoughtTags: Sendable {
  enum Piece: Sendable, Hashable {
    case thought(String)
    case text(String)
  }

  private enum Place {
    case beginning
    case thought(closing: String)
    case afterThought, text
  }

  private static let tags = [("<think>", "</think>"), ("<thinking>", "</thinking>")]

  private var place: Place
  /// What may be the beginning of a tag.
  private var held = ""

  /// - Parameter prompt: What the model was given, whose template may have opened the thoughts already: then the answer begins inside of them.
  init(after prompt: String = "") {
    let end = prompt.reversed().drop { $0.isWhitespace }
    let opened = Self.tags.first { end.starts(with: $0.0.reversed()) }
    place = opened.map { .thought(closing: $0.1) } ?? .beginning
  }

  /// Whether what comes next is a thought, as far as can be told.
  var isThinking: Bool { if case .thought = place { true } else { false } }

  mutating func receive(_ text: String) -> [Piece] {
    guard !text.isEmpty else { return [] }
    if case .text = place { return [.text(text)] }
    held += text
    return advance(isAtEnd: false)
  }

  /// Gives out what was held back.
  mutating func finish() -> [Piece] { advance(isAtEnd: true) }

  private mutating func advance(isAtEnd: Bool) -> [Piece] {
    var pieces: [Piece] = []
    while !held.isEmpty {
      switch place {
      case .beginning:
        let start = held.firstIndex { !$0.isWhitespace } ?? held.endIndex
        if let (opening, closing) = Self.tags.first(where: { held[start...].hasPrefix($0.0) }) {
          held.removeSubrange(..<held.index(start, offsetBy: opening.count))
          place = .thought(closing: closing)
          continue
        }
        if !isAtEnd, Self.tags.contains(where: { $0.0.hasPrefix(held[start...]) }) { return pieces }
        place = .text
      case .thought(let closing):
        if let range = held.firstRange(of: closing) {
          pieces.append(.thought(String(held[..<range.lowerBound])))
          held.removeSubrange(..<range.upperBound)
          place = .afterThought
          continue
        }
        let kept = isAtEnd ? 0 : Self.overlap(of: held, with: closing)
        let given = held.dropLast(kept)
        if !given.isEmpty { pieces.append(.thought(String(given))) }
        held = String(held.suffix(kept))
        return pieces
      case .afterThought:
        // The blank lines that set the answer off.
        held = String(held.drop { $0.isWhitespace })
        if !held.isEmpty { place = .text }
      case .text:
        pieces.append(.text(held))
        held = ""
      }
    }
    return pieces.filter { $0 != .thought("") }
  }

  /// How many characters at the end of `text` may be the beginning of `tag`.
  private static func overlap(of text: String, with tag: String) -> Int {
    for count in stride(from: min(text.count, tag.count - 1), to: 0, by: -1)
    where tag.hasPrefix(text.suffix(count)) { return count }
    return 0
  }
}
