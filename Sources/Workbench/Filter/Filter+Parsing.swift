import PrefixCache
import Recordings
import Transcripts

extension Filter {
  /// Reads a filter.
  ///
  /// - Throws: `FilterError` with the column and what would be right.
  public init(parsing text: String) throws(FilterError) {
    var terms: [Term] = []
    for word in try Self.words(of: text) {
      terms.append(try Self.term(word))
    }
    self.init(source: text, terms: terms)
  }

  private struct Word {
    var key: String?
    var value: String
    var isNegated: Bool
    var offset: Int
  }

  /// Splits at blanks outside of quotes; a `\` keeps the next quote.
  private static func words(of text: String) throws(FilterError) -> [Word] {
    var words: [Word] = []
    var characters = Array(text)[...]
    while let first = characters.first {
      if first.isWhitespace {
        characters.removeFirst()
        continue
      }
      let offset = characters.startIndex
      var word = Word(key: nil, value: "", isNegated: false, offset: offset)
      if first == "-", characters.count > 1, !characters[offset + 1].isWhitespace {
        word.isNegated = true
        characters.removeFirst()
      }
      var inQuotes = false
      var sawQuote = false
      while let next = characters.first, inQuotes || !next.isWhitespace {
        characters.removeFirst()
        if next == "\\", characters.first == "\"" {
          word.value.append(characters.removeFirst())
        } else if next == "\"" {
          inQuotes.toggle()
          sawQuote = true
        } else if next == ":", !inQuotes, !sawQuote, word.key == nil, !word.value.isEmpty {
          word.key = word.value
          word.value = ""
        } else {
          word.value.append(next)
        }
      }
      if inQuotes { throw FilterError(fault: .openQuote, offset: offset) }
      words.append(word)
    }
    return words
  }

  private static func term(_ word: Word) throws(FilterError) -> Term {
    guard let key = word.key else { return Term(test: .text(word.value), isNegated: word.isNegated) }
    if keys.contains(key), word.value.isEmpty {
      throw FilterError(fault: .missingValue(key: key), offset: word.offset)
    }
    let choices = word.value.split(separator: ",").map(String.init)
    let test: Test
    switch key {
    case "kind":
      test = .kind(Set(try pick(choices, from: EntryKind.allCases, word)))
    case "cache":
      test = .cache(Set(try pick(choices, from: [EntryFate.kept, .lost, .new], word)))
    case "cause":
      test = .cause(Set(try pick(choices, from: CacheCause.allCases, word)))
    case "tool": test = .tool(choices)
    case "profile": test = .profile(choices)
    case "model": test = .model(choices)
    case "tokens": test = try tokens(word)
    default: throw FilterError(fault: .unknownKey(key), offset: word.offset)
    }
    return Term(test: test, isNegated: word.isNegated)
  }

  private static func pick<Value: RawRepresentable<String>>(
    _ choices: [String], from known: [Value], _ word: Word
  ) throws(FilterError) -> [Value] {
    var values: [Value] = []
    for choice in choices {
      guard let value = known.first(where: { $0.rawValue.lowercased() == choice.lowercased() }) else {
        throw FilterError(
          fault: .unknownValue(key: word.key ?? "", value: choice, known: known.map(\.rawValue)),
          offset: word.offset)
      }
      values.append(value)
    }
    return values
  }

  private static func tokens(_ word: Word) throws(FilterError) -> Test {
    // The longer signs first: `<=` begins with `<`.
    let signs: [Comparison] = [.atMost, .atLeast, .less, .more, .equal]
    let sign = signs.first { word.value.hasPrefix($0.rawValue) }
    let digits = word.value.dropFirst(sign?.rawValue.count ?? 0)
    let thousands = digits.hasSuffix("k")
    guard let number = Int(thousands ? digits.dropLast() : digits), number >= 0, number < 1 << 40 else {
      throw FilterError(fault: .notANumber(word.value), offset: word.offset)
    }
    return .tokens(sign ?? .equal, thousands ? number * 1000 : number)
  }
}
