/// The manual page as roff (man macros), made from the command table.
struct ManPage {
  private let table: CommandTable

  init(_ table: CommandTable) { self.table = table }

  var text: String {
    var lines = [
      ".\\\" Made by stemma help --man; change the command table, not this.",
      ".TH STEMMA 1 \"\" \"stemma \(CommandTable.version)\" \"User Commands\"",
      ".SH NAME", "stemma \\- a workbench for people who build sessions with language models",
      ".SH SYNOPSIS",
    ]
    for command in table.all { lines += synopsis(command) }
    lines += [".SH DESCRIPTION"] + paragraphs(table.open.discussion + [HelpTopic.tokens])
    lines += [".SH OPTIONS"] + options(table.open.allOptions)
    lines.append(".SH COMMANDS")
    for command in table.named {
      lines.append(".SS \(Self.quoted(command.name + operands(command)))")
      lines += paragraphs([Self.sentence(command.summary)] + command.discussion)
      lines += options(command.options)
    }
    lines.append(".SH EXAMPLES")
    for example in table.all.flatMap(\.examples) {
      lines += [".TP", ".B \(Self.escaped(example.line))", Self.line(example.meaning)]
    }
    lines.append(".SH EXIT STATUS")
    for (status, meaning) in HelpTopic.exitStatus { lines += [".TP", ".B \(status)", Self.line(meaning)] }
    lines.append(".SH ENVIRONMENT")
    for (name, meaning) in HelpTopic.environment {
      lines += [".TP", ".B \(Self.escaped(name))", Self.line(meaning)]
    }
    lines.append(".SH FILES")
    for (name, meaning) in HelpTopic.files {
      lines += [".TP", ".I \(Self.escaped(name))", Self.line(meaning)]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func synopsis(_ command: Command) -> [String] {
    let rest = (command.operands.map(\.usage) + ["[OPTION…]"]).joined(separator: " ")
    return [".B \(command.fullName)", Self.line(rest), ".br"]
  }

  private func operands(_ command: Command) -> String { command.operands.map { " " + $0.usage }.joined() }

  private func paragraphs(_ texts: [String]) -> [String] {
    texts.flatMap { [".PP", Self.line($0)] }
  }

  private func options(_ options: [Option]) -> [String] {
    options.flatMap { option -> [String] in
      var names = ["\\fB\\-\\-\(Self.escaped(option.name))\\fR"]
      if let short = option.short { names.insert("\\fB\\-\(short)\\fR", at: 0) }
      let value = option.value.map { " \\fI\(Self.escaped($0.placeholder))\\fR" } ?? ""
      return [".TP", names.joined(separator: ", ") + value, Self.line(option.summary)]
    }
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// A line of text: one that begins with a control character is kept from being a request.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Backslashes, hyphens that are typed, and what lies beyond ASCII.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "\"": out += "\\(dq"
      case "~": out += "\\(ti"
      case "^": out += "\\(ha"
      case "`": out += "\\(ga"
      case "'": out += "\\(aq"
      default:
        if scalar.isASCII {
          out.unicodeScalars.append(scalar)
        } else {
          out += "\\[u\(Words.padded(hex: scalar.value))]"
        }
      }
    }
    return out
  }
}

extension Words {
  /// Hexadecimal, at least four digits.
  static func padded(hex value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
