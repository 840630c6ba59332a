/// What a prompt offers to fill values with: texts in quotes, numbers, and the words it is about. Each quote and number is given once.
struct PromptHints: Sendable {
  private(set) var quotes: [String] = []
  private(set) var numbers: [Double] = []
  let words: [String]
  private let stems: Set<String>
  private var nextWord = 0

  init(_ prompt: String) {
    words = Words.content(of: prompt)
    stems = Set(words.map(Words.stem))
    let characters = Array(prompt)
    readQuotes(characters)
    readNumbers(characters)
  }

  /// Quotation marks that close what another one opened; a straight single one only opens where no letter stands before it.
  private static let closing: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'", "`": "`",
  ]

  private mutating func readQuotes(_ characters: [Character]) {
    var index = 0
    while index < characters.count {
      let mark = characters[index]
      let isApostrophe =
        "'’‘".contains(mark) && index > 0
        && (characters[index - 1].isLetter || characters[index - 1].isNumber)
      if let close = Self.closing[mark], !isApostrophe,
        let end = characters[(index + 1)...].firstIndex(of: close), end > index + 1
      {
        quotes.append(String(characters[index + 1..<end]))
        index = end
      }
      index += 1
    }
  }

  private mutating func readNumbers(_ characters: [Character]) {
    var index = 0
    while index < characters.count {
      guard characters[index].isASCII, characters[index].isNumber else {
        index += 1
        continue
      }
      var start = index
      while index < characters.count, characters[index].isASCII, characters[index].isNumber { index += 1 }
      if index + 1 < characters.count, characters[index] == ".", characters[index + 1].isASCII,
        characters[index + 1].isNumber
      {
        index += 1
        while index < characters.count, characters[index].isASCII, characters[index].isNumber { index += 1 }
      }
      if start > 0, characters[start - 1] == "-" || characters[start - 1] == "−",
        start == 1 || characters[start - 2].isWhitespace
      {
        start -= 1
      }
      let text = String(characters[start..<index]).replacing("−", with: "-")
      if let number = Double(text) { numbers.append(number) }
    }
  }

  /// The next text in quotes that satisfies a condition.
  mutating func takeQuote(where isFit: (String) -> Bool = { _ in true }) -> String? {
    quotes.firstIndex(where: isFit).map { quotes.remove(at: $0) }
  }

  /// The next number within the bounds.
  mutating func takeNumber(in range: ClosedRange<Double>, whole: Bool) -> Double? {
    numbers.firstIndex { range.contains($0) && (!whole || $0 == $0.rounded()) }.map { numbers.remove(at: $0) }
  }

  /// True when the prompt has all the words of the text.
  func mentions(_ text: String) -> Bool {
    let wanted = Words.all(in: text).map(Words.stem)
    return !wanted.isEmpty && wanted.allSatisfy(stems.contains)
  }

  /// Up to three words of the prompt in a row; other ones at each call, as long as there are.
  mutating func takePhrase() -> String? {
    guard !words.isEmpty else { return nil }
    let start = nextWord % words.count
    nextWord += 2
    return words[start..<min(words.count, start + 3)].joined(separator: " ")
  }
}
