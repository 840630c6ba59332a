extension CompletionScript {
  /// One `complete` line a command, option and list of words.
  var fish: String {
    var lines = ["# fish completion for stemma; made by “stemma completions fish”."]
    let names = commandNames.joined(separator: " ")
    for command in table.named {
      lines.append(
        "complete -c stemma -n 'not __fish_seen_subcommand_from \(names)' -a \(command.name)"
          + " -d \(Self.quoted(command.summary))")
    }
    for command in table.all {
      let condition =
        command.name.isEmpty
        ? "not __fish_seen_subcommand_from \(names)" : "__fish_seen_subcommand_from \(command.name)"
      for option in command.allOptions { lines.append(line(option, when: condition)) }
      switch command.operands.first?.completion {
      case .words(let words)?:
        lines.append(
          "complete -c stemma -f -n '\(condition)' -a \(Self.quoted(words.joined(separator: " ")))")
      case .commands?: lines.append("complete -c stemma -f -n '\(condition)' -a \(Self.quoted(names))")
      case .files?, nil: break
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ option: Option, when condition: String) -> String {
    var line = "complete -c stemma -n '\(condition)' -l \(option.name)"
    if let short = option.short { line += " -s \(short)" }
    if let value = option.value {
      line += takesFile(value) ? " -r -F" : " -x"
      if let words = words(of: value) { line += " -a \(Self.quoted(words.joined(separator: " ")))" }
    }
    return line + " -d \(Self.quoted(option.summary))"
  }

  private static func quoted(_ text: String) -> String {
    var out = "'"
    for character in text {
      if character == "'" || character == "\\" { out.append("\\") }
      out.append(character)
    }
    return out + "'"
  }
}
