extension CompletionScript {
  /// One `_arguments` a command.
  var zsh: String {
    let list = table.named.map { "    '\($0.name):\(Self.zshEscaped($0.summary))'" }.joined(separator: "\n")
    var cases = ""
    for command in table.named {
      cases += "    \(command.name))\n      _arguments -s \(arguments(command)) && return\n      ;;\n"
    }
    return """
      #compdef stemma
      # zsh completion for stemma; made by “stemma completions zsh”.
      _stemma() {
        local -a commands
        commands=(
      \(list)
        )
        local index command=
        for ((index = 2; index < CURRENT; index++)); do
          if (( ${commands[(I)${words[index]}:*]} )); then
            command=${words[index]}
            break
          fi
        done
        case $command in
      \(cases)    *)
            _describe -t commands command commands
            _arguments -s \(arguments(table.open)) && return
            ;;
        esac
      }
      if [[ $funcstack[1] == _stemma ]]; then
        _stemma "$@"
      else
        compdef _stemma stemma
      fi

      """
  }

  private func arguments(_ command: Command) -> String {
    var parts = command.allOptions.map(specification)
    switch command.operands.first?.completion {
    case .words(let words)?: parts.append("'*:\(command.name):(\(words.joined(separator: " ")))'")
    case .commands?: parts.append("'*:command:(\(commandNames.joined(separator: " ")))'")
    case .files?: parts.append("'*:file:_files'")
    case nil: break
    }
    return parts.map { "\\\n        \($0)" }.joined(separator: " ")
  }

  private func specification(_ option: Option) -> String {
    let names = spellings(option)
    let what = "[\(Self.zshEscaped(option.summary))]"
    var value = ""
    if let kind = option.value {
      let action =
        words(of: kind).map { "(\($0.joined(separator: " ")))" } ?? (takesFile(kind) ? "_files" : " ")
      value = ":\(Self.zshEscaped(kind.placeholder)):\(action)"
    }
    if names.count == 1 { return "'\(names[0])\(value.isEmpty ? "" : "=")\(what)\(value)'" }
    let both = names.map { $0.hasPrefix("--") && !value.isEmpty ? "\($0)=" : $0 }.joined(separator: ",")
    return "'(\(names.joined(separator: " ")))'{\(both)}'\(what)\(value)'"
  }

  /// Inside single quotes, and inside a specification's brackets.
  private static func zshEscaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "'": out += "'\\''"
      case ":", "[", "]", "\\": out += "\\\(character)"
      default: out.append(character)
      }
    }
    return out
  }
}
