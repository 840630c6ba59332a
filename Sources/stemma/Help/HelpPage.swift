import Terminal

/// Help on a screen, made from the command table.
struct HelpPage {
  private let console: Console
  private let paint: Paint
  private static let widest = 100

  init(_ console: Console) {
    self.console = console
    paint = console.paint
  }

  /// What `stemma help` prints.
  func printOverview() {
    let table = CommandTable.stemma
    console.print([
      paint.span("stemma", nil, bold: true),
      Span(" — a workbench for people who build sessions with language models", .plain),
    ])
    console.print()
    heading("Usage")
    console.print("  \(table.open.usage)")
    console.print("  stemma COMMAND …")
    console.print()
    heading("Commands")
    var rows = Table([.left, .left])
    for command in table.named {
      rows.add([[paint.span(usageWithoutOptions(command), .accent)], [Span(command.summary, .plain)]])
    }
    console.print(rows, indent: 2)
    console.print()
    heading("Options of stemma FILE")
    options(table.open.allOptions)
    console.print()
    wrapped(HelpTopic.snapshots)
    console.print()
    heading("Files")
    for (name, meaning) in HelpTopic.files {
      console.print([Span("  ", .plain), paint.span(name, .accent)])
      for line in DisplayText.wrap(meaning, width: min(console.width ?? Self.widest, Self.widest) - 6) {
        console.print("      \(line)")
      }
    }
    console.print()
    console.print("“stemma help COMMAND” tells more; “stemma help --man” is the manual page.", .dim)
  }

  /// What `stemma help COMMAND` prints.
  func print(_ command: Command) {
    guard !command.name.isEmpty else { return printOverview() }
    console.print([
      paint.span(command.fullName, nil, bold: true), Span(" — \(command.summary)", .plain),
    ])
    console.print()
    heading("Usage")
    console.print("  \(command.usage)")
    for paragraph in command.discussion {
      console.print()
      wrapped(paragraph)
    }
    console.print()
    heading("Options")
    options(command.allOptions)
    guard !command.examples.isEmpty else { return }
    console.print()
    heading("Examples")
    var rows = Table([.left, .left])
    for example in command.examples {
      rows.add([[paint.span(example.line, .accent)], [paint.span(example.meaning, .dim)]])
    }
    console.print(rows, indent: 2)
  }

  private func usageWithoutOptions(_ command: Command) -> String {
    ([command.name] + command.operands.map(\.usage)).joined(separator: " ")
  }

  private func heading(_ text: String) { console.print([paint.span(text, nil, bold: true)]) }

  private func wrapped(_ text: String) {
    let width = min(console.width ?? Self.widest, Self.widest)
    for line in DisplayText.wrap(text, width: width) { console.print(line) }
  }

  /// The option on the left, what it does on the right, wrapped there.
  private func options(_ options: [Option]) {
    let left = options.map(\.usage)
    let column = min(34, (left.map { DisplayText.width(of: $0) }.max() ?? 0) + 4)
    let width = max(24, min(console.width ?? Self.widest, Self.widest) - column)
    for (usage, option) in zip(left, options) {
      var lines = DisplayText.wrap(option.summary, width: width)[...]
      let used = DisplayText.width(of: usage) + 2
      if used <= column - 2 {
        let gap = String(repeating: " ", count: column - used)
        console.print([
          Span("  ", .plain), paint.span(usage, .accent), Span(gap + (lines.popFirst() ?? ""), .plain),
        ])
      } else {
        console.print([Span("  ", .plain), paint.span(usage, .accent)])
      }
      for line in lines { console.print(String(repeating: " ", count: column) + line) }
    }
  }
}
