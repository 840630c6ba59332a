extension CompletionScript {
  /// A function that looks for the command among the words so far, then offers its options, their values, or files.
  var bash: String {
    var cases = ""
    for command in table.all {
      let pattern = command.name.isEmpty ? "''" : command.name
      let options = command.allOptions.flatMap(spellings).joined(separator: " ")
      cases += "    \(pattern)) options='\(options)' words='\(operandWords(command))' ;;\n"
    }
    return """
      # bash completion for stemma; made by stemma completions bash.
      _stemma() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command='' index options='' words=''
        for ((index = 1; index < COMP_CWORD; index++)); do
          case ${COMP_WORDS[index]} in
            \(commandNames.joined(separator: "|"))) command=${COMP_WORDS[index]}; break ;;
          esac
        done
        COMPREPLY=()
        case $previous in
      \(valueCases)  esac
        case $command in
      \(cases)  esac
        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
          return
        fi
        compopt -o filenames 2>/dev/null
        if [[ -n $words ]]; then
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        fi
        if [[ $command != help && $command != completions && $command != themes ]]; then
          local IFS=$'\\n'
          COMPREPLY+=($(compgen -f -- "$current"))
        fi
      }
      complete -F _stemma stemma

      """
  }

  private func operandWords(_ command: Command) -> String {
    if command.name.isEmpty { return commandNames.joined(separator: " ") }
    switch command.operands.first?.completion {
    case .words(let words)?: return words.joined(separator: " ")
    case .commands?: return commandNames.joined(separator: " ")
    case .files?, nil: return ""
    }
  }

  /// After an option that takes a value, only such values; the rest of the function is then skipped.
  private var valueCases: String {
    var seen: Set<String> = []
    var cases = ""
    for option in table.all.flatMap(\.allOptions) where seen.insert(option.name).inserted {
      guard let value = option.value else { continue }
      let pattern = spellings(option).joined(separator: "|")
      var reply = ""
      if let words = words(of: value) {
        reply += " COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"));"
      }
      if takesFile(value) {
        reply +=
          " compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY+=($(compgen -f -- \"$current\"));"
      }
      cases += "    \(pattern))\(reply) return ;;\n"
    }
    return cases
  }
}
