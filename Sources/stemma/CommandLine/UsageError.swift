/// What is wrong with a command line. The text is one line: what, and what to do.
enum UsageError: Error, CustomStringConvertible {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, command: Command, nearest: String?)
  /// An option of another command.
  case foreignOption(String, command: Command, owner: Command)
  case needsValue(Option)
  case takesNoValue(Option)
  case badValue(Option, found: String, nearest: String?)
  case missingOperand(String, command: Command)
  case surplusOperand(String, command: Command)
  case needsOption(Option, command: Command)
  case conflict(String, command: Command)

  var description: String {
    switch self {
    case .unknownCommand(let word, let nearest?):
      "no command or file “\(word)”; did you mean “\(nearest)”?"
    case .unknownCommand(let word, nil):
      "no command or file “\(word)”; “stemma help” lists the commands"
    case .unknownOption(let option, _, let nearest?):
      "unknown option \(option); did you mean \(nearest)?"
    case .unknownOption(let option, let command, nil):
      "unknown option \(option); “\(Self.help(command))” lists the options"
    case .foreignOption(let option, let command, let owner):
      "\(option) is an option of “\(owner.fullName)”, not of “\(command.fullName)”; leave it out"
    case .needsValue(let option):
      "--\(option.name) needs a value: \(Self.wanted(option))"
    case .takesNoValue(let option):
      "--\(option.name) takes no value; write it alone"
    case .badValue(let option, let found, let nearest?):
      "--\(option.name) “\(found)” is not known; did you mean “\(nearest)”?"
    case .badValue(let option, let found, nil):
      "--\(option.name) “\(found)” will not do; give \(Self.wanted(option))"
    case .missingOperand(let operand, let command):
      "\(command.name.isEmpty ? "stemma" : command.name) needs \(operand); usage: \(command.usage)"
    case .surplusOperand(let operand, let command):
      "one too many: “\(operand)”; usage: \(command.usage)"
    case .needsOption(let option, let command):
      "\(command.name) needs --\(option.name): \(Self.wanted(option))"
    case .conflict(let what, let command):
      "\(what); “\(Self.help(command))” tells more"
    }
  }

  private static func help(_ command: Command) -> String {
    command.name.isEmpty ? "stemma help" : "stemma help \(command.name)"
  }

  private static func wanted(_ option: Option) -> String {
    switch option.value {
    case .file?: "a file"
    case .number(let least)?: "a whole number from \(least)"
    case .choice(let words)?: "one of \(words.joined(separator: ", "))"
    case .theme?: "the name of a theme, or its file"
    case .size?: "columns and rows such as 100x30"
    case .format?: "one of \(ExportFormat.names.joined(separator: ", "))"
    case .text(let name)?: name
    case nil: "nothing"
    }
  }
}
