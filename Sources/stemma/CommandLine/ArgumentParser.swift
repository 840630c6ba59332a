/// Turns the words of a command line into an invocation.
///
/// How this works: options may stand anywhere. The first word that is no option names the command, when there is one of
/// that name; else it is the first file of `stemma FILE…`. `--` ends the options, so `stemma -- show` opens a file named
/// “show”. Options before the command's name belong to the command.
struct ArgumentParser {
  let table: CommandTable
  /// Whether a word names something in the file system, perhaps with `@N`.
  let isFile: (String) -> Bool

  func parse(_ words: [String]) throws(UsageError) -> Invocation {
    let place = try commandPlace(words)
    let command = place.flatMap { table[words[$0]] } ?? table.open
    var rest = words
    if let place, table[words[place]] != nil { rest.remove(at: place) }
    var invocation = Invocation(command)
    try read(rest, into: &invocation)
    if invocation.has(.help) || invocation.has(.version) { return invocation }
    try checkOperands(of: invocation)
    return invocation
  }

  /// Index of the first word that is no option and no option's value.
  private func commandPlace(_ words: [String]) throws(UsageError) -> Int? {
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { return nil }
      guard word.hasPrefix("-"), word != "-" else { return index }
      // Whichever command an option belongs to, its value is no command.
      if !word.contains("="), let option = table.option(spelled: word), option.value != nil { index += 1 }
      index += 1
    }
    return nil
  }

  private func read(_ words: [String], into invocation: inout Invocation) throws(UsageError) {
    var index = 0
    var onlyOperands = false
    func next() -> String? {
      guard index + 1 < words.count else { return nil }
      index += 1
      return words[index]
    }
    while index < words.count {
      let word = words[index]
      if onlyOperands || !word.hasPrefix("-") || word == "-" {
        invocation.operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try option("--\(parts[0])", of: invocation.command)
        try take(option, parts.count > 1 ? String(parts[1]) : nil, next, into: &invocation)
      } else {
        try readShort(word.dropFirst(), next, into: &invocation)
      }
      index += 1
    }
  }

  /// `-h`, `-o FILE`, `-oFILE`.
  private func readShort(
    _ letters: Substring, _ next: () -> String?, into invocation: inout Invocation
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      let option = try option("-\(letter)", of: invocation.command)
      let attached = option.value != nil && !letters.isEmpty ? String(letters) : nil
      try take(option, attached, next, into: &invocation)
      if option.value != nil { return }
    }
  }

  private func option(_ spelling: String, of command: Command) throws(UsageError) -> Option {
    let known = command.allOptions
    if let option = known.first(where: { $0.isSpelled(spelling) }) { return option }
    if let owner = table.all.first(where: { $0.allOptions.contains { $0.isSpelled(spelling) } }) {
      throw .foreignOption(spelling, command: command, owner: owner)
    }
    let nearest = Spelling.nearest(to: spelling, of: known.map { "--\($0.name)" })
    throw .unknownOption(spelling, command: command, nearest: nearest)
  }

  private func take(
    _ option: Option, _ attached: String?, _ next: () -> String?, into invocation: inout Invocation
  ) throws(UsageError) {
    guard let kind = option.value else {
      guard attached == nil else { throw .takesNoValue(option) }
      invocation.set(option)
      return
    }
    guard let value = attached ?? next() else { throw .needsValue(option) }
    switch kind {
    case .number(let least):
      guard let number = Int(value), number >= least else {
        throw .badValue(option, found: value, nearest: nil)
      }
    case .choice(let words):
      guard words.contains(value) else {
        throw .badValue(option, found: value, nearest: Spelling.nearest(to: value, of: words))
      }
    case .format:
      guard ExportFormat(name: value) != nil else {
        throw .badValue(option, found: value, nearest: Spelling.nearest(to: value, of: ExportFormat.names))
      }
    case .size:
      guard Invocation.size(from: value) != nil else { throw .badValue(option, found: value, nearest: nil) }
    case .file, .theme, .text:
      guard !value.isEmpty else { throw .needsValue(option) }
    }
    invocation.set(option, value)
  }

  private func checkOperands(of invocation: Invocation) throws(UsageError) {
    let command = invocation.command
    let (least, most) = command.operandCounts
    if command.name.isEmpty, let word = invocation.operands.first, !isFile(word), !word.contains("/"),
      !word.contains(".")
    {
      throw .unknownCommand(word, nearest: Spelling.nearest(to: word, of: table.named.map(\.name)))
    }
    if invocation.operands.count < least {
      throw .missingOperand(command.operands[invocation.operands.count].name, command: command)
    }
    if let most, invocation.operands.count > most {
      throw .surplusOperand(invocation.operands[most], command: command)
    }
  }
}

extension Option {
  func isSpelled(_ spelling: String) -> Bool {
    spelling == "--\(name)" || (short.map { spelling == "-\($0)" } ?? false)
  }
}
