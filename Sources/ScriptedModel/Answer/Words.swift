/// The words of a text as the built-in behaviour compares them.
enum Words {
  /// Lower-case words of letters and digits, in order; a name in camel case or with underscores is its words.
  static func all(in text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in text {
      let isWord = character.isLetter || character.isNumber
      // A capital after a small letter begins a word: searchRecipes.
      if !word.isEmpty, !isWord || (character.isUppercase && wasLower) {
        words.append(word.lowercased())
        word = ""
      }
      if isWord { word.append(character) }
      wasLower = character.isLowercase || character.isNumber
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  /// The words that say what a text is about: without the little ones, each once, in order.
  static func content(of text: String) -> [String] {
    var seen: Set<String> = []
    return all(in: text).filter { $0.count > 1 && !little.contains($0) && seen.insert($0).inserted }
  }

  /// A word without the endings that English puts on it, roughly: enough to find `recipes` in `recipe`.
  static func stem(_ word: String) -> String {
    for ending in ["ies", "ing", "es", "ed", "s"]
    where word.count > ending.count + 2 && word.hasSuffix(ending) {
      return ending == "ies" ? word.dropLast(3) + "y" : String(word.dropLast(ending.count))
    }
    return word.count > 3 && word.hasSuffix("e") ? String(word.dropLast()) : word
  }

  static func stems(of text: String) -> Set<String> { Set(content(of: text).map(stem)) }

  /// The sentences of a text, without the blanks around them.
  static func sentences(of text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    func close() {
      let trimmed = sentence.trimmedBlanks
      if !trimmed.isEmpty { sentences.append(trimmed) }
      sentence = ""
    }
    var ended = false
    for character in text {
      if character.isNewline || (ended && character.isWhitespace) {
        close()
        ended = false
        continue
      }
      sentence.append(character)
      ended = ".!?。".contains(character)
    }
    close()
    return sentences
  }

  /// The beginning of a text, cut between words where it is longer than so many characters.
  static func clipped(_ text: String, to length: Int) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.count > length else { return line }
    let head = line.prefix(length)
    return (head.lastIndex(of: " ").map { String(head[..<$0]) } ?? String(head)) + "…"
  }

  private static let little: Set<String> = [
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "because",
    "been", "before",
    "but", "by", "can", "could", "did", "do", "does", "for", "from", "give", "had", "has", "have", "he",
    "her", "here",
    "his", "how", "if", "in", "into", "is", "it", "its", "just", "let", "ll", "make", "may", "me", "more",
    "my", "no",
    "not", "now", "of", "on", "one", "or", "our", "out", "please", "re", "said", "say", "she", "should", "so",
    "some",
    "tell", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "up",
    "us", "ve",
    "want", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with", "would",
    "you", "your",
  ]
}

extension StringProtocol {
  /// Without the white space at both ends.
  var trimmedBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else {
      return ""
    }
    return String(self[first...last])
  }
}
