/// One line of text being typed: the text and where the next letter goes.
struct LineInput: Sendable, Hashable {
  private(set) var characters: [Character] = []
  private(set) var position = 0

  init(_ text: String = "") {
    characters = Array(text)
    position = characters.count
  }

  var text: String { String(characters) }
  /// What stands left of the cursor.
  var beforeCursor: String { String(characters[..<position]) }
  var isEmpty: Bool { characters.isEmpty }

  mutating func insert(_ text: String) {
    // A line stays one line, whatever is pasted.
    let typed = text.map { $0.isNewline ? " " : $0 }
    characters.insert(contentsOf: typed, at: position)
    position += typed.count
  }

  mutating func deleteBackward() {
    guard position > 0 else { return }
    position -= 1
    characters.remove(at: position)
  }

  mutating func deleteForward() {
    if position < characters.count { characters.remove(at: position) }
  }

  mutating func deleteWord() {
    while position > 0, characters[position - 1] == " " { deleteBackward() }
    while position > 0, characters[position - 1] != " " { deleteBackward() }
  }

  mutating func deleteToStart() {
    characters.removeFirst(position)
    position = 0
  }

  mutating func move(by places: Int) { position = min(max(0, position + places), characters.count) }
  mutating func moveToStart() { position = 0 }
  mutating func moveToEnd() { position = characters.count }
}
