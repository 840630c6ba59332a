/// What a half-typed line may become.
struct Completion {
  /// Names of themes, and of the profiles and models met, for the values that are not fixed.
  var themes: [String] = []
  var profiles: [String] = []

  /// The words that may stand in place of the last one of `text`, in order.
  func words(for text: String, in kind: Prompt.Kind) -> [String] {
    switch kind {
    case .find, .say, .value: []
    case .filter: filterWords(String(text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""))
    case .command: commandWords(text)
    }
  }

  private func commandWords(_ text: String) -> [String] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 1 else {
      return Command.entries.map(\.name).filter { $0.hasPrefix(words.first ?? "") }
    }
    let last = words[words.count - 1]
    switch words[0] {
    case "filter": return filterWords(last)
    case "theme": return themes.filter { $0.hasPrefix(last) }
    case "mouse", "scale", "zoom":
      let choices = Command.entries.first { $0.name == words[0] }?.arguments.split(separator: "|") ?? []
      return words.count == 2 ? choices.map(String.init).filter { $0.hasPrefix(last) } : []
    default: return []
    }
  }

  private func filterWords(_ word: String) -> [String] {
    let sign = word.hasPrefix("-") ? "-" : ""
    let term = word.dropFirst(sign.count)
    guard let colon = term.firstIndex(of: ":") else {
      return Filter.keys.map { sign + $0 + ":" }.filter { $0.hasPrefix(word) }
    }
    let key = String(term[..<colon])
    let known = key == "profile" ? profiles : Filter.values(of: key)
    let given = term[term.index(after: colon)...]
    // Of several values with commas, the last is being typed.
    let done = given.lastIndex(of: ",").map { given[...$0] } ?? ""
    let typed = given.dropFirst(done.count)
    return known.filter { $0.lowercased().hasPrefix(typed.lowercased()) }.map { "\(sign)\(key):\(done)\($0)" }
  }
}
